//! Every lesson: its sentences held still, its result compared with what kubectl made of it (see `record.sh`).

use mergescope::course::{self, Lesson, LessonForm};
use mergescope::merge::{PatchType, Semantics};
use serde_json::Value;

use crate::program::{Run, project, run, run_with};

/// The arguments of a command on a lesson's files under some semantics.
fn arguments(command: &str, lesson: &Lesson, semantics: Semantics) -> Vec<String> {
    let file = |name: &str| format!("samples/{}/{name}", lesson.name);
    let mut arguments = vec![command.to_owned(), file("live.yaml")];
    match &lesson.form {
        LessonForm::Patches(all) => arguments.extend(all.iter().map(|(name, _)| file(name))),
        LessonForm::Exercise { .. } => arguments.push(file("solution.yaml")),
        LessonForm::Apply { .. } => {
            return vec!["apply".to_owned(), file("live.yaml"), file("manifest.yaml")];
        }
    }
    if let Semantics::ServerSide(writer) = semantics {
        let request = writer.request();
        arguments[0] = "ssa".to_owned();
        arguments.extend(["--manager".to_owned(), request.manager]);
        arguments.extend(request.force.then(|| "--force".to_owned()));
        return arguments;
    }
    let kind = semantics.patch_type().name();
    arguments.extend(["--type", kind, "--semantics", semantics.name()].map(str::to_owned));
    arguments
}

fn shown(command: &str, lesson: &Lesson, semantics: Semantics, more: &[&str]) -> Run {
    let arguments = arguments(command, lesson, semantics);
    let arguments: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .chain(more.iter().copied())
        .collect();
    run(&arguments)
}

/// The semantics that a lesson opens with, and the one that it is compared with; of a policy's lesson those of the
/// strategic patch that its files make, which is what kubectl can be asked about.
fn both(lesson: &Lesson) -> [Semantics; 2] {
    if is_apply(lesson) {
        return [lesson.semantics; 2];
    }
    if lesson.semantics.patch_type() == PatchType::Policy {
        return [Semantics::PROPOSAL, Semantics::KUBERNETES];
    }
    [lesson.semantics, lesson.semantics.other()]
}

/// Whether it computes its patch from a manifest.
fn is_apply(lesson: &Lesson) -> bool {
    matches!(lesson.form, LessonForm::Apply { .. })
}

#[test]
fn every_sentence_of_every_lesson_stays_as_it_was_read() {
    for lesson in course::all().expect("lessons") {
        for semantics in both(&lesson) {
            let shown = shown("explain", &lesson, semantics, &[]);
            assert_eq!(shown.err, "", "{}", lesson.name);
            insta::assert_snapshot!(format!("{}.{}", lesson.name, semantics.name()), shown.out);
        }
    }
}

#[test]
fn every_lesson_ends_as_with_kubectl() {
    for lesson in course::all().expect("lessons") {
        // Without a server kubectl has no answer; `tests/patch_types/ssa` holds what a server said of server-side applies.
        if lesson.semantics.patch_type() == PatchType::Apply || is_apply(&lesson) {
            continue;
        }
        let kubernetes = both(&lesson)[0].kubernetes_equivalent();
        let shown = shown("explain", &lesson, kubernetes, &["-o", "json", "--show-secrets"]);
        let recorded = project(&format!("tests/cli/kubectl/{}.json", lesson.name));
        if recorded.exists() {
            let text = std::fs::read_to_string(recorded).expect("recorded");
            let recorded: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(shown.code, 0, "{}", lesson.name);
            assert_eq!(shown.json()["result"], recorded, "{}", lesson.name);
        } else {
            let recorded = project(&format!("tests/cli/kubectl/{}.txt", lesson.name));
            let text = std::fs::read_to_string(recorded).expect("an answer of kubectl (record.sh)");
            assert_eq!(shown.code, 1, "{}", lesson.name);
            let answer = shown.json();
            let ours = answer["rejection"]["kubernetes"].as_str().expect("a text");
            assert_eq!(
                format!("error: {}", ours.trim_end()),
                text.trim_end(),
                "{}",
                lesson.name
            );
        }
    }
}

#[test]
fn the_yaml_of_every_result_reads_back_as_the_same_values() {
    for lesson in course::all().expect("lessons") {
        for semantics in both(&lesson) {
            let json = shown("merge", &lesson, semantics, &["-o", "json"]);
            if json.code == 1 {
                continue;
            }
            let yaml = shown("merge", &lesson, semantics, &["-o", "yaml"]);
            let again = run_with(
                &["merge", "-", "--type", "merge", "-p", "{}", "-o", "json"],
                &yaml.out,
            );
            let object = match semantics.patch_type() {
                PatchType::Apply => json.json()["result"].clone(),
                _ if is_apply(&lesson) => json.json()["result"].clone(),
                _ => json.json(),
            };
            assert_eq!(again.json(), object, "{} by {semantics}", lesson.name);
        }
    }
}

