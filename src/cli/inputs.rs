//! Reads the inputs of a merge from the arguments.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Result, bail};

use super::args::{InputArgs, SchemaArgs, ScreenArgs};
use super::config;
use super::error_report::{UnreadableInput, in_secret, is_for_secret};
use super::input_source::{InputPath, cannot_read, patch_names};
use super::print::print_err;
use super::schema_file;
use super::swapped::{right_command, sign_of_swap};
use crate::document::escape::visible;
use crate::document::words::and_list;
use crate::document::{self, Document, NodeId, ReadError, Tree, Value, ValueKind};
use crate::merge::object_checks::NO_OBJECT_HELP;
use crate::merge::{Inputs, PatchType, Semantics, merge, metadata_error, no_object};
use crate::parallel::BackgroundTask;
use crate::report::live_objects::object_name;
use crate::schema::Schema;

/// Returns the document, or the full report of the reader.
pub(crate) fn readable(document: Result<Document, ReadError>) -> Result<Arc<Document>> {
    document
        .map(Arc::new)
        .map_err(|error| UnreadableInput(error).into())
}

/// Returns the sources of the live objects, of which there is at least one, and of the patches, in the order of the groups
/// of options.
///
/// # Errors
/// A missing or duplicate argument; a folder without files that kubectl reads.
pub(crate) fn origins(args: &InputArgs) -> Result<(Vec<InputPath>, Vec<InputPath>)> {
    let mut files = args.files.iter();
    let live: Vec<&PathBuf> = match args.live.is_empty() {
        false => args.live.iter().collect(),
        true => files.next().into_iter().collect(),
    };
    if live.is_empty() {
        bail!("no live object\nhelp: pass LIVE and PATCH, or -f LIVE --patch-file PATCH");
    }
    let mut patches: Vec<InputPath> = files.map(|path| InputPath::from_argument(path)).collect();
    patches.extend(args.patch_file.iter().map(|path| InputPath::from_argument(path)));
    patches.extend(args.inline.iter().cloned().map(InputPath::Inline));
    if patches.is_empty() {
        let names: Vec<String> = live
            .iter()
            .map(|path| InputPath::from_argument(path).name())
            .collect();
        bail!(
            "no patch for {}\nhelp: pass a patch file, or use --patch",
            and_list(&names)
        );
    }
    if patches
        .iter()
        .any(|patch| matches!(patch, InputPath::Inline(text) if text.is_empty()))
    {
        bail!(
            "--patch is empty\nhelp: write the patch after --patch, or use --patch-file\nnote: kubectl: must specify --patch or --patch-file containing the contents of the patch"
        );
    }
    let live = files_of(live)?;
    // A later file is opened when the first objects are already printed.
    for file in live.iter().filter_map(InputPath::watched_file).skip(1) {
        std::fs::metadata(file).map_err(|error| cannot_read(file.display(), &error))?;
    }
    let stdin = live
        .iter()
        .chain(&patches)
        .filter(|origin| **origin == InputPath::Stdin)
        .count();
    if stdin > 1 {
        bail!("only one input can be stdin\nhelp: pass the others as files");
    }
    Ok((live, patches))
}

/// Returns the sources of arguments, with the files of folders.
///
/// # Errors
/// A folder that cannot be read or has no manifests.
pub(crate) fn files_of(paths: impl IntoIterator<Item = impl AsRef<Path>>) -> Result<Vec<InputPath>> {
    let files = paths.into_iter().map(|path| InputPath::all(path.as_ref()));
    Ok(files.collect::<Result<Vec<_>>>()?.concat())
}

