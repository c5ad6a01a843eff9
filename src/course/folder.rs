//! Parses a lesson from the files of its folder.

use std::iter::{Enumerate, Peekable};
use std::str::Lines;

use serde::{Deserialize, Deserializer};
use thiserror::Error;

use super::claim::LessonClaim;
use super::lesson::{Choice, LIVE, Lesson, LessonForm, MANIFEST, OTHER_LIVE, PATCH};
use crate::merge::Semantics;
use crate::merge::server_side::{ApplyRequest, FieldManager, ManagerOperation};
use crate::settings::{self, did_you_mean};

/// The text files of one lesson.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LessonFolder {
    /// The name of the folder.
    pub name: String,
    /// File names and texts, in the order of the names.
    pub files: Vec<(String, String)>,
}

/// An error in the files of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {what}", at.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default())]
pub struct LessonError {
    /// The file, relative to the course: `16-env-order/lesson.md`.
    pub file: String,
    /// The line and column, from 1; `None` if the file is missing or does not belong to the lesson.
    pub at: Option<(usize, usize)>,
    /// The problem: what was expected and what was found.
    pub what: String,
}

/// The file with the texts of a lesson.
const TEXT: &str = "lesson.md";
const GOAL: &str = "goal.yaml";
const SOLUTION: &str = "solution.yaml";
/// The semantics of lessons that have a manifest.
const APPLY: &str = "kubectl apply";
/// The number of choices of a question.
const CHOICES: std::ops::RangeInclusive<usize> = 2..=4;

impl LessonFolder {
    /// Parses the lesson.
    ///
    /// # Errors
    /// The first deviation from the form in the documentation of the parent module.
    pub fn read(&self) -> Result<Lesson, LessonError> {
        let text = self.text(TEXT)?;
        let mut lines = LessonLines::new(self, &text);
        let title = lines.expect_text("# ", "\"# TITLE\"")?;
        lines.expect_blank()?;
        let (chapter, LessonSemantics { semantics, is_apply }) = lines.read_header()?;
        let is_exercise = self.files.iter().any(|(name, _)| name == GOAL);
        let question = lines.read_section(if is_exercise { "## Task" } else { "## Question" })?;
        let (choices, hints) = match is_exercise {
            true => (Vec::new(), lines.read_hints()?),
            false => (lines.read_choices()?, Vec::new()),
        };
        let point = lines.read_section("## Point")?;
        lines.expect_end()?;
        Ok(Lesson {
            name: self.name.clone(),
            title,
            chapter,
            semantics,
            question,
            choices,
            hints,
            point,
            live: self.text(LIVE)?,
            form: self.read_form(is_exercise, is_apply)?,
        })
    }

    /// Returns the form of the lesson, which depends on its files.
    fn read_form(&self, is_exercise: bool, is_apply: bool) -> Result<LessonForm, LessonError> {
        let (form, known): (_, &[&str]) = if is_exercise {
            let form = LessonForm::Exercise {
                start: self.text(PATCH)?,
                goal: self.text(GOAL)?,
                solution: self.text(SOLUTION)?,
                other_live: self.text(OTHER_LIVE).ok(),
            };
            (form, &[PATCH, GOAL, SOLUTION, OTHER_LIVE])
        } else if is_apply {
            let manifest = self.text(MANIFEST)?;
            (LessonForm::Apply { manifest }, &[MANIFEST])
        } else {
            self.text(PATCH)?;
            let is_patch = |name: &str| name.starts_with("patch");
            let patches = self.files.iter().filter(|(name, _)| is_patch(name)).cloned();
            (LessonForm::Patches(patches.collect()), &[])
        };
        let is_numbered = |name: &str| {
            known.is_empty()
                && name
                    .strip_prefix("patch")
                    .and_then(|rest| rest.strip_suffix(".yaml"))
                    .is_some_and(|number| number.chars().all(|c| c.is_ascii_digit()))
        };
        let is_known =
            |name: &str| [TEXT, LIVE].contains(&name) || known.contains(&name) || is_numbered(name);
        match self.files.iter().find(|(name, _)| !is_known(name)) {
            Some((name, _)) => Err(self.error(name, None, "this file does not belong to the lesson")),
            None => Ok(form),
        }
    }