#[test]
fn documents_that_count_the_lessons_count_them_right() {
    let right = course::all().expect("lessons").len().to_string();
    for file in ["README.md", "CHANGELOG.md", "samples/README.md"] {
        let text = std::fs::read_to_string(project(file)).unwrap_or_default();
        for (_, after) in text
            .match_indices("course of ")
            .map(|(at, of)| text.split_at(at + of.len()))
        {
            let count: String = after.chars().take_while(char::is_ascii_digit).collect();
            assert!(
                count.is_empty() || count == right,
                "{file}: course of {count} lessons"
            );
        }
    }
}

#[test]
fn without_arguments_and_without_a_terminal_the_first_lesson_is_told() {
    let first = &course::all().expect("lessons")[0];
    let shown = run(&[]);
    assert_eq!((shown.code, shown.err.as_str()), (0, ""));
    let parts = [
        &*first.title,
        &first.question,
        &format!("1. {}", first.choices[0].text),
        "(remove-field)",
        "Merged. Result:",
        &first.point,
    ];
    let mut rest = shown.out.as_str();
    for part in parts {
        let at = rest
            .find(part)
            .unwrap_or_else(|| panic!("{part} not in order in {}", shown.out));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn an_exercise_without_a_terminal_does_not_give_its_point_away() {
    let shown = run(&["lessons", "13"]);
    assert_eq!((shown.code, shown.err.as_str()), (0, ""));
    assert!(shown.out.starts_with("# Exercise: "), "{}", shown.out);
    assert!(
        shown.out.ends_with("Solve the exercise in a terminal.\n"),
        "{}",
        shown.out
    );
    assert!(!shown.out.contains("The point"), "{}", shown.out);
}

#[test]
fn a_folder_is_not_the_number_of_a_lesson() {
    let folder = project("samples");
    let folder = folder.to_str().expect("a name");
    let shown = run(&["lessons", folder]);
    assert_eq!(shown.code, 2);
    let help = format!("help: `mergescope --lessons {folder}` opens a course\n");
    assert!(shown.err.ends_with(&help), "{}", shown.err);
}

#[test]
fn a_result_reads_back_as_the_values_that_yaml_would_take_for_others() {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: \"yes\"}\n";
    let patch = r#"{"data":{"b":"0777","c":"1e3","d":"null","e":"2001-01-01","f":" x","g":"- x","h":"a: b","i":"a\n b\n","j":"~","0x1":"=","k":"1_000","l":"12:30:45"}}"#;
    let yaml = run_with(&["merge", "-", "-p", patch], live);
    let json = run_with(&["merge", "-", "-p", patch, "-o", "json"], live);
    let again = run_with(&["merge", "-", "-p", "{}", "-o", "json"], &yaml.out);
    assert_eq!(again.json(), json.json());
    assert_eq!(json.json()["data"]["b"], "0777");
    for quoted in ["\"yes\"", "\"0777\"", "\"1e3\""] {
        assert!(yaml.out.contains(quoted), "{quoted} in {}", yaml.out);
    }
}

/// A lesson.md with one right answer, which claims that there are three replicas.
const COURSE_TEXT: &str = "# Replicas\n\nchapter: One\nsemantics: kubernetes\n\n## Question\n\nHow many?\n\n## Choices\n\n- [ ] Two\n  > \
                           No.\n- [x] Three\n  > Yes.\n  <!-- spec.replicas is 3 -->\n\n## Point\n\nThree.\n";
const EXERCISE_TEXT: &str = "# Replicas\n\nchapter: Two\nsemantics: kubernetes\n\n## Task\n\nSet three.\n\n## Hints\n\n- It is a \
                             field of spec.\n\n## Point\n\nDone.\n";

/// A course of a lesson and an exercise, with some files written over.
fn course(over: &[(&str, &str)]) -> tempfile::TempDir {
    let live = |replicas: u8| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: {replicas}\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    for lesson in ["1-lesson", "2-exercise"] {
        write(&format!("{lesson}/live.yaml"), &live(1));
    }
    write("notes/README.md", "No lesson.");
    write("1-lesson/picture.svg", "<svg/>");
    write("1-lesson/lesson.md", COURSE_TEXT);
    write("1-lesson/patch.yaml", "spec: {replicas: 3}\n");
    write("2-exercise/lesson.md", EXERCISE_TEXT);
    write("2-exercise/patch.yaml", "spec: {}\n");
    write("2-exercise/goal.yaml", &live(3));
    write("2-exercise/solution.yaml", "spec: {replicas: 3}\n");
    for (name, text) in over {
        write(name, text);
    }
    folder
}

#[test]
fn a_course_of_ones_own_is_listed_checked_and_opened() {
    let folder = course(&[]);
    let path = folder.path().to_str().unwrap();
    let listed = run(&["lessons", "list", path]);
    assert_eq!(listed.out, "One\n  1  Replicas\n\nTwo\n  2  Replicas\n");
    let checked = run(&["lessons", "check", path]);
    assert_eq!((checked.code, &*checked.out), (0, ""));
    assert_eq!(checked.err, "2 lessons (1 exercise), no problems\n");
    let shown = run(&["--lessons", path]);
    assert!(shown.code == 0 && shown.out.contains("How many?"), "{shown:?}");
}

#[test]
fn a_course_with_a_mistake_is_not_accepted() {
    let wrong_answer = COURSE_TEXT.replace("is 3", "is 4");
    let two_right = COURSE_TEXT.replace("No.\n", "No.\n  <!-- spec.replicas has 3 items -->\n");
    let both = COURSE_TEXT.replace("No.\n", "No.\n  <!-- spec.replicas is present -->\n");
    for (over, problem) in [
        (
            &[("1-lesson/lesson.md", &*wrong_answer)][..],
            "1-lesson/lesson.md: the answer \"Three\" is marked as right, but this is false: spec.replicas is 4",
        ),
        (
            &[("1-lesson/lesson.md", &both)],
            "1-lesson/lesson.md: the answer \"Two\" is marked as wrong, but all its statements are true",
        ),
        (
            &[("1-lesson/lesson.md", "# T\n")],
            "1-lesson/lesson.md:3:1: expected \"chapter: NAME\"",
        ),
        (
            &[("1-lesson/manifest.yaml", "{}")],
            "1-lesson/manifest.yaml: this file does not belong",
        ),
        (
            &[("2-exercise/solution.yaml", "spec: {}")],
            "2-exercise/lesson.md: solution.yaml does not give goal.yaml",
        ),
        (
            &[("2-exercise/other-live.yaml", "apiVersion: v1\nkind: Pod")],
            "2-exercise/lesson.md: solution.yaml is not rejected for other-live.yaml",
        ),
        (
            &[("2-exercise/other-live.yaml", "a: [")],
            "2-exercise/other-live.yaml:",
        ),
        (
            &[("2-exercise/patch.yaml", "spec: {replicas: 3}")],
            "2-exercise/lesson.md: the patch to start with solves",
        ),
        (&[("2-exercise/goal.yaml", "a: [")], "2-exercise/goal.yaml:"),
        (
            &[
                ("3-more/lesson.md", COURSE_TEXT),
                (
                    "3-more/live.yaml",
                    "apiVersion: v1\nkind: Pod\nspec: {replicas: 1}",
                ),
                ("3-more/patch.yaml", "spec: {replicas: 3}"),
            ],
            "3-more/lesson.md: the lessons of the chapter \"One\" must follow each other",
        ),
    ] {
        let folder = course(over);
        let path = folder.path().to_str().unwrap();
        let checked = run(&["lessons", "check", path]);
        let line = format!("error: {path}/{problem}");
        assert!(
            checked.code == 1 && checked.out.starts_with(&line),
            "{line}\n{checked:?}"
        );
    }
    // No answer is right by a claim that is about something else.
    let folder = course(&[("1-lesson/lesson.md", &two_right)]);
    assert_eq!(
        run(&["lessons", "check", folder.path().to_str().unwrap()]).code,
        0
    );
    let empty = tempfile::tempdir().unwrap();
    let checked = run(&["lessons", "check", empty.path().to_str().unwrap()]);
    assert!(
        checked.code == 2 && checked.err.contains("there are no lessons"),
        "{checked:?}"
    );
}

#[test]
fn the_built_in_course_is_sound_and_listed_by_chapter() {
    let checked = run(&["lessons", "check"]);
    assert_eq!((checked.code, &*checked.out), (0, ""), "{checked:?}");
    let listed = run(&["lessons"]).out;
    assert!(
        listed.starts_with("First steps\n  01  Null removes a field\n"),
        "{listed}"
    );
    assert_eq!(
        listed.lines().filter(|line| line.starts_with("  ")).count(),
        course::all().unwrap().len()
    );
}
