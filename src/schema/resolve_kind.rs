//! Resolves user input to a kind and its fields: `deployments`, `apps/v1/Deployment`,
//! `spec.containers[].env`.

use super::field::{Field, TypePosition};
use super::{Schema, Shape, suggest};

/// A kind or path that does not exist or is ambiguous.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum KindError {
    /// No such kind.
    #[error("unknown kind \"{asked}\"{}", kind_help(.near.as_deref(), .given))]
    NoKind {
        /// The name as the user wrote it.
        asked: String,
        /// A kind with a similar name, in the form for user input.
        near: Option<String>,
        /// The kinds of the schemas that the user passed.
        given: Vec<String>,
    },
    /// Several kinds have this name.
    #[error("ambiguous kind \"{asked}\"\nhelp: use one of {}", .choices.join(", "))]
    Ambiguous {
        /// The name as the user wrote it.
        asked: String,
        /// The kinds in the form for user input.
        choices: Vec<String>,
    },
    /// The type has no such field.
    #[error("{path}: {owner} has no field \"{field}\"{}", suggest::help(.near.as_deref(), &format!("`{command}` prints its type and fields")))]
    NoField {
        /// The path up to the type.
        path: String,
        /// The type that does not have the field.
        owner: String,
        /// The field.
        field: String,
        /// A field of the type with a similar name.
        near: Option<String>,
        /// The command that prints the fields of the type.
        command: String,
    },
    /// There is no schema below a field.
    #[error(
        "{path} has no schema, so the field \"{field}\" is unknown\nhelp: pass a schema that has it with --schema"
    )]
    Unknown {
        /// The path up to the last known field.
        path: String,
        /// The remaining path.
        field: String,
    },
}

/// Returns the help for an unknown kind. A kind of a given schema can be meant even if a built-in one has a similar name.
fn kind_help(near: Option<&str>, given: &[String]) -> String {
    match near.filter(|_| !given.is_empty()) {
        Some(near) => format!("\nhelp: did you mean `{near}`? Otherwise {}", known_kinds(given)),
        None => suggest::help(near, &known_kinds(given)),
    }
}

/// Returns the help that lists the available kinds.
fn known_kinds(given: &[String]) -> String {
    match given {
        [] => {
            "pass the schema of a custom resource with --schema; `mergescope schema` lists the built-in kinds"
                .to_owned()
        }
        _ => format!(
            "use a kind of the given schema ({}); `mergescope schema` lists the built-in kinds",
            given.join(", ")
        ),
    }
}

impl Schema {
    /// Returns the kind that `asked` names as (`apps/v1`, `Deployment`): a kind or its plural in any letter
    /// case, alone or after its apiVersion and a slash.
    ///
    /// # Errors
    /// No such kind, or several kinds.
    pub fn choose_kind(&self, asked: &str) -> Result<(&str, &str), KindError> {
        let (version, kind) = asked
            .rsplit_once('/')
            .map_or((None, asked), |(version, kind)| (Some(version), kind));
        let kinds: Vec<(&str, &str)> = self
            .kinds()
            .into_iter()
            .filter_map(|known| known.split_once(' '))
            .collect();
        let found: Vec<(&str, &str)> = kinds
            .iter()
            .copied()
            .filter(|known| {
                version.is_none_or(|version| version.eq_ignore_ascii_case(known.0))
                    && is_kind_name(known.1, kind)
            })
            .collect();
        match found[..] {
            [one] => Ok(one),
            [] => {
                let near = suggest::nearest(kind, kinds.iter().map(|known| known.1));
                let near = near.and_then(|near| kinds.iter().find(|known| known.1 == near));
                Err(KindError::NoKind {
                    asked: suggest::shown(asked),
                    near: near.map(typed),
                    given: self.given_kinds().into_iter().map(str::to_owned).collect(),
                })
            }
            _ => Err(KindError::Ambiguous {
                asked: suggest::shown(asked),
                choices: found.iter().map(typed).collect(),
            }),
        }
    }

    /// Returns the fields of the path `keys` from `top` on, the type of `kind`. Enters the lists on the way.
    ///
    /// # Errors
    /// A key that is not in the schema.
    pub fn follow<'s>(
        &'s self,
        kind: &str,
        top: TypePosition,
        keys: &[String],
    ) -> Result<Vec<Field<'s>>, KindError> {
        let mut fields: Vec<Field<'s>> = Vec::new();
        let mut position = top;
        let mut seen = String::new();
        for name in keys {
            let inner = self.inside_lists(position);
            let shape = self.shape(inner);
            let no_field = || KindError::NoField {
                path: if seen.is_empty() {
                    "(the whole object)".to_owned()
                } else {
                    seen.clone()
                },
                owner: self.type_name(inner).to_owned(),
                field: suggest::shown(name),
                near: self.near_field(inner, name),
                command: format!("mergescope schema {kind} {seen}").trim_end().to_owned(),
            };
            let field = match shape {
                Shape::Struct | Shape::Map => self.peek(inner, name).ok_or_else(no_field)?,
                Shape::Unknown | Shape::Opaque => {
                    return Err(KindError::Unknown {
                        path: seen,
                        field: suggest::shown(name),
                    });
                }
                Shape::Scalar | Shape::List => return Err(no_field()),
            };
            if !seen.is_empty() {
                seen.push('.');
            }
            seen.push_str(if field.name.is_empty() { name } else { field.name });
            position = field.type_position;
            fields.push(field);
        }
        Ok(fields)
    }

    /// Returns the type of the items of a list, or of nested lists.
    pub fn inside_lists(&self, mut position: TypePosition) -> TypePosition {
        for _ in 0..super::table_line::MAX_WRAPPERS {
            if self.shape(position) != Shape::List {
                break;
            }
            position = self.item(position);
        }
        position
    }
}

fn typed(known: &(&str, &str)) -> String {
    format!("{}/{}", known.0, known.1)
}

/// The short names of kinds in kubectl.
const SHORT_NAMES: [(&str, &str); 25] = [
    ("certificatesigningrequest", "csr"),
    ("componentstatus", "cs"),
    ("configmap", "cm"),
    ("cronjob", "cj"),
    ("customresourcedefinition", "crd"),
    ("daemonset", "ds"),
    ("deployment", "deploy"),
    ("endpoints", "ep"),
    ("event", "ev"),
    ("horizontalpodautoscaler", "hpa"),
    ("ingress", "ing"),
    ("limitrange", "limits"),
    ("namespace", "ns"),
    ("networkpolicy", "netpol"),
    ("node", "no"),
    ("persistentvolume", "pv"),
    ("persistentvolumeclaim", "pvc"),
    ("pod", "po"),
    ("poddisruptionbudget", "pdb"),
    ("priorityclass", "pc"),
    ("replicaset", "rs"),
    ("replicationcontroller", "rc"),
    ("resourcequota", "quota"),
    ("service", "svc"),
    ("statefulset", "sts"),
];

/// Returns whether `asked` is the name of a kind in any letter case: the kind, its plural or its short name
/// in kubectl.
pub fn is_kind_name(kind: &str, asked: &str) -> bool {
    let (kind, asked) = (kind.to_ascii_lowercase(), asked.to_ascii_lowercase());
    if SHORT_NAMES.contains(&(kind.as_str(), asked.as_str())) {
        return true;
    }
    let Some(rest) = asked.strip_prefix(kind.as_str()) else {
        return kind
            .strip_suffix('y')
            .is_some_and(|stem| asked.strip_prefix(stem) == Some("ies"));
    };
    matches!(rest, "" | "s" | "es")
}
