//! `mergescope export`, and the session that comes back.

use crate::program::{Files, LIVE, run};

const PATCH: &str = "spec: {replicas: 3}\n";

fn desk() -> Files {
    Files::new(&[
        ("live.yaml", LIVE),
        ("patch.yaml", PATCH),
        ("crd.yaml", "spec: {parts: [{name: a}]}\n"),
    ])
}

#[test]
fn every_format_goes_to_stdout_or_to_a_file_by_its_name() {
    let files = desk();
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    for (format, name, begin) in [
        ("html", "a.html", "<!DOCTYPE html>"),
        ("svg", "a.svg", "<svg "),
        ("markdown", "a.md", "### apps/v1 Deployment: merged"),
        ("cast", "a.cast", "{\"height\":40,"),
        ("session", "a.mergescope", "{\n  \"mergescope\": \"session\""),
    ] {
        let printed = run(&["export", &live, &patch, "--format", format]);
        assert_eq!((printed.code, &*printed.err), (0, ""), "{format}");
        assert!(printed.out.starts_with(begin), "{format}: {}", printed.out);
        let dash = run(&["export", &live, &patch, "--format", format, "-o", "-"]);
        assert_eq!(dash.out, printed.out, "{format}");
        let file = files.name(name);
        let written = run(&["export", &live, &patch, "-o", &file]);
        assert_eq!(
            (written.code, &*written.out, &*written.err),
            (0, "", ""),
            "{format}"
        );
        assert_eq!(std::fs::read_to_string(&file).unwrap(), printed.out, "{format}");
    }
}

#[test]
fn a_file_is_replaced_only_where_that_is_asked_for() {
    let files = desk();
    let (live, patch, out) = (
        files.name("live.yaml"),
        files.name("patch.yaml"),
        files.name("out.md"),
    );
    std::fs::write(&out, "mine").unwrap();
    let refused = run(&["export", &live, &patch, "-o", &out]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("--force"), "{}", refused.err);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "mine");
    assert_eq!(run(&["export", &live, &patch, "-o", &out, "--force"]).code, 0);
    assert!(std::fs::read_to_string(&out).unwrap().contains("+  replicas: 3"));
}

#[test]
fn a_course_is_written_as_pages_that_need_no_network() {
    let files = desk();
    let (course, site) = (
        concat!(env!("CARGO_MANIFEST_DIR"), "/samples"),
        files.name("site"),
    );
    let written = run(&["export", "--course", course, "-o", &site]);
    assert_eq!((written.code, &*written.out), (0, ""), "{}", written.err);
    let index = std::fs::read_to_string(format!("{site}/index.html")).unwrap();
    let pages: Vec<&str> = index
        .split("<a href=\"")
        .skip(1)
        .filter_map(|rest| rest.split_once('"').map(|(name, _)| name))
        .collect();
    assert_eq!(pages.len(), 57);
    let page = |name: &str| std::fs::read_to_string(format!("{site}/{name}")).unwrap();
    for (name, asks_for_keys) in [("16-env-order.html", true), ("17-finalizers.html", false)] {
        let sentence = page(name).contains("To use them, open it in the terminal");
        assert_eq!(sentence, asks_for_keys, "{name}");
        // It is not a part of the question.
        assert!(
            page(name).contains("of the result?\",") || !asks_for_keys,
            "{name}"
        );
    }
    // The first heading of the README of the course.
    assert!(index.contains("<title>The course</title>"), "{}", &index[..400]);
    for name in &pages {
        let page = std::fs::read_to_string(format!("{site}/{name}")).unwrap();
        assert!(page.contains("<a href=\"index.html\">"), "{name}");
        for outside in ["http://", "https://", " src=", "url(", "@import"] {
            // Manifests have addresses, too, but no page loads them.
            let loads = |outside: &str| page.contains(&format!("=\"{outside}"));
            assert!(
                !if outside.starts_with("http") {
                    loads(outside)
                } else {
                    page.contains(outside)
                },
                "{name}: {outside}"
            );
        }
        // The patch of an exercise is not written yet, so there may be no step to predict.
        let asks = page.contains("\"questions\":[{");
        assert!(asks || name.contains("-exercise-"), "{name}");
    }
    assert_eq!(run(&["export", "--course", course, "-o", &site]).code, 2);
    assert_eq!(
        run(&["export", "--course", course, "-o", &site, "--force"]).code,
        0
    );
    assert_eq!(run(&["export", "--course", course]).code, 2);
}

