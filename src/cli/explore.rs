//! `mergescope` and `mergescope LIVE PATCH...`: opens the explorer, or prints the explanation without a
//! terminal.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};

use super::args::{InputArgs, ReportFormat, SchemaArgs, ScreenArgs, SecretArgs, StartArgs, StreamArgs};
use super::error_report::{UnreadableInput, next_to};
use super::exit::Exit;
use super::explorer_setup::ExplorerSetup;
use super::input_source;
use super::input_source::{InputPath, is_no_object};
use super::inputs;
use super::stream::no_object_in;
use super::swapped::right_command;
use super::{config, course_folder, explain, first_lesson, session_file, verify};
use crate::cli::print::print_err;
use crate::document;
use crate::explorer::export::session::SessionFolds;
use crate::input_limit;
use crate::merge::Semantics;
use crate::parallel::join;
use crate::report::live_objects::{LiveFiles, LiveObjects, PatchedObject, may_hold_several};
use crate::terminal::app::{ExplorerOptions, ExplorerSource, KubectlRunner, OpenAt, SeveralFiles, explore};
use crate::terminal::draw::RenderOptions;
use crate::terminal::lesson_progress::LessonProgressFile;
use crate::terminal::recovery::RecoveryFolder;
use crate::terminal::screen::{self, NoScreen};
use crate::terminal::theme::Environment;

pub(crate) fn run(
    args: &InputArgs,
    start_args: &StartArgs,
    screen_args: &ScreenArgs,
    secrets: SecretArgs,
) -> Result<Exit> {
    let session = session_file::named(start_args.session.as_deref(), &args.files);
    if let Some(path) = session {
        session_file::check_alone(path, args)?;
    }
    let has_files = session.is_none() && !first_lesson::is_asked(args);
    if let Err(no_screen) = screen::usable() {
        if no_screen != NoScreen::NotATerminal {
            print_err!("note: {no_screen}; printing the explanation as text");
        }
        // Named files must exist, even if nothing is drawn with them.
        if screen_args.config.is_some() {
            config::read(screen_args)?;
        }
        if let Some(theme) = screen_args.theme.as_deref() {
            config::theme(Some(theme), &Environment::read())?;
        }
        return if let Some(path) = session {
            session_file::explain(path, secrets)
        } else if has_files {
            explain::run(args, &StreamArgs::default(), ReportFormat::Text, secrets)
        } else {
            first_lesson::run(args, start_args.lessons.as_deref())
        };
    }
    let begun = match session {
        Some(path) => session_file::open(path)?,
        None => begin(args, has_files, config::read(screen_args)?.semantics)?,
    };
    show(begun, start_args.lessons.as_deref(), screen_args, secrets)
}

/// Opens the explorer. `course` is the folder of the lessons; the default is the built-in lessons.
///
/// # Errors
/// A text that cannot be read, an unknown theme, or an error of the terminal.
pub(crate) fn show(
    begun: ExplorerSetup,
    course: Option<&Path>,
    screen_args: &ScreenArgs,
    secrets: SecretArgs,
) -> Result<Exit> {
    let config = config::read(screen_args)?;
    let environment = Environment::read();
    let theme = screen_args.theme.as_deref().or(config.theme.as_deref());
    let light = || match theme {
        None if environment.may_ask() => config::theme(Some("light"), &environment).map(Some),
        _ => Ok(None),
    };
    let themes = || Ok((light()?, config::theme(theme, &environment)?));
    let (lessons, themes): (_, Result<_>) = join(|| course_folder::lessons(course), themes);
    let (light, theme) = themes?;
    let look = RenderOptions {
        theme,
        ascii: screen_args.ascii || config.ascii.unwrap_or_else(|| !speaks_unicode()),
        keymap: config.keymap,
    };
    let code = explore(ExplorerOptions {
        start: begun.start,
        lessons: lessons?.into(),
        schema: begun.schema,
        semantics: begun.semantics,
        look,
        light,
        mouse: !screen_args.no_mouse && config.mouse.unwrap_or(true),
        pace: config.pace,
        kubectl: KubectlRunner {
            ask: verify::print_outcome,
            end: verify::end_children,
        },
        show_secrets: secrets.show_secrets,
        present: screen_args.present,
        position: begun.position,
        folds: begun.folds,
        rules: begun.rules,
        future_steps: config.future_steps.unwrap_or(false),
        progress: LessonProgressFile::from_environment(course),
        recovery: RecoveryFolder::from_environment(),
    })
    .map_err(|error| match error {
        crate::terminal::app::ExploreError::Unreadable(error) => anyhow::Error::from(UnreadableInput(error)),
        other => other.into(),
    })?;
    Ok(if code == 0 {
        Exit::Success
    } else {
        Exit::Signalled(code)
    })
}

