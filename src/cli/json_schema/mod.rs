//! `mergescope schema json NAME`: prints the JSON Schema of a JSON output.

use anyhow::{Result, bail};

use crate::schema::nearest;

/// The word that replaces a kind. No kind has this name.
pub(crate) const KIND: &str = "json";

/// The schemas of the outputs by name.
const SCHEMAS: &[(&str, &str)] = &[
    ("explain", include_str!("explain.json")),
    ("lint", include_str!("lint.json")),
    ("lint-codes", include_str!("lint-codes.json")),
    ("compare", include_str!("compare.json")),
    ("policy", include_str!("policy.json")),
    ("apply", include_str!("apply.json")),
    ("ssa", include_str!("ssa.json")),
    ("skew", include_str!("skew.json")),
    ("schema", include_str!("schema.json")),
];

/// Returns the schema of an output; without a name, the list of names.
///
/// # Errors
/// No output has this name.
pub(crate) fn print(name: Option<&str>) -> Result<String> {
    let names = || SCHEMAS.iter().map(|(name, _)| *name);
    match name {
        None => Ok(names().map(|name| format!("{name}\n")).collect()),
        Some(name) => match SCHEMAS.iter().find(|(own, _)| *own == name) {
            Some((_, schema)) => Ok((*schema).to_owned()),
            None => {
                let help = match nearest(name, names()) {
                    Some(meant) => format!("did you mean `{meant}`?"),
                    None => format!("use one of {}", names().collect::<Vec<_>>().join(", ")),
                };
                bail!("there is no JSON output `{name}`\nhelp: {help}")
            }
        },
    }
}
