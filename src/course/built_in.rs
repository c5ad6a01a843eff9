//! The built-in course: the folders of `samples/`.

use super::{Lesson, LessonError, LessonFolder};

/// A folder: its name, and the names and texts of its files.
type FolderText = (&'static str, &'static [(&'static str, &'static str)]);

macro_rules! folders {
    ($($name:literal: $($file:literal)+;)*) => {
        &[$((
            $name,
            &[$(($file, include_str!(concat!("../../samples/", $name, "/", $file)))),+],
        )),*]
    };
}

const FOLDERS: &[FolderText] = folders![
    "01-null-removes": "lesson.md" "live.yaml" "patch.yaml";
    "02-maps-merge": "lesson.md" "live.yaml" "patch.yaml";
    "03-lists-merge-by-key": "lesson.md" "live.yaml" "patch.yaml";
    "04-tolerations-atomic-replaced": "lesson.md" "live.yaml" "patch.yaml";
    "05-args-list-replaced": "lesson.md" "live.yaml" "patch.yaml";
    "06-delete-without-merge-key": "lesson.md" "live.yaml" "patch.yaml";
    "07-exercise-new-image": "goal.yaml" "lesson.md" "live.yaml" "patch.yaml" "solution.yaml";
    "08-delete-and-replace-in-lists": "lesson.md" "live.yaml" "patch.yaml";
    "09-element-patch-replace-wipes-list": "lesson.md" "live.yaml" "patch.yaml";
    "10-replace-and-delete-maps": "lesson.md" "live.yaml" "patch.yaml";
    "11-retain-keys": "lesson.md" "live.yaml" "patch.yaml";
    "12-exercise-remove-a-variable": "goal.yaml" "lesson.md" "live.yaml" "patch.yaml" "solution.yaml";
    "13-exercise-recreate": "goal.yaml" "lesson.md" "live.yaml" "patch.yaml" "solution.yaml";
    "14-order-from-the-patch": "lesson.md" "live.yaml" "patch.yaml";
    "15-new-env-goes-first": "lesson.md" "live.yaml" "patch.yaml";
    "16-env-order": "lesson.md" "live.yaml" "patch.yaml";
    "17-finalizers": "lesson.md" "live.yaml" "patch.yaml";
    "18-server-only-first": "lesson.md" "live.yaml" "patch.yaml";
    "19-order-mismatch": "lesson.md" "live.yaml" "patch.yaml";
    "20-set-element-order-rejected": "lesson.md" "live.yaml" "patch.yaml";
    "21-exercise-new-variable-last": "goal.yaml" "lesson.md" "live.yaml" "patch.yaml" "solution.yaml";
    "22-env-value-and-valuefrom": "lesson.md" "live.yaml" "patch.yaml";
    "23-volume-two-sources": "lesson.md" "live.yaml" "patch.yaml";
    "24-strategy-recreate-leftover": "lesson.md" "live.yaml" "patch.yaml";
    "25-mount-path-change-adds-mount": "lesson.md" "live.yaml" "patch.yaml";
    "26-duplicate-env-delete-all": "lesson.md" "live.yaml" "patch.yaml";
    "27-host-aliases-same-ip": "lesson.md" "live.yaml" "patch.yaml";
    "28-container-port-protocol-clobber": "lesson.md" "live.yaml" "patch.yaml";
    "29-service-same-port-tcp-udp": "lesson.md" "live.yaml" "patch.yaml";
    "30-null-labels": "lesson.md" "live.yaml" "patch.yaml";
    "31-secret-string-data": "lesson.md" "live.yaml" "patch.yaml";
    "32-exercise-value-from-a-secret": "goal.yaml" "lesson.md" "live.yaml" "patch.yaml" "solution.yaml";
    "33-exercise-move-a-mount": "goal.yaml" "lesson.md" "live.yaml" "patch.yaml" "solution.yaml";
    "34-drift-survives-apply": "lesson.md" "live.yaml" "manifest.yaml";
    "35-variable-left-out": "lesson.md" "live.yaml" "manifest.yaml";
    "36-autoscaler-and-replicas": "lesson.md" "live.yaml" "manifest.yaml";
    "37-order-lost-by-apply": "lesson.md" "live.yaml" "manifest.yaml";
    "38-apply-never-settles": "lesson.md" "live.yaml" "manifest.yaml";
    "39-two-managers-one-field": "lesson.md" "live.yaml" "patch.yaml";
    "40-left-out-and-shared": "lesson.md" "live.yaml" "patch.yaml";
    "41-merge-patch-replaces-lists": "lesson.md" "live.yaml" "patch.yaml";
    "42-merge-patch-null": "lesson.md" "live.yaml" "patch.yaml";
    "43-json-patch-stale-index": "lesson.md" "live.yaml" "patch.yaml";
    "44-json-patch-test-first": "lesson.md" "live.yaml" "patch.yaml";
    "45-json-patch-replace-absent": "lesson.md" "live.yaml" "patch.yaml";
    "46-custom-resource": "lesson.md" "live.yaml" "patch.yaml";
    "47-exercise-safe-json-patch": "goal.yaml" "lesson.md" "live.yaml" "other-live.yaml" "patch.yaml" "solution.yaml";
    "48-exercise-json-merge-patch": "goal.yaml" "lesson.md" "live.yaml" "patch.yaml" "solution.yaml";
    "49-policy-replaces-a-list": "lesson.md" "live.yaml" "patch.yaml";
    "50-policy-adds-a-second-port": "lesson.md" "live.yaml" "patch.yaml";
    "51-freed-slot": "lesson.md" "live.yaml" "patch.yaml";
    "52-patch-merge-key": "lesson.md" "live.yaml" "patch.yaml";
    "53-position-never-shipped": "lesson.md" "live.yaml" "patch.yaml";
    "54-two-writers-recreate": "lesson.md" "live.yaml" "patch.yaml" "patch2.yaml";
    "55-old-server-drops-the-order": "lesson.md" "live.yaml" "patch.yaml";
    "56-changed-key-is-delete-and-create": "lesson.md" "live.yaml" "patch.yaml";
    "57-new-patch-old-server": "lesson.md" "live.yaml" "patch.yaml";
];

