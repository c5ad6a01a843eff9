//! The six compliance types side by side on one object, and the list of a policy's templates.

use super::type_row::TypeRow;
use crate::document::escape::visible;
use crate::explorer::action::Action;
use crate::explorer::effect::Effect;
use crate::explorer::hint_text::words;
use crate::explorer::popups::list::{ListItem, ListView};
use crate::explorer::popups::{ListKind, Popup};
use crate::explorer::state::Explorer;
use crate::merge::policy::{ComplianceType, TemplateMatch};
use crate::merge::{Mark, Merge, PatchType, Semantics, merge};

/// The marks that are counted, in the order in which they are told.
const COUNTED: [Mark; 6] = [
    Mark::Added,
    Mark::Changed,
    Mark::Deleted,
    Mark::Replaced,
    Mark::Reordered,
    Mark::Warning,
];

fn mark_of(standing: TemplateMatch) -> Option<Mark> {
    match standing {
        TemplateMatch::Compliant => None,
        TemplateMatch::NonCompliant => Some(Mark::Rejected),
        TemplateMatch::ServerDecides => Some(Mark::Warning),
    }
}

fn row(kind: ComplianceType, merged: &Merge) -> TypeRow {
    let standing = merged
        .assessment
        .map_or(TemplateMatch::NonCompliant, |assessment| assessment.standing);
    // The verdict's own step warns of nothing that would be done.
    let done = merged.steps.len().saturating_sub(1);
    let steps = &merged.steps[..done];
    let counts: Vec<String> = COUNTED
        .into_iter()
        .filter_map(|mark| {
            let count = steps
                .iter()
                .filter(|step| step.rule.effect().mark() == Some(mark))
                .count();
            (count > 0).then(|| format!("{}{count}", mark.glyph()))
        })
        .collect();
    let changes = match (merged.rejection(), counts.is_empty()) {
        (Some(_), _) => "refused".to_owned(),
        (None, true) => "no change".to_owned(),
        (None, false) => counts.join(" "),
    };
    let verdict = match (merged.rejection(), merged.steps.last()) {
        (Some(refusal), _) => refusal.message.clone(),
        (None, Some(step)) => merged.sentence(step),
        (None, None) => String::new(),
    };
    let places: Vec<String> = steps
        .iter()
        .filter(|step| {
            step.rule
                .effect()
                .mark()
                .is_some_and(|mark| COUNTED[..4].contains(&mark))
        })
        .take(4)
        .map(|step| format!("{} {}", step.rule.effect().name(), merged.step_path(step)))
        .collect();
    let places = match places.is_empty() {
        true => String::new(),
        false => format!(" First: {}.", places.join(", ")),
    };
    TypeRow {
        kind,
        standing,
        changes,
        detail: visible(&format!("{verdict}{places}")).into_owned(),
    }
}

impl Explorer {
    /// Lays the six types side by side.
    pub(crate) fn ask_types(&mut self) {
        let Semantics::Policy(compliance) = self.semantics() else {
            return;
        };
        self.assess_types();
        self.player.playing = false;
        let cursor = ComplianceType::ALL
            .iter()
            .position(|kind| *kind == compliance.kind);
        self.overlay = Some(Popup::List {
            listing: ListKind::Types,
            cursor: cursor.unwrap_or(0),
        });
    }

    /// Works out what each type says of the object.
    pub(crate) fn assess_types(&mut self) {
        let Semantics::Policy(compliance) = self.semantics() else {
            return;
        };
        let inputs = self.session.merge().inputs.clone();
        let under = |kind| {
            let mut inputs = inputs.clone();
            inputs.semantics = Semantics::Policy(compliance.under(kind));
            row(kind, &merge(inputs, true))
        };
        self.types = ComplianceType::ALL.into_iter().map(under).collect();
    }

    pub(crate) fn listed_types(&self, cursor: usize) -> ListView {
        let choice = |row: &TypeRow| ListItem {
            lead: String::new(),
            mark: mark_of(row.standing),
            label: format!("{:<17}", row.kind.name()),
            text: format!(
                "{:<13}  {}{}",
                row.standing.name(),
                row.changes,
                if row.kind.is_proposed() {
                    "  (proposed)"
                } else {
                    ""
                }
            ),
            dim: false,
        };
        let chosen = self.types.get(cursor);
        ListView {
            title: "the six compliance types on this object".to_owned(),
            says: Some("What each would say, and how much it would change.".to_owned()),
            rows: self.types.iter().map(choice).collect(),
            detail: chosen.map_or(String::new(), |row| {
                format!("{}: {}. {}", row.kind.name(), row.kind.meaning(), row.detail)
            }),
            hint: words(
                "{} shows the object under it, {} closes",
                [Action::CHOOSE, Action::CLOSE],
            ),
        }
    }

    pub(crate) fn choose_type(&mut self, at: usize) {
        let (Some(kind), Semantics::Policy(compliance)) = (ComplianceType::ALL.get(at), self.semantics())
        else {
            return;
        };
        self.switch(Semantics::Policy(compliance.under(*kind)));
    }

    /// Opens the list of the policy's templates.
    pub(crate) fn ask_templates(&mut self) {
        self.assess_templates();
        self.player.playing = false;
        self.overlay = Some(Popup::List {
            listing: ListKind::Templates,
            cursor: self.template_shown().map_or(0, |(shown, _)| shown),
        });
    }

    pub(crate) fn listed_templates(&self, _cursor: usize) -> ListView {
        let choice = |(at, (standing, text)): (usize, (TemplateMatch, String))| ListItem {
            lead: (at + 1).to_string(),
            mark: mark_of(standing),
            label: format!("{:<13}", standing.name()),
            text: visible(&text).into_owned(),
            dim: false,
        };
        ListView {
            title: "the policy's templates".to_owned(),
            says: None,
            rows: self.standings().into_iter().enumerate().map(choice).collect(),
            detail: String::new(),
            hint: words(
                "{} goes to the template, {} closes",
                [Action::CHOOSE, Action::CLOSE],
            ),
        }
    }

    pub(crate) fn choose_template(&mut self, at: usize) -> Vec<Effect> {
        self.go_to_template(at)
    }

    /// Why the six types cannot be laid side by side.
    pub(crate) fn types_blocker(&self) -> Option<String> {
        match self.semantics().patch_type() {
            PatchType::Policy => None,
            _ => Some("the six types are for policies: mergescope policy opens one".to_owned()),
        }
    }

    /// Why there is no template to go to.
    pub(crate) fn templates_blocker(&self) -> Option<String> {
        match self.template_shown() {
            None => Some("there is no policy here: mergescope policy opens one".to_owned()),
            Some(_) if self.edit.is_some() => Some("leave the text area first".to_owned()),
            Some((_, 1)) => Some("the policy has this one template".to_owned()),
            Some(_) => None,
        }
    }
}
