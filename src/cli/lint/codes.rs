//! Parses the lint codes of `--deny` and `--allow`.

use anyhow::{Result, bail};

use crate::cli::print::print_err;
use crate::merge::{Rule, Severity, current_name};
use crate::report::findings;
use crate::schema::edit_distance;

/// Maximum number of typing errors in a code for a suggestion.
const MAX_TYPING_ERRORS: usize = 3;

/// Parses the lint codes of an option; several codes are separated by commas.
///
/// # Errors
/// An unknown code, with a similar one.
pub(crate) fn read(option: &str, given: &[String]) -> Result<Vec<Rule>> {
    let names = given.iter().flat_map(|codes| codes.split(',')).map(str::trim);
    let rule = |name: &str| {
        let current = current_name(name);
        if let Some(current) = current {
            print_err!("warning: code \"{name}\" is now \"{current}\"");
        }
        let name = current.unwrap_or(name);
        if let Some(rule) = findings::codes(Severity::Warning).find(|rule| rule.name() == name) {
            return Ok(rule);
        }
        if findings::codes(Severity::Error).any(|rule| rule.name() == name) {
            bail!("{option}: `{name}` is a rejection, which is always an error\nhelp: leave it out");
        }
        let is_similar = |rule: &Rule| {
            edit_distance(name, rule.name()).is_some_and(|distance| distance <= MAX_TYPING_ERRORS)
        };
        let similar = findings::codes(Severity::Warning).find(is_similar);
        let hint = similar.map_or_else(String::new, |rule| format!("did you mean `{}`? ", rule.name()));
        bail!("{option}: unknown code `{name}`\nhelp: {hint}`mergescope lint --codes` lists all codes")
    };
    names.map(rule).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_found_by_their_names_and_by_their_old_names() {
        let rules = read(
            "--deny",
            &["leftover, duplicate-live-items, duplicate-live-items".to_owned()],
        )
        .unwrap();
        assert_eq!(
            rules,
            [Rule::Leftover, Rule::DuplicateLiveItems, Rule::DuplicateLiveItems]
        );
        let error = read("--deny", &["leftovers".to_owned()]).unwrap_err();
        assert!(error.to_string().contains("did you mean `leftover`?"), "{error}");
        let error = read("--deny", &["order-mismatch".to_owned()]).unwrap_err();
        assert!(
            error.to_string().contains("`order-mismatch` is a rejection"),
            "{error}"
        );
    }
}
