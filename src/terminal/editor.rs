//! The editor of the user: its command line, and the arguments to open a file at a line.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::iter::Peekable;
use std::path::Path;
use std::process::Command;
use std::str::Chars;

/// An error of the editor.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EditorError {
    /// The text of the variable is not a command line.
    #[error("${variable} is not a command: {why}")]
    Unreadable {
        variable: &'static str,
        why: &'static str,
    },
    /// The program could not be started.
    #[error(
        "cannot start the editor \"{program}\" (from ${variable}): {source}; set EDITOR to an installed editor"
    )]
    NotStarted {
        program: String,
        variable: &'static str,
        source: io::Error,
    },
    /// The program ended with an error.
    #[error("the editor \"{program}\" ended with {status}")]
    Failed {
        program: String,
        status: std::process::ExitStatus,
    },
}

impl EditorError {
    /// Returns whether the editor was ended by a signal, directly or inside a shell, and so could not restore
    /// the terminal.
    pub(crate) fn was_killed(&self) -> bool {
        match self {
            EditorError::Failed { status, .. } => status.code().is_none_or(|code| code > 128),
            EditorError::Unreadable { .. } | EditorError::NotStarted { .. } => false,
        }
    }
}

/// The command line of an editor, without the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct EditorCommand {
    program: String,
    arguments: Vec<String>,
    variable: &'static str,
}

impl EditorCommand {
    /// Returns the editor of `$VISUAL`, else `$EDITOR`, else `vi`. Empty variables count as unset.
    ///
    /// # Errors
    /// The text of the variable is not a command line, for example because of an unclosed quote.
    pub(crate) fn from_environment() -> Result<EditorCommand, EditorError> {
        EditorCommand::choose(&|name| std::env::var(name).ok())
    }

    fn choose(read: &dyn Fn(&str) -> Option<String>) -> Result<EditorCommand, EditorError> {
        let (visual, editor) = (read("VISUAL"), read("EDITOR"));
        let given = [("VISUAL", &visual), ("EDITOR", &editor)]
            .into_iter()
            .find_map(|(name, text)| {
                text.as_deref()
                    .map(str::trim)
                    .filter(|text| !text.is_empty())
                    .map(|text| (name, text))
            });
        let (variable, text) = given.unwrap_or(("EDITOR", "vi"));
        let unreadable = |why| EditorError::Unreadable { variable, why };
        let mut words = split(text, read).map_err(unreadable)?.into_iter();
        let program = words
            .next()
            .filter(|word| !word.is_empty())
            .ok_or_else(|| unreadable("empty"))?;
        Ok(EditorCommand {
            program,
            arguments: words.collect(),
            variable,
        })
    }

    /// Returns the command that opens a file at a line (from 1).
    fn command(&self, file: &Path, line: u32) -> Command {
        let mut command = Command::new(&self.program);
        command.args(&self.arguments);
        let name = Path::new(&self.program)
            .file_stem()
            .and_then(OsStr::to_str)
            .unwrap_or_default();
        let at = |separated: &Path| {
            let mut text = separated.as_os_str().to_owned();
            text.push(format!(":{line}"));
            text
        };
        match name {
            "vi" | "vim" | "nvim" | "gvim" | "view" | "nano" | "pico" | "emacs" | "emacsclient" | "kak"
            | "micro" | "joe" | "mg" | "ne" | "jed" => command.arg(format!("+{line}")).arg(file),
            "hx" | "helix" | "zed" | "subl" => command.arg(at(file)),
            "code" | "codium" | "code-insiders" | "cursor" => {
                if !self.arguments.iter().any(|word| word == "--wait" || word == "-w") {
                    command.arg("--wait");
                }
                command.arg("--goto").arg(at(file))
            }
            _ => command.arg(file),
        };
        command
    }
}

/// Runs the editor on a file at a line (from 1) and waits for its end. The terminal must have been restored
/// before.
///
/// # Errors
/// The editor cannot be started or ends with an error.
pub(crate) fn run(editor: &EditorCommand, file: &Path, line: u32) -> Result<(), EditorError> {
    let program = || editor.program.clone();
    let mut command = editor.command(&as_operand(file), line);
    if let Some(keyboard) = keyboard() {
        command.stdin(keyboard);
    }
    let status = command.status().map_err(|source| EditorError::NotStarted {
        program: program(),
        variable: editor.variable,
        source,
    })?;
    if status.success() {
        Ok(())
    } else {
        Err(EditorError::Failed {
            program: program(),
            status,
        })
    }
}

/// Returns the path in a form that no editor reads as an option or, as vim does after `+`, as a command.
fn as_operand(file: &Path) -> Cow<'_, Path> {
    match file.as_os_str().as_encoded_bytes() {
        [b'-' | b'+', ..] => Path::new(".").join(file).into(),
        _ => file.into(),
    }
}

/// Opens the terminal, for programs that need a keyboard while our stdin is a pipe.
fn keyboard() -> Option<File> {
    if cfg!(unix) && !io::stdin().is_terminal() {
        File::open("/dev/tty").ok()
    } else {
        None
    }
}

