//! What the explorer asks of the program.

use super::export::format::ExportFormat;
use super::inputs::input_id::InputId;

/// What the program is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Leave the program.
    Quit,
    /// Suspend to the shell.
    Suspend,
    /// Draw the whole screen again.
    Redraw,
    /// Open an input in the user's own editor at a line (from 1).
    OpenEditor { input: InputId, line: usize },
    /// Put the text of [`super::Explorer::edit`] into the text area, which opens or starts again.
    TakeText,
    /// Close the text area.
    CloseText,
    /// Insert the text of [`super::Explorer::take_insertion`] at the cursor of the text area.
    InsertText,
    /// Save the text of [`super::Explorer::edit`].
    Save,
    /// Write what is shown to the file of [`super::Export::name`], over an existing one only if `replace` says so, and answer with
    /// [`super::Message::Exported`].
    Export { format: ExportFormat, replace: bool },
    /// Two inputs have changed places: their files change, too.
    SwapFiles([InputId; 2]),
    /// Other documents are shown, which are no files.
    OtherDocuments,
    /// Let kubectl merge the inputs, and answer with [`super::Message::Kubectl`] and this number.
    AskKubectl(u64),
    /// End kubectl: its answer is no longer awaited.
    EndKubectl,
    /// Run [`super::Explorer::task`] in the background, and answer with [`super::Message::Phase`] and [`super::Message::Done`].
    Work,
    /// Run [`super::Explorer::ledger_task`] in the background, and answer with [`super::Message::Ledger`].
    Ledger,
    /// Run [`super::Explorer::verdict_task`] in the background, and answer with [`super::Message::Verdicts`].
    Verdicts,
    /// Run [`super::Explorer::compare_task`] in the background, and answer with [`super::Message::Compared`].
    Compare,
    /// Put the text of [`super::Explorer::take_clip`] into the clipboard, and answer with [`super::Message::Copied`].
    Copy,
    /// The text of [`super::Message::Recovered`] is in the text area now, or is not wanted any more.
    Recovered { opened: bool },
    /// The files cannot be opened: leave with [`super::Workspace::failure`].
    Unreadable,
}
