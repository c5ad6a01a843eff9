//! From the files of a folder to a lesson.

use std::iter::{Enumerate, Peekable};
use std::str::Lines;

use serde::{Deserialize, Deserializer};
use thiserror::Error;

use super::claim::LessonClaim;
use super::lesson::{Choice, LIVE, Lesson, LessonForm, MANIFEST, PATCH};
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

/// What is wrong with the files of a lesson.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{file}{}: {what}", at.map(|(line, column)| format!(":{line}:{column}")).unwrap_or_default())]
pub struct LessonError {
    /// The file below the folder of the course: `16-env-order/lesson.md`.
    pub file: String,
    /// Its line and column, from 1; none if the file is missing or does not belong there.
    pub at: Option<(usize, usize)>,
    /// What was expected and what is there.
    pub what: String,
}

/// The file with the texts of a lesson.
const TEXT: &str = "lesson.md";
const GOAL: &str = "goal.yaml";
const SOLUTION: &str = "solution.yaml";
/// The semantics of lessons that have a manifest.
const APPLY: &str = "kubectl apply";
/// Answers of a question.
const CHOICES: std::ops::RangeInclusive<usize> = 2..=4;

impl LessonFolder {
    /// Reads the lesson.
    ///
    /// # Errors
    /// The first thing that does not have the form in the documentation of the module above.
    pub fn read(&self) -> Result<Lesson, LessonError> {
        let text = self.file(TEXT)?;
        let mut lines = LessonLines::new(self, &text);
        let title = lines.after("# ", "\"# TITLE\"")?;
        lines.blank()?;
        let (chapter, LessonSemantics { semantics, is_apply }) = lines.header()?;
        let is_exercise = self.files.iter().any(|(name, _)| name == GOAL);
        let question = lines.section(if is_exercise { "## Task" } else { "## Question" })?;
        let (choices, hints) = match is_exercise {
            true => (Vec::new(), lines.hints()?),
            false => (lines.choices()?, Vec::new()),
        };
        let point = lines.section("## Point")?;
        lines.end()?;
        Ok(Lesson {
            name: self.name.clone(),
            title,
            chapter,
            semantics,
            question,
            choices,
            hints,
            point,
            live: self.file(LIVE)?,
            form: self.form(is_exercise, is_apply)?,
        })
    }

    /// What is applied, by the files that are there.
    fn form(&self, is_exercise: bool, is_apply: bool) -> Result<LessonForm, LessonError> {
        let (form, known): (_, &[&str]) = if is_exercise {
            let form = LessonForm::Exercise {
                start: self.file(PATCH)?,
                goal: self.file(GOAL)?,
                solution: self.file(SOLUTION)?,
            };
            (form, &[PATCH, GOAL, SOLUTION])
        } else if is_apply {
            let manifest = self.file(MANIFEST)?;
            (LessonForm::Apply { manifest }, &[MANIFEST])
        } else {
            self.file(PATCH)?;
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
            Some((name, _)) => Err(self.wrong(name, None, "this file does not belong to the lesson")),
            None => Ok(form),
        }
    }

    fn wrong(&self, file: &str, at: Option<(usize, usize)>, what: impl Into<String>) -> LessonError {
        LessonError {
            file: format!("{}/{file}", self.name),
            at,
            what: what.into(),
        }
    }

    fn file(&self, name: &str) -> Result<String, LessonError> {
        let found = self.files.iter().find(|(file, _)| file == name);
        let text = found.map(|(_, text)| text.clone());
        text.ok_or_else(|| self.wrong(name, None, "this file is missing"))
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

/// What `semantics` in the header says.
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
            false => semantics_of(name),
        };
        let found = found.map(|semantics| LessonSemantics { semantics, is_apply });
        found.map(Some).ok_or_else(|| {
            let all = Semantics::ALL.iter().map(|semantics| semantics.name());
            let hint = did_you_mean(name, all.chain([APPLY]));
            format!("unknown semantics {name:?}{hint}; expected a name of --semantics, \"{APPLY}\" or \"apply as MANAGER\"")
        })
    })
}

/// A semantics by its name; of a server-side apply the field manager, because the `managedFields` of the live object have
/// the rest.
fn semantics_of(text: &str) -> Option<Semantics> {
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
    (!manager.trim().is_empty()).then(|| Semantics::ServerSide(FieldManager::keep(request)))
}

