//! The order that Kubernetes gives a merged list (Go: `normalizeElementOrder`), on positions alone.

use super::go_stable_sort;

/// A position in a list, or none, in the size of a number: long lists of items are sorted by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ListPosition(u32);

impl ListPosition {
    const NONE: Self = Self(u32::MAX);

    pub(crate) fn new(place: Option<usize>) -> Self {
        place.map_or(Self::NONE, |place| Self(place as u32))
    }

    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Whether both are positions and this one comes first.
    fn is_before(self, other: Self) -> bool {
        !other.is_none() && self < other
    }
}

/// An item with its positions: where the requested order has its key, and where the live order had it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionedItem<T> {
    pub(crate) item: T,
    /// Position in the list that its part goes by: the requested order for patch items, the live order for server-only.
    pub(crate) order_position: ListPosition,
    /// Position in the live order.
    pub(crate) live_position: ListPosition,
    /// It has `$patch: delete` as data (live may): Kubernetes puts such items last.
    pub(crate) sorts_last: bool,
    /// Its key is a map or a list, and looking for its position finds another one: Go panics.
    pub(crate) panics: bool,
}

/// Walks the requested order and puts before each item the server-only items that stood before it in live.
///
/// # Errors
/// The server-only item at which Go panics when it looks for the item's position.
pub(crate) fn place_server_only<T: Copy>(
    ordered: Vec<PositionedItem<T>>,
    server_only: Vec<PositionedItem<T>>,
) -> Result<Vec<T>, T> {
    let mut out = Vec::with_capacity(ordered.len() + server_only.len());
    let mut ordered = sort(ordered)?.into_iter().peekable();
    let mut server_only = sort(server_only)?.into_iter().peekable();
    while let (Some(next), Some(server)) = (ordered.peek(), server_only.peek()) {
        if server.panics {
            return Err(server.item);
        }
        let taken = match server.live_position.is_before(next.live_position) {
            true => server_only.next(),
            false => ordered.next(),
        };
        out.extend(taken.map(|placed| placed.item));
    }
    out.extend(ordered.chain(server_only).map(|placed| placed.item));
    Ok(out)
}

fn sort<T: Copy>(items: Vec<PositionedItem<T>>) -> Result<Vec<PositionedItem<T>>, T> {
    let (last, mut items) = match items.iter().any(|placed| placed.sorts_last) {
        true => items.into_iter().partition(|placed| placed.sorts_last),
        false => (Vec::new(), items),
    };
    // A single item is compared with nothing; otherwise the position of the second one is looked up first.
    if items.len() > 1 {
        let mut as_looked_up = items[1..2].iter().chain(&items[..1]).chain(&items[2..]);
        if let Some(panicking) = as_looked_up.find(|placed| placed.panics) {
            return Err(panicking.item);
        }
    }
    if !items.iter().any(|placed| placed.order_position.is_none()) {
        items.sort_by_key(|placed| placed.order_position);
    } else {
        // Items without a position make the comparison contradict itself, so the algorithm itself decides.
        let less = |a: &PositionedItem<T>, b: &PositionedItem<T>| {
            a.order_position.is_none() || b.order_position.is_none() || a.order_position < b.order_position
        };
        go_stable_sort::stable(&mut items, &less);
    }
    items.extend(last);
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(ordered: &str, server_only: &str, directive: &str, live: &str) -> String {
        let placed = |part: &str, own: &str| -> Vec<PositionedItem<char>> {
            part.chars()
                .map(|c| PositionedItem {
                    item: c,
                    order_position: ListPosition::new(own.find(c)),
                    live_position: ListPosition::new(live.find(c)),
                    sorts_last: c == '!',
                    panics: "?¿".contains(c),
                })
                .collect()
        };
        place_server_only(placed(ordered, directive), placed(server_only, live)).map_or_else(
            |panicking| format!("panics at {panicking}"),
            |order| order.into_iter().collect(),
        )
    }

    #[test]
    fn server_only_items_stay_before_their_neighbours() {
        for (ordered, server_only, directive, live, expected) in [
            ("AB", "CDE", "AB", "CBDAE", "CDABE"),
            ("A", "", "A", "A", "A"),
            ("C", "AB", "C", "AB", "CAB"),
            ("BA", "XYZ", "BA", "XAYBZ", "XYBAZ"),
            ("125", "", "521", "125", "521"),
            ("A", "!B", "A", "!BA", "B!A"),
            ("", "?", "", "?", "?"),
            ("", "?A", "", "?A", "panics at ?"),
            ("A", "?", "A", "?A", "panics at ?"),
            ("", "?¿", "", "?¿", "panics at ¿"),
        ] {
            assert_eq!(
                order(ordered, server_only, directive, live),
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
