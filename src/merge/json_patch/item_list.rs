//! The items of a list that operations change.

use crate::merge::result_tree::node_id::ResultId;

/// The maximum number of items in a piece. A longer piece is split in two.
const MAX_PIECE: usize = 1024;

/// A list in pieces, so that inserting or removing an item moves the items of one piece only.
#[derive(Debug, Default)]
pub(crate) struct ItemList {
    pieces: Vec<Vec<ResultId>>,
    len: usize,
}

impl FromIterator<ResultId> for ItemList {
    fn from_iter<I: IntoIterator<Item = ResultId>>(items: I) -> Self {
        let mut list = Self::default();
        for item in items {
            match list.pieces.last_mut() {
                Some(piece) if piece.len() < MAX_PIECE / 2 => piece.push(item),
                _ => list.pieces.push(vec![item]),
            }
            list.len += 1;
        }
        list
    }
}

impl ItemList {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the piece with a position, and the position in it. After the last item, it is the last piece.
    fn locate(&self, mut at: usize) -> (usize, usize) {
        let last = self.pieces.len().saturating_sub(1);
        for (number, piece) in self.pieces.iter().enumerate() {
            if at < piece.len() || number == last {
                return (number, at);
            }
            at -= piece.len();
        }
        (0, at)
    }

    pub(crate) fn get(&self, at: usize) -> Option<ResultId> {
        let (piece, at) = self.locate(at);
        self.pieces.get(piece)?.get(at).copied()
    }

    /// Replaces the item at a position.
    pub(crate) fn set(&mut self, at: usize, item: ResultId) {
        let (piece, at) = self.locate(at);
        if let Some(old) = self.pieces.get_mut(piece).and_then(|piece| piece.get_mut(at)) {
            *old = item;
        }
    }

    /// Inserts an item before the one at a position; `at` is at most the length.
    pub(crate) fn insert(&mut self, at: usize, item: ResultId) {
        if self.pieces.is_empty() {
            self.pieces.push(Vec::new());
        }
        let (number, at) = self.locate(at);
        let piece = &mut self.pieces[number];
        piece.insert(at.min(piece.len()), item);
        self.len += 1;
        if piece.len() > MAX_PIECE {
            let half = piece.split_off(MAX_PIECE / 2);
            self.pieces.insert(number + 1, half);
        }
    }

    /// Removes the item at a position, if there is one.
    pub(crate) fn remove(&mut self, at: usize) {
        let (number, at) = self.locate(at);
        let Some(piece) = self.pieces.get_mut(number).filter(|piece| at < piece.len()) else {
            return;
        };
        piece.remove(at);
        self.len -= 1;
        if piece.is_empty() {
            self.pieces.remove(number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_in_pieces_behaves_like_a_vector() {
        let mut seed = 3_u64;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize % below
        };
        let mut plain: Vec<ResultId> = (0..1500).map(ResultId).collect();
        let mut list: ItemList = plain.iter().copied().collect();
        for number in 0..8000 {
            let item = ResultId(5000 + number);
            // The list grows first and is empty in the end.
            match next(10) {
                0..6 if number < 4000 => {
                    let at = next(plain.len() + 1) % (1 + next(2) * plain.len()).max(1);
                    plain.insert(at, item);
                    list.insert(at, item);
                }
                6 if !plain.is_empty() => {
                    let at = next(plain.len());
                    plain[at] = item;
                    list.set(at, item);
                }
                _ if !plain.is_empty() => {
                    let at = next(plain.len());
                    plain.remove(at);
                    list.remove(at);
                }
                _ => list.remove(0),
            }
            let at = next(plain.len() + 2);
            assert_eq!((list.len(), list.get(at)), (plain.len(), plain.get(at).copied()));
        }
        let all: Vec<ResultId> = (0..list.len()).filter_map(|at| list.get(at)).collect();
        assert_eq!(all, plain);
    }
}
