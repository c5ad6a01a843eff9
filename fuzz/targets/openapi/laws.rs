//! The laws of this target.
use mergescope::schema::{Schema, TypePosition, openapi, print, table};

/// How many fields are looked up below each kind.
const LOOKS: usize = 200;

/// Panics where a law is broken.
pub(crate) fn check(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut facts = match openapi::read(&text) {
        Ok(facts) => facts,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return;
        }
    };
    let printed = print(&facts, "v1");
    match table::read(&printed) {
        Ok(again) => assert_eq!(print(&again, "v1"), printed),
        Err(error) => panic!("{error}\n{printed}"),
    }
    facts.assume_list_types();
    let mut schema = Schema::builtin();
    assert!(schema.overlay(&facts).is_ok());
    for kind in facts.types.values().flat_map(|facts| &facts.kinds) {
        let (version, kind) = kind.rsplit_once(' ').unwrap_or(("", kind));
        let _ = (schema.top(version, kind), schema.choose_kind(kind).is_ok());
        if let Ok(top) = schema.top(version, kind) {
            look_up(&schema, top);
        }
    }
}

fn look_up(schema: &Schema, top: TypePosition) {
    let mut places = vec![top];
    let mut at = 0;
    while at < places.len() && places.len() < LOOKS {
        let place = places[at];
        at += 1;
        let _ = (
            schema.shape(place),
            schema.type_name(place),
            schema.go_kind(place),
        );
        let inner = schema.inside_lists(place);
        let names: Vec<&str> = schema.field_names(inner).take(LOOKS).collect();
        for name in names.into_iter().chain(["name", "", "\u{17f}pec"]) {
            let _ = (
                schema.field(inner, name).is_ok(),
                schema.list_field(inner, name).is_ok(),
            );
            let keys = [name.to_owned()];
            let _ = schema
                .follow("Kind", place, &keys)
                .map(|way| schema.pitfalls(&way, &keys).len());
            if let Some(field) = schema.peek(inner, name) {
                let _ = schema.field_pitfalls(&field);
                places.push(field.type_position);
                places.push(schema.item(field.type_position));
            }
        }
    }
}
