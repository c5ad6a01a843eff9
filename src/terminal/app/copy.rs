//! Copies texts of the explorer to the clipboard.

use super::TerminalApp;
use crate::explorer::Message;
use crate::terminal::clipboard::CopyOutcome;
use crate::terminal::event::AppCommand;
use crate::terminal::{clipboard, event};

impl TerminalApp {
    /// Copies a text in a separate thread, because a clipboard program can be slow.
    pub(crate) fn copy(&mut self) {
        let Some(clip) = self.state.take_clip() else {
            return;
        };
        let Some(sender) = self.sender.clone() else { return };
        let started = event::spawn("clipboard", sender, move |sender| {
            let what = clip.target.name();
            let surroundings = clipboard::ClipboardEnvironment::from_environment();
            let result = clipboard::copy(&clip.text, &surroundings);
            let _ = sender.send(event::LoopMessage::Copied { what, result });
        });
        if let Err(error) = started {
            self.on_message(Message::Copied(Err(error.to_string())));
        }
    }

    /// Shows the result of copying, and writes the sequence for the terminal, if there is one.
    pub(crate) fn copied(&mut self, what: &str, result: Result<CopyOutcome, String>) -> Vec<AppCommand> {
        let mut commands = Vec::new();
        let sentence = result.map(|copied| match copied {
            CopyOutcome::By(program) => format!("the {what} with {program}"),
            CopyOutcome::Sequence(sequence) => {
                commands.push(AppCommand::Write(sequence));
                // It is unknown whether the terminal handles the sequence.
                format!("the {what} through the terminal (OSC 52)")
            }
        });
        self.on_message(Message::Copied(sentence));
        commands
    }
}
