//! The order of a merged list with kubernetes semantics (Go: `normalizeElementOrder`), computed from
//! positions.

use super::go_stable_sort;

/// An optional list position, stored as a u32 (`u32::MAX`: none) to keep the sort key of long lists small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ListPosition(u32);

impl ListPosition {
    const NONE: Self = Self(u32::MAX);

    pub(crate) fn new(position: Option<usize>) -> Self {
        position.map_or(Self::NONE, |position| Self(position as u32))
    }

    fn is_none(self) -> bool {
        self == Self::NONE
    }

    /// Returns whether both are positions and this one is lower.
    fn is_before(self, other: Self) -> bool {
        !other.is_none() && self < other
    }
}

/// An item with its position in the requested order and in the live order.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PositionedItem<T> {
    pub(crate) item: T,
    /// The position in the list by which its part is sorted: the requested order for listed items, the live
    /// order for server-only ones.
    pub(crate) order_position: ListPosition,
    /// Position in the live order.
    pub(crate) live_position: ListPosition,
    /// The live item contains `$patch: delete` as an ordinary field. Kubernetes sorts such items last.
    pub(crate) sorts_last: bool,
    /// The key is a map or a list and is found in the live list: Go panics.
    pub(crate) panics: bool,
}

/// Walks the requested order and emits, before each item, the server-only items with a lower live position.
/// The remaining ones are placed at the end.
///
/// # Errors
/// The server-only item at which Go panics when it looks up the item's position.
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
    // A single item is not compared; otherwise the position of the second one is looked up first.
    if items.len() > 1 {
        let mut as_looked_up = items[1..2].iter().chain(&items[..1]).chain(&items[2..]);
        if let Some(panicking) = as_looked_up.find(|placed| placed.panics) {
            return Err(panicking.item);
        }
    }
    if !items.iter().any(|placed| placed.order_position.is_none()) {
        items.sort_by_key(|placed| placed.order_position);
    } else {
        // Items without a position make the comparison contradictory, so the result depends on the sort
        // algorithm.
        let less = |a: &PositionedItem<T>, b: &PositionedItem<T>| {
            a.order_position.is_none() || b.order_position.is_none() || a.order_position < b.order_position
        };
        go_stable_sort::stable_sort(&mut items, &less);
    }
    items.extend(last);
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(ordered: &str, server_only: &str, directive: &str, live: &str) -> String {
        let placed = |part: &str, order: &str| -> Vec<PositionedItem<char>> {
            part.chars()
                .map(|c| PositionedItem {
                    item: c,
                    order_position: ListPosition::new(order.find(c)),
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
