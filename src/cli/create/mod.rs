//! `mergescope create`: computes the patch between documents, with the reason for each of its lines.

mod args;
mod text;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Result, bail};

pub(crate) use args::{ComparedObjects, CreateArgs};
pub(crate) use text::{failed, patch_type, reasons, subject};

use self::args::{ClientArg, PatchFormat};
use super::error_report::next_to;
use super::exit::Exit;
use super::input_source::InputPath;
use super::inputs;
use super::print::{print_err, print_out, warn_of_reading};
use crate::create::{
    ClientFeatures, CreateRequest, Created, CreatedPatchType, Sentences, SideNames, Sides, create,
};
use crate::document::{self, Document, Tree, ValueKind, write};
use crate::merge::Semantics;
use crate::report::redact::Redaction;

pub(crate) fn run(args: &CreateArgs) -> Result<Exit> {
    let given = request(args)?;
    // Sentences are about the redacted documents.
    let request = CreateRequest {
        sides: Redaction::new(args.secrets.show_secrets).sides(&given.sides),
        ..given.clone()
    };
    let sentences = Sentences::new(&request, SideNames::PLAIN);
    let created = match create(&request) {
        Ok(created) => created,
        Err(failure) => {
            failed(&sentences, &failure);
            return Ok(Exit::Failure);
        }
    };
    let text = match (args.output, args.explain) {
        (PatchFormat::Text, _) | (_, true) => text::print(&request, &sentences, &created),
        (PatchFormat::Yaml, _) => write::yaml(&*data(&given, &request, &created)?),
        (PatchFormat::Json, _) => write::json(&*data(&given, &request, &created)?),
    };
    if args.output != PatchFormat::Text && !args.explain {
        for remark in &created.remarks {
            let line = format!("note: {}: {}", remark.path, sentences.remark(remark));
            print_err!("{}", document::escape::visible(&line));
        }
    }
    print_out(&text)?;
    Ok(Exit::Success)
}

/// Returns the patch with all values.
fn data(given: &CreateRequest, shown: &CreateRequest, created: &Created) -> Result<Arc<Document>> {
    if Arc::ptr_eq(&given.sides.modified, &shown.sides.modified) {
        return Ok(Arc::clone(&created.patch.document));
    }
    match create(given) {
        Ok(created) => Ok(created.patch.document),
        Err(failure) => bail!("{}", failure.message),
    }
}

fn request(args: &CreateArgs) -> Result<CreateRequest> {
    let sides = three_documents(&args.objects)?;
    if args.form == CreatedPatchType::Json && sides.current.is_some() {
        bail!("a JSON patch is computed from two documents\nhelp: remove CURRENT");
    }
    if args.form != CreatedPatchType::Strategic && args.semantics != Semantics::KUBERNETES {
        bail!(
            "--semantics {} is for --type strategic\nhelp: remove --semantics or --type",
            args.semantics
        );
    }
    let schema = inputs::schema(&args.schema)?;
    inputs::check_declared(&sides.modified, &schema)?;
    Ok(CreateRequest {
        form: args.form,
        sides,
        schema,
        overwrite: args.overwrite,
        preconditions: args.precondition.clone(),
        client: match args.client {
            ClientArg::New => ClientFeatures::from_semantics(args.semantics),
            ClientArg::Old => ClientFeatures::Old,
        },
    })
}

/// Reads ORIGINAL, MODIFIED and the optional CURRENT.
///
/// # Errors
/// An unreadable document, or one that must not be null.
pub(crate) fn three_documents(objects: &ComparedObjects) -> Result<Sides> {
    let files = [
        Some(&objects.original),
        Some(&objects.modified),
        objects.current.as_ref(),
    ];
    let files: Vec<&PathBuf> = files.into_iter().flatten().collect();
    let stdin = files
        .iter()
        .filter(|file| file.as_path() == Path::new("-"))
        .count();
    if stdin > 1 {
        bail!("only one input can be stdin\nhelp: pass the others as files");
    }
    let mut documents = Vec::new();
    for (index, file) in files.iter().enumerate() {
        let others = files
            .iter()
            .filter(|other| *other != file)
            .map(|other| other.as_path());
        let help = match index {
            0 => inputs::PASS_NULL,
            _ => "write the object into the file",
        };
        let document = document_of(file, help).map_err(|error| next_to(error, others))?;
        documents.push(document);
    }
    let mut documents = documents.into_iter();
    let (original, modified, current) = (
        documents.next().flatten(),
        documents.next().flatten(),
        documents.next(),
    );
    let Some(modified) = modified else {
        bail!("MODIFIED is null\nhelp: to remove an object, use kubectl delete");
    };
    let has_kind = |document: &Document| document.get(document.root(), "kind").is_some();
    if original.as_deref().is_some_and(has_kind) && !has_kind(&modified) {
        bail!(
            "{} has no `kind`\nhelp: pass the whole changed object as MODIFIED, not a patch",
            modified.name()
        );
    }
    let current = match current {
        Some(None) => bail!(
            "CURRENT is null: an object that does not exist is created, not patched\nhelp: use kubectl create, or pass the object"
        ),
        Some(current) => current,
        None => None,
    };
    Ok(Sides {
        original,
        modified,
        current,
    })
}

/// Reads the document in a file; returns `None` for `null` as the argument or as the content. `help` is that for an empty
/// file.
pub(crate) fn document_of(file: &Path, help: &str) -> Result<Option<Arc<Document>>> {
    if file == Path::new("null") && !file.exists() {
        return Ok(None);
    }
    let origin = InputPath::from_argument(file);
    document_in(&origin.name(), origin.bytes()?, help)
}

/// Parses a document; returns `None` for `null`.
pub(crate) fn document_in(name: &str, bytes: Vec<u8>, help: &str) -> Result<Option<Arc<Document>>> {
    if bytes.trim_ascii() == b"null" {
        return Ok(None);
    }
    let document = inputs::readable(document::read_live(name, bytes))?;
    warn_of_reading(&document);
    inputs::check_written(&document, help)?;
    Ok((document.kind(document.root()) != ValueKind::Null).then_some(document))
}