/// Returns all lessons in the order of the course.
///
/// # Errors
/// The first folder that is not a valid lesson. The texts are compiled in, and a test reads them all.
pub fn all() -> Result<Vec<Lesson>, LessonError> {
    folders().map(|folder| folder.read()).collect()
}

fn folders() -> impl Iterator<Item = LessonFolder> {
    FOLDERS.iter().map(|(name, files)| LessonFolder {
        name: (*name).to_owned(),
        files: files
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;
    use std::sync::Arc;

    use super::*;
    use crate::course::check;
    use crate::schema::Schema;

    /// The chapters of the course.
    const CHAPTERS: [&str; 9] = [
        "First steps",
        "Directives",
        "Order",
        "Traps",
        "kubectl apply",
        "Server-side apply",
        "Other patch types",
        "Policies",
        "How the design was made",
    ];

    #[test]
    fn the_list_has_every_file_of_samples_in_order() {
        let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
        let names = |folder: &Path| -> Vec<String> {
            let entries = std::fs::read_dir(folder).expect("a folder");
            let mut names: Vec<String> = entries
                .map(|entry| {
                    entry
                        .expect("an entry")
                        .file_name()
                        .to_string_lossy()
                        .into_owned()
                })
                .collect();
            names.sort();
            names
        };
        let on_disk: BTreeMap<String, Vec<String>> = names(&samples)
            .into_iter()
            .filter(|name| samples.join(name).is_dir())
            .map(|name| (name.clone(), names(&samples.join(name))))
            .collect();
        let listed: Vec<(String, Vec<String>)> = folders()
            .map(|folder| {
                let files = folder.files.into_iter().map(|(name, _)| name);
                (folder.name, files.collect())
            })
            .collect();
        assert_eq!(listed, on_disk.into_iter().collect::<Vec<_>>());
    }

    #[test]
    fn the_numbers_have_no_gaps_and_the_chapters_their_order() {
        let lessons = all().unwrap_or_else(|error| panic!("{error}"));
        for (at, lesson) in lessons.iter().enumerate() {
            assert_eq!(lesson.number(), format!("{:02}", at + 1), "{}", lesson.name);
            assert!(
                lesson.is_exercise() || lesson.question.ends_with('?'),
                "{} asks no question",
                lesson.name
            );
        }
        let mut chapters: Vec<&str> = lessons.iter().map(|lesson| &*lesson.chapter).collect();
        chapters.dedup();
        assert_eq!(chapters, CHAPTERS);
    }

    #[test]
    fn positions_that_are_applied_are_not_warnings() {
        let lessons = all().unwrap_or_else(|error| panic!("{error}"));
        let lesson = lessons.iter().find(|lesson| lesson.name.starts_with("53-"));
        let outcome = lesson.and_then(|lesson| lesson.outcome(&Arc::new(Schema::builtin())).ok());
        let steps = outcome.map(|outcome| outcome.steps).unwrap_or_default();
        assert!(steps.contains(&"place-by-position"), "{steps:?}");
        for warning in ["dropped-directive", "implicit-reorder"] {
            assert!(!steps.contains(&warning), "{steps:?}");
        }
    }

    #[test]
    fn every_answer_agrees_with_the_engine_and_every_exercise_has_a_solution() {
        let lessons = all().unwrap_or_else(|error| panic!("{error}"));
        let schema = Arc::new(Schema::builtin());
        assert_eq!(check::problems(&lessons, &schema), [""; 0]);
        for lesson in lessons.iter().filter(|lesson| !lesson.is_exercise()) {
            let right = lesson.choices.iter().find(|choice| choice.is_right);
            assert!(
                right.is_some_and(|choice| !choice.claims.is_empty()),
                "{}: nothing checks the right answer",
                lesson.name
            );
        }
    }
}
