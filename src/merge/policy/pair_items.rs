//! Pairs the items of a policy list with the live items (Go: `mergeArrays` of the configuration policy
//! controller): greedy, in live order, the first match, without backtracking.
//!
//! Live items with the same printed form are a group; the items of a group are paired with the first policy
//! items that match, one each. A policy item matches if both are maps with the same `name`, or if merging it
//! into the live item changes nothing. The remaining live items are placed after the policy items. One bug of
//! the controller is not reproduced: a live `{}` next to a policy item that is not a map.

use rustc_hash::FxHashMap;

use super::equality;
use super::go_print;
use super::pair_candidates::{PairCandidates, item_name};
use super::plan::{MergedPlan, MusthavePlan, PlanContent, PlanPart, PlanSlot, PlanStrategy};
use crate::document::{NodeId, Tree, ValueKind};

/// The result of an attempt to pair two items.
struct TriedPairs {
    pairing: Option<(PlanPart, PlanStrategy)>,
    zero: bool,
}

impl MusthavePlan<'_> {
    pub(crate) fn merge_lists(&mut self, template: NodeId, live: NodeId) -> MergedPlan {
        let desired: Vec<NodeId> = self.template.children(template).collect();
        let groups = self.groups(live);
        let forms = groups.iter().filter_map(|group| group.first().copied());
        let mut candidates = PairCandidates::new(self.template, &desired, self.live, forms);
        let mut slots: Vec<Option<PlanSlot>> = vec![None; desired.len()];
        let mut leftovers = Vec::new();
        // The last two maps that the controller compares decide whether something was missing.
        let mut zero = false;
        for group in groups {
            let Some(&like) = group.first() else { continue };
            let last_map = candidates.last_map();
            let mut last_tried = None;
            let mut items = group.iter();
            let mut attempts = candidates.attempts_for(self.live, like);
            while !items.as_slice().is_empty()
                && let Some(at) = attempts.next(&candidates)
            {
                let tried = self.try_pair(desired[at], like);
                last_tried = Some((at, tried.zero));
                if let Some((part, how)) = tried.pairing
                    && let Some(&item) = items.next()
                {
                    candidates.remove(at);
                    slots[at] = Some(PlanSlot {
                        part,
                        how,
                        template: Some(desired[at]),
                        live: Some(item),
                        like: Some(like),
                    });
                }
            }
            if self.live.kind(like) == ValueKind::Map {
                let last = match items.as_slice().is_empty() {
                    true => last_tried.map(|(at, _)| at),
                    false => last_map,
                };
                zero = match (last, last_tried) {
                    (Some(last), Some((at, zero))) if at == last => zero,
                    (Some(last), _) => self.missing_by_zero(desired[last], like),
                    (None, _) => zero,
                };
            }
            leftovers.extend(items.map(|&item| PlanSlot {
                part: PlanPart::Live(like),
                how: PlanStrategy::Leftover,
                template: None,
                live: Some(item),
                like: Some(like),
            }));
        }
        let new = |item: &NodeId| PlanSlot {
            part: PlanPart::Template(*item),
            how: PlanStrategy::New,
            template: Some(*item),
            live: None,
            like: None,
        };
        let slots = slots
            .into_iter()
            .zip(&desired)
            .map(|(slot, item)| slot.unwrap_or_else(|| new(item)));
        let slots: Vec<PlanSlot> = slots.chain(leftovers).collect();
        MergedPlan {
            part: self.push_merged(template, live, PlanContent::List(slots)),
            zero,
        }
    }

    /// Groups the live items by their printed form, in the order of first appearance.
    fn groups(&self, list: NodeId) -> Vec<Vec<NodeId>> {
        let mut groups: Vec<Vec<NodeId>> = Vec::new();
        let mut by_form: FxHashMap<String, usize> = FxHashMap::default();
        for item in self.live.children(list) {
            let next = groups.len();
            let at = *by_form
                .entry(go_print::print_plain(self.live, item))
                .or_insert(next);
            match groups.get_mut(at) {
                Some(group) => group.push(item),
                None => groups.push(vec![item]),
            }
        }
        groups
    }

    fn try_pair(&mut self, desired: NodeId, live: NodeId) -> TriedPairs {
        let before = self.merged.len();
        let kinds = (self.template.kind(desired), self.live.kind(live));
        if kinds.1 == ValueKind::Map && kinds.0 != ValueKind::Map {
            return TriedPairs {
                pairing: None,
                zero: false,
            };
        }
        let merged = match kinds.1 {
            ValueKind::Map => self.merge(desired, live),
            _ => MergedPlan {
                part: PlanPart::Template(desired),
                zero: false,
            },
        };
        let found =
            equality::compare_complete(&*self, merged.part, &*self, Some(PlanPart::Live(live)), self.mode);
        let own = item_name(self.template, desired);
        let is_named = own.is_some() && own == item_name(self.live, live);
        let how = match (is_named, found.is_equal) {
            (true, _) => Some(PlanStrategy::Name),
            (false, true) => Some(PlanStrategy::Subset),
            (false, false) => None,
        };
        if how.is_none() {
            self.merged.truncate(before);
        }
        TriedPairs {
            pairing: how.map(|how| (merged.part, how)),
            zero: merged.zero || found.by_zero,
        }
    }

    fn missing_by_zero(&mut self, desired: NodeId, live: NodeId) -> bool {
        let before = self.merged.len();
        let zero = self.try_pair(desired, live).zero;
        self.merged.truncate(before);
        zero
    }
}

