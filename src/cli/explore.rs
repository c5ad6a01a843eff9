//! `mergescope` and `mergescope LIVE PATCH...`: the explorer, or its story as text where there is no screen.

use anyhow::Result;

use super::args::{ExplainFormat, InputArgs, ScreenArgs, SecretArgs, StreamArgs};
use super::exit::Exit;
use super::inputs;
use super::origin::{self, Origin};
use super::{explain, lesson, verify};
use crate::document;
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
    let look = Look {
        theme: Theme::choose(screen_args.theme.as_deref(), &Environment::read())?,
        ascii: screen_args.ascii || !speaks_unicode(),
    };
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
    let code = explore(Options {
        start,
        lessons: lesson::all()?,
        schema,
        semantics: inputs::semantics(args)?,
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
