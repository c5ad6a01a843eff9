use super::*;

fn theme(name: &str) -> Theme {
    Theme::parse(name, built_in(name).unwrap()).unwrap()
}

const MARKS: [Role; 10] = [
    Role::ServerOnly,
    Role::Reordered,
    Role::Retained,
    Role::Cleared,
    Role::Rejected,
    Role::Added,
    Role::Changed,
    Role::Deleted,
    Role::Replaced,
    Role::Warning,
];

#[test]
fn every_shipped_theme_opens_and_every_file_is_shipped() {
    let mut files: Vec<String> = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/themes"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    let mut shipped: Vec<&str> = BUILT_IN.iter().map(|(name, _)| *name).collect();
    shipped.sort_unstable();
    assert_eq!(files, shipped);
    for name in shipped {
        assert_eq!(theme(name).styles.len(), Role::ALL.len(), "{name}");
    }
}

#[test]
fn the_british_spelling_names_the_same_theme() {
    let british = theme("colour-blind");
    assert_eq!(british.styles, theme("color-blind").styles);
    let based = Theme::parse("mine", "base: colour-blind").unwrap();
    assert_eq!(based.styles, british.styles);
}

#[test]
fn marks_that_tell_of_gain_and_loss_look_different_in_every_theme() {
    for (name, _) in BUILT_IN {
        let theme = theme(name);
        for (a, b) in [
            (Role::Added, Role::Deleted),
            (Role::Retained, Role::Cleared),
            (Role::Added, Role::Rejected),
            (Role::Changed, Role::Deleted),
            (Role::CursorLine, Role::Counterpart),
            (Role::Border, Role::BorderFocused),
        ] {
            assert_ne!(theme.style(a), theme.style(b), "{name}: {a:?} {b:?}");
        }
    }
}

#[test]
fn monochrome_has_no_color() {
    for style in theme("monochrome").styles {
        assert_eq!((style.fg, style.bg), (None, None), "{style:?}");
    }
}

fn linear([r, g, b]: [u8; 3]) -> [f64; 3] {
    [r, g, b].map(|level| {
        let level = f64::from(level) / 255.0;
        if level <= 0.04045 {
            level / 12.92
        } else {
            ((level + 0.055) / 1.055).powf(2.4)
        }
    })
}

fn luminance(color: Color) -> f64 {
    let [r, g, b] = linear(color::rgb(color).unwrap());
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

#[test]
fn high_contrast_stands_out_seven_to_one() {
    let theme = theme("high-contrast");
    for (role, name) in Role::ALL {
        let style = theme.style(Role::Text).patch(theme.style(*role));
        let (fg, bg) = (luminance(style.fg.unwrap()), luminance(style.bg.unwrap()));
        let contrast = (fg.max(bg) + 0.05) / (fg.min(bg) + 0.05);
        assert!(contrast >= 7.0, "{name}: {contrast:.1}");
        assert!(!style.add_modifier.contains(Modifier::DIM), "{name} is dimmed");
    }
}

/// The colors that people without one of the cone types see (Machado and others 2009), in linear light.
const BLIND: [[[f64; 3]; 3]; 2] = [
    [
        [0.152286, 1.052583, -0.204868],
        [0.114503, 0.786281, 0.099216],
        [-0.003882, -0.048116, 1.051998],
    ],
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ],
];

#[test]
fn marks_of_one_look_keep_their_colors_apart_for_color_blind_eyes() {
    let theme = theme("color-blind");
    let seen = |eye: &[[f64; 3]; 3], role: Role| {
        let light = linear(color::rgb(theme.style(role).fg.unwrap()).unwrap());
        eye.map(|row| {
            row.iter()
                .zip(light)
                .map(|(a, b)| a * b)
                .sum::<f64>()
                .clamp(0.0, 1.0)
                .sqrt()
        })
    };
    for eye in &BLIND {
        for (i, a) in MARKS.iter().enumerate() {
            for b in &MARKS[i + 1..] {
                let distance: f64 = seen(eye, *a)
                    .iter()
                    .zip(seen(eye, *b))
                    .map(|(a, b)| (a - b).powi(2))
                    .sum::<f64>()
                    .sqrt();
                let attributes = theme.style(*a).add_modifier != theme.style(*b).add_modifier;
                assert!(attributes || distance > 0.2, "{a:?} {b:?}: {distance:.2}");
            }
        }
    }
}

#[test]
fn a_theme_says_only_what_differs_from_its_base() {
    let mine = Theme::parse(
        "mine.yaml",
        "base: light\nstyles:\n  key: { fg: 201, italic: true }\n  dim:\n",
    )
    .unwrap();
    assert_eq!(
        mine.style(Role::Key),
        Style::new()
            .fg(Color::Indexed(201))
            .add_modifier(Modifier::ITALIC)
    );
    assert_eq!(mine.style(Role::Dim), Style::new());
    assert_eq!(mine.style(Role::Added), theme("light").style(Role::Added));
    assert_eq!(
        Theme::parse("empty.yaml", "").unwrap().styles,
        theme("dark").styles
    );
}

