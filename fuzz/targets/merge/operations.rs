//! From bytes to a JSON patch whose paths mostly lead somewhere in a live object.

use super::generate::Json::{self, List, Map, Raw};
use super::generate::{Maker, text};

/// Path tokens that lead nowhere usual.
const TOKENS: [&str; 12] = [
    "-",
    "0",
    "1",
    "9",
    "-1",
    "01",
    "+1",
    "",
    "mystery",
    "a~1b",
    "m~0n",
    "99999999999999999999",
];

/// Operations; the last ones there are not.
const KINDS: [&str; 8] = ["add", "remove", "replace", "move", "copy", "test", "Add", ""];

impl Maker<'_> {
    /// A JSON patch for `live`; now and then something that is none.
    pub(crate) fn operations(&mut self, live: &Json) -> Json {
        if self.one_in(32) {
            return self.value(None, 3);
        }
        List((0..1 + self.byte() % 8).map(|_| self.operation(live)).collect())
    }

    fn operation(&mut self, live: &Json) -> Json {
        if self.one_in(64) {
            return self.scalar();
        }
        let at = match self.byte() {
            high @ 240.. => 6 + high % 2,
            low => low % 6,
        };
        let (path, there) = self.path(live);
        let mut members = vec![
            ("op".to_owned(), text(KINDS[at])),
            ("path".to_owned(), text(&path)),
        ];
        if matches!(at, 3 | 4) {
            members.push(("from".to_owned(), text(&self.path(live).0)));
        } else if at != 1 {
            let value = match there {
                Some(there) if self.one_in(2) => there.clone(),
                _ => self.value(None, 3),
            };
            members.push(("value".to_owned(), value));
        }
        if self.one_in(32) {
            members.pop();
        }
        Map(members)
    }

    /// A path, and what stands there, if anything.
    fn path<'l>(&mut self, live: &'l Json) -> (String, Option<&'l Json>) {
        let (mut path, mut here) = (String::new(), Some(live));
        if self.one_in(64) {
            path.push('x');
        }
        for _ in 0..self.byte() % 8 {
            let byte = self.byte();
            let (token, next) = match here {
                Some(Map(entries)) if byte < 224 && !entries.is_empty() => {
                    let (key, value) = &entries[byte % entries.len()];
                    (key.replace('~', "~0").replace('/', "~1"), Some(value))
                }
                Some(List(items)) if byte < 224 && !items.is_empty() => {
                    let at = byte % items.len();
                    (at.to_string(), Some(&items[at]))
                }
                Some(Raw(_)) if byte < 224 => break,
                _ => (TOKENS[byte % TOKENS.len()].to_owned(), None),
            };
            path = format!("{path}/{token}");
            here = next;
        }
        (path, here)
    }
}
