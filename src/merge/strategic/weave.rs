//! The order that Kubernetes gives a merged list (spec section 3.8), on places alone.

use super::go_sort;

/// An item with its places: where the wanted order has its key, and where the live order had it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<T> {
    pub(super) item: T,
    /// Place in the list that its part goes by: the wanted order for patch items, the live order for server-only.
    pub(super) own: Option<usize>,
    /// Place in the live order.
    pub(super) stood: Option<usize>,
}

/// Walks the wanted order and puts before each item the server-only items that stood before it in live.
pub(super) fn weave<T: Copy>(mut wanted: Vec<Placed<T>>, mut server_only: Vec<Placed<T>>) -> Vec<T> {
    sort(&mut wanted);
    sort(&mut server_only);
    let mut out = Vec::with_capacity(wanted.len() + server_only.len());
    let (mut wanted, mut server_only) = (wanted.into_iter().peekable(), server_only.into_iter().peekable());
    while let (Some(next), Some(server)) = (wanted.peek(), server_only.peek()) {
        let server_first = matches!((server.stood, next.stood), (Some(s), Some(p)) if s < p);
        let taken = if server_first {
            server_only.next()
        } else {
            wanted.next()
        };
        out.extend(taken.map(|placed| placed.item));
    }
    out.extend(wanted.chain(server_only).map(|placed| placed.item));
    out
}

fn sort<T: Copy>(items: &mut [Placed<T>]) {
    if items.iter().all(|placed| placed.own.is_some()) {
        items.sort_by_key(|placed| placed.own);
    } else {
        // Items without a place make the comparison contradict itself, so the algorithm itself decides.
        go_sort::stable(items, &|a, b| match (a.own, b.own) {
            (Some(a), Some(b)) => a < b,
            _ => true,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(wanted: &str, server_only: &str, directive: &str, live: &str) -> String {
        let placed = |part: &str, own: &str| -> Vec<Placed<char>> {
            part.chars()
                .map(|c| Placed {
                    item: c,
                    own: own.find(c),
                    stood: live.find(c),
                })
                .collect()
        };
        weave(placed(wanted, directive), placed(server_only, live))
            .into_iter()
            .collect()
    }

    #[test]
    fn server_only_items_stay_before_their_neighbours() {
        for (wanted, server_only, directive, live, expected) in [
            ("AB", "CDE", "AB", "CBDAE", "CDABE"),
            ("A", "", "A", "A", "A"),
            ("C", "AB", "C", "AB", "CAB"),
            ("BA", "XYZ", "BA", "XAYBZ", "XYBAZ"),
            ("125", "", "521", "125", "521"),
        ] {
            assert_eq!(
                order(wanted, server_only, directive, live),
                expected,
                "{live} by {directive}"
            );
        }
    }

    #[test]
    fn items_without_any_place_come_out_reversed() {
        assert_eq!(order("", "XYZ", "", ""), "ZYX");
    }
}
