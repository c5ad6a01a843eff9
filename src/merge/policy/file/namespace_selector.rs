//! Namespace selectors of policies (`namespaceSelector`).

/// Patterns of names: `*` matches any characters, `?` matches one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Namespaces {
    /// Patterns of which one must match. An empty list matches every namespace.
    pub(crate) include: Vec<String>,
    /// Patterns of which none may match.
    pub(crate) exclude: Vec<String>,
    /// Whether the selector has label conditions, too.
    pub(crate) by_labels: bool,
}

impl Namespaces {
    /// Returns whether the policy applies to a namespace.
    pub fn matches(&self, namespace: &str) -> bool {
        let any = |patterns: &[String]| patterns.iter().any(|pattern| matches_pattern(pattern, namespace));
        (self.include.is_empty() || any(&self.include)) && !any(&self.exclude)
    }

    /// Returns the selected namespaces that are listed without a pattern.
    pub fn literal(&self) -> impl Iterator<Item = &str> {
        self.include
            .iter()
            .map(String::as_str)
            .filter(|name| !name.contains(['*', '?', '[']) && self.matches(name))
    }
}

/// Returns whether a name matches a pattern. Takes at most the product of both lengths.
fn matches_pattern(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut p, mut n) = (0, 0);
    // The position of the last star, and the end of its match.
    let mut star = None;
    while n < name.len() {
        match pattern.get(p) {
            Some(b'*') => {
                star = Some((p, n));
                p += 1;
            }
            Some(byte) if *byte == b'?' || *byte == name[n] => {
                p += 1;
                n += 1;
            }
            _ => match star {
                Some((at, matched_end)) => {
                    star = Some((at, matched_end + 1));
                    (p, n) = (at + 1, matched_end + 1);
                }
                None => return false,
            },
        }
    }
    pattern[p..].iter().all(|byte| *byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn namespaces_match_by_patterns() {
        let is_selected = |include: &[&str], exclude: &[&str], name: &str| {
            let owned = |patterns: &[&str]| patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
            let namespaces = Namespaces {
                include: owned(include),
                exclude: owned(exclude),
                by_labels: false,
            };
            namespaces.matches(name)
        };
        for (include, exclude, name, expected) in [
            (&["default"][..], &[][..], "default", true),
            (&["default"], &[], "other", false),
            (&["*"], &["kube-*"], "kube-system", false),
            (&["*"], &["kube-*"], "shop", true),
            (&["a*c"], &[], "abbc", true),
            (&["a*c"], &[], "abb", false),
            (&["a?c"], &[], "abc", true),
            (&["a?c"], &[], "ac", false),
            (&[], &[], "any", true),
            (&["**x"], &[], "yx", true),
        ] {
            assert_eq!(
                is_selected(include, exclude, name),
                expected,
                "{include:?} {exclude:?} {name}"
            );
        }
    }
}