/// Returns the semantics of `--type`, `--rfc` and `--semantics`, or else of the config file.
///
/// # Errors
/// Options that exclude each other, or a config file that cannot be read.
pub(crate) fn semantics(args: &InputArgs) -> Result<Semantics> {
    // The semantics of kubectl for the patch type.
    let usual = args.patch_type.map(Semantics::from);
    let named = match (args.semantics, usual) {
        (Some(Semantics::KUBERNETES), Some(usual)) => usual,
        (Some(named), Some(usual)) if named.patch_type() != usual.patch_type() => bail!(
            "--semantics {named} cannot be used with --type {}\nhelp: remove one of the two options",
            usual.patch_type().name()
        ),
        (Some(named), _) => named,
        (None, None | Some(Semantics::KUBERNETES)) => usual_semantics()?,
        (None, Some(usual)) => usual,
    };
    let by_letter = [Semantics::MERGE_PATCH_RFC, Semantics::JSON_PATCH_RFC];
    match (args.rfc, named.patch_type()) {
        (false, _) => Ok(named),
        (true, PatchType::Merge | PatchType::Json)
            if args.semantics.is_some_and(|asked| !by_letter.contains(&asked)) =>
        {
            let asked = args.semantics.unwrap_or(named);
            bail!("--rfc and --semantics {asked} cannot be used together\nhelp: remove one of them")
        }
        (true, PatchType::Merge) => Ok(Semantics::MERGE_PATCH_RFC),
        (true, PatchType::Json) => Ok(Semantics::JSON_PATCH_RFC),
        (true, PatchType::Policy | PatchType::Apply) => {
            bail!(
                "--rfc requires --type merge or --type json, not {named}\nhelp: remove --rfc, or change the type"
            )
        }
        (true, PatchType::Strategic) => {
            bail!("--rfc requires --type merge or --type json\nhelp: add --type, or remove --rfc")
        }
    }
}

/// Returns the semantics of the config file, or else the default.
///
/// # Errors
/// A config file that cannot be read.
pub(crate) fn usual_semantics() -> Result<Semantics> {
    Ok(config::read(&ScreenArgs::default())?
        .semantics
        .unwrap_or_default())
}

/// Returns the built-in schema with the schema files and the declared merge keys.
///
/// # Errors
/// An invalid file or declaration, with its position.
pub(crate) fn schema(args: &SchemaArgs) -> Result<Arc<Schema>> {
    let mut schema = Schema::builtin();
    let files = args.schema_files.iter();
    let files = files.map(|file| {
        let origin = InputPath::from_argument(file);
        Ok((origin.name(), origin.bytes()?))
    });
    let files: Vec<(String, Vec<u8>)> = files.collect::<Result<_>>()?;
    let files = files.iter().map(|(name, bytes)| (&**name, &**bytes));
    schema_file::add_all(&mut schema, files, args.assume_list_type)?;
    for declaration in &args.merge_key {
        declare(&mut schema, declaration)?;
    }
    schema.take_first_for_null_keys(args.null_key_first);
    Ok(Arc::new(schema))
}

/// Declares a merge key in the form of the command line: `PATH=KEY`.
///
/// # Errors
/// An invalid declaration.
pub(crate) fn declare(schema: &mut Schema, declaration: &str) -> Result<()> {
    let (path, key) = declaration.rsplit_once('=').with_context(|| {
        format!("--merge-key {declaration}: expected PATH=KEY\nhelp: for example --merge-key spec.parts=name")
    })?;
    schema
        .declare(path, key)
        .with_context(|| format!("--merge-key {declaration}"))
        .map(|_| ())
}

/// All inputs of a merge except the live object.
pub(crate) struct PreparedInputs {
    /// The patches in order.
    pub(crate) patches: Vec<Arc<Document>>,
    /// The merge rules.
    pub(crate) schema: Arc<Schema>,
    /// The semantics.
    pub(crate) semantics: Semantics,
}

/// The inputs except the live object, which are being read in the background while the caller reads the live
/// object.
pub(crate) struct InputPreparation {
    patches: BackgroundTask<Result<Vec<Arc<Document>>>>,
    schema: Arc<Schema>,
    semantics: Semantics,
}