#[test]
fn errors_name_the_theme_the_key_and_what_is_allowed() {
    let cases = [
        (
            "mine",
            "style: {}",
            "theme mine:1:1: unknown key \"style\"; did you mean `styles`? Use one of base, styles",
        ),
        (
            "mine",
            "- a",
            "theme mine:1:1: this must be a map with the keys base and styles, not a list",
        ),
        (
            "mine",
            "base: drak",
            "theme mine:1:7: base: unknown theme \"drak\"; did you mean `dark`? Use one of dark, light, color-blind",
        ),
        (
            "mine",
            "base: 3",
            "theme mine:1:7: base: unknown theme \"3\"; use one of dark",
        ),
        ("light", "base: monochrome\n", ""),
        ("dark", "base: light", ""),
        (
            "dark",
            "styles: { text: {} }",
            "theme dark:1:1: styles: missing parts: dim, key, directive,",
        ),
        (
            "mine",
            "styles: 1",
            "theme mine:1:9: styles: this must be a map, not 1",
        ),
        (
            "mine",
            "styles: { keys: {} }",
            "theme mine:1:11: styles: unknown part \"keys\"; did you mean `key`? Use one of text, dim, key,",
        ),
        (
            "mine",
            "styles: { key: blue }",
            "theme mine:1:16: styles.key: this must be a map such as { fg: blue, bold: true }, not \"blue\"",
        ),
        (
            "mine",
            "styles: { key: { color: 1 } }",
            "theme mine:1:18: styles.key: unknown key \"color\"; use one of fg, bg, bold,",
        ),
        (
            "mine",
            "styles: { key: { fg: blu } }",
            "theme mine:1:22: styles.key.fg: \"blu\" is not a color; use one of default, black",
        ),
        ("mine", "styles: { key: { fg: #ff0000 } }", "theme mine:1:"),
        (
            "mine",
            "styles: { key: { bg: 256 } }",
            "theme mine:1:22: styles.key.bg: \"256\" is not a color",
        ),
        (
            "mine",
            "styles: { key: { bold: very } }",
            "theme mine:1:24: styles.key.bold: this must be true or false, not \"very\"",
        ),
        ("mine", "a: [", "theme mine:1:"),
        (
            "mine",
            "\"\\e[31m\": 1",
            "theme mine:1:1: unknown key \"\\u{1b}[31m\"",
        ),
    ];
    for (name, text, want) in cases {
        match Theme::parse(name, text) {
            Ok(_) => assert!(want.is_empty(), "{text}"),
            Err(error) => {
                let got = error.to_string();
                assert!(
                    !want.is_empty() && got.starts_with(want),
                    "{text}\n got {got}\nwant {want}"
                );
            }
        }
    }
}

#[test]
fn the_terminal_chooses_when_nobody_else_does() {
    let environment = |no_color: &str, colorfgbg: &str| Environment {
        no_color: no_color.into(),
        colorfgbg: colorfgbg.into(),
        ..Environment::default()
    };
    let cases = [
        (None, environment("", ""), "dark"),
        (None, environment("", "15;0"), "dark"),
        (None, environment("", "0;15"), "light"),
        (None, environment("", "0;default;15"), "light"),
        (None, environment("", "nonsense"), "dark"),
        (None, environment("1", "0;15"), "monochrome"),
        (Some("light"), environment("1", ""), "light"),
    ];
    for (asked, environment, want) in cases {
        assert_eq!(
            Theme::choose(asked, &environment).unwrap().name,
            want,
            "{environment:?}"
        );
    }
}

#[test]
fn a_theme_is_found_by_name_or_file() {
    let temp = tempfile::tempdir().unwrap();
    let file = temp.path().join("mine.yaml");
    std::fs::write(&file, "styles: { text: { fg: \"#ff0000\" } }").unwrap();
    let environment = Environment {
        term: "xterm".into(),
        ..Environment::default()
    };
    let mine = Theme::choose(file.to_str(), &environment).unwrap();
    assert_eq!(
        mine.style(Role::Text).fg,
        Some(Color::LightRed),
        "shown with the terminal's 16 colors"
    );

    let unknown = Theme::choose(Some("solarized"), &environment)
        .unwrap_err()
        .to_string();
    assert!(
        unknown.contains("unknown theme; use one of dark, light"),
        "{unknown}"
    );
    let missing = Theme::choose(Some("./no.yaml"), &environment)
        .unwrap_err()
        .to_string();
    assert!(
        missing.contains("theme ./no.yaml: cannot read the file"),
        "{missing}"
    );
}
