//! A set of codes, as `--deny` and `--allow` name them.

use anyhow::{Result, bail};

use crate::merge::Rule;
use crate::report::findings;
use crate::schema::slips;

/// A set of rules, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LintCodes([u64; 8]);

impl LintCodes {
    /// Every warning.
    pub(crate) fn all() -> Self {
        let mut codes = Self::default();
        findings::codes().for_each(|rule| codes.add(rule));
        codes
    }

    /// The codes of an option, several of them with commas between.
    ///
    /// # Errors
    /// A code that there is not, and the one that is near.
    pub(crate) fn read(option: &str, given: &[String]) -> Result<Self> {
        let mut codes = Self::default();
        for name in given.iter().flat_map(|codes| codes.split(',')).map(str::trim) {
            let Some(rule) = findings::codes().find(|rule| rule.name() == name) else {
                let near =
                    findings::codes().find(|rule| slips(name, rule.name()).is_some_and(|slips| slips <= 3));
                let near = near.map_or_else(String::new, |rule| format!("; did you mean {}?", rule.name()));
                bail!("{option}: there is no code \"{name}\"{near} (mergescope lint --codes lists them)");
            };
            codes.add(rule);
        }
        Ok(codes)
    }

    fn add(&mut self, rule: Rule) {
        let at = rule as usize;
        if let Some(word) = self.0.get_mut(at / 64) {
            *word |= 1 << (at % 64);
        }
    }

    /// Whether a rule is in the set.
    pub(crate) fn has(self, rule: Rule) -> bool {
        let at = rule as usize;
        self.0.get(at / 64).is_some_and(|word| word & 1 << (at % 64) != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_has_a_bit() {
        assert!(Rule::ALL.len() <= 64 * 8);
        for rule in findings::codes() {
            assert!(LintCodes::all().has(rule), "{}", rule.name());
        }
        let two = LintCodes::read("--deny", &["leftover, twin-live-items".to_owned()]).unwrap();
        assert!(two.has(Rule::Leftover) && two.has(Rule::TwinLiveItems) && !two.has(Rule::WrongType));
        let error = LintCodes::read("--deny", &["leftovers".to_owned()]).unwrap_err();
        assert!(error.to_string().contains("did you mean leftover?"), "{error}");
    }
}