/// Splits a command line as a shell does in simple cases: spaces, both quotes, backslash, `~` for the home
/// directory, `$NAME` and `${NAME}` for variables. Values of variables are not split.
fn split(text: &str, read: &dyn Fn(&str) -> Option<String>) -> Result<Vec<String>, &'static str> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (Some('"'), '\\') if !matches!(chars.peek(), Some('"' | '\\' | '$' | '`')) => {
                word.get_or_insert_default().push('\\');
            }
            (None | Some('"'), '\\') => {
                word.get_or_insert_default()
                    .push(chars.next().ok_or("trailing backslash")?);
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None | Some('"'), '$') => {
                let value = match variable(&mut chars)? {
                    Some(name) => read(&name).unwrap_or_default(),
                    None => "$".to_owned(),
                };
                word.get_or_insert_default().push_str(&value);
            }
            (None, '~')
                if word.is_none()
                    && chars
                        .peek()
                        .is_none_or(|next| *next == '/' || next.is_whitespace()) =>
            {
                word = Some(read("HOME").unwrap_or_else(|| "~".to_owned()));
            }
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("unclosed quote");
    }
    words.extend(word);
    Ok(words)
}

/// Reads the name after a dollar sign. Returns `None` if it is only a dollar sign.
fn variable(chars: &mut Peekable<Chars<'_>>) -> Result<Option<String>, &'static str> {
    let is_braced = chars.next_if_eq(&'{').is_some();
    let mut name = String::new();
    while let Some(c) = chars.next_if(|c| *c == '_' || c.is_ascii_alphanumeric()) {
        name.push(c);
    }
    if is_braced && (name.is_empty() || chars.next_if_eq(&'}').is_none()) {
        return Err("after `${` a name and `}` must follow");
    }
    Ok(Some(name).filter(|name| !name.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(name: &str) -> Option<String> {
        match name {
            "HOME" => Some("/home/a b".to_owned()),
            "FLAGS" => Some("-x -y".to_owned()),
            _ => None,
        }
    }

    fn editor(text: &str) -> Result<EditorCommand, EditorError> {
        EditorCommand::choose(&|name| (name == "EDITOR").then(|| text.to_owned()))
    }

    #[test]
    fn splits_as_a_shell_does() {
        let cases: &[(&str, &[&str])] = &[
            ("vim", &["vim"]),
            ("  code   --wait ", &["code", "--wait"]),
            ("'my editor' -x", &["my editor", "-x"]),
            (r#""a b"c 'd"e'"#, &["a bc", "d\"e"]),
            (r"a\ b \'c", &["a b", "'c"]),
            (r#""C:\dir\x" "q\"q""#, &[r"C:\dir\x", "q\"q"]),
            ("emacs -nw ''", &["emacs", "-nw", ""]),
            (
                "~/bin/edit ~ a~ ~b",
                &["/home/a b/bin/edit", "/home/a b", "a~", "~b"],
            ),
            (
                "$HOME/bin/edit ${HOME}x '$HOME'",
                &["/home/a b/bin/edit", "/home/a bx", "$HOME"],
            ),
            (
                r#""$HOME/edit" \$HOME $ "$" $UNSET."#,
                &["/home/a b/edit", "$HOME", "$", "$", "."],
            ),
            ("vim $FLAGS", &["vim", "-x -y"]),
        ];
        for (text, want) in cases {
            assert_eq!(split(text, &environment).unwrap(), *want, "{text}");
        }
        for broken in ["vim 'x", "vim x\\", "${HOME", "${}", "${a-b}"] {
            assert!(split(broken, &environment).is_err(), "{broken}");
        }
    }

    #[test]
    fn the_line_is_passed_in_the_editors_own_manner() {
        let cases: &[(&str, &[&str])] = &[
            ("vim", &["+7", "a b.yaml"]),
            ("/usr/bin/nano -w", &["-w", "+7", "a b.yaml"]),
            ("emacsclient -t", &["-t", "+7", "a b.yaml"]),
            ("hx", &["a b.yaml:7"]),
            ("code", &["--wait", "--goto", "a b.yaml:7"]),
            ("code -w", &["-w", "--goto", "a b.yaml:7"]),
            ("something-else", &["a b.yaml"]),
        ];
        for (text, want) in cases {
            let command = editor(text).unwrap().command(Path::new("a b.yaml"), 7);
            let got: Vec<_> = command.get_args().map(|word| word.to_str().unwrap()).collect();
            assert_eq!(got, *want, "{text}");
        }
    }

    #[test]
    fn visual_goes_before_editor_and_vi_is_the_last_resort() {
        let program = |visual: Option<&str>, editor: Option<&str>| {
            let read = |name: &str| match name {
                "VISUAL" => visual.map(str::to_owned),
                "EDITOR" => editor.map(str::to_owned),
                _ => None,
            };
            EditorCommand::choose(&read).unwrap().program
        };
        assert_eq!(program(Some("a"), Some("b")), "a");
        assert_eq!(program(Some(" "), Some("b")), "b");
        assert_eq!(program(None, Some("")), "vi");
    }

    #[test]
    fn an_editor_that_is_not_there_is_named() {
        let missing = editor("/nowhere/at-all -x").unwrap();
        let message = run(&missing, Path::new("x"), 1).unwrap_err().to_string();
        assert!(
            message.contains("/nowhere/at-all") && message.contains("$EDITOR"),
            "{message}"
        );
        let broken = editor("'vim").unwrap_err().to_string();
        assert_eq!(broken, "$EDITOR is not a command: unclosed quote");
    }

    #[test]
    fn no_file_name_is_an_option_or_a_command() {
        for (name, want) in [
            ("-x", "./-x"),
            ("+!touch x", "./+!touch x"),
            ("+7", "./+7"),
            ("a+", "a+"),
            ("/+x", "/+x"),
        ] {
            assert_eq!(as_operand(Path::new(name)), Path::new(want));
        }
    }
}
