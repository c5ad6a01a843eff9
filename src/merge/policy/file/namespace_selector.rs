//! Which namespaces a policy is for (`namespaceSelector`).

/// Patterns of names: `*` stands for any characters, `?` for one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Namespaces {
    /// Patterns of which one must fit; none at all take every namespace.
    pub(crate) include: Vec<String>,
    /// Patterns of which none may fit.
    pub(crate) exclude: Vec<String>,
    /// Whether labels select some, too.
    pub(crate) by_labels: bool,
}

impl Namespaces {
    /// Whether the policy is for a namespace.
    pub fn matches(&self, namespace: &str) -> bool {
        let any = |patterns: &[String]| {
            patterns
                .iter()
                .any(|pattern| matches_expression(pattern, namespace))
        };
        (self.include.is_empty() || any(&self.include)) && !any(&self.exclude)
    }

    /// The namespaces that it names without a pattern.
    pub fn literal(&self) -> impl Iterator<Item = &str> {
        self.include
            .iter()
            .map(String::as_str)
            .filter(|name| !name.contains(['*', '?', '[']) && self.matches(name))
    }
}

/// Whether a name fits a pattern; at most as many looks as both have characters, multiplied.
fn matches_expression(pattern: &str, name: &str) -> bool {
    let (pattern, name) = (pattern.as_bytes(), name.as_bytes());
    let (mut p, mut n) = (0, 0);
    // Where the last star stands, and up to where it reaches.
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
                Some((at, reach)) => {
                    star = Some((at, reach + 1));
                    (p, n) = (at + 1, reach + 1);
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
    fn namespaces_are_taken_by_patterns() {
        let taken = |include: &[&str], exclude: &[&str], name: &str| {
            let own = |patterns: &[&str]| patterns.iter().map(|pattern| (*pattern).to_owned()).collect();
            let namespaces = Namespaces {
                include: own(include),
                exclude: own(exclude),
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
                taken(include, exclude, name),
                expected,
                "{include:?} {exclude:?} {name}"
            );
        }
    }
}