/// The lines of a `lesson.md` that are still to read.
struct LessonLines<'t> {
    folder: &'t LessonFolder,
    lines: Peekable<Enumerate<Lines<'t>>>,
    /// The number of the last line that was read, from 1; at the end, of the one after it.
    number: usize,
    /// The number of the line after the last.
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

    fn wrong(&self, expected: &str, found: &str) -> LessonError {
        let what = match found {
            "" => format!("expected {expected}, but the line is empty or missing"),
            found => format!("expected {expected}, but found {found:?}"),
        };
        self.folder.wrong(TEXT, Some((self.number, 1)), what)
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

    /// The rest of the next line after `lead`, if the line begins so.
    fn next_after(&mut self, lead: &str) -> Option<&'t str> {
        let rest = self.lines.peek()?.1.strip_prefix(lead)?;
        self.next();
        Some(rest)
    }

    /// What follows `lead` on the next line; never blank.
    fn after(&mut self, lead: &str, expected: &str) -> Result<String, LessonError> {
        let line = self.next();
        match line.strip_prefix(lead) {
            Some(rest) if !rest.trim().is_empty() => Ok(rest.to_owned()),
            _ => Err(self.wrong(expected, line)),
        }
    }

    fn blank(&mut self) -> Result<(), LessonError> {
        match self.next() {
            "" => Ok(()),
            line => Err(self.wrong("an empty line", line)),
        }
    }

    /// The chapter and the semantics: YAML up to the next empty line.
    fn header(&mut self) -> Result<(String, LessonSemantics), LessonError> {
        // Empty lines in place of those before the header keep the numbers of its lines.
        let mut text = "\n".repeat(self.number);
        let first = self.number + 1;
        while let Some((at, line)) = self.lines.next_if(|(_, line)| !line.trim().is_empty()) {
            self.number = at + 1;
            text.push_str(line);
            text.push('\n');
        }
        let header = settings::read::<LessonHeader>(TEXT, text.into_bytes());
        let (header, _) = header.map_err(|error| self.wrong_header(&error))?;
        let missing = |expected: &str| {
            let what = format!("expected {expected} in the header");
            self.folder.wrong(TEXT, Some((first, 1)), what)
        };
        let chapter = header.chapter.filter(|chapter| !chapter.trim().is_empty());
        let chapter = chapter.ok_or_else(|| missing("\"chapter: NAME\""))?;
        let semantics = header.semantics.ok_or_else(|| missing("\"semantics: NAME\""))?;
        Ok((chapter, semantics))
    }

    /// An error of the header, `lesson.md:LINE:COLUMN: PROBLEM`.
    fn wrong_header(&self, error: &str) -> LessonError {
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
        self.folder.wrong(TEXT, Some(at), what)
    }

    /// The heading of the section that follows, with the empty lines around it.
    fn heading(&mut self, heading: &str) -> Result<(), LessonError> {
        self.blank()?;
        let line = self.next();
        if line != heading {
            return Err(self.wrong(heading, line));
        }
        self.blank()
    }

    /// The one line of the section that comes next.
    fn section(&mut self, heading: &str) -> Result<String, LessonError> {
        self.heading(heading)?;
        self.after("", "a paragraph on one line")
    }

    /// The answers of the question.
    fn choices(&mut self) -> Result<Vec<Choice>, LessonError> {
        self.heading("## Choices")?;
        let mut all: Vec<Choice> = Vec::new();
        loop {
            let (is_right, text) = match self.next_after("- [x] ") {
                Some(text) => (true, text),
                None => match self.next_after("- [ ] ") {
                    Some(text) => (false, text),
                    None => break,
                },
            };
            let reply = self.after("  > ", "\"  > REPLY\"")?;
            let claims = match self.next_after("  <!-- ") {
                None => Vec::new(),
                Some(rest) => self.claims(rest)?,
            };
            if text.trim().is_empty() || all.iter().any(|choice| choice.text == text) {
                return Err(self.wrong("an answer that differs from the others", text));
            }
            all.push(Choice {
                text: text.to_owned(),
                reply,
                is_right,
                claims,
            });
        }
        if !CHOICES.contains(&all.len()) {
            let found = format!("{}", all.len());
            return Err(self.wrong(
                "two to four answers, \"- [ ] ANSWER\" or \"- [x] ANSWER\"",
                &found,
            ));
        }
        match all.iter().filter(|choice| choice.is_right).count() {
            1 => Ok(all),
            right => Err(self.wrong("one right answer", &right.to_string())),
        }
    }

    fn claims(&self, rest: &str) -> Result<Vec<LessonClaim>, LessonError> {
        let text = rest.strip_suffix(" -->");
        let text = text.ok_or_else(|| self.wrong("\" -->\" at the end of the line", rest))?;
        LessonClaim::read_all(text).map_err(|wrong| self.wrong("a statement like \"PATH is VALUE\"", &wrong))
    }

    /// The hints of an exercise, at least one.
    fn hints(&mut self) -> Result<Vec<String>, LessonError> {
        self.heading("## Hints")?;
        let mut all = vec![self.after("- ", "\"- HINT\"")?];
        while let Some(hint) = self.next_after("- ") {
            all.push(hint.to_owned());
        }
        Ok(all)
    }

    fn end(&mut self) -> Result<(), LessonError> {
        match self.lines.next() {
            None => Ok(()),
            Some((at, line)) => {
                self.number = at + 1;
                let found = if line.is_empty() { "an empty line" } else { line };
                Err(self.wrong("the end", found))
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
    fn a_lesson_of_another_form_is_rejected_with_its_line() {
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
                "4:12: semantics: unknown semantics \"helm\"; expected a name of --semantics, \"kubectl apply\" or \"apply as MANAGER\"",
            ),
            (
                "kubernetes",
                "kubernets",
                "4:12: semantics: unknown semantics \"kubernets\"; did you mean `kubernetes`?; expected a name of --semantics, \"kubectl apply\" or \"apply as MANAGER\"",
            ),
            (
                "chapter: C",
                "chaptr: C",
                "3:1: unknown key \"chaptr\"; did you mean `chapter`?; allowed are chapter, semantics",
            ),
            (
                "semantics: kubernetes\n",
                "",
                "3:1: expected \"semantics: NAME\" in the header",
            ),
            (
                "## Question",
                "## Task",
                "6:1: expected ## Question, but found \"## Task\"",
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
                "14:1: expected two to four answers, \"- [ ] ANSWER\" or \"- [x] ANSWER\", but found \"1\"",
            ),
            ("[ ]", "[x]", "16:1: expected one right answer, but found \"2\""),
            ("[x]", "[ ]", "16:1: expected one right answer, but found \"0\""),
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
                "21:1: expected the end, but found \"an empty line\"",
            ),
        ] {
            let bad = GOOD.replacen(from, to, 1);
            assert_ne!(bad, GOOD, "{from:?}");
            let error = lesson(&bad).expect_err(problem);
            assert_eq!(error.to_string(), format!("01-test/lesson.md:{problem}"));
        }
    }
}
