//! Parses colors, and finds the nearest color that a terminal can show.

use ratatui::style::Color;

/// The number of colors of a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// The 16 named colors.
    Sixteen,
    /// The table of 256 colors.
    Table,
    /// Red, green and blue with 8 bits each.
    True,
}

impl Depth {
    /// Returns the depth that `COLORTERM` and `TERM` promise.
    #[must_use]
    pub fn from_environment(colorterm: &str, term: &str) -> Depth {
        if matches!(colorterm, "truecolor" | "24bit") || term.ends_with("-direct") {
            Depth::True
        } else if term.contains("256color") || !colorterm.is_empty() {
            Depth::Table
        } else {
            Depth::Sixteen
        }
    }

    /// Returns the color itself if the terminal can show it, or the nearest one that it can show.
    #[must_use]
    pub fn show(self, color: Color) -> Color {
        match (self, color) {
            (Depth::Table, Color::Rgb(r, g, b)) => Color::Indexed(nearest([r, g, b], 16..=255)),
            (Depth::Sixteen, Color::Rgb(r, g, b)) => NAMED_COLORS[usize::from(nearest([r, g, b], 0..=15))].1,
            (Depth::Sixteen, Color::Indexed(index @ 16..)) => {
                NAMED_COLORS[usize::from(nearest(table(index), 0..=15))].1
            }
            (_, color) => color,
        }
    }
}

/// The 16 colors in the order of the terminal table, with their values in most terminals.
const NAMED_COLORS: [(&str, Color, [u8; 3]); 16] = [
    ("black", Color::Black, [0, 0, 0]),
    ("red", Color::Red, [205, 0, 0]),
    ("green", Color::Green, [0, 205, 0]),
    ("yellow", Color::Yellow, [205, 205, 0]),
    ("blue", Color::Blue, [0, 0, 238]),
    ("magenta", Color::Magenta, [205, 0, 205]),
    ("cyan", Color::Cyan, [0, 205, 205]),
    ("white", Color::Gray, [229, 229, 229]),
    ("bright-black", Color::DarkGray, [127, 127, 127]),
    ("bright-red", Color::LightRed, [255, 0, 0]),
    ("bright-green", Color::LightGreen, [0, 255, 0]),
    ("bright-yellow", Color::LightYellow, [255, 255, 0]),
    ("bright-blue", Color::LightBlue, [92, 92, 255]),
    ("bright-magenta", Color::LightMagenta, [255, 0, 255]),
    ("bright-cyan", Color::LightCyan, [0, 255, 255]),
    ("bright-white", Color::White, [255, 255, 255]),
];

/// The allowed forms of a color, for messages.
pub(crate) const ALLOWED: &str = "default, black, red, green, yellow, blue, magenta, cyan, white, the same with bright- before it (but not bright-default), \
     a number from 0 to 255, or \"#rrggbb\"";

/// Parses a color of a theme. Returns `None` if it is malformed.
pub(crate) fn parse(text: &str) -> Option<Color> {
    if text == "default" {
        return Some(Color::Reset);
    }
    if let Some((_, color, _)) = NAMED_COLORS.iter().find(|(name, ..)| *name == text) {
        return Some(*color);
    }
    if let Some(hex) = text.strip_prefix('#') {
        let all_hex = hex.len() == 6 && hex.bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = u32::from_str_radix(hex, 16).ok().filter(|_| all_hex)?;
        let [_, r, g, b] = value.to_be_bytes();
        return Some(Color::Rgb(r, g, b));
    }
    text.parse().ok().map(Color::Indexed)
}

/// Returns red, green and blue of an entry of the table of 256 colors.
fn table(index: u8) -> [u8; 3] {
    match index {
        0..=15 => NAMED_COLORS[usize::from(index)].2,
        16..=231 => {
            let level = |n: u8| if n == 0 { 0 } else { 55 + 40 * n };
            let cube = index - 16;
            [level(cube / 36), level(cube / 6 % 6), level(cube % 6)]
        }
        232..=255 => [8 + 10 * (index - 232); 3],
    }
}

fn nearest(color: [u8; 3], among: std::ops::RangeInclusive<u8>) -> u8 {
    let distance = |index: &u8| -> u32 {
        table(*index)
            .iter()
            .zip(color)
            .map(|(a, b)| u32::from(a.abs_diff(b)).pow(2))
            .sum()
    };
    let first = *among.start();
    among.min_by_key(distance).unwrap_or(first)
}

/// Returns red, green and blue of a color, or `None` for the default color of the terminal.
pub(crate) fn rgb(color: Color) -> Option<[u8; 3]> {
    match color {
        Color::Rgb(r, g, b) => Some([r, g, b]),
        Color::Indexed(index) => Some(table(index)),
        color => NAMED_COLORS
            .iter()
            .find(|(_, named, _)| *named == color)
            .map(|(.., value)| *value),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_are_read_as_people_write_them() {
        let cases = [
            ("default", Some(Color::Reset)),
            ("blue", Some(Color::Blue)),
            ("white", Some(Color::Gray)),
            ("bright-white", Some(Color::White)),
            ("0", Some(Color::Indexed(0))),
            ("255", Some(Color::Indexed(255))),
            ("256", None),
            ("#e69F00", Some(Color::Rgb(0xe6, 0x9f, 0))),
            ("#e69f0", None),
            ("#+12345", None),
            ("#ééé", None),
            ("Blue", None),
            ("", None),
        ];
        for (text, want) in cases {
            assert_eq!(parse(text), want, "{text}");
        }
    }

    #[test]
    fn the_depth_follows_what_the_terminal_promises() {
        let cases = [
            ("truecolor", "xterm", Depth::True),
            ("24bit", "", Depth::True),
            ("", "xterm-direct", Depth::True),
            ("", "screen-256color", Depth::Table),
            ("yes", "xterm", Depth::Table),
            ("", "xterm", Depth::Sixteen),
            ("", "linux", Depth::Sixteen),
        ];
        for (colorterm, term, want) in cases {
            assert_eq!(
                Depth::from_environment(colorterm, term),
                want,
                "{colorterm} {term}"
            );
        }
    }

    #[test]
    fn a_color_beyond_the_terminal_becomes_the_nearest_that_it_has() {
        let cases = [
            (Depth::True, Color::Rgb(1, 2, 3), Color::Rgb(1, 2, 3)),
            (Depth::Table, Color::Rgb(0, 95, 135), Color::Indexed(24)),
            (Depth::Table, Color::Rgb(250, 3, 2), Color::Indexed(196)),
            (Depth::Table, Color::Rgb(49, 48, 47), Color::Indexed(236)),
            (Depth::Table, Color::Blue, Color::Blue),
            (Depth::Sixteen, Color::Rgb(250, 3, 2), Color::LightRed),
            (Depth::Sixteen, Color::Indexed(21), Color::Blue),
            (Depth::Sixteen, Color::Indexed(3), Color::Indexed(3)),
            (Depth::Sixteen, Color::Reset, Color::Reset),
        ];
        for (depth, color, want) in cases {
            assert_eq!(depth.show(color), want, "{depth:?} {color:?}");
        }
    }
}
