//! Finds the config file, and implements `--print-config`. Of its settings, the commands only use `semantics`.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::args::ScreenArgs;
use super::error_report::with_advice;
use super::exit::Exit;
use super::input_source::cannot_read;
use super::print::print_out;
use crate::input_limit;
use crate::terminal::config::{self, Config};
use crate::terminal::theme::{Environment, Theme};

/// Reads the file of `--config`, or else the default file if it exists.
///
/// # Errors
/// A file that cannot be read, or an invalid setting.
pub(crate) fn read(args: &ScreenArgs) -> Result<Config> {
    let (path, asked) = match &args.config {
        Some(path) => (path.clone(), true),
        None => match usual_place(|name| std::env::var_os(name).map(PathBuf::from)) {
            Some(path) => (path, false),
            None => return Ok(Config::default()),
        },
    };
    let bytes = match input_limit::read_file(&path) {
        Ok(bytes) => bytes,
        // ENOTDIR: a parent of the path is not a folder, so the file does not exist.
        Err(error) if !asked && matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
            return Ok(Config::default());
        }
        Err(error) => {
            return Err(cannot_read(format!("the config file {}", path.display()), &error));
        }
    };
    let mut config = config::parse(&path.display().to_string(), bytes)
        .map_err(|error| with_advice(&error, "`mergescope --print-config` prints a valid file"))?;
    config.theme = config.theme.map(|theme| theme_path(&path, theme));
    Ok(config)
}

/// Returns the theme of `--theme` or of the config file, or else the one for the terminal.
///
/// # Errors
/// An unknown name, or an error in the file of a theme.
pub(crate) fn theme(asked: Option<&str>, environment: &Environment) -> Result<Theme> {
    let otherwise = "`mergescope help config` describes theme files";
    Theme::choose(asked, environment).map_err(|error| with_advice(&error, otherwise))
}

/// Prints the effective settings and keys.
pub(crate) fn print(args: &ScreenArgs) -> Result<Exit> {
    print_out(&config::print(&read(args)?))?;
    Ok(Exit::Success)
}

/// Resolves the path of a theme relative to the config file; a name is unchanged.
fn theme_path(config: &Path, theme: String) -> String {
    let path = Path::new(&theme);
    let is_file = path.components().count() > 1 || path.extension().is_some();
    match config.parent() {
        Some(folder) if is_file && path.is_relative() => folder.join(path).display().to_string(),
        _ => theme,
    }
}

/// Returns the path of the XDG Base Directory Specification, which ignores relative paths.
fn usual_place(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let absolute = |name| variable(name).filter(|path| path.is_absolute());
    let home = || absolute("HOME").map(|home| home.join(".config"));
    let windows = || absolute("APPDATA");
    let folder = absolute("XDG_CONFIG_HOME").or_else(home).or_else(windows)?;
    Some(folder.join("mergescope").join("config.yaml"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_place_is_that_of_xdg() {
        let location = |xdg: &str, home: &str| {
            usual_place(|name| {
                let value = match name {
                    "XDG_CONFIG_HOME" => xdg,
                    "HOME" => home,
                    _ => "",
                };
                (!value.is_empty()).then(|| PathBuf::from(value))
            })
        };
        let cases = [
            ("/x", "/home/a", Some("/x/mergescope/config.yaml")),
            ("", "/home/a", Some("/home/a/.config/mergescope/config.yaml")),
            ("rel", "/home/a", Some("/home/a/.config/mergescope/config.yaml")),
            ("", "", None),
        ];
        for (xdg, home, want) in cases {
            assert_eq!(location(xdg, home), want.map(PathBuf::from), "{xdg} {home}");
        }
    }

    #[test]
    fn the_path_of_a_theme_is_relative_to_the_config_file() {
        let config = Path::new("/c/config.yaml");
        assert_eq!(theme_path(config, "mine.yaml".into()), "/c/mine.yaml");
        assert_eq!(theme_path(config, "/t/mine.yaml".into()), "/t/mine.yaml");
        assert_eq!(theme_path(config, "dark".into()), "dark");
    }
}