/// Where a browser is installed: the address of a page names its step, and its script has no errors.
#[test]
fn a_browser_opens_the_step_of_the_address() {
    let browsers = ["chromium", "chromium-browser", "google-chrome"];
    let is_there = |name: &&&str| std::process::Command::new(name).arg("--version").output().is_ok();
    let Some(browser) = browsers.iter().find(is_there) else {
        return;
    };
    let files = Files::new(&[
        ("live.yaml", LIVE),
        ("patch.yaml", "spec: {replicas: 3, paused: true}\n"),
    ]);
    let (live, patch, page) = (
        files.name("live.yaml"),
        files.name("patch.yaml"),
        files.name("page.html"),
    );
    assert_eq!(run(&["export", &live, &patch, "-o", &page]).code, 0);
    let profile = files.name("profile");
    let shown = std::process::Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg(format!("--user-data-dir={profile}"))
        .arg(format!("file://{page}#step-1"))
        .output()
        .unwrap();
    let shown = String::from_utf8_lossy(&shown.stdout);
    assert!(shown.contains("data-position=\"1\""), "{shown}");
    assert!(shown.contains("<code>replicas</code>"), "{shown}");
}

#[test]
fn an_animation_and_a_recording_have_every_step() {
    let files = desk();
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    let cast = run(&["export", &live, &patch, "--format", "cast", "--size", "80x24"]).out;
    let mut lines = cast.lines();
    let header: serde_json::Value = serde_json::from_str(lines.next().unwrap()).unwrap();
    assert_eq!((&header["version"], &header["width"]), (&2.into(), &80.into()));
    let events: Vec<serde_json::Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(events.len(), 2);
    assert!(events.iter().all(|event| event[1] == "o"), "{events:?}");
    let mut screen = vt100::Parser::new(24.try_into().unwrap(), 80.try_into().unwrap(), 0);
    for event in &events {
        screen.process(event[2].as_str().unwrap().as_bytes());
    }
    assert!(
        screen.screen().contents().contains("step 1/1"),
        "{}",
        screen.screen().contents()
    );
    let svg = run(&["export", &live, &patch, "--format", "svg", "--animate"]).out;
    assert!(
        svg.contains("step 0/1") && svg.contains("step 1/1") && svg.contains("@keyframes"),
        "{svg}"
    );
    assert!(
        svg.contains("<title id=\"title\">")
            && svg.contains("<desc id=\"desc\">Steps 0 to 1 with ")
            && svg.contains("prefers-reduced-motion"),
        "{svg}"
    );
    assert_eq!(
        run(&["export", &live, &patch, "--format", "html", "--animate"]).code,
        2
    );
}

#[test]
fn what_cannot_be_is_said() {
    let files = desk();
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    for (args, want) in [
        (&["-o", "x.pdf"][..], "unknown export format"),
        (&[][..], "no export format"),
        (&["--format", "svg", "--size", "1x1"][..], "60 to 500"),
        (&["--format", "svg", "--size", "99999999x40"][..], "60 to 500"),
        (&["--format", "svg", "--step", "99"][..], "the last step is 1"),
        (&["--format", "svg", "--theme", "no-such"][..], "no-such"),
    ] {
        let mut all = vec!["export", &live, &patch];
        all.extend(args);
        let shown = run(&all);
        assert_eq!(shown.code, 2, "{args:?}");
        assert!(shown.err.contains(want), "{args:?}: {}", shown.err);
    }
}

#[test]
fn a_session_opens_again_with_its_rules() {
    let files = Files::new(&[
        (
            "live.yaml",
            "apiVersion: v1\nkind: Widget\nspec: {parts: [{name: a, n: 1}]}\n",
        ),
        ("patch.yaml", "spec: {parts: [{name: b}]}\n"),
    ]);
    let (live, patch, out) = (
        files.name("live.yaml"),
        files.name("patch.yaml"),
        files.name("s.mergescope"),
    );
    let inputs = [&*live, &*patch, "--merge-key", "spec.parts=name"];
    let shown = run(&[&["explain"], &inputs[..]].concat());
    assert!(shown.out.contains("add-item"), "{}", shown.out);
    let written = run(&[&["export", "-o", &out], &inputs[..]].concat());
    assert_eq!((written.code, &*written.err), (0, ""));
    for args in [&[&*out][..], &["--session", &*out][..]] {
        let again = run(args);
        assert_eq!(again.out, shown.out, "{args:?} {}", again.err);
        assert_eq!(again.code, 0);
    }
    std::fs::write(&out, "{}").unwrap();
    let broken = run(&[&out]);
    assert_eq!(broken.code, 2);
    assert!(broken.err.contains("not a session file"), "{}", broken.err);
}

