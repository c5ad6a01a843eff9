//! Every text in `invalid_texts/` is refused, with the message in the file beside it.

use std::path::Path;

use mergescope::document::read;

#[test]
fn broken_texts_are_refused_with_a_place_and_a_way_out() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/document/invalid_texts");
    let mut wrong = String::new();
    let mut count = 0;
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "txt") {
            continue;
        }
        count += 1;
        let name = path.file_name().unwrap().to_str().unwrap();
        let report = match read(name, std::fs::read(&path).unwrap()) {
            Ok(_) => "(taken)".to_owned(),
            Err(error) => error.report(),
        };
        let expected = path.with_added_extension("txt");
        // A new message is written down once its file is removed; the test fails that once.
        if !expected.exists() {
            std::fs::write(&expected, format!("{report}\n")).unwrap();
            wrong.push_str("(written down, look at it) ");
            wrong.push_str(&report);
        }
        if std::fs::read_to_string(&expected).unwrap().trim_end() != report {
            wrong.push_str(&format!("{report}\n"));
        }
        assert!(!report.contains(|c: char| c.is_control() && c != '\n'), "{name}");
    }
    assert!(count > 30);
    assert!(wrong.is_empty(), "{wrong}");
}
