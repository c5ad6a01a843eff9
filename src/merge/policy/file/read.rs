//! Reads a policy file into its templates.

use std::ops::RangeInclusive;
use std::sync::Arc;

use super::label_selector::Labels;
use super::namespace_selector::Namespaces;
use super::policy::{Policy, PolicyNote, Template, metadata};
use super::subdocument::cut;
use crate::document::split::Splitter;
use crate::document::{Document, NodeId, Position, ReadError, Tree, Value, ValueKind, names_secret, read_at};
use crate::merge::policy::compliance_type::{Compliance, ComplianceType, MetadataType};
use crate::schema::nearest;

/// The API group of both kinds.
pub(crate) const GROUP: &str = "policy.open-cluster-management.io/";

/// Reads a file of policies: every ConfigurationPolicy in it, also those inside a Policy. Ignores other
/// objects. `name` is the file name in messages.
///
/// # Errors
/// A text that cannot be read, an entry that is not an object template, or a file without a template.
pub fn read(name: &str, bytes: &[u8]) -> Result<Policy, ReadError> {
    let mut splitter = Splitter::default();
    splitter.feed(bytes);
    splitter.end();
    let mut policy = Policy::default();
    let mut first = None;
    while let Some(piece) = splitter.next_chunk() {
        for document in piece.objects(name)?.all() {
            let templates = policy.templates.len();
            read_object(&document, document.root(), None, &mut policy)?;
            if policy.templates.len() > templates {
                let warnings = document.warnings().iter();
                policy.notes.extend(warnings.map(|warning| PolicyNote {
                    position: document.lines().position(document.text(), warning.span.start),
                    text: warning.text.clone(),
                }));
            }
            first.get_or_insert(document);
        }
    }
    if policy.templates.is_empty() {
        let unread = policy.notes.iter().find(|note| note.text == RAW_IS_A_GO_TEMPLATE);
        let what = match unread {
            None => "no ConfigurationPolicy with object-templates found",
            Some(_) => "no readable object template found",
        };
        let first = match first {
            Some(first) => first,
            None => read_at(name, Vec::new(), crate::document::Position::START)?,
        };
        let help = match unread {
            Some(note) => note.text.clone(),
            None if find(&first, first.root(), &["spec", "objectTemplates"]).is_some() => {
                "write `object-templates` instead of `objectTemplates`".to_owned()
            }
            None if first.identity().1 == "ConfigurationPolicy" => {
                "add `object-templates` to `spec`, with one item for each object".to_owned()
            }
            None => "pass a ConfigurationPolicy, or a Policy with one in policy-templates, before the live objects"
                .to_owned(),
        };
        return Err(error_at(&first, first.root(), what, &help));
    }
    if let Ok(file) = std::str::from_utf8(bytes) {
        find_offsets(file, &mut policy.templates);
    }
    Ok(policy)
}

/// Creates the error for a node.
fn error_at(document: &Document, node: NodeId, what: &str, help: &str) -> ReadError {
    let position = document.position(node);
    let start = document.entry_span(node).start;
    let line = document.lines().index_of(start);
    ReadError {
        name: document.name().to_owned(),
        position,
        what: what.to_owned(),
        help: Some(help.to_owned()),
        line: document.lines().line(document.text(), line).to_owned(),
        secret: names_secret(document.text()),
    }
}

fn text(document: &Document, node: Option<NodeId>) -> Option<&str> {
    document.value(node?).as_str()
}

/// Returns the entry at a path of keys below a map.
fn find(document: &Document, from: NodeId, path: &[&str]) -> Option<NodeId> {
    path.iter().try_fold(from, |at, key| document.get(at, key))
}

fn note(document: &Document, node: NodeId, text: impl Into<String>) -> PolicyNote {
    PolicyNote {
        position: document.position(node),
        text: text.into(),
    }
}

