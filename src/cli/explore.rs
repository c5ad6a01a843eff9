//! `mergescope` and `mergescope LIVE PATCH...`: the explorer, or its story as text where there is no screen.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Result;

use super::args::{ExplainFormat, InputArgs, SchemaArgs, ScreenArgs, SecretArgs, StreamArgs};
use super::exit::Exit;
use super::inputs;
use super::origin::{self, Origin};
use super::{explain, lesson, verify};
use crate::document;
use crate::merge::Semantics;
use crate::schema::Schema;
use crate::terminal::app::{Options, Source, Start, explore};
use crate::terminal::draw::Look;
use crate::terminal::screen::{self, NoScreen};
use crate::terminal::theme::{Environment, Theme};

pub(super) fn run(args: &InputArgs, screen_args: &ScreenArgs, secrets: SecretArgs) -> Result<Exit> {
    let has_files = !lesson::is_asked(args);
    if let Err(no_screen) = screen::usable() {
        if no_screen != NoScreen::NotATerminal {
            eprintln!("note: {no_screen}; this is the explanation as text");
        }
        return if has_files {
            explain::run(args, &StreamArgs::default(), ExplainFormat::Text, secrets)
        } else {
            lesson::run(args)
        };
    }
    let start = if has_files {
        let (live, patches) = inputs::origins(args)?;
        let names = origin::patch_names(&patches);
        let patches = patches
            .iter()
            .zip(names)
            .map(|(origin, name)| source(origin, name));
        Start::Files {
            patches: patches.collect::<Result<Vec<_>>>()?,
            live: source(&live, live.name())?,
        }
    } else {
        Start::Lessons
    };
    let schema = inputs::schema(&args.schema)?;
    if let Start::Files { live, .. } = &start {
        // A usage error is told before the screen is taken; a broken live too, by the explorer itself.
        if !args.schema.merge_key.is_empty()
            && let Ok(live) = document::read_live(&live.name, live.bytes.clone())
        {
            inputs::check_declared(&live, &schema)?;
        }
    }
    show(start, schema, inputs::semantics(args)?, screen_args, secrets)
}

/// Runs the explorer until it is left.
fn show(
    start: Start,
    schema: Arc<Schema>,
    semantics: Semantics,
    screen_args: &ScreenArgs,
    secrets: SecretArgs,
) -> Result<Exit> {
    let look = Look {
        theme: Theme::choose(screen_args.theme.as_deref(), &Environment::read())?,
        ascii: screen_args.ascii || !speaks_unicode(),
    };
    let code = explore(Options {
        start,
        lessons: lesson::all()?,
        schema,
        semantics,
        look,
        mouse: !screen_args.no_mouse,
        kubectl: verify::tell,
        show_secrets: secrets.show_secrets,
    })
    .map_err(|error| match error {
        crate::terminal::app::ExploreError::Unreadable(error) => anyhow::anyhow!("{}", error.report()),
        other => other.into(),
    })?;
    Ok(if code == 0 {
        Exit::Merged
    } else {
        Exit::Signalled(code)
    })
}

/// Whether a screen can be had at all.
pub(super) fn has_screen() -> bool {
    match screen::usable() {
        Ok(()) => true,
        Err(no_screen) => {
            if no_screen != NoScreen::NotATerminal {
                eprintln!("note: {no_screen}; this is the answer as text");
            }
            false
        }
    }
}

/// Opens a policy in the explorer.
///
/// # Errors
/// What is unreadable or unusable, and where.
pub(super) fn policy(
    policy: &Path,
    live: &[PathBuf],
    schema: &SchemaArgs,
    screen_args: &ScreenArgs,
    secrets: SecretArgs,
) -> Result<Exit> {
    let from = |path: &Path| {
        let origin = Origin::from_argument(path);
        source(&origin, origin.name())
    };
    let start = Start::Policy {
        policy: from(policy)?,
        live: live.iter().map(|path| from(path)).collect::<Result<_>>()?,
    };
    show(
        start,
        inputs::schema(schema)?,
        Semantics::default(),
        screen_args,
        secrets,
    )
}

fn source(origin: &Origin, name: String) -> Result<Source> {
    let path = match origin {
        Origin::File(path) => Some(path.clone()),
        Origin::Stdin | Origin::Inline(_) => None,
    };
    Ok(Source {
        name,
        bytes: origin.bytes()?,
        path,
    })
}

/// Whether the locale lets a terminal show more than ASCII; unknown counts as yes.
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
