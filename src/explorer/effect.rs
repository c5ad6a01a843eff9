//! What the explorer asks of the outside.

use super::export::format::ExportFormat;

/// What the outside is asked to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Leave the program.
    Quit,
    /// Stop to the shell.
    Suspend,
    /// Draw everything anew.
    Redraw,
    /// Open the person's own editor on a document (0 is live) at a line (from 1).
    OpenEditor { document: usize, line: usize },
    /// Put the text of [`super::Explorer::edit`] into the text area, which opens or begins anew.
    TakeText,
    /// Close the text area.
    CloseText,
    /// Save the text of [`super::Explorer::edit`].
    Save,
    /// Write what is shown to [`super::Explorer::export_name`], over a file only where `replace` says so, and answer with
    /// [`super::Message::Exported`].
    Export { format: ExportFormat, replace: bool },
    /// Two documents changed places: their files too.
    SwapFiles { a: usize, b: usize },
    /// Other documents than before are shown: they are no files.
    OtherDocuments,
    /// Let kubectl merge the present inputs, and answer with [`super::Message::Kubectl`].
    AskKubectl,
    /// Run [`super::Explorer::task`] beside, and answer with [`super::Message::Phase`] and [`super::Message::Done`].
    Work,
    /// Run [`super::Explorer::ledger_task`] beside, and answer with [`super::Message::Ledger`].
    Ledger,
    /// Run [`super::Explorer::compare_task`] beside, and answer with [`super::Message::Compared`].
    Compare,
    /// Put the text of [`super::Explorer::take_clip`] into the clipboard, and answer with [`super::Message::Copied`].
    Copy,
    /// The files cannot be opened: leave with [`super::Explorer::failure`].
    Unreadable,
}