/// Returns the sources of the live objects, and the other inputs while they are being read.
///
/// # Errors
/// An invalid input with its position.
pub(crate) fn begin(args: &InputArgs) -> Result<(Vec<InputPath>, InputPreparation)> {
    let (live, patches) = origins(args)?;
    let live_for_it = live.clone();
    let read = move |(origin, name): (&InputPath, String)| {
        let document = readable(document::read(&name, origin.bytes()?));
        document.map_err(|error| {
            if live_for_it.iter().any(|live| is_for_secret(origin, live)) {
                in_secret(error)
            } else {
                error
            }
        })
    };
    let preparing = InputPreparation {
        schema: schema(&args.schema)?,
        patches: BackgroundTask::run(move || patches.iter().zip(patch_names(&patches)).map(&read).collect()),
        semantics: semantics(args)?,
    };
    Ok((live, preparing))
}

impl InputPreparation {
    /// Waits for the inputs.
    ///
    /// # Errors
    /// An unreadable input with its position.
    pub(crate) fn finish(self) -> Result<PreparedInputs> {
        Ok(PreparedInputs {
            patches: self.patches.join()?,
            schema: self.schema,
            semantics: self.semantics,
        })
    }
}

/// Checks that the live object is a map with a kind, as kubectl requires. `other` is the name of the patches
/// on the command line.
///
/// # Errors
/// The live object is something else.
pub(crate) fn check_object(live: &Document, patches: &[impl AsRef<Document>], other: &str) -> Result<()> {
    let top = live.root();
    let (what, kubectl) = match (live.kind(top), no_object(live)) {
        (_, None) => return Ok(()),
        (ValueKind::Null, Some(words)) => ("the live object is empty".to_owned(), words),
        // The message of kubectl would contain the whole object, which may contain secrets.
        (ValueKind::Map, Some(_)) => (
            "the object has no `kind`".to_owned(),
            "Object 'Kind' is missing".to_owned(),
        ),
        (kind, Some(words)) => (
            format!("the live object must be a map, but it is {}", kind.with_article()),
            words,
        ),
    };
    // Swapped, an empty LIVE would be an empty patch.
    let swapped = right_command(live, patches).filter(|_| live.kind(top) != ValueKind::Null);
    let help = match (swapped, live.kind(top)) {
        (Some(command), _) => format!("LIVE is before {other}: {command}"),
        (None, ValueKind::Map) => "add `apiVersion` and `kind` to LIVE".to_owned(),
        (None, _) => NO_OBJECT_HELP.to_owned(),
    };
    let location = live.position(top);
    bail!(
        "{}:{}:{}: {what}\nhelp: {help}\nnote: kubectl: {kubectl}",
        live.name(),
        location.line,
        location.column
    )
}

/// Checks the types in the metadata of a document. kubectl does not decode the metadata of items in a list. With
/// swapped arguments, it is the patch that is checked.
///
/// # Errors
/// A value that kubectl cannot decode.
pub(crate) fn check_metadata(live: &Document, patches: &[impl AsRef<Document>]) -> Result<()> {
    let Some(error) = metadata_error(live) else {
        return Ok(());
    };
    let location = live.position(error.at);
    let quoted = error.quoted.as_deref();
    let help = match (right_command(live, patches), quoted) {
        (Some(command), _) => format!("\nhelp: LIVE is before PATCH: {command}"),
        (None, Some(text)) => format!("\nhelp: write it in quotes: {text}"),
        (None, None) => String::new(),
    };
    let given = match live.value(error.at) {
        Value::Float(number) => number.to_string(),
        value => value.kind().with_article().to_owned(),
    };
    bail!(
        "{}:{}:{}: `{}` must be {}, but it is {given}{help}\nnote: kubectl: unable to decode {:?}: {}",
        live.name(),
        location.line,
        location.column,
        error.path,
        error.expected,
        live.name(),
        error.message
    )
}

/// Whether a command prints the findings of a merge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdentityFinding {
    /// It prints them, so that a warning would be a repetition.
    Reported,
    /// It does not print them.
    NotReported,
}

