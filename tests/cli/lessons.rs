//! Every lesson: its sentences held still, its result compared with what kubectl made of it (see `record.sh`).

use mergescope::explorer::{Lesson, lessons};
use mergescope::merge::{PatchType, Semantics};
use serde_json::Value;

use crate::program::{Run, project, run, run_with};

/// The arguments of a command on a lesson's files under some semantics.
fn arguments(command: &str, lesson: &Lesson, semantics: Semantics) -> Vec<String> {
    let file = |name: &str| format!("samples/{}/{name}", lesson.name);
    let mut arguments = vec![command.to_owned(), file("live.yaml")];
    arguments.extend(lesson.patches().map(|(name, _)| file(name)));
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

fn told(command: &str, lesson: &Lesson, semantics: Semantics, more: &[&str]) -> Run {
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
    if lesson.semantics.patch_type() == PatchType::Policy {
        return [Semantics::PROPOSAL, Semantics::KUBERNETES];
    }
    [lesson.semantics, lesson.semantics.other()]
}

#[test]
fn every_sentence_of_every_lesson_stays_as_it_was_read() {
    for lesson in lessons::all().expect("lessons") {
        for semantics in both(&lesson) {
            let told = told("explain", &lesson, semantics, &[]);
            assert_eq!(told.err, "", "{}", lesson.name);
            insta::assert_snapshot!(format!("{}.{semantics}", lesson.name), told.out);
        }
    }
}

#[test]
fn every_lesson_ends_as_with_kubectl() {
    for lesson in lessons::all().expect("lessons") {
        // Without a server kubectl has no answer; `tests/patch_types/ssa` holds what a server said of such applies.
        if lesson.semantics.patch_type() == PatchType::Apply {
            continue;
        }
        let kubernetes = both(&lesson)[0].of_kubernetes();
        let told = told("explain", &lesson, kubernetes, &["-o", "json"]);
        let recorded = project(&format!("tests/cli/kubectl/{}.json", lesson.name));
        if recorded.exists() {
            let text = std::fs::read_to_string(recorded).expect("recorded");
            let recorded: Value = serde_json::from_str(&text).expect("JSON");
            assert_eq!(told.code, 0, "{}", lesson.name);
            assert_eq!(told.json()["result"], recorded, "{}", lesson.name);
        } else {
            let recorded = project(&format!("tests/cli/kubectl/{}.txt", lesson.name));
            let text = std::fs::read_to_string(recorded).expect("an answer of kubectl (record.sh)");
            assert_eq!(told.code, 1, "{}", lesson.name);
            let answer = told.json();
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
    for lesson in lessons::all().expect("lessons") {
        for semantics in both(&lesson) {
            let json = told("merge", &lesson, semantics, &["-o", "json"]);
            if json.code == 1 {
                continue;
            }
            let yaml = told("merge", &lesson, semantics, &["-o", "yaml"]);
            let again = run_with(&["merge", "-", "-p", "{}", "-o", "json"], &yaml.out);
            let object = match semantics.patch_type() {
                PatchType::Apply => json.json()["result"].clone(),
                _ => json.json(),
            };
            assert_eq!(again.json(), object, "{} by {semantics}", lesson.name);
        }
    }
}

#[test]
fn documents_that_count_the_lessons_count_them_right() {
    let right = lessons::all().expect("lessons").len().to_string();
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
    let first = lessons::all().expect("lessons")[0];
    let told = run(&[]);
    assert_eq!((told.code, told.err.as_str()), (0, ""));
    let parts = [
        first.title,
        first.question,
        "(remove-field)",
        "Merged. The result:",
        first.point,
    ];
    let mut rest = told.out.as_str();
    for part in parts {
        let at = rest
            .find(part)
            .unwrap_or_else(|| panic!("{part} not in order in {}", told.out));
        rest = &rest[at + part.len()..];
    }
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