#[test]
fn secrets_are_hidden_unless_they_are_asked_for() {
    let files = Files::new(&[
        (
            "live.yaml",
            "apiVersion: v1\nkind: Secret\ndata: {a: aHVudGVyMg==}\n",
        ),
        ("patch.yaml", "data: {a: c3dvcmRmaXNo}\n"),
    ]);
    let (live, patch) = (files.name("live.yaml"), files.name("patch.yaml"));
    let words = |text: &str| text.contains("aHVudGVyMg") || text.contains("c3dvcmRmaXNo");
    for args in [
        &["export", "--format", "html"][..],
        &["export", "--format", "svg"],
        &["export", "--format", "markdown"],
        &["export", "--format", "session"],
        &["explain"],
        &["explain", "-o", "json"],
        &["explain", "-o", "markdown"],
        &["compare"],
        &["compare", "-o", "json", "--all"],
    ] {
        let all = [args, &[&*live, &*patch]].concat();
        let hidden = run(&all);
        assert!(!words(&hidden.out) && !words(&hidden.err), "{args:?}: {hidden:?}");
        let shown = run(&[&all[..], &["--show-secrets"]].concat());
        assert!(words(&shown.out) || args[0] == "compare", "{args:?}: {shown:?}");
    }
    let merged = run(&["merge", &live, &patch]);
    assert!(merged.out.contains("c3dvcmRmaXNo"), "merge prints data");
    let refused = run(&["merge", &live, "-p", "{\"data\":{\"$patch\":\"aHVudGVyMg==\"}}"]);
    assert!(!words(&refused.err), "{}", refused.err);
}

/// Markdown without its blocks of code and its inline code.
fn outside_code(markdown: &str) -> String {
    let mut out = String::new();
    let mut block: Option<&str> = None;
    for line in markdown.lines() {
        let fence = &line[..line.len() - line.trim_start_matches('`').len()];
        match block {
            Some(open) if line == open => block = None,
            Some(_) => {}
            None if fence.len() >= 3 => block = Some(fence),
            None => {
                for (at, piece) in line.split('`').enumerate() {
                    if at % 2 == 0 {
                        out.push_str(piece);
                    }
                }
                out.push('\n');
            }
        }
    }
    out
}

#[test]
fn a_value_is_no_markdown() {
    let payloads = [
        "![t](http://evil/p.png)",
        "[click me](http://evil)",
        "@octocat",
        "fixes #1",
        "<img src=evil>",
        "http://evil",
        "a/b#7",
    ];
    for payload in payloads {
        let live = format!(
            "apiVersion: v1\nkind: Pod\nmetadata: {{name: p, labels: {{a: '{payload}'}}}}\nspec:\n  containers:\n  - {{name: '{payload}', image: a}}\n"
        );
        let patch = format!(
            "metadata: {{labels: {{a: x, b: '{payload}'}}}}\nspec:\n  $setElementOrder/containers: [{{name: '{payload}'}}, {{name: n}}]\n  containers:\n  - {{name: '{payload}', image: '{payload}'}}\n  - {{name: n, image: '{payload}'}}\n"
        );
        let files = Files::new(&[("live.yaml", &live), ("patch.yaml", &patch)]);
        let names = [files.name("live.yaml"), files.name("patch.yaml")];
        for command in [
            &["explain", "-o", "markdown"][..],
            &["explain", "-o", "markdown", "--semantics", "kubernetes"],
            &["export", "--format", "markdown"],
            &["compare", "-o", "markdown"],
            &["skew", "-o", "markdown"],
        ] {
            let shown = run(&[command, &[&*names[0], &*names[1]]].concat());
            let active = outside_code(&shown.out);
            assert!(
                shown.out.contains(payload) || command[0] != "explain",
                "{shown:?}"
            );
            for word in ["![", "](", "@octocat", "#1", "<img", "http:", "a/b#"] {
                assert!(!active.contains(word), "{command:?}: {active}");
            }
        }
    }
}
