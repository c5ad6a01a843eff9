//! Deep equality of two trees.

use std::collections::HashMap;

use super::{Tree, Value};

/// How numbers are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// An integer never equals a float: the rule of the merge.
    ByType,
    /// `80` equals `80.0`: the rule for values that are printed.
    ByValue,
}

/// Returns whether two values are deeply equal. The order of map keys does not count, the order of items
/// does. Linear and iterative; stops at the first difference.
pub fn same<A: Tree, B: Tree>(a: &A, a_id: A::Id, b: &B, b_id: B::Id, numbers: Numbers) -> bool {
    let mut pending = vec![(a_id, b_id)];
    // The rest of each open list. It is an iterator, so that nothing after the first different item is read.
    let mut lists = Vec::new();
    loop {
        let (left, right) = match (pending.pop(), lists.last_mut()) {
            (Some(pair), _) => pair,
            (None, None) => return true,
            (None, Some((lefts, rights))) => match (Iterator::next(lefts), Iterator::next(rights)) {
                (Some(left), Some(right)) => (left, right),
                (None, None) => {
                    lists.pop();
                    continue;
                }
                _ => return false,
            },
        };
        match (a.value(left), b.value(right)) {
            (Value::List, Value::List) => lists.push((a.children(left), b.children(right))),
            (Value::Map, Value::Map) => {
                if !pair_entries(a, left, b, right, &mut pending) {
                    return false;
                }
            }
            (left, right) => {
                if !same_scalar(left, right, numbers) {
                    return false;
                }
            }
        }
    }
}

/// Pushes the values of equal keys as pairs. Returns false if the maps have different keys.
fn pair_entries<A: Tree, B: Tree>(
    a: &A,
    left: A::Id,
    b: &B,
    right: B::Id,
    pending: &mut Vec<(A::Id, B::Id)>,
) -> bool {
    // Most maps have the same keys in the same order: hash only from the first difference.
    let (mut lefts, mut rights) = (a.children(left), b.children(right));
    let (mut rest_left, mut rest_right) = (Vec::new(), HashMap::new());
    loop {
        match (lefts.next(), rights.next()) {
            (Some(left), Some(right)) if rest_left.is_empty() && a.key(left) == b.key(right) => {
                pending.push((left, right));
            }
            (Some(left), Some(right)) => {
                rest_left.push(left);
                rest_right.insert(b.key(right), right);
            }
            (None, None) => break,
            _ => return false,
        }
    }
    for left in rest_left {
        match rest_right.get(&a.key(left)) {
            Some(&right) => pending.push((left, right)),
            None => return false,
        }
    }
    true
}

/// Returns whether two scalars are equal. Returns false for lists and maps.
pub fn same_scalar(left: Value<'_>, right: Value<'_>, numbers: Numbers) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::Integer(left), Value::Integer(right)) => left == right,
        (Value::Float(left), Value::Float(right)) => left == right,
        (Value::String(left), Value::String(right)) => left == right,
        (Value::Integer(integer), Value::Float(float)) | (Value::Float(float), Value::Integer(integer)) => {
            numbers == Numbers::ByValue && super::number::to_integer(float) == Some(integer)
        }
        _ => false,
    }
}
