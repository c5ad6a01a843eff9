use super::*;
use crate::terminal::theme::Environment;

fn theme() -> Theme {
    Theme::choose(Some("monochrome"), &Environment::default()).unwrap()
}

fn press(area: &mut TextArea, script: &str) {
    for c in script.chars() {
        let key = match c {
            '⏎' => KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE),
            '⇥' => KeyEvent::new(KeyCode::Tab, KeyModifiers::NONE),
            '⇤' => KeyEvent::new(KeyCode::BackTab, KeyModifiers::SHIFT),
            '←' => KeyEvent::new(KeyCode::Left, KeyModifiers::NONE),
            '→' => KeyEvent::new(KeyCode::Right, KeyModifiers::NONE),
            '↓' => KeyEvent::new(KeyCode::Down, KeyModifiers::NONE),
            '↘' => KeyEvent::new(KeyCode::Down, KeyModifiers::SHIFT),
            '$' => KeyEvent::new(KeyCode::End, KeyModifiers::NONE),
            '⌫' => KeyEvent::new(KeyCode::Backspace, KeyModifiers::NONE),
            '⎌' => KeyEvent::new(KeyCode::Char('z'), KeyModifiers::CONTROL),
            '⟳' => KeyEvent::new(KeyCode::Char('y'), KeyModifiers::CONTROL),
            '✂' => KeyEvent::new(KeyCode::Char('x'), KeyModifiers::CONTROL),
            '📋' => KeyEvent::new(KeyCode::Char('v'), KeyModifiers::CONTROL),
            '␊' => KeyEvent::new(KeyCode::Char('j'), KeyModifiers::CONTROL),
            '⇟' => KeyEvent::new(KeyCode::PageDown, KeyModifiers::NONE),
            '⇓' => KeyEvent::new(KeyCode::Char('d'), KeyModifiers::CONTROL),
            '⇑' => KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL),
            c => KeyEvent::new(KeyCode::Char(c), KeyModifiers::NONE),
        };
        area.key(key);
    }
}

fn screen(area: &mut TextArea, width: u16, height: u16) -> (Vec<String>, Option<(u16, u16)>) {
    let whole = Rect::new(0, 0, width, height);
    let mut buffer = Buffer::empty(whole);
    let cursor = area
        .draw(&mut buffer, whole, &theme(), ("→ ", "…", "✗"), None)
        .map(|at| (at.x, at.y));
    let rows = buffer
        .content
        .chunks(usize::from(width.max(1)))
        .map(|row| row.iter().map(|cell| cell.symbol()).collect());
    (rows.collect(), cursor)
}

#[test]
fn typing_does_what_a_manifest_needs() {
    let cases = [
        ("a: 1\n", 0, "$⏎b: 2", "a: 1\nb: 2\n"),
        ("a:\n  b: 1", 1, "$⏎c: 2", "a:\n  b: 1\n  c: 2"),
        ("  ab", 0, "⏎x", "\nx  ab"),
        ("  - a: 1", 0, "$⏎b: 2", "  - a: 1\n    b: 2"),
        ("  a: ", 0, "$⏎b", "  a: \n    b"),
        ("- a:", 0, "$⏎b", "- a:\n    b"),
        ("a: |-", 0, "$⏎b", "a: |-\n  b"),
        ("# a:", 0, "$⏎b", "# a:\nb"),
        ("a: b:", 0, "$⏎c", "a: b:\nc"),
        ("  a:  b", 0, "→→→→⏎", "  a:\n  b"),
        ("    a", 0, "→→⏎x", "  \n  x  a"),
        ("ab", 0, "⇥", "  ab"),
        ("a", 0, "$⇥", "a "),
        ("    ab", 0, "$⇤x", "  abx"),
        (" ab", 0, "⇤", "ab"),
        ("ab", 0, "⇤", "ab"),
        ("one", 0, "x⎌", "one"),
        ("one", 0, "x⎌⟳", "xone"),
        ("", 0, "alpha beta gamma⎌", "alpha beta "),
        ("", 0, "alpha beta gamma⎌⎌", "alpha "),
        ("", 0, "alpha beta gamma⎌⎌⎌", ""),
        ("", 0, "alpha beta gamma⎌⎌⎌⟳⟳", "alpha beta "),
        ("a\nb", 0, "$xy↓⎌", "a\nb"),
        ("", 0, "ab⏎cd⎌", "ab\n"),
        ("", 0, "ab⏎cd⎌⎌", "ab"),
        ("", 0, "abc⌫⌫⎌", "ab"),
        ("one\ntwo", 0, "↘✂$📋", "twoone\n"),
        ("ab", 0, "$x␊  y", "abx\n  y"),
        ("é界", 0, "→⌫", "界"),
    ];
    for (text, line, script, want) in cases {
        let mut area = TextArea::new(text, line);
        press(&mut area, script);
        assert_eq!(area.text(), want, "{text:?} {script}");
    }
}

