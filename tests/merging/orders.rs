//! The help of a rejection because of an order makes the patch pass if it is followed literally. Checked on
//! generated lists.

use std::sync::Arc;

use mergescope::document;
use mergescope::merge::{Inputs, Merge, Rule, Semantics, merge};
use mergescope::schema::Schema;

fn merged(items: &[String], order: &[String], semantics: Semantics) -> Merge {
    let list = |names: &[String], more: &str| {
        let entries: Vec<String> = names
            .iter()
            .map(|name| format!("{{name: {name}{more}}}"))
            .collect();
        entries.join(", ")
    };
    let live = "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec: {template: {spec: {containers: [{name: a, image: x}]}}}\n";
    let patch = format!(
        "spec: {{template: {{spec: {{$setElementOrder/containers: [{}], containers: [{}]}}}}}}",
        list(order, ""),
        list(items, ", image: y")
    );
    let inputs = Inputs {
        live: Arc::new(document::read_live("live", live.as_bytes().to_vec()).unwrap()),
        patches: vec![Arc::new(document::read("patch", patch.into_bytes()).unwrap())],
        schema: Arc::new(Schema::builtin()),
        semantics,
    };
    merge(inputs, true)
}

/// Returns the index of the name that a sentence calls `a` or the second `a`.
fn index_of(names: &[String], name: &str) -> usize {
    let (word, name) = name.split_once('`').expect("a name in backticks");
    let name = name.trim_end_matches('`');
    let number = match word.trim() {
        "" | "the first" => 1,
        "the second" => 2,
        "the third" => 3,
        more => more
            .trim_start_matches("the ")
            .trim_end_matches("th")
            .parse()
            .unwrap(),
    };
    let mut places = names.iter().enumerate().filter(|(_, other)| *other == name);
    places
        .nth(number - 1)
        .map(|(place, _)| place)
        .unwrap_or_else(|| panic!("no {name} in {names:?}"))
}

/// Moves the item `from` before or after the item in the sentence, which is looked up among the others.
fn moved(names: &[String], item: usize, sentence: &str) -> Vec<String> {
    let mut names = names.to_vec();
    let item = names.remove(item);
    let (word, other) = sentence.split_once(' ').expect("before or after something");
    let at = index_of(&names, other) + usize::from(word == "after");
    assert!(["before", "after"].contains(&word), "{sentence}");
    names.insert(at, item);
    names
}

fn names(sentence: &str) -> Vec<String> {
    sentence
        .trim_end_matches('.')
        .split(", ")
        .map(|name| name.trim_matches('`').to_owned())
        .collect()
}

/// Returns the patch list and order for each alternative that the fix offers.
fn alternatives(items: &[String], order: &[String], fix: &str) -> Vec<(Vec<String>, Vec<String>)> {
    let fix = fix.trim_end_matches('.');
    if let Some(rest) = fix.strip_prefix("Move ") {
        let (first, second) = match rest.split_once(" in the patch list, or ") {
            Some((first, second)) => (
                first,
                Some(second.strip_suffix(" in `$setElementOrder`").unwrap()),
            ),
            None => (rest.strip_suffix(" in the patch list").unwrap(), None),
        };
        let word = [" before ", " after "]
            .into_iter()
            .find(|word| first.contains(word))
            .unwrap();
        let (what, neighbor) = first.split_once(word).unwrap();
        let at = index_of(items, what);
        let mut ways = vec![(
            moved(items, at, &format!("{} {neighbor}", word.trim())),
            order.to_vec(),
        )];
        if let Some(second) = second {
            ways.push((items.to_vec(), moved(order, index_of(order, what), second)));
        }
        return ways;
    }
    if let Some(rest) = fix.strip_prefix("Remove ") {
        let mut items = items.to_vec();
        items.remove(index_of(
            &items,
            rest.strip_suffix(" from the patch list").unwrap(),
        ));
        return vec![(items, order.to_vec())];
    }
    if let Some(rest) = fix.strip_prefix("Add ") {
        let (first, _) = rest.split_once(", or remove it from the patch list").unwrap();
        let (what, neighbor) = first.split_once(" to `$setElementOrder`").unwrap();
        let name = what.trim_matches('`').to_owned();
        let mut without = items.to_vec();
        without.remove(index_of(items, what));
        let mut longer = order.to_vec();
        match neighbor.strip_prefix(" after ") {
            Some(other) => longer.insert(index_of(order, other) + 1, name),
            None => longer.insert(0, name),
        }
        return vec![(items.to_vec(), longer), (without, order.to_vec())];
    }
    if let Some((_, wanted)) = fix
        .strip_prefix("Write the patch list in the order of `$setElementOrder`")
        .and_then(|rest| rest.split_once(": "))
    {
        return vec![(names(wanted), order.to_vec())];
    }
    let (_, rest) = fix
        .split_once("`$setElementOrder` lists none of ")
        .unwrap_or_else(|| panic!("another fix: {fix}"));
    let (wanted, add) = rest.split_once(". Remove them from the patch list").unwrap();
    assert_eq!(names(wanted), items);
    let mut ways = vec![(Vec::new(), order.to_vec())];
    if add == ", or add them in this order" {
        ways.push((items.to_vec(), items.iter().chain(order).cloned().collect()));
    }
    ways
}

