//! Deep equality of two trees.

use std::collections::HashMap;

use super::{Tree, Value};

/// How numbers compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// An integer equals no float: the merge's rule.
    ByType,
    /// `80` equals `80.0`: what counts once the values are printed.
    ByValue,
}

/// Whether `a_id` in `a` and `b_id` in `b` hold equal values. The order of maps does not count, that of lists does.
/// Linear, iterative, and over at the first difference.
pub fn same<A: Tree, B: Tree>(a: &A, a_id: A::Id, b: &B, b_id: B::Id, numbers: Numbers) -> bool {
    let mut pending = vec![(a_id, b_id)];
    // What is left of the lists on the way: no one looks at a long list beyond the item that differs.
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

/// Pushes the values of equal keys; false when the maps have different keys.
fn pair_entries<A: Tree, B: Tree>(
    a: &A,
    left: A::Id,
    b: &B,
    right: B::Id,
    pending: &mut Vec<(A::Id, B::Id)>,
) -> bool {
    // Nearly always both have the same keys in the same order; a hash is made where that ends.
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

/// Whether two scalars are equal; a list or map equals nothing here.
pub fn same_scalar(left: Value<'_>, right: Value<'_>, numbers: Numbers) -> bool {
    match (left, right) {
        (Value::Null, Value::Null) => true,
        (Value::Bool(left), Value::Bool(right)) => left == right,
        (Value::Integer(left), Value::Integer(right)) => left == right,
        (Value::Float(left), Value::Float(right)) => left == right,
        (Value::String(left), Value::String(right)) => left == right,
        (Value::Integer(integer), Value::Float(float)) | (Value::Float(float), Value::Integer(integer)) => {
            numbers == Numbers::ByValue && super::number::whole(float) == Some(integer)
        }
        _ => false,
    }
}