#[test]
fn what_is_not_edited_comes_out_as_it_came_in() {
    for text in [
        "",
        "a",
        "a\n",
        "a\r\nb\r\n",
        "a\r\nb\n",
        "\u{feff}a: 1\n",
        "a:\t1\n",
        "\x1b[31m\n",
        "\n\n",
        "a\rb",
    ] {
        let area = TextArea::new(text, 0);
        assert_eq!(area.text(), text, "{text:?}");
        assert!(!area.is_dirty());
    }
}

#[test]
fn line_ends_of_the_file_are_kept_for_new_lines_too() {
    let mut area = TextArea::new("a: 1\r\nb: 2\r\n", 0);
    press(&mut area, "$⏎x: 3");
    area.paste("\ry: 4\n");
    assert_eq!(area.text(), "a: 1\r\nx: 3\r\ny: 4\r\n\r\nb: 2\r\n");
}

#[test]
fn dirty_means_other_than_what_is_in_the_file() {
    let mut area = TextArea::new("a: 1\n", 0);
    press(&mut area, "x");
    assert!(area.is_dirty());
    press(&mut area, "⌫");
    assert!(!area.is_dirty());
    press(&mut area, "x");
    area.saved();
    assert!(!area.is_dirty());
    press(&mut area, "⎌");
    assert!(area.is_dirty());
}

#[test]
fn control_characters_are_shown_and_never_drawn_raw() {
    let mut area = TextArea::new("", 0);
    assert!(area.paste("a\x1b[31m\tb\u{9b}\u{202e}"));
    let (rows, cursor) = screen(&mut area, 30, 1);
    assert_eq!(rows, ["1 a\\x1b[31m→ b\\x9b\\u{202e}    "]);
    assert_eq!(cursor, Some((26, 0)));
    // Scrolled into the last escape: its rest is drawn as spaces.
    let (rows, cursor) = screen(&mut area, 8, 1);
    assert_eq!((rows, cursor), (vec!["1<      ".to_owned()], Some((7, 0))));
}

#[test]
fn what_a_terminal_moves_or_draws_as_one_is_spelt_out() {
    let mut area = TextArea::new("א1🇩e\u{301}界\u{301}x", 0);
    let (rows, _) = screen(&mut area, 30, 1);
    assert_eq!(rows, ["1 \\u{5d0}1\\u{1f1e9}e\u{301}界\u{301} x       "]);
    area.click(0, 9);
    assert_eq!(area.cursor(), (0, 1));
}

#[test]
fn the_window_follows_the_cursor_and_cut_characters_become_blanks() {
    let mut area = TextArea::new("a\nb\nc\n界界x\ne\n", 0);
    assert_eq!(
        screen(&mut area, 6, 2),
        (vec!["1 a   ".into(), "2 b   ".into()], Some((2, 0)))
    );
    press(&mut area, "↓↓↓$");
    // Three columns are hidden on the left: half of the second wide character is cut off.
    assert_eq!(
        screen(&mut area, 5, 2),
        (vec!["3 c  ".into(), "4< x ".into()], Some((4, 1)))
    );
    press(&mut area, "⇟⇟⇟");
    assert_eq!(area.cursor().0, 5);
}

#[test]
fn a_click_puts_the_cursor_on_the_character() {
    let mut area = TextArea::new("a界b\nxyz", 0);
    screen(&mut area, 10, 2);
    for (row, column, want) in [
        (0, 2, (0, 0)),
        (0, 3, (0, 1)),
        (0, 4, (0, 1)),
        (0, 5, (0, 2)),
        (1, 9, (1, 3)),
        (7, 0, (1, 0)),
    ] {
        area.click(row, column);
        assert_eq!(area.cursor(), want, "{row} {column}");
    }
}

#[test]
fn a_long_text_opens_on_any_line() {
    let text = "a: 1\n".repeat(100_000);
    let mut area = TextArea::new(&text, 99_990);
    assert_eq!(area.cursor(), (99_990, 0));
    let (rows, cursor) = screen(&mut area, 14, 3);
    assert_eq!(rows[2], " 99991 a: 1   ");
    assert_eq!(cursor, Some((7, 2)));
}