#[test]
fn the_fix_of_a_rejected_order_makes_the_patch_pass() {
    // Small numbers of few letters produce every kind of mismatch.
    let mut state = 7u64;
    let mut next = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let mut seen = std::collections::BTreeMap::<&str, usize>::new();
    for _ in 0..4000 {
        let letters = ["a", "b", "c", "d", "e"];
        let distinct = next(2) == 0;
        let mut list = |length: u64| {
            let mut names: Vec<String> = Vec::new();
            for _ in 0..length {
                let name = letters[next(5) as usize].to_owned();
                if !(distinct && names.contains(&name)) {
                    names.push(name);
                }
            }
            names
        };
        let (items, order) = (list(5), list(6));
        for semantics in [Semantics::PROPOSAL, Semantics::KUBERNETES] {
            let sentences = merged(&items, &order, semantics);
            let Some(refusal) = sentences
                .rejection()
                .filter(|refusal| matches!(refusal.rule, Rule::OrderMismatch | Rule::OrderMissing))
            else {
                continue;
            };
            let fix = sentences.fix(&sentences.steps[refusal.step as usize]);
            *seen
                .entry(
                    ["Move", "Remove", "Add", "Write", "`$set"]
                        .into_iter()
                        .find(|head| fix.starts_with(head))
                        .unwrap_or("?"),
                )
                .or_default() += 1;
            for (mended, ordered) in alternatives(&items, &order, &fix) {
                let again = merged(&mended, &ordered, semantics);
                assert!(
                    !matches!(
                        again.rejection().map(|refusal| refusal.rule),
                        Some(Rule::OrderMismatch | Rule::OrderMissing)
                    ),
                    "[{semantics}] patch list {items:?}, order {order:?}\n{fix}\n{mended:?}, {ordered:?}: {:?}",
                    again.rejection().map(|refusal| &refusal.message)
                );
            }
        }
    }
    for head in ["Move", "Remove", "Add", "Write", "`$set"] {
        assert!(
            seen.get(head).is_some_and(|count| *count > 20),
            "{head}: {seen:?}"
        );
    }
}

#[test]
fn the_smallest_change_is_suggested() {
    let list = |names: &str| names.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let cases = [
        (
            "c a b",
            "a b c",
            "Move `c` after `b` in the patch list, or before `a` in `$setElementOrder`.",
        ),
        (
            "b a",
            "a b",
            "Move `a` before `b` in the patch list, or after `b` in `$setElementOrder`.",
        ),
        (
            "k k c",
            "k c k",
            "Move `c` before the second `k` in the patch list.",
        ),
        ("a b a", "a b", "Remove the second `a` from the patch list."),
        (
            "a x b",
            "a b",
            "Add `x` to `$setElementOrder` after `a`, or remove it from the patch list.",
        ),
        (
            "d c b a",
            "a b c d",
            "Write the patch list in the order of `$setElementOrder`: `a`, `b`, `c`, `d`.",
        ),
    ];
    for (items, order, expected) in cases {
        let sentences = merged(&list(items), &list(order), Semantics::KUBERNETES);
        let refusal = sentences.rejection().expect("a refusal");
        assert_eq!(
            sentences.fix(&sentences.steps[refusal.step as usize]),
            expected,
            "{items} / {order}"
        );
    }
}