    fn error(&self, file: &str, at: Option<(usize, usize)>, what: impl Into<String>) -> LessonError {
        LessonError {
            file: format!("{}/{file}", self.name),
            at,
            what: what.into(),
        }
    }

    fn text(&self, name: &str) -> Result<String, LessonError> {
        let found = self.files.iter().find(|(file, _)| file == name);
        let text = found.map(|(_, text)| text.clone());
        text.ok_or_else(|| self.error(name, None, "this file is missing"))
    }
}

/// The header of a `lesson.md`, in YAML.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default, expecting = "a map with chapter and semantics")]
struct LessonHeader {
    chapter: Option<String>,
    #[serde(deserialize_with = "lesson_semantics")]
    semantics: Option<LessonSemantics>,
}

/// The value of `semantics` in the header.
struct LessonSemantics {
    semantics: Semantics,
    /// The lesson has a manifest.
    is_apply: bool,
}

fn lesson_semantics<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<LessonSemantics>, D::Error> {
    settings::scalar(deserializer, "the name of semantics", |name| {
        let is_apply = name == APPLY;
        let found = match is_apply {
            true => Some(Semantics::KUBERNETES),
            false => find_semantics(name),
        };
        let found = found.map(|semantics| LessonSemantics { semantics, is_apply });
        found.map(Some).ok_or_else(|| {
            let all = Semantics::ALL.iter().map(|semantics| semantics.name());
            let allowed = format!("use one of the names of --semantics, \"{APPLY}\" or \"apply as MANAGER\"");
            format!(
                "unknown semantics {name:?}{}",
                did_you_mean(name, all.chain([APPLY]), &allowed)
            )
        })
    })
}

/// Returns the semantics with a name. `apply as MANAGER` only has the field manager, because the rest is in
/// `managedFields` of the live object.
fn find_semantics(text: &str) -> Option<Semantics> {
    let Some(manager) = text.strip_prefix("apply as ") else {
        return Semantics::from_name(text);
    };
    let request = ApplyRequest {
        manager: manager.to_owned(),
        operation: ManagerOperation::Apply,
        takeover: true,
        validates: true,
        force: false,
        owners: None,
    };
    (!manager.trim().is_empty()).then(|| Semantics::ServerSide(FieldManager::new(request)))
}

/// The unread lines of a `lesson.md`.
struct LessonLines<'t> {
    folder: &'t LessonFolder,
    lines: Peekable<Enumerate<Lines<'t>>>,
    /// The number of the last line that was read, from 1; after the end, the number after the last line.
    number: usize,
    /// The number after the last line.
    end: usize,
}

impl<'t> LessonLines<'t> {
    fn new(folder: &'t LessonFolder, text: &'t str) -> Self {
        Self {
            folder,
            lines: text.lines().enumerate().peekable(),
            number: 1,
            end: text.lines().count() + 1,
        }
    }

    fn unexpected_count(&self, expected: &str, found: usize) -> LessonError {
        let what = format!("expected {expected}, but found {found}");
        self.folder.error(TEXT, Some((self.number, 1)), what)
    }

    fn unexpected(&self, expected: &str, found: &str) -> LessonError {
        let what = match found {
            "" => format!("expected {expected}, but the line is empty or missing"),
            found => format!("expected {expected}, but found {found:?}"),
        };
        self.folder.error(TEXT, Some((self.number, 1)), what)
    }

