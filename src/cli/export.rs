//! `mergescope export`: writes a merge as a page, a picture, Markdown or a session.

use std::path::Path;

use anyhow::{Context, Result, bail};

use super::args::{ExportArgs, InputArgs};
use super::exit::Exit;
use super::print::{print_err, print_out, warn_of_all_reading};
use super::session_file;
use super::stream;
use super::unused_merge_keys::warn_of_unused;
use crate::document::escape;
use crate::document::words::or_list;
use crate::explorer::PlaybackAction;
use crate::explorer::export::ExportFormat;
use crate::explorer::export::session::SessionRules;
use crate::explorer::{Action, Explorer, Secrets, update};
use crate::report::redact::Redaction;
use crate::terminal::draw::RenderOptions;
use crate::terminal::export::{ExportRequest, text};
use crate::terminal::keymap::Keymap;
use crate::terminal::save::{ExpectedContent, SaveError, SaveRequest, save};
use crate::terminal::theme::Environment;

pub(crate) fn run(args: &InputArgs, export: &ExportArgs) -> Result<Exit> {
    let format = format(export)?;
    if export.animate && format != ExportFormat::Svg {
        bail!("--animate is for --format svg\nhelp: add --format svg, or remove --animate");
    }
    let look = RenderOptions {
        // The file is not for this terminal, so the picture has the original colors of the theme.
        theme: super::config::theme(
            Some(export.theme.as_deref().unwrap_or("dark")),
            &Environment {
                colorterm: "truecolor".to_owned(),
                ..Environment::default()
            },
        )?,
        ascii: export.ascii,
        keymap: Keymap::default(),
    };
    let rules = match format {
        ExportFormat::Session => session_file::rules(&args.schema)?,
        _ => SessionRules::default(),
    };
    let inputs = stream::single(args)?;
    warn_of_all_reading(&inputs);
    warn_of_unused(&args.schema, &inputs);
    let mut state = Explorer::from_inputs(inputs, Redaction::new(export.secrets.show_secrets))?;
    let last = state.workspace().merged().len();
    if let Some(step) = export.step {
        if step > last {
            match last {
                1 => bail!("--step {step}: the last step is 1\nhelp: use 0 or 1, or remove it"),
                _ => bail!("--step {step}: the last step is {last}\nhelp: use a number from 0 to {last}"),
            }
        }
        update(&mut state, Action::Playback(PlaybackAction::GoToStep(step)));
    }
    let wanted = ExportRequest {
        format,
        look: &look,
        size: export.size,
        animate: export.animate,
        rules,
    };
    let text = text(&state, wanted);
    match &export.output {
        Some(path) if path != Path::new("-") => write(path, &text, export.force)?,
        _ => print_out(&text)?,
    }
    if state.workspace().merged().secrets() == Secrets::Hidden {
        print_err!("note: Secret values are hidden\nhelp: use --show-secrets");
    }
    Ok(match state.workspace().merged().merge().rejection() {
        Some(_) => Exit::Failure,
        None => Exit::Success,
    })
}

/// Returns the format of the option, or else that of the file extension.
fn format(export: &ExportArgs) -> Result<ExportFormat> {
    if let Some(format) = export.format {
        return Ok(format);
    }
    let extension = export.output.as_ref().and_then(|path| path.extension());
    let said = extension.and_then(|extension| ExportFormat::from_extension(extension.to_str()?));
    said.with_context(|| {
        let names = or_list(ExportFormat::ALL.map(ExportFormat::name));
        let endings = or_list(ExportFormat::ALL.map(|format| format!(".{}", format.extension())));
        let what = match (extension, &export.output) {
            (Some(extension), _) => format!("unknown export format `.{}`", extension.display()),
            (None, Some(path)) if path != Path::new("-") => {
                format!("{} does not name an export format", path.display())
            }
            _ => "no export format".to_owned(),
        };
        format!("{what}\nhelp: use --format {names}, or -o with a name that ends in {endings}")
    })
}

pub(super) fn write(path: &Path, text: &str, force: bool) -> Result<()> {
    let expect = if force {
        ExpectedContent::Anything
    } else {
        ExpectedContent::Absent
    };
    let request = SaveRequest::new(path, text.as_bytes(), expect);
    match save(&request) {
        Err(SaveError::Conflict { .. }) => {
            bail!("{} exists\nhelp: use --force to overwrite it", path.display())
        }
        Err(error) => bail!("{error}\nhelp: check the folder of -o, and whether it can be written"),
        Ok(saved) => {
            if let Some(note) = saved.note(&request.recovery, path) {
                let line = format!("note: saved {} {note}", path.display());
                print_err!("{}", escape::visible(&line));
            }
            Ok(())
        }
    }
}
