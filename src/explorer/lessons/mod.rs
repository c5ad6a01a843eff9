//! The course of `samples/`: each folder is one lesson, compiled in.
//!
//! A `lesson.md` has one form, so that it reads well as Markdown too:
//!
//! ```text
//! # Title
//!
//! semantics: proposal
//!
//! ## Question
//!
//! One paragraph on one line.
//!
//! ## Point
//!
//! One paragraph on one line.
//! ```

pub(crate) mod action;
mod presenter;

use thiserror::Error;

use crate::merge::Semantics;
use crate::merge::server_side::{ApplyRequest, FieldManager, ManagerOperation};

/// One lesson: a merge, what to guess before stepping through it, and what it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lesson {
    /// The folder's name: `16-env-order`. Lessons are graded by its number.
    pub name: &'static str,
    /// One line.
    pub title: &'static str,
    /// What to guess before the first step; one paragraph without line breaks.
    pub question: &'static str,
    /// What the steps show and what to do instead; one paragraph without line breaks.
    pub point: &'static str,
    /// The semantics that it opens with.
    pub semantics: Semantics,
    /// The text of its `live.yaml`.
    pub live: &'static str,
    /// The text of its `patch.yaml`.
    pub patch: &'static str,
    /// The patches of further writers, applied behind it: file name and text.
    pub more: &'static [(&'static str, &'static str)],
}

impl Lesson {
    /// The number of its folder: `05`, `42`.
    pub fn number(&self) -> &'static str {
        self.name.split('-').next().unwrap_or_default()
    }

    /// Its point; under other semantics than its own, where the point would be about another result, where it is told.
    pub fn answer_under(&self, semantics: Semantics) -> String {
        match semantics == self.semantics {
            true => format!("The point: {}", self.point),
            false => format!(
                "The point of this lesson is told under {} semantics.",
                self.semantics
            ),
        }
    }

    /// All patches in the order in which they are applied: file name and text.
    pub fn patches(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        std::iter::once(("patch.yaml", self.patch)).chain(self.more.iter().copied())
    }
}

/// What is wrong with a `lesson.md`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("samples/{lesson}/lesson.md: expected {expected}, found {found:?}")]
pub struct LessonError {
    lesson: &'static str,
    expected: &'static str,
    found: String,
}

/// All lessons, in the order of the course.
///
/// # Errors
/// The first `lesson.md` that has not the form above. The texts are compiled in and a test reads them all.
pub fn all() -> Result<Vec<Lesson>, LessonError> {
    FOLDERS.iter().map(LessonSource::read).collect()
}

struct LessonSource {
    name: &'static str,
    lesson: &'static str,
    live: &'static str,
    patch: &'static str,
    more: &'static [(&'static str, &'static str)],
}

macro_rules! folders {
    ($($name:literal $(+ $more:literal)*)*) => {
        &[$(LessonSource {
            name: $name,
            lesson: include_str!(concat!("../../../samples/", $name, "/lesson.md")),
            live: include_str!(concat!("../../../samples/", $name, "/live.yaml")),
            patch: include_str!(concat!("../../../samples/", $name, "/patch.yaml")),
            more: &[$(($more, include_str!(concat!("../../../samples/", $name, "/", $more)))),*],
        }),*]
    };
}

const FOLDERS: &[LessonSource] = folders![
    "01-null-removes"
    "02-maps-merge"
    "03-lists-merge-by-key"
    "04-tolerations-atomic-replaced"
    "05-args-list-replaced"
    "06-delete-without-merge-key"
    "08-delete-and-replace-in-lists"
    "09-element-patch-replace-wipes-list"
    "10-replace-and-delete-maps"
    "11-retain-keys"
    "14-order-from-the-patch"
    "15-new-env-goes-first"
    "16-env-order"
    "17-finalizers"
    "18-server-only-first"
    "20-set-element-order-rejected"
    "22-env-value-and-valuefrom"
    "23-volume-two-sources"
    "24-strategy-recreate-leftover"
    "25-mount-path-change-adds-mount"
    "26-duplicate-env-delete-all"
    "27-host-aliases-same-ip"
    "28-container-port-protocol-clobber"
    "29-service-same-port-tcp-udp"
    "34-drift-survives-apply"
    "37-order-lost-by-apply"
    "38-apply-never-settles"
    "39-two-managers-one-field"
    "40-left-out-and-shared"
    "41-merge-patch-replaces-lists"
    "42-merge-patch-null"
    "43-json-patch-stale-index"
    "44-json-patch-test-first"
    "45-json-patch-replace-absent"
    "49-policy-replaces-a-list"
    "50-policy-adds-a-second-port"
    "51-freed-slot"
    "52-patch-merge-key"
    "53-position-never-shipped"
    "54-two-writers-recreate" + "patch2.yaml"
    "55-old-server-drops-the-order"
    "56-changed-key-is-delete-and-create"
    "57-new-patch-old-server"
];

