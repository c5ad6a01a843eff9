//! Every lesson: its sentences held still, its result compared with what kubectl made of it (see `record.sh`).

use mergescope::explorer::lessons;
use serde_json::Value;

use crate::program::{project, run, run_with};

fn files(lesson: &str) -> (String, String) {
    (
        format!("samples/{lesson}/live.yaml"),
        format!("samples/{lesson}/patch.yaml"),
    )
}

#[test]
fn every_sentence_of_every_lesson_stays_as_it_was_read() {
    for lesson in lessons::all().expect("lessons") {
        let (live, patch) = files(lesson.name);
        for semantics in ["proposal", "kubernetes"] {
            let told = run(&["explain", &live, &patch, "--semantics", semantics]);
            assert_eq!(told.err, "", "{}", lesson.name);
            insta::assert_snapshot!(format!("{}.{semantics}", lesson.name), told.out);
        }
    }
}

#[test]
fn every_lesson_ends_as_with_kubectl() {
    for lesson in lessons::all().expect("lessons") {
        let (live, patch) = files(lesson.name);
        let told = run(&[
            "explain",
            &live,
            &patch,
            "--semantics",
            "kubernetes",
            "-o",
            "json",
        ]);
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
        let (live, patch) = files(lesson.name);
        for semantics in ["proposal", "kubernetes"] {
            let json = run(&["merge", &live, &patch, "--semantics", semantics, "-o", "json"]);
            if json.code == 1 {
                continue;
            }
            let yaml = run(&["merge", &live, &patch, "--semantics", semantics]);
            let again = run_with(&["merge", "-", "-p", "{}", "-o", "json"], &yaml.out);
            assert_eq!(again.json(), json.json(), "{} by {semantics}", lesson.name);
        }
    }
}

#[test]
fn readme_and_changelog_count_the_lessons_right() {
    let course = format!("course of {} lessons", lessons::all().expect("lessons").len());
    for file in ["README.md", "CHANGELOG.md"] {
        let text = std::fs::read_to_string(project(file)).expect("text");
        assert!(text.contains(&course), "{file} does not say \"{course}\"");
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
