//! Reads and writes the command-line part of session files.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, anyhow, bail};

use super::args::{InputArgs, ReportFormat, SchemaArgs, SecretArgs};
use super::exit::Exit;
use super::explain;
use super::explorer_setup::ExplorerSetup;
use super::input_source::InputPath;
use super::inputs::{declare, readable};
use super::schema_file;
use crate::document::{read, read_live};
use crate::explorer::export::ExportFormat;
use crate::explorer::export::session::{SessionFile, SessionRules, SessionText};
use crate::merge::Inputs;
use crate::schema::Schema;
use crate::terminal::app::{ExplorerSource, OpenAt, SchemaFiles};

/// Reads the schemas and declared merge keys of the arguments.
///
/// # Errors
/// A file that cannot be read or is not UTF-8.
pub(crate) fn rules(args: &SchemaArgs) -> Result<SessionRules> {
    let schemas = args.schema_files.iter().map(|file| {
        let origin = InputPath::from_argument(file);
        let name = origin.name();
        let text =
            String::from_utf8(origin.bytes()?).with_context(|| format!("--schema {name} is not UTF-8"))?;
        Ok(SessionText { name, text })
    });
    Ok(SessionRules {
        schemas: schemas.collect::<Result<_>>()?,
        assume_list_type: args.assume_list_type,
        merge_keys: args.merge_key.clone(),
        null_key_first: args.null_key_first,
    })
}

/// Reads them with their files, which the explorer watches, and the resulting schema. Each file is read once.
///
/// # Errors
/// Those of [`rules`], and an invalid schema or declaration.
pub(crate) fn watched_rules(args: &SchemaArgs) -> Result<(SchemaFiles, Arc<Schema>)> {
    let file = |path: &std::path::PathBuf| {
        let origin = InputPath::from_argument(path);
        origin.watched_file().map(std::path::Path::to_owned)
    };
    let watched = SchemaFiles {
        rules: rules(args)?,
        files: args.schema_files.iter().map(file).collect(),
        read: read_rules,
    };
    let schema = schema(&watched.rules)?;
    Ok((watched, Arc::new(schema)))
}

/// Returns rules whose texts are not watched.
fn unwatched(rules: SessionRules) -> SchemaFiles {
    SchemaFiles {
        rules,
        files: Vec::new(),
        read: read_rules,
    }
}

fn read_rules(rules: &SessionRules) -> Result<Schema, String> {
    // A banner has one line, and the first line has file, line and column.
    let line = |error: anyhow::Error| format!("{error:#}").lines().next().map(str::to_owned);
    schema(rules).map_err(|error| line(error).unwrap_or_default())
}

/// Returns the session of the arguments: of `--session`, or a file with the extension of a session.
pub(crate) fn named<'a>(session: Option<&'a Path>, files: &'a [std::path::PathBuf]) -> Option<&'a Path> {
    let by_name = || {
        files.iter().map(std::path::PathBuf::as_path).find(|path| {
            let extension = path.extension().and_then(|extension| extension.to_str());
            extension.and_then(ExportFormat::from_extension) == Some(ExportFormat::Session)
        })
    };
    session.or_else(by_name)
}

/// Checks that there are no other inputs, because a session contains all inputs.
///
/// # Errors
/// There are other inputs.
pub(crate) fn check_alone(path: &Path, args: &InputArgs) -> Result<()> {
    let others =
        args.files.iter().filter(|file| *file != path).count() + args.patch_file.len() + args.inline.len();
    if others > 0 || !args.live.is_empty() {
        bail!(
            "{} is a session and contains its own inputs\nhelp: remove the other arguments",
            path.display()
        );
    }
    Ok(())
}

/// Opens a session as the initial state of the explorer.
///
/// # Errors
/// An invalid session file.
pub(crate) fn open(path: &Path) -> Result<ExplorerSetup> {
    let (file, schema) = session(path)?;
    let semantics = file.semantics().map_err(|why| anyhow!(why))?;
    let source = |SessionText { name, text }: SessionText| ExplorerSource {
        name,
        bytes: text.into_bytes(),
        path: None,
    };
    Ok(ExplorerSetup {
        start: OpenAt::Files {
            live: source(file.live),
            patches: file.patches.into_iter().map(source).collect(),
            objects: None,
            files: None,
        },
        schema,
        semantics,
        position: Some(file.position),
        folds: file.folds,
        rules: unwatched(file.rules),
    })
}

/// Explains a session as text, without a terminal.
///
/// # Errors
/// An invalid session file.
pub(crate) fn explain(path: &Path, secrets: SecretArgs) -> Result<Exit> {
    let (file, schema) = session(path)?;
    let semantics = file.semantics().map_err(|why| anyhow!(why))?;
    let patches = file.patches.into_iter();
    let inputs = Inputs {
        live: readable(read_live(&file.live.name, file.live.text.into_bytes()))?,
        patches: patches
            .map(|SessionText { name, text }| readable(read(&name, text.into_bytes())))
            .collect::<Result<_>>()?,
        schema,
        semantics,
    };
    let (_, explanation) = explain::explain(inputs, ReportFormat::Text, secrets)?;
    Ok(explain::exit(&explanation))
}

/// Reads a session file.
///
/// # Errors
/// An invalid session file.
fn session(path: &Path) -> Result<(SessionFile, Arc<Schema>)> {
    let origin = InputPath::from_argument(path);
    let text =
        String::from_utf8(origin.bytes()?).with_context(|| format!("{} is not UTF-8", origin.name()))?;
    let file = SessionFile::read(&text).map_err(|why| anyhow!("{}: {why}", origin.name()))?;
    let schema = schema(&file.rules).with_context(|| origin.name())?;
    Ok((file, Arc::new(schema)))
}

fn schema(rules: &SessionRules) -> Result<Schema> {
    let mut schema = Schema::builtin();
    let files = rules.schemas.iter();
    let files = files.map(|SessionText { name, text }| (&**name, text.as_bytes()));
    schema_file::add_all(&mut schema, files, rules.assume_list_type)?;
    for declaration in &rules.merge_keys {
        declare(&mut schema, declaration)?;
    }
    schema.take_first_for_null_keys(rules.null_key_first);
    Ok(schema)
}
