//! The person's own editor: which one, with which arguments, at which line.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::process::Command;

/// Why the editor could not be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EditorError {
    /// The variable's text is no command line.
    #[error("${variable} is no command: {why}")]
    Unreadable {
        variable: &'static str,
        why: &'static str,
    },
    /// The program could not be started.
    #[error(
        "cannot start the editor \"{program}\" (from ${variable}): {source}; set EDITOR to an editor that is installed"
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

/// An editor's command line, without the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Editor {
    program: String,
    arguments: Vec<String>,
    variable: &'static str,
}

impl Editor {
    /// The editor of `$VISUAL`, else `$EDITOR`, else `vi`. Empty variables count as unset.
    ///
    /// # Errors
    /// When the variable's text has an open quote.
    pub(crate) fn from_environment() -> Result<Editor, EditorError> {
        let read = |name| std::env::var(name).ok();
        Editor::choose(read("VISUAL").as_deref(), read("EDITOR").as_deref())
    }

    fn choose(visual: Option<&str>, editor: Option<&str>) -> Result<Editor, EditorError> {
        let given = [("VISUAL", visual), ("EDITOR", editor)]
            .into_iter()
            .find_map(|(name, text)| {
                text.map(str::trim)
                    .filter(|text| !text.is_empty())
                    .map(|text| (name, text))
            });
        let (variable, text) = given.unwrap_or(("EDITOR", "vi"));
        let unreadable = |why| EditorError::Unreadable { variable, why };
        let mut words = split(text).map_err(unreadable)?.into_iter();
        let program = words
            .next()
            .filter(|word| !word.is_empty())
            .ok_or_else(|| unreadable("it is empty"))?;
        Ok(Editor {
            program,
            arguments: words.collect(),
            variable,
        })
    }

    /// The command that opens a file at a line (from 1).
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

/// Runs the editor on a file at a line (from 1) and waits for its end. The terminal must have been given back.
///
/// # Errors
/// When it cannot be started or ends with an error.
pub(crate) fn run(editor: &Editor, file: &Path, line: u32) -> Result<(), EditorError> {
    let program = || editor.program.clone();
    // A name that begins with a dash would be taken for an option.
    let file = if file.as_os_str().as_encoded_bytes().starts_with(b"-") {
        Path::new(".").join(file)
    } else {
        file.to_path_buf()
    };
    let mut command = editor.command(&file, line);
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

/// The terminal, when our own input is something else: a manifest that came through a pipe is no keyboard.
fn keyboard() -> Option<File> {
    if cfg!(unix) && !io::stdin().is_terminal() {
        File::open("/dev/tty").ok()
    } else {
        None
    }
}

/// Splits a command line as a shell does in the simple cases: blanks, both quotes, backslash.
fn split(text: &str) -> Result<Vec<String>, &'static str> {
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
                    .push(chars.next().ok_or("it ends in a backslash")?);
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        return Err("a quote is not closed");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        ];
        for (text, want) in cases {
            assert_eq!(split(text).unwrap(), *want, "{text}");
        }
        assert!(split("vim 'x").is_err());
        assert!(split("vim x\\").is_err());
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
            let command = Editor::choose(Some(text), None)
                .unwrap()
                .command(Path::new("a b.yaml"), 7);
            let got: Vec<_> = command.get_args().map(|word| word.to_str().unwrap()).collect();
            assert_eq!(got, *want, "{text}");
        }
    }

    #[test]
    fn visual_goes_before_editor_and_vi_is_the_last_resort() {
        let program = |visual, editor| Editor::choose(visual, editor).unwrap().program;
        assert_eq!(program(Some("a"), Some("b")), "a");
        assert_eq!(program(Some(" "), Some("b")), "b");
        assert_eq!(program(None, Some("")), "vi");
    }

    #[test]
    fn an_editor_that_is_not_there_is_named() {
        let editor = Editor::choose(None, Some("/nowhere/at-all -x")).unwrap();
        let message = run(&editor, Path::new("x"), 1).unwrap_err().to_string();
        assert!(
            message.contains("/nowhere/at-all") && message.contains("$EDITOR"),
            "{message}"
        );
        let broken = Editor::choose(Some("'vim"), None).unwrap_err().to_string();
        assert_eq!(broken, "$VISUAL is no command: a quote is not closed");
    }
}