#[test]
fn no_area_is_too_small_to_draw() {
    let mut area = TextArea::new("a界\tb", 0);
    for (width, height) in [(0, 0), (1, 1), (2, 1), (3, 1), (4, 1)] {
        screen(&mut area, width, height);
    }
}

#[test]
fn a_text_that_gave_way_to_the_file_comes_back() {
    let mut area = TextArea::new("a\r\nb\r\n", 1);
    press(&mut area, "mine ");
    area.reload("theirs\n");
    assert_eq!((area.text().as_str(), area.is_dirty()), ("theirs\n", false));
    press(&mut area, "x⎌⎌");
    assert_eq!((area.text().as_str(), area.is_dirty()), ("a\r\nmine b\r\n", true));
    press(&mut area, "⟳");
    assert_eq!(area.text(), "theirs\n");
    press(&mut area, "⎌y⟳");
    assert_eq!(area.text(), "a\r\nmine yb\r\n");
    press(&mut area, "⎌⎌⎌⎌⎌⎌");
    assert_eq!(area.text(), "a\r\nb\r\n");

    // If the text was not edited, there is nothing to restore.
    let mut area = TextArea::new("a", 0);
    area.reload("b");
    press(&mut area, "⎌");
    assert_eq!(area.text(), "b");
}

#[test]
fn half_a_page_is_moved_and_nothing_deleted() {
    let text = "a\n".repeat(20);
    let mut area = TextArea::new(&text, 0);
    screen(&mut area, 10, 8);
    press(&mut area, "⇓⇓");
    assert_eq!((area.cursor().0, area.text()), (8, text.clone()));
    press(&mut area, "⇑");
    assert_eq!((area.cursor().0, area.text()), (4, text));
}

#[test]
fn keys_without_effect_say_why() {
    let area = TextArea::new("a", 0);
    let note = |c, selected| area.note(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL), selected);
    for (c, selected, want) in [
        ('z', false, Some("nothing to undo")),
        ('y', false, Some("nothing to redo")),
        ('v', false, Some("nothing was copied or cut")),
        ('c', false, Some("nothing is selected")),
        ('x', false, Some("nothing is selected")),
        ('c', true, Some("copied inside the text area")),
        ('r', false, None),
    ] {
        assert_eq!(note(c, selected), want, "{c}");
    }
    let mut area = TextArea::new("ab\ncd", 0);
    assert!(!area.has_selection());
    press(&mut area, "↘");
    assert!(area.has_selection());
}

#[test]
fn a_line_that_is_cut_off_has_a_mark() {
    let mut area = TextArea::new("ab\nabcdefghij\nabcdef", 0);
    assert_eq!(screen(&mut area, 8, 3).0, ["1 ab    ", "2 abcde…", "3 abcdef"]);
    // The mark is not over the cursor.
    press(&mut area, "↓→→→→→");
    assert_eq!(screen(&mut area, 8, 3).0[1], "2 abcdef");
}

#[test]
fn a_line_that_is_scrolled_says_so_at_its_left_edge() {
    let mut area = TextArea::new("abcdefghijklm\nno", 0);
    press(&mut area, "$");
    assert_eq!(screen(&mut area, 8, 2).0, ["1<ijklm ", "2 no    "]);
}

#[test]
fn only_keys_that_neither_type_nor_move_deserve_a_message() {
    let is_command = |code, modifiers| TextArea::is_command(KeyEvent::new(code, modifiers));
    assert!(is_command(KeyCode::F(3), KeyModifiers::NONE));
    assert!(is_command(KeyCode::Char('r'), KeyModifiers::CONTROL));
    assert!(is_command(KeyCode::Char('c'), KeyModifiers::CONTROL));
    assert!(!is_command(KeyCode::Char('d'), KeyModifiers::CONTROL));
    assert!(!is_command(KeyCode::Char('r'), KeyModifiers::SHIFT));
    assert!(!is_command(KeyCode::Up, KeyModifiers::NONE));
}

#[test]
fn the_wheel_scrolls_and_the_cursor_stays_on_the_screen() {
    let text: String = (1..=20).map(|line| format!("line {line}\n")).collect();
    let mut area = TextArea::new(&text, 0);
    press(&mut area, "↓↓");
    screen(&mut area, 20, 5);
    for (by, first, cursor) in [
        (1, "2", 2),
        (3, "5", 4),
        (-3, "2", 4),
        (90, "17", 16),
        (-90, "1", 4),
    ] {
        area.wheel(by);
        let (rows, _) = screen(&mut area, 20, 5);
        assert!(rows[0].trim().starts_with(&format!("{first} ")), "{by}: {rows:?}");
        assert_eq!(area.cursor().0, cursor, "{by}");
    }
}