impl LessonSource {
    fn read(&self) -> Result<Lesson, LessonError> {
        let mut lines = LessonLines {
            lesson: self.name,
            lines: self.lesson.lines(),
        };
        let title = lines.after("# ", "\"# TITLE\"")?;
        lines.blank()?;
        let semantics = lines.after("semantics: ", "\"semantics: NAME\"")?;
        let semantics = semantics_of(semantics)
            .ok_or_else(|| lines.wrong("the name of a semantics, or \"apply as MANAGER\"", semantics))?;
        let question = lines.section("## Question")?;
        let point = lines.section("## Point")?;
        if let Some(more) = lines.lines.next() {
            return Err(lines.wrong("the end", more));
        }
        Ok(Lesson {
            name: self.name,
            title,
            question,
            point,
            semantics,
            live: self.live,
            patch: self.patch,
            more: self.more,
        })
    }
}

/// A semantics by its name; a server-side apply by who applies, since live's `managedFields` say the rest.
fn semantics_of(text: &str) -> Option<Semantics> {
    let Some(manager) = text.strip_prefix("apply as ") else {
        return Semantics::named(text);
    };
    let request = ApplyRequest {
        manager: manager.to_owned(),
        operation: ManagerOperation::Apply,
        takeover: true,
        force: false,
        owners: None,
    };
    (!manager.trim().is_empty()).then(|| Semantics::ServerSide(FieldManager::keep(request)))
}

/// The lines of a `lesson.md` that are still to read.
struct LessonLines {
    lesson: &'static str,
    lines: std::str::Lines<'static>,
}

impl LessonLines {
    fn wrong(&self, expected: &'static str, found: &str) -> LessonError {
        LessonError {
            lesson: self.lesson,
            expected,
            found: found.to_owned(),
        }
    }

    /// What follows `lead` on the next line; never blank.
    fn after(&mut self, lead: &str, expected: &'static str) -> Result<&'static str, LessonError> {
        let line = self.lines.next().unwrap_or_default();
        match line.strip_prefix(lead) {
            Some(rest) if !rest.trim().is_empty() => Ok(rest),
            _ => Err(self.wrong(expected, line)),
        }
    }

    fn blank(&mut self) -> Result<(), LessonError> {
        match self.lines.next() {
            Some("") => Ok(()),
            line => Err(self.wrong("a blank line", line.unwrap_or_default())),
        }
    }

    /// The one line of the section that comes next.
    fn section(&mut self, heading: &'static str) -> Result<&'static str, LessonError> {
        self.blank()?;
        let line = self.lines.next().unwrap_or_default();
        if line != heading {
            return Err(self.wrong(heading, line));
        }
        self.blank()?;
        self.after("", "a paragraph")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    fn folder(lesson: &'static str) -> LessonSource {
        LessonSource {
            name: "01-test",
            lesson,
            live: "",
            patch: "",
            more: &[],
        }
    }

    #[test]
    fn the_list_holds_every_folder_of_samples_in_order() {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
        let on_disk: BTreeSet<String> = std::fs::read_dir(samples)
            .expect("samples")
            .map(|entry| entry.expect("an entry"))
            .filter(|entry| entry.path().is_dir())
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .collect();
        let listed: Vec<&str> = FOLDERS.iter().map(|folder| folder.name).collect();
        assert_eq!(listed, on_disk.iter().map(String::as_str).collect::<Vec<_>>());
    }

    #[test]
    fn every_lesson_reads_and_has_a_number_of_its_own() {
        let lessons = all().unwrap_or_else(|error| panic!("{error}"));
        let mut before = "";
        for lesson in lessons {
            let number = lesson.name.split('-').next().unwrap_or_default();
            assert!(number.len() == 2 && number > before, "{}", lesson.name);
            before = number;
            assert!(lesson.question.ends_with('?'), "{} asks no question", lesson.name);
        }
    }

    #[test]
    fn a_lesson_of_another_form_is_refused_by_name() {
        let good = "# T\n\nsemantics: kubernetes\n\n## Question\n\nQ?\n\n## Point\n\nP.\n";
        let read = folder(good).read().expect("a lesson");
        assert_eq!((read.title, read.question, read.point), ("T", "Q?", "P."));
        assert_eq!(read.semantics, Semantics::KUBERNETES);
        for (bad, expected) in [
            ("", "\"# TITLE\""),
            ("# \n", "\"# TITLE\""),
            ("# T\nsemantics: proposal\n", "a blank line"),
            (
                "# T\n\nsemantics: helm\n",
                "the name of a semantics, or \"apply as MANAGER\"",
            ),
            (
                "# T\n\nsemantics: apply as  \n",
                "the name of a semantics, or \"apply as MANAGER\"",
            ),
            ("# T\n\nsemantics: proposal\n\n## Point\n", "## Question"),
            ("# T\n\nsemantics: proposal\n\n## Question\n\n\n", "a paragraph"),
            (
                "# T\n\nsemantics: proposal\n\n## Question\n\nQ\nsecond line\n\n## Point\n",
                "a blank line",
            ),
            (
                "# T\n\nsemantics: proposal\n\n## Question\n\nQ\n\n## Point\n\nP\n\n## More\n",
                "the end",
            ),
        ] {
            let error = folder(bad).read().expect_err(bad);
            assert_eq!(error.expected, expected, "{bad:?}");
            assert!(
                error.to_string().starts_with("samples/01-test/lesson.md: "),
                "{error}"
            );
        }
    }
}
