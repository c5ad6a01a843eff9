//! Checks every position of the built-in types against the OpenAPI document of Kubernetes 1.36.

use std::collections::{BTreeMap, BTreeSet};

use super::*;

/// For each field that is a list, a map or a struct: the type, the field, and how server-side apply handles
/// its value.
const PLACES: &str = include_str!("../../../../tests/api_server/recorded/server_side_places.txt");

/// Returns how a value is handled, in the words of the table; `None` for a scalar.
fn handling(at: &HandledPosition<'_>) -> Option<String> {
    let below = |inner: &HandledPosition<'_>| handling(inner).unwrap_or_else(|| "scalar".to_owned());
    Some(match at.shape() {
        Shape::Scalar => return None,
        Shape::Opaque | Shape::Unknown => "whole".to_owned(),
        Shape::List => match at.handling(ValueKind::List) {
            FieldHandling::Keyed => format!("keyed {} > {}", at.keys.join(","), below(&at.item())),
            FieldHandling::Set => format!("set > {}", below(&at.item())),
            _ => "whole".to_owned(),
        },
        Shape::Struct | Shape::Map => match at.handling(ValueKind::Map) {
            FieldHandling::Struct => "fields".to_owned(),
            FieldHandling::Free => format!("keys > {}", below(&at.field("any").expect("a free map"))),
            _ => "whole".to_owned(),
        },
    })
}

#[test]
fn built_in_types_are_handled_as_their_extensions_say() {
    let expected: BTreeMap<(&str, &str), &str> = PLACES
        .lines()
        .filter_map(|line| {
            let mut words = line.splitn(3, ' ');
            Some(((words.next()?, words.next()?), words.next()?))
        })
        .collect();
    let schema = Schema::builtin();
    let mut types: BTreeSet<String> = BTreeSet::new();
    let mut checked = 0;
    let mut wrong = Vec::new();
    let mut open: Vec<HandledPosition<'_>> = schema
        .kinds()
        .into_iter()
        .chain([
            "apiextensions.k8s.io/v1 CustomResourceDefinition",
            "apiregistration.k8s.io/v1 APIService",
        ])
        .map(|kind| kind.rsplit_once(' ').expect("a version and a kind"))
        .map(|(version, kind)| HandledPosition::top(&schema, schema.server_top(version, kind)))
        .collect();
    while let Some(at) = open.pop() {
        let Some(type_position) = at.type_position() else {
            continue;
        };
        let Some((owner, _)) = schema.struct_name(type_position) else {
            match at.shape() {
                Shape::List => open.push(at.item()),
                Shape::Map => open.extend(at.field("any")),
                _ => {}
            }
            continue;
        };
        if !types.insert(owner.to_owned()) {
            continue;
        }
        let names: Vec<&str> = schema.field_names(type_position).collect();
        for name in names {
            let field = at.field(name).expect("a named field");
            let wanted = expected.get(&(owner, name)).copied();
            let got = handling(&field);
            checked += usize::from(wanted.is_some());
            if got.as_deref() != wanted {
                wrong.push(format!("{owner} {name}: expected {wanted:?}, got {got:?}"));
            }
            open.push(field);
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {checked}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let missed: BTreeSet<&str> = expected
        .keys()
        .map(|key| key.0)
        .filter(|owner| !types.contains(*owner))
        .collect();
    assert_eq!(checked, expected.len(), "{missed:?}");
}