fn begin(args: &InputArgs, has_files: bool, usual: Option<Semantics>) -> Result<ExplorerSetup> {
    let start = if has_files {
        let (live, patches) = inputs::origins(args)?;
        let names = input_source::patch_names(&patches);
        let patches = patches
            .iter()
            .zip(names)
            .map(|(origin, name)| source(origin, name));
        let patches = patches.collect::<Result<Vec<_>>>()?;
        let mut files = None;
        let (live, objects) = match &live[..] {
            // Only a server-side apply creates an object.
            [InputPath::File(path)]
                if matches!(args.semantics, Some(Semantics::ServerSide(_))) && is_no_object(path) =>
            {
                (no_object(), None)
            }
            [live] => picked(source(live, live.name())?, &patches)?,
            _ => {
                let all = live.iter().map(|live| source(live, live.name()));
                let (shown, all) = picked_file(all.collect::<Result<_>>()?, &patches)?;
                files = Some(all);
                picked(shown, &patches)?
            }
        };
        OpenAt::Files {
            live,
            patches,
            objects,
            files,
        }
    } else {
        OpenAt::Lessons
    };
    let (rules, schema) = session_file::watched_rules(&args.schema)?;
    if let OpenAt::Files { live, .. } = &start {
        // Report usage errors before the explorer opens. A syntax error in the live object is displayed by
        // the explorer.
        if !args.schema.merge_key.is_empty()
            && let Ok(live) = document::read_live(&live.name, live.bytes.clone())
        {
            inputs::check_declared(&live, &schema)?;
        }
    }
    Ok(ExplorerSetup {
        start,
        schema,
        semantics: match usual {
            Some(usual) if args.semantics.is_none() && args.patch_type.is_none() && !args.rfc => usual,
            _ => inputs::semantics(args)?,
        },
        position: None,
        folds: SessionFolds::default(),
        rules,
    })
}

/// A live object, and the other objects of its file.
type PickedObject = (ExplorerSource, Option<(LiveObjects, PatchedObject)>);

/// Selects the live object that the patches are for; the first if they do not say it.
pub(crate) fn picked(live: ExplorerSource, patches: &[ExplorerSource]) -> Result<PickedObject> {
    // Most patches contain this word and do not need to be parsed.
    if let [patch] = patches
        && memchr::memmem::find(&live.bytes, b"kind").is_none()
        && let (Ok(object), Ok(patch)) = (
            document::read_live(&live.name, live.bytes.clone()),
            document::read(&patch.name, patch.bytes.clone()),
        )
        && let patches = [Box::new(patch)]
        && right_command(&object, &patches).is_some()
    {
        inputs::check_object(&object, &patches, "PATCH")?;
    }
    if !may_hold_several(&live.bytes) {
        return Ok((live, None));
    }
    let patches = patches.iter();
    let patches = patches.map(|patch| document::read(&patch.name, patch.bytes.clone()));
    let Ok(patches) = patches.collect::<Result<Vec<_>, _>>() else {
        return Ok((live, None));
    };
    let patches: Vec<_> = patches.iter().collect();
    Ok(
        match LiveObjects::for_patches(&live.name, &live.bytes, &patches) {
            Some((objects, bytes, patched)) => (ExplorerSource { bytes, ..live }, Some((objects, patched))),
            None => (live, None),
        },
    )
}

/// Selects a file that cannot be read, or the one with the live object that the patches are for; the first file with an
/// object if they do not say it.
fn picked_file(
    sources: Vec<ExplorerSource>,
    patches: &[ExplorerSource],
) -> Result<(ExplorerSource, SeveralFiles)> {
    // The explorer shows the error of an unreadable patch.
    let patches = patches.iter();
    let patches = patches.filter_map(|patch| document::read(&patch.name, patch.bytes.clone()).ok());
    let patches: Vec<_> = patches.collect();
    let texts = sources.iter().map(|live| (&*live.name, &*live.bytes));
    let found = LiveFiles::for_patches(texts, &patches.iter().collect::<Vec<_>>());
    let (files, patched) = found.ok_or_else(|| anyhow!("{}", no_object_in("LIVE")))?;
    let shown = sources[files.shown()].clone();
    let several = SeveralFiles {
        files,
        patched,
        sources,
    };
    Ok((shown, several))
}

/// Returns whether there is a terminal for the explorer.
pub(crate) fn has_screen() -> bool {
    match screen::usable() {
        Ok(()) => true,
        Err(no_screen) => {
            if no_screen != NoScreen::NotATerminal {
                print_err!("note: {no_screen}; printing the answer as text");
            }
            false
        }
    }
}

/// Opens a policy in the explorer.
///
/// # Errors
/// An unreadable or invalid input with its position.
pub(crate) fn policy(
    policy: &Path,
    live: &[PathBuf],
    schema: &SchemaArgs,
    screen_args: &ScreenArgs,
    secrets: SecretArgs,
) -> Result<Exit> {
    let from = |origin: &InputPath| source(origin, origin.name());
    let start = OpenAt::Policy {
        policy: from(&InputPath::from_argument(policy))?,
        live: inputs::files_of(live)?.iter().map(from).collect::<Result<_>>()?,
    };
    let (rules, schema) = session_file::watched_rules(schema)?;
    let begun = ExplorerSetup {
        start,
        schema,
        semantics: Semantics::default(),
        position: None,
        folds: SessionFolds::default(),
        rules,
    };
    show(begun, None, screen_args, secrets).map_err(|error| next_to(error, live.iter().map(PathBuf::as_path)))
}

/// Returns the source of an object that does not exist.
fn no_object() -> ExplorerSource {
    ExplorerSource {
        name: "null".to_owned(),
        bytes: b"{}".to_vec(),
        path: None,
    }
}

pub(crate) fn source(origin: &InputPath, name: String) -> Result<ExplorerSource> {
    let bytes = origin.bytes()?;
    if input_limit::has_nul(&bytes) {
        // An input that is not text cannot be corrected in an editor.
        document::read(&name, bytes.clone()).map_err(UnreadableInput)?;
    }
    Ok(ExplorerSource {
        name,
        bytes,
        path: origin.watched_file().map(Path::to_owned),
    })
}

/// Returns whether the locale allows more than ASCII; true if unknown.
fn speaks_unicode() -> bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(|name| std::env::var(name).ok())
        .find(|value| !value.is_empty());
    locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    })
}