/// Reads the templates of an object. `around` is the `spec.remediationAction` of the Policy that contains it,
/// if there is one.
fn read_object(
    document: &Document,
    object: NodeId,
    parent_action: Option<NodeId>,
    policy: &mut Policy,
) -> Result<(), ReadError> {
    let field = |key| text(document, document.get(object, key)).unwrap_or_default();
    if document.kind(object) != ValueKind::Map || !field("apiVersion").starts_with(GROUP) {
        return Ok(());
    }
    match field("kind") {
        "ConfigurationPolicy" => read_configuration(document, object, parent_action, policy),
        "Policy" => {
            let action = find(document, object, &["spec", "remediationAction"]);
            if let Some(node) = action {
                check_value(document, node, &PARENT_REMEDIATION_ACTION)?;
            }
            let templates = find(document, object, &["spec", "policy-templates"]);
            for entry in templates.into_iter().flat_map(|list| document.children(list)) {
                if let Some(inner) = document.get(entry, "objectDefinition") {
                    read_object(document, inner, action, policy)?;
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

fn read_configuration(
    document: &Document,
    object: NodeId,
    parent_action: Option<NodeId>,
    policy: &mut Policy,
) -> Result<(), ReadError> {
    let name = text(document, find(document, object, &["metadata", "name"])).unwrap_or_default();
    let Some(spec) = document.get(object, "spec") else {
        return Ok(());
    };
    check_fields(document, spec, SPEC_FIELDS, policy)?;
    note_remediation_action(document, spec, parent_action, policy)?;
    let namespaces = Arc::new(read_namespaces(document, spec, policy));
    let templates = document.get(spec, "object-templates");
    if let Some(raw) = document.get(spec, "object-templates-raw") {
        if templates.is_some() {
            let what = "the policy has object-templates and object-templates-raw";
            return Err(error_at(document, raw, what, "write only one of the two"));
        }
        read_raw_templates(document, raw, name, &namespaces, policy)?;
    }
    if let Some(map) = templates.filter(|templates| document.kind(*templates) == ValueKind::Map) {
        let what = "object-templates must be a list, but it is a map";
        return Err(error_at(
            document,
            map,
            what,
            "begin each object template with `- `",
        ));
    }
    for entry in templates.into_iter().flat_map(|list| document.children(list)) {
        let template = read_template(document, entry, name, &namespaces, policy)?;
        policy.templates.push(template);
    }
    Ok(())
}

const RAW_IS_A_GO_TEMPLATE: &str =
    "object-templates-raw is a Go template; it is not executed, so its objects are not checked";

/// Reads `object-templates-raw`: a string that contains the templates and can be a Go template.
fn read_raw_templates(
    document: &Document,
    raw: NodeId,
    name: &str,
    namespaces: &Arc<Namespaces>,
    policy: &mut Policy,
) -> Result<(), ReadError> {
    let text = text(document, Some(raw)).unwrap_or_default();
    if text.contains("{{") {
        policy.notes.push(note(document, raw, RAW_IS_A_GO_TEMPLATE));
        return Ok(());
    }
    // A block scalar begins on the next line.
    let at = document.position(raw);
    let at = Position {
        line: at.line + 1,
        ..at
    };
    let templates = read_at(document.name(), text.as_bytes().to_vec(), at)?;
    if templates.kind(templates.root()) != ValueKind::List {
        let help = "write object-templates-raw as a list of object templates";
        return Err(error_at(
            document,
            raw,
            "object-templates-raw is not a list",
            help,
        ));
    }
    for entry in templates.children(templates.root()) {
        let template = read_template(&templates, entry, name, namespaces, policy)?;
        policy.templates.push(template);
    }
    Ok(())
}

/// A field with fixed values, and a note for each value with an effect that the user must know.
struct EnumField {
    name: &'static str,
    values: &'static [&'static str],
    effects: &'static [(&'static str, &'static str)],
}

/// The action of a ConfigurationPolicy.
const REMEDIATION_ACTION: EnumField = EnumField {
    name: "remediationAction",
    values: &["inform", "informOnly", "enforce"],
    effects: &[
        (
            "inform",
            "remediationAction is inform: the controller sends nothing; the results are what enforce would send",
        ),
        (
            "informonly",
            "remediationAction is informOnly: the controller sends nothing, even if the Policy that contains it has another remediationAction",
        ),
    ],
};

/// The action of the Policy around it. It replaces the one of the ConfigurationPolicy, unless that is
/// `informOnly`.
const PARENT_REMEDIATION_ACTION: EnumField = EnumField {
    name: "remediationAction",
    values: &["inform", "enforce"],
    effects: &[
        (
            "inform",
            "remediationAction of the Policy is inform, which replaces the one of its ConfigurationPolicy: the \
             controller sends nothing; the results are what enforce would send",
        ),
        (
            "enforce",
            "remediationAction of the Policy is enforce, which replaces the one of its ConfigurationPolicy: the \
             controller sends the results",
        ),
    ],
};

/// The fields of the `spec`.
const SPEC_FIELDS: &[EnumField] = &[
    EnumField {
        name: "severity",
        values: &["low", "medium", "high", "critical"],
        effects: &[],
    },
    EnumField {
        name: "pruneObjectBehavior",
        values: &["DeleteAll", "DeleteIfCreated", "None"],
        effects: &[
            (
                "deleteall",
                "pruneObjectBehavior is DeleteAll: when the policy is deleted, the controller deletes all objects that it names",
            ),
            (
                "deleteifcreated",
                "pruneObjectBehavior is DeleteIfCreated: when the policy is deleted, the controller deletes the objects that it created",
            ),
        ],
    },
];

const RECREATE_FIELDS: &[EnumField] = &[EnumField {
    name: "recreateOption",
    values: &["None", "IfRequired", "Always"],
    effects: &[
        (
            "ifrequired",
            "recreateOption is IfRequired: under enforce, if the API server rejects the update, the controller deletes the object and creates it again",
        ),
        (
            "always",
            "recreateOption is Always: under enforce, the controller deletes an object that does not match and creates it again",
        ),
    ],
}];

/// Adds the note about whether the controller acts: the action of the Policy around it decides, otherwise its
/// own.
///
/// # Errors
/// A value that the field does not allow.
fn note_remediation_action(
    document: &Document,
    spec: NodeId,
    parent_action: Option<NodeId>,
    policy: &mut Policy,
) -> Result<(), ReadError> {
    let own = document.get(spec, REMEDIATION_ACTION.name);
    let own_value = own.map(|node| check_value(document, node, &REMEDIATION_ACTION));
    let own_value = own_value.transpose()?.unwrap_or_default();
    let parent_action = parent_action.filter(|_| !own_value.eq_ignore_ascii_case("informOnly"));
    let (node, field) = match (parent_action, own) {
        (Some(parent_action), own) => {
            let value = text(document, Some(parent_action)).unwrap_or_default();
            match own.is_none_or(|_| own_value.eq_ignore_ascii_case(value)) {
                true => (parent_action, &REMEDIATION_ACTION),
                false => (parent_action, &PARENT_REMEDIATION_ACTION),
            }
        }
        (None, Some(own)) => (own, &REMEDIATION_ACTION),
        (None, None) => {
            let text = "no remediationAction: the controller reports the policy as NonCompliant (Invalid spec) and \
                        checks nothing; the results are what enforce would send";
            policy.notes.push(note(document, spec, text));
            return Ok(());
        }
    };
    let effect = field.effect(text(document, Some(node)).unwrap_or_default());
    policy
        .notes
        .extend(effect.map(|effect| note(document, node, effect)));
    Ok(())
}

impl EnumField {
    fn effect(&self, value: &str) -> Option<&'static str> {
        let mut effects = self.effects.iter();
        let found = effects.find(|(known, _)| known.eq_ignore_ascii_case(value));
        found.map(|(_, effect)| *effect)
    }
}

/// Returns the value of a field. A Go template is always allowed.
///
/// # Errors
/// A value that the field does not allow.
fn check_value<'d>(document: &'d Document, node: NodeId, field: &EnumField) -> Result<&'d str, ReadError> {
    let value = text(document, Some(node)).unwrap_or_default();
    // A value in lower case can also begin with a capital letter; others are written in one way only.
    let is_known = |known: &&str| {
        let (first, rest) = known.split_at(1);
        let capital = first.to_ascii_uppercase();
        *known == value || value.strip_suffix(rest).is_some_and(|start| start == capital)
    };
    if value.contains("{{") || field.values.iter().any(is_known) {
        return Ok(value);
    }
    let what = format!("unknown {} {value:?}", field.name);
    let help = format!("use one of {}", field.values.join(", "));
    Err(error_at(document, node, &what, &help))
}

/// Adds the notes about the values of the fields of a map.
///
/// # Errors
/// A value that the field does not allow.
fn check_fields(
    document: &Document,
    map: NodeId,
    fields: &[EnumField],
    policy: &mut Policy,
) -> Result<(), ReadError> {
    for field in fields {
        let Some(node) = document.get(map, field.name) else {
            continue;
        };
        let effect = field.effect(check_value(document, node, field)?);
        policy
            .notes
            .extend(effect.map(|effect| note(document, node, effect)));
    }
    Ok(())
}

fn read_namespaces(document: &Document, spec: NodeId, policy: &mut Policy) -> Namespaces {
    let Some(selector) = document.get(spec, "namespaceSelector") else {
        return Namespaces::default();
    };
    for key in ["matchLabels", "matchExpressions"] {
        if let Some(node) = document
            .get(selector, key)
            .filter(|node| !document.is_empty(*node))
        {
            let text = format!("{key} of a namespaceSelector needs namespace labels; it is not evaluated");
            policy.notes.push(note(document, node, text));
        }
    }
    let patterns = |key| -> Vec<String> {
        let list = document.get(selector, key);
        let entries = list.into_iter().flat_map(|list| document.children(list));
        entries
            .filter_map(|entry| text(document, Some(entry)).map(str::to_owned))
            .collect()
    };
    Namespaces {
        include: patterns("include"),
        exclude: patterns("exclude"),
        by_labels: ["matchLabels", "matchExpressions"]
            .iter()
            .any(|key| document.get(selector, key).is_some()),
    }
}

fn read_template(
    document: &Document,
    entry: NodeId,
    name: &str,
    namespaces: &Arc<Namespaces>,
    policy: &mut Policy,
) -> Result<Template, ReadError> {
    let types = "write musthave, mustonlyhave or mustnothave; of the proposed types musthavemerge, \
                 musthavestrategic or musthaveapply";
    let written = match document.kind(entry) {
        ValueKind::Map => document.get(entry, "complianceType"),
        _ => None,
    };
    let kind = text(document, written).and_then(ComplianceType::parse);
    let Some(kind) = kind else {
        let what = match text(document, written) {
            Some(other) => format!("unknown complianceType {other:?}"),
            None => "an object template needs a complianceType".to_owned(),
        };
        let names = ComplianceType::ALL.iter().map(|kind| kind.name());
        let near = text(document, written).and_then(|other| nearest(other, names));
        let help = near.map_or(types.to_owned(), |name| format!("write `complianceType: {name}`"));
        return Err(error_at(document, written.unwrap_or(entry), &what, &help));
    };
    let definition = document
        .get(entry, "objectDefinition")
        .filter(|node| document.kind(*node) == ValueKind::Map);
    let Some(definition) = definition else {
        let help = "write the object, or a part of it, under objectDefinition";
        return Err(error_at(
            document,
            entry,
            "an object template needs an objectDefinition that is a map",
            help,
        ));
    };
    check_fields(document, entry, RECREATE_FIELDS, policy)?;
    let on_metadata = document.get(entry, "metadataComplianceType");
    let metadata_type = text(document, on_metadata).map(MetadataType::parse);
    if let (Some(None), Some(node)) = (metadata_type, on_metadata) {
        let help = "use musthave or mustonlyhave, or remove it";
        return Err(error_at(document, node, "unknown metadataComplianceType", help));
    }
    if let (true, Some(node)) = (kind.is_proposed(), on_metadata) {
        let text = format!(
            "{} sends labels and annotations with its patch: metadataComplianceType is ignored",
            kind.name()
        );
        policy.notes.push(note(document, node, text));
    }
    let selector = document.get(entry, "objectSelector").map(|selector| {
        let (labels, problems) = Labels::read(document, selector);
        policy.notes.extend(
            problems
                .into_iter()
                .map(|(node, text)| note(document, node, text)),
        );
        labels
    });
    let cut = cut(document, definition)?;
    let go = find_go_template(&cut);
    if let Some(node) = go {
        let (_, kind) = cut.identity();
        let identity = [Some(kind), metadata(&cut, "name"), metadata(&cut, "namespace")];
        let text = match identity.into_iter().flatten().any(|text| text.contains("{{")) {
            true => "a Go template; it is not executed, so only the controller knows which object is meant",
            false => "a Go template; it is not executed, so its text is used as the value",
        };
        policy.notes.push(note(&cut, node, text));
    }
    let own = |key| metadata(&cut, key).map(str::to_owned);
    let (own_name, namespace) = (own("name"), own("namespace"));
    Ok(Template {
        policy: name.to_owned(),
        compliance: Compliance {
            kind,
            metadata: metadata_type.flatten(),
            selected_by_content: selector.is_some() && own_name.is_none(),
            lacks_namespace: false,
        },
        selector: selector.filter(|_| own_name.is_none()),
        name: own_name,
        namespace,
        namespaces: Arc::clone(namespaces),
        has_go_templates: go.is_some(),
        document: cut,
        offset: None,
        lines: lines_of(document, entry),
    })
}

/// Returns the first and the last line of a node in the file.
pub(crate) fn lines_of(document: &Document, node: NodeId) -> RangeInclusive<u32> {
    let (text, first) = (document.text(), document.position(node).line);
    let span = document.span(node);
    let own = text
        .get(span.start as usize..span.end as usize)
        .unwrap_or_default();
    first..=first + own.trim_end().matches('\n').count() as u32
}

/// Finds the texts of the templates in the file. A template with an alias is written again, and one in a string is
/// indented.
fn find_offsets(file: &str, templates: &mut [Template]) {
    let ends = file.match_indices('\n').map(|(at, _)| at + 1);
    let lines: Vec<usize> = std::iter::once(0).chain(ends).collect();
    for template in templates {
        let document = &template.document;
        let (position, span) = (document.position(document.root()), document.span(document.root()));
        let text = document.text().get(span.start as usize..span.end as usize);
        let start = lines.get(position.line as usize - 1).and_then(|line| {
            let before = file.get(*line..)?.chars().take(position.column as usize - 1);
            Some(*line + before.map(char::len_utf8).sum::<usize>())
        });
        template.offset = start.zip(text).and_then(|(start, text)| {
            let is_there = file.get(start..).is_some_and(|rest| rest.starts_with(text));
            start.checked_sub(span.start as usize).filter(|_| is_there)
        });
    }
}

/// Returns the first string or key that contains a Go template.
fn find_go_template(document: &Document) -> Option<NodeId> {
    if !document.text().contains("{{") {
        return None;
    }
    let nodes = (0..document.node_count() as u32).map(NodeId);
    nodes
        .into_iter()
        .find(|node| matches!(document.value(*node), Value::String(text) if text.contains("{{")))
        .or_else(|| {
            let mut nodes = (0..document.node_count() as u32).map(NodeId);
            nodes.find(|node| document.key(*node).is_some_and(|key| key.contains("{{")))
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: &str = "\
apiVersion: policy.open-cluster-management.io/v1
kind: ConfigurationPolicy
metadata:
  name: example
spec:
  namespaceSelector:
    include: [default, 'team-*']
  object-templates:
  - complianceType: MustHave
    objectDefinition:
      kind: Deployment
      apiVersion: apps/v1
      metadata:
        name: web
      spec:
        replicas: 1
  - complianceType: mustonlyhave
    metadataComplianceType: Musthave
    objectDefinition: {apiVersion: v1, kind: ConfigMap, data: {a: '{{ .x }}'}}
  remediationAction: enforce
";

    #[test]
    fn templates_keep_their_lines() {
        let policy = read("p.yaml", POLICY.as_bytes()).unwrap();
        let [web, config] = &policy.templates[..] else {
            panic!("{policy:?}")
        };
        assert_eq!(web.compliance, Compliance::new(ComplianceType::MustHave));
        assert_eq!(web.name.as_deref(), Some("web"));
        assert_eq!(web.display_name(), "Deployment web");
        let replicas = find(&web.document, web.document.root(), &["spec", "replicas"]).unwrap();
        let position = web.document.position(replicas);
        assert_eq!((position.line, position.column), (16, 9));
        assert_eq!(config.compliance.metadata, Some(MetadataType::MustHave));
        assert!(config.has_go_templates);
        assert_eq!(policy.notes.len(), 1);
        assert_eq!(policy.notes[0].position.line, 19);
        let data = find(&config.document, config.document.root(), &["data", "a"]).unwrap();
        assert_eq!(config.document.position(data).column, 64);
    }

    #[test]
    fn a_policy_around_policies_and_json_and_aliases_are_read() {
        let indented = POLICY.replace('\n', "\n      ");
        let parent_action = format!(
            "apiVersion: policy.open-cluster-management.io/v1\nkind: Policy\nspec:\n  policy-templates:\n  - objectDefinition:\n      {indented}\n"
        );
        assert_eq!(read("p", parent_action.as_bytes()).unwrap().templates.len(), 2);
        let json = r#"{"apiVersion":"policy.open-cluster-management.io/v1","kind":"ConfigurationPolicy",
 "spec":{"object-templates":[{"complianceType":"musthave","objectDefinition":{"kind":"A","apiVersion":"b"}}]}}"#;
        let policy = read("p", json.as_bytes()).unwrap();
        assert_eq!(policy.templates[0].document.identity(), ("b", "A"));
        let alias = "apiVersion: policy.open-cluster-management.io/v1\nkind: ConfigurationPolicy\nmetadata: &m {name: x}\nspec:\n  object-templates:\n  - complianceType: musthave\n    objectDefinition:\n      kind: A\n      metadata: *m\n";
        let policy = read("p", alias.as_bytes()).unwrap();
        assert_eq!(policy.templates[0].name.as_deref(), Some("x"));
        let stream = format!("kind: Placement\n---\n{POLICY}---\n{POLICY}");
        let policy = read("p", stream.as_bytes()).unwrap();
        assert_eq!(policy.templates.len(), 4);
        assert_eq!(policy.notes[1].position.line, 42);
    }

    #[test]
    fn the_action_of_the_policy_around_decides() {
        let indented = POLICY.replace('\n', "\n      ");
        let head = "apiVersion: policy.open-cluster-management.io/v1\nkind: Policy\nspec:\n";
        for (parent_action, own, expected) in [
            ("", "enforce", Ok("")),
            ("", "inform", Ok("remediationAction is inform:")),
            ("", "", Ok("no remediationAction:")),
            (
                "inform",
                "enforce",
                Ok("remediationAction of the Policy is inform, which replaces"),
            ),
            (
                "Enforce",
                "inform",
                Ok("remediationAction of the Policy is enforce, which replaces"),
            ),
            ("inform", "Inform", Ok("remediationAction is inform:")),
            ("inform", "", Ok("remediationAction is inform:")),
            ("enforce", "informOnly", Ok("remediationAction is informOnly:")),
            (
                "informed",
                "inform",
                Err("unknown remediationAction \"informed\""),
            ),
            (
                "informOnly",
                "inform",
                Err("unknown remediationAction \"informOnly\""),
            ),
        ] {
            let field = |value: &str, indent| match value {
                "" => String::new(),
                value => format!("{indent}remediationAction: {value}\n"),
            };
            let inner = indented.replace("        remediationAction: enforce\n", &field(own, "        "));
            let parent_action = field(parent_action, "  ");
            let text =
                format!("{head}{parent_action}  policy-templates:\n  - objectDefinition:\n      {inner}\n");
            let read = read("p", text.as_bytes());
            let noted = read.as_ref().map(|policy| {
                let mut notes = policy.notes.iter().map(|note| note.text.as_str());
                notes
                    .find(|text| text.contains("remediationAction"))
                    .unwrap_or_default()
            });
            match (noted, expected) {
                (Ok(noted), Ok("")) => assert_eq!(noted, "", "{text}"),
                (Ok(noted), Ok(expected)) => assert!(noted.starts_with(expected), "{noted}: {text}"),
                (Err(error), Err(expected)) => assert_eq!(error.what, expected),
                (noted, expected) => panic!("{noted:?} {expected:?}: {text}"),
            }
        }
    }

    #[test]
    fn errors_name_the_line() {
        for (text, what, line) in [
            ("kind: Deployment\n", "no ConfigurationPolicy", 1),
            ("", "no ConfigurationPolicy", 1),
            (
                &POLICY.replace("MustHave", "musthavelots"),
                "unknown complianceType \"musthavelots\"",
                9,
            ),
            (
                &POLICY.replace("Musthave", "mustnothave"),
                "unknown metadataComplianceType",
                18,
            ),
            (
                &POLICY.replace("objectDefinition: {", "object: {"),
                "needs an objectDefinition",
                17,
            ),
            ("a: [\n", "", 2),
        ] {
            let error = read("p", text.as_bytes()).unwrap_err();
            assert!(error.what.contains(what), "{error}");
            if !what.is_empty() {
                assert_eq!(error.position.line, line, "{error}");
            }
        }
    }

    #[test]
    fn a_misspelled_compliance_type_is_corrected() {
        for (written, help) in [
            ("mustHave", "write `complianceType: musthave`"),
            ("MUSTONLYHAVE", "write `complianceType: mustonlyhave`"),
            ("musthavemerg", "write `complianceType: musthavemerge`"),
            ("never", "write musthave, mustonlyhave or mustnothave"),
        ] {
            let error = read("p", POLICY.replace("MustHave", written).as_bytes()).unwrap_err();
            assert!(
                error.help.as_deref().is_some_and(|it| it.starts_with(help)),
                "{written}: {error}"
            );
        }
    }
}
