//! Requests of the explorer to the program.

use super::export::format::ExportFormat;
use super::inputs::input_id::InputId;

/// A request to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Quit the program.
    Quit,
    /// Suspend the program to the shell.
    Suspend,
    /// Redraw the whole screen.
    Redraw,
    /// Open an input in the user's editor at a line (from 1).
    OpenEditor { input: InputId, line: usize },
    /// Put the text of [`super::Explorer::edit`] into the text area. Opens the text area or replaces its
    /// text.
    TakeText,
    /// Close the text area.
    CloseText,
    /// Insert the text of [`super::Explorer::take_insertion`] at the cursor of the text area.
    InsertText,
    /// Save the text of [`super::Explorer::edit`].
    Save,
    /// Write the export to the file [`super::Export::name`] and answer with [`super::Message::Exported`]. An
    /// existing file is overwritten only if `replace` is set.
    Export { format: ExportFormat, replace: bool },
    /// Swap the files of two inputs whose documents were swapped.
    SwapFiles([InputId; 2]),
    /// Read a live file and answer with [`super::Message::LiveFile`] for one of its objects.
    OpenLiveFile { file: usize, object: usize },
    /// Stop watching: the new documents are not files.
    OtherDocuments,
    /// Run kubectl on the inputs and answer with [`super::Message::Kubectl`] and this number.
    AskKubectl(u64),
    /// Stop kubectl.
    EndKubectl,
    /// Run [`super::Explorer::task`] in the background, and answer with [`super::Message::Phase`] and [`super::Message::Done`].
    Work,
    /// Run [`super::Explorer::ledger_task`] in the background, and answer with [`super::Message::Ledger`].
    Ledger,
    /// Run [`super::Explorer::verdict_task`] in the background, and answer with [`super::Message::Verdicts`].
    Verdicts,
    /// Run [`super::Explorer::compare_task`] in the background, and answer with [`super::Message::Compared`].
    Compare,
    /// Run [`super::Explorer::change_task`] in the background, and answer with [`super::Message::Changes`].
    FindChanges,
    /// Put the text of [`super::Explorer::take_clip`] into the clipboard, and answer with [`super::Message::Copied`].
    Copy,
    /// Keep the text of [`super::Explorer::take_discarded`] in a recovery file.
    KeepDiscarded,
    /// Remove the recovery file of [`super::Message::Recovered`] if its text was not opened (`opened`),
    /// because it is not needed any more.
    Recovered { opened: bool },
    /// Quit with [`super::Workspace::failure`], because the files cannot be opened.
    Unreadable,
}