#[cfg(test)]
mod tests {
    use super::super::equality::EqualityMode;
    use super::*;
    use crate::document::{Document, read};

    /// Returns a list of small, similar items, from a seed.
    fn list(seed: &mut u64, length: u64) -> String {
        let mut next = |below: u64| {
            *seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (*seed >> 33) % below
        };
        const VALUES: [&str; 20] = [
            "1",
            "'1'",
            "'1000m'",
            "0",
            "false",
            "null",
            "a",
            "''",
            "[]",
            "{}",
            "[a, b]",
            "{n: 1}",
            "[1, a, null]",
            "['1', b, a]",
            "'map[n:1]'",
            "{n: '1', l: [a]}",
            "{n: 'map[a:1]', l: [{a: 1}, 0]}",
            "{n: {a: 1}, l: [{a: '1', b: 0}, '0']}",
            "[{n: 1}, {n: a, m: ''}]",
            "[{n: '1'}, {n: a, m: 0, l: [c]}]",
        ];
        const ITEMS: [&str; 16] = [
            "1",
            "'1'",
            "a",
            "[a, b]",
            "[b, a]",
            "'[a b]'",
            "null",
            "[]",
            "[[a, b], 1]",
            "[['a b'], '1']",
            "['[a b]', 1]",
            "[{n: 1}, a]",
            "['map[n:1]', a]",
            "[{n: '1', m: 0}, a]",
            "[{n: '1000m'}, {l: [a]}]",
            "[{n: '1'}, {l: [a], m: []}]",
        ];
        let mut items = Vec::new();
        for _ in 0..length {
            if next(3) == 0 {
                items.push(ITEMS[next(16) as usize].to_owned());
                continue;
            }
            let mut fields = Vec::new();
            for key in ["name", "x", "y"] {
                if next(3) > 0 {
                    fields.push(format!("{key}: {}", VALUES[next(20) as usize]));
                }
            }
            items.push(format!("{{{}}}", fields.join(", ")));
        }
        format!("[{}]", items.join(", "))
    }

    fn document(text: &str) -> Document {
        read("test", text.as_bytes().to_vec()).unwrap()
    }

    #[test]
    fn distinct_items_need_few_attempts() {
        const ITEMS: usize = 600;
        let item = |at: usize, own: &str| format!("{{protocol: TCP, zone: a, {own}: v{at}}}");
        let in_list = |at: usize| format!("{{apiGroups: [apps], resources: [v{at}], verbs: [get, list]}}");
        let in_map = |at: usize| format!("{{protocol: TCP, from: [{{labels: {{app: v{at}}}}}]}}");
        for own in ["name", "path", "resources", "from", "list", "map in a list"] {
            let item = |at: usize| match own {
                "list" => format!("[get, v{at}]"),
                "map in a list" => format!("[{{verb: get}}, {{app: v{at}}}]"),
                "resources" => in_list(at),
                "from" => in_map(at),
                own => item(at, own),
            };
            let items = |first: usize| {
                let items: Vec<String> = (first..first + ITEMS).map(item).collect();
                document(&format!("[{}]", items.join(", ")))
            };
            let (template, live) = (items(0), items(ITEMS / 2));
            let desired: Vec<NodeId> = template.children(template.root()).collect();
            let candidates = PairCandidates::new(&template, &desired, &live, live.children(live.root()));
            let attempts: usize = live
                .children(live.root())
                .map(|item| {
                    let mut attempts = candidates.attempts_for(&live, item);
                    std::iter::from_fn(|| attempts.next(&candidates)).count()
                })
                .sum();
            assert_eq!(attempts, ITEMS / 2, "{own}");
        }
    }

    #[test]
    fn every_match_is_tried() {
        let mut seed = 1;
        let mut fitting = 0;
        for _ in 0..600 {
            let (template, live) = (document(&list(&mut seed, 5)), document(&list(&mut seed, 5)));
            for mode in [EqualityMode::Strict, EqualityMode::Lenient] {
                let mut plan = MusthavePlan::new(&template, &live, mode);
                let desired: Vec<NodeId> = template.children(template.root()).collect();
                let forms = live.children(live.root());
                let candidates = PairCandidates::new(&template, &desired, &live, forms);
                for item in live.children(live.root()) {
                    let mut attempts = candidates.attempts_for(&live, item);
                    let tried: Vec<usize> = std::iter::from_fn(|| attempts.next(&candidates)).collect();
                    assert!(tried.is_sorted());
                    for (at, template_node) in desired.iter().enumerate() {
                        let pairing = plan.try_pair(*template_node, item).pairing.is_some();
                        fitting += usize::from(pairing);
                        assert!(
                            !pairing || tried.contains(&at),
                            "{} {}",
                            template.text(),
                            live.text()
                        );
                    }
                }
            }
        }
        assert!(fitting > 1000, "{fitting}");
    }
}