/// Warns on stderr of a patch that seems to be the live object, or that is for another object. Returns whether it
/// warned of the latter.
pub(crate) fn warn_of_mismatch(inputs: &Inputs, finding: IdentityFinding) -> bool {
    let (live, patches) = (&*inputs.live, &inputs.patches);
    if let Some(command) = right_command(live, patches)
        && let Some(sign) = patches.first().and_then(|patch| sign_of_swap(live, patch))
    {
        print_err!("warning: LIVE and PATCH seem to be swapped: {sign}");
        print_err!("help: {}", visible(&command));
        return false;
    }
    let by_letter = [Semantics::MERGE_PATCH_RFC, Semantics::JSON_PATCH_RFC];
    let patches = patches.iter().filter(|_| !by_letter.contains(&inputs.semantics));
    let mut has_warned = false;
    for patch in patches {
        let Some(node) = other_identity(patch, live) else {
            continue;
        };
        // A rejected merge does not get as far as the finding.
        if finding == IdentityFinding::Reported && merge(inputs.clone(), true).finds_other_object() {
            return false;
        }
        let position = patch.position(node);
        let place = format!("{}:{}:{}", patch.name(), position.line, position.column);
        // The same kind in other letters names no other object.
        let of_both = |path: &[&str]| patch.text_at(path).zip(live.text_at(path));
        let has_other_name = of_both(&["metadata", "name"]).is_some_and(|(new, old)| new != old);
        let kinds = of_both(&["kind"]).filter(|(new, old)| new != old && new.eq_ignore_ascii_case(old));
        if let Some((new, old)) = kinds.filter(|_| !has_other_name) {
            let line =
                format!("warning: {place}: the patch has the kind `{new}`, but the live object is a {old}");
            print_err!("{}", visible(&line));
            let help = format!("help: write `kind: {old}`, or remove `kind` from the patch");
            print_err!("{}", visible(&help));
            continue;
        }
        has_warned = true;
        let (other, object) = (object_name(patch), object_name(live));
        let other = other
            .trim_start_matches("(no kind) ")
            .trim_end_matches(" (no name)");
        let line = format!(
            "warning: {place}: the patch is for another object: it names {other}, but the live object is {object}"
        );
        print_err!("{}", visible(&line));
        let other = visible(other);
        match patch.text_at(&["kind"]) {
            Some(_) => print_err!("help: pass the {other} as LIVE"),
            None => print_err!("help: pass {other} as LIVE, or remove `metadata.name` from the patch"),
        }
    }
    has_warned
}

/// Returns the kind or the name of the patch that is not the one of the live object.
fn other_identity(patch: &Document, live: &Document) -> Option<NodeId> {
    [&["kind"][..], &["metadata", "name"]]
        .into_iter()
        .find_map(|path| {
            let (new, old) = (patch.text_at(path)?, live.text_at(path)?);
            patch.node_at(path).filter(|_| new != old)
        })
}

/// The help for an empty text in the place of an object that can be null.
pub(crate) const PASS_NULL: &str = "pass `null` if the object does not exist";

/// Checks that a document is not an empty text, which a failed command leaves in a pipe. `help` says what to do.
///
/// # Errors
/// The text is empty or has only comments.
pub(crate) fn check_written(document: &Document, help: &str) -> Result<()> {
    let marker = |line: &str| match line.strip_prefix("---").or_else(|| line.strip_prefix("...")) {
        Some(behind) => behind.trim_start().is_empty() || behind.trim_start().starts_with('#'),
        None => line.is_empty() || line.starts_with('#'),
    };
    let mut lines = document.text().trim_start_matches('\u{feff}').lines();
    if document.kind(document.root()) == ValueKind::Null && lines.all(|line| marker(line.trim())) {
        bail!("{} is empty\nhelp: {help}", document.name());
    }
    Ok(())
}

/// Checks the declared merge keys against the kind of the live object.
///
/// # Errors
/// The declaration that does not match, with the reason.
pub(crate) fn check_declared(live: &Document, schema: &Schema) -> Result<()> {
    let (api_version, kind) = live.identity();
    if let Some(top) = schema.known_top(api_version, kind) {
        schema.check_declared(top).context("--merge-key")?;
    }
    Ok(())
}