    fn next(&mut self) -> &'t str {
        match self.lines.next() {
            Some((at, line)) => {
                self.number = at + 1;
                line
            }
            None => {
                self.number = self.end;
                ""
            }
        }
    }

    /// Reads the next line if it starts with `lead`. Returns the rest of it.
    fn strip_next(&mut self, lead: &str) -> Option<&'t str> {
        let rest = self.lines.peek()?.1.strip_prefix(lead)?;
        self.next();
        Some(rest)
    }

    /// Reads the next line, which must be `lead` followed by text. Returns the text.
    fn expect_text(&mut self, lead: &str, expected: &str) -> Result<String, LessonError> {
        let line = self.next();
        match line.strip_prefix(lead) {
            Some(rest) if !rest.trim().is_empty() => Ok(rest.to_owned()),
            _ => Err(self.unexpected(expected, line)),
        }
    }

    fn expect_blank(&mut self) -> Result<(), LessonError> {
        match self.next() {
            "" => Ok(()),
            line => Err(self.unexpected("an empty line", line)),
        }
    }

    /// Reads the chapter and the semantics: YAML up to the next empty line.
    fn read_header(&mut self) -> Result<(String, LessonSemantics), LessonError> {
        // Leading empty lines keep the line numbers of the header.
        let mut text = "\n".repeat(self.number);
        let first = self.number + 1;
        while let Some((at, line)) = self.lines.next_if(|(_, line)| !line.trim().is_empty()) {
            self.number = at + 1;
            text.push_str(line);
            text.push('\n');
        }
        let header = settings::read::<LessonHeader>(TEXT, text.into_bytes());
        let (header, _) = header.map_err(|error| self.header_error(&error))?;
        let missing = |expected: &str| {
            let what = format!("expected {expected} in the header");
            self.folder.error(TEXT, Some((first, 1)), what)
        };
        let chapter = header.chapter.filter(|chapter| !chapter.trim().is_empty());
        let chapter = chapter.ok_or_else(|| missing("\"chapter: NAME\""))?;
        let semantics = header.semantics.ok_or_else(|| missing("\"semantics: NAME\""))?;
        Ok((chapter, semantics))
    }

    /// Converts an error of the header, `lesson.md:LINE:COLUMN: PROBLEM`.
    fn header_error(&self, error: &str) -> LessonError {
        let parts: Vec<&str> = error.splitn(4, ':').collect();
        let found = match parts[..] {
            [_, line, column, what] => line
                .parse()
                .ok()
                .zip(column.parse().ok())
                .map(|at| (at, what.trim_start())),
            _ => None,
        };
        let (at, what) = found.unwrap_or(((self.number, 1), error));
        self.folder.error(TEXT, Some(at), what)
    }

    /// Reads the heading of the next section and the empty lines around it.
    fn expect_heading(&mut self, heading: &str) -> Result<(), LessonError> {
        self.expect_blank()?;
        let line = self.next();
        if line == "## Task" && heading == "## Question" {
            let what = "an exercise needs goal.yaml and solution.yaml".to_owned();
            return Err(self.folder.error(TEXT, Some((self.number, 1)), what));
        }
        if line != heading {
            return Err(self.unexpected(heading, line));
        }
        self.expect_blank()
    }

    /// Reads the next section, which is one line.
    fn read_section(&mut self, heading: &str) -> Result<String, LessonError> {
        self.expect_heading(heading)?;
        self.expect_text("", "a paragraph on one line")
    }

    /// Reads the choices of the question.
    fn read_choices(&mut self) -> Result<Vec<Choice>, LessonError> {
        self.expect_heading("## Choices")?;
        let mut all: Vec<Choice> = Vec::new();
        loop {
            let (is_right, text) = match self.strip_next("- [x] ") {
                Some(text) => (true, text),
                None => match self.strip_next("- [ ] ") {
                    Some(text) => (false, text),
                    None => break,
                },
            };
            let reply = self.expect_text("  > ", "\"  > REPLY\"")?;
            let claims = match self.strip_next("  <!-- ") {
                None => Vec::new(),
                Some(rest) => self.parse_claims(rest)?,
            };
            if text.trim().is_empty() || all.iter().any(|choice| choice.text == text) {
                return Err(self.unexpected("an answer that differs from the others", text));
            }
            all.push(Choice {
                text: text.to_owned(),
                reply,
                is_right,
                claims,
            });
        }
        if !CHOICES.contains(&all.len()) {
            return Err(self.unexpected_count(
                "two to four answers, \"- [ ] ANSWER\" or \"- [x] ANSWER\"",
                all.len(),
            ));
        }
        match all.iter().filter(|choice| choice.is_right).count() {
            1 => Ok(all),
            right => Err(self.unexpected_count("one right answer", right)),
        }
    }

    fn parse_claims(&self, rest: &str) -> Result<Vec<LessonClaim>, LessonError> {
        let text = rest.strip_suffix(" -->");
        let text = text.ok_or_else(|| self.unexpected("\" -->\" at the end of the line", rest))?;
        LessonClaim::read_all(text)
            .map_err(|wrong| self.unexpected("a statement like \"PATH is VALUE\"", &wrong))
    }

    /// Reads the hints of an exercise, at least one.
    fn read_hints(&mut self) -> Result<Vec<String>, LessonError> {
        self.expect_heading("## Hints")?;
        let mut all = vec![self.expect_text("- ", "\"- HINT\"")?];
        while let Some(hint) = self.strip_next("- ") {
            all.push(hint.to_owned());
        }
        Ok(all)
    }

    fn expect_end(&mut self) -> Result<(), LessonError> {
        match self.lines.next() {
            None => Ok(()),
            Some((at, line)) => {
                let rest = std::iter::once((at, line)).chain(self.lines.by_ref());
                let text = rest.into_iter().find(|(_, line)| !line.is_empty());
                let (at, found) = text.unwrap_or((at, "an empty line"));
                self.number = at + 1;
                Err(self.unexpected("the end", found))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# T\n\nchapter: C\nsemantics: kubernetes\n\n## Question\n\nQ?\n\n## Choices\n\n- [ ] A\n  > No.\n- [x] B\n  > \
                        Yes.\n  <!-- a.b is 3; step leftover -->\n\n## Point\n\nP.\n";
    const EXERCISE: &str = "# T\n\nchapter: C\nsemantics: json\n\n## Task\n\nDo.\n\n## Hints\n\n- One\n- Two\n\n## Point\n\nP.\n";

    fn folder(text: &str, files: &[&str]) -> LessonFolder {
        let files = files.iter().map(|name| ((*name).to_owned(), "{}".to_owned()));
        LessonFolder {
            name: "01-test".to_owned(),
            files: std::iter::once((TEXT.to_owned(), text.to_owned()))
                .chain(files)
                .collect(),
        }
    }

    fn lesson(text: &str) -> Result<Lesson, LessonError> {
        folder(text, &[LIVE, PATCH]).read()
    }

    #[test]
    fn a_lesson_is_read_with_its_answers() {
        let read = lesson(GOOD).expect("a lesson");
        assert_eq!(
            (&*read.title, &*read.chapter, &*read.question, &*read.point),
            ("T", "C", "Q?", "P.")
        );
        assert_eq!(read.semantics, Semantics::KUBERNETES);
        let answers: Vec<_> = read
            .choices
            .iter()
            .map(|choice| {
                (
                    &*choice.text,
                    &*choice.reply,
                    choice.is_right,
                    choice.claims.len(),
                )
            })
            .collect();
        assert_eq!(answers, [("A", "No.", false, 0), ("B", "Yes.", true, 2)]);
    }

    #[test]
    fn the_files_decide_what_is_applied() {
        let form = |text: &str, files: &[&str]| folder(text, files).read().map(|lesson| lesson.form);
        let patches = form(GOOD, &[LIVE, PATCH, "patch2.yaml"]).expect("patches");
        assert!(matches!(patches, LessonForm::Patches(all) if all.len() == 2));
        let text = GOOD.replace("kubernetes", APPLY);
        let apply = form(&text, &[LIVE, MANIFEST]).expect("an apply");
        assert!(matches!(apply, LessonForm::Apply { .. }));
        let exercise = folder(EXERCISE, &[LIVE, PATCH, GOAL, SOLUTION]).read();
        let exercise = exercise.expect("an exercise");
        assert!(exercise.is_exercise() && exercise.hints == ["One", "Two"]);
        for (text, files, problem) in [
            (GOOD, &[PATCH][..], "01-test/live.yaml: this file is missing"),
            (GOOD, &[LIVE], "01-test/patch.yaml: this file is missing"),
            (
                &text,
                &[LIVE, PATCH],
                "01-test/manifest.yaml: this file is missing",
            ),
            (
                EXERCISE,
                &[LIVE, PATCH, GOAL],
                "01-test/solution.yaml: this file is missing",
            ),
            (
                GOOD,
                &[LIVE, PATCH, "patch-2.yaml"],
                "01-test/patch-2.yaml: this file does not belong to the lesson",
            ),
            (
                GOOD,
                &[LIVE, PATCH, MANIFEST],
                "01-test/manifest.yaml: this file does not belong to the lesson",
            ),
        ] {
            let error = form(text, files).expect_err(problem);
            assert_eq!(error.to_string(), problem);
        }
    }

    #[test]
    fn an_invalid_lesson_is_rejected_with_its_line() {
        for (from, to, problem) in [
            ("# T\n", "# \n", "1:1: expected \"# TITLE\", but found \"# \""),
            (
                "T\n\nchapter",
                "T\nchapter",
                "2:1: expected an empty line, but found \"chapter: C\"",
            ),
            (
                "chapter: C\n",
                "",
                "3:1: expected \"chapter: NAME\" in the header",
            ),
            (
                "kubernetes",
                "helm",
                "4:12: semantics: unknown semantics \"helm\"; use one of the names of --semantics, \"kubectl apply\" or \"apply as MANAGER\"",
            ),
            (
                "kubernetes",
                "kubernets",
                "4:12: semantics: unknown semantics \"kubernets\"; did you mean `kubernetes`? Use one of the names of --semantics, \"kubectl apply\" or \"apply as MANAGER\"",
            ),
            (
                "chapter: C",
                "chaptr: C",
                "3:1: unknown key \"chaptr\"; did you mean `chapter`? Use one of chapter, semantics",
            ),
            (
                "semantics: kubernetes\n",
                "",
                "3:1: expected \"semantics: NAME\" in the header",
            ),
            (
                "## Question",
                "## Task",
                "6:1: an exercise needs goal.yaml and solution.yaml",
            ),
            (
                "Q?\n",
                "\n",
                "8:1: expected a paragraph on one line, but the line is empty or missing",
            ),
            (
                "Q?\n",
                "Q?\nmore\n",
                "9:1: expected an empty line, but found \"more\"",
            ),
            (
                "  > No.\n",
                "No.\n",
                "13:1: expected \"  > REPLY\", but found \"No.\"",
            ),
            (
                "- [ ] A\n  > No.\n",
                "",
                "14:1: expected two to four answers, \"- [ ] ANSWER\" or \"- [x] ANSWER\", but found 1",
            ),
            ("[ ]", "[x]", "16:1: expected one right answer, but found 2"),
            ("[x]", "[ ]", "16:1: expected one right answer, but found 0"),
            (
                "B\n",
                "A\n",
                "16:1: expected an answer that differs from the others, but found \"A\"",
            ),
            (
                "a.b is 3",
                "a.b = 3",
                "16:1: expected a statement like \"PATH is VALUE\", but found \"a.b = 3\"",
            ),
            (
                " -->",
                "",
                "16:1: expected \" -->\" at the end of the line, but found \"a.b is 3; step leftover\"",
            ),
            (
                "P.\n",
                "P.\n\n## More\n",
                "22:1: expected the end, but found \"## More\"",
            ),
        ] {
            let bad = GOOD.replacen(from, to, 1);
            assert_ne!(bad, GOOD, "{from:?}");
            let error = lesson(&bad).expect_err(problem);
            assert_eq!(error.to_string(), format!("01-test/lesson.md:{problem}"));
        }
    }
}
