//! The key table: the bindings of keys and actions. The footer, the help and the reference are generated from
//! it.

use crossterm::event::KeyCode;

use super::key::KeyPress;
use super::key::KeyPress::{Char, Ctrl, Named, Shift};
use crate::explorer::{
    Action, CompareAction, CopyAction, CopyTarget, EditorAction, Focus, InputsAction, KeyContext,
    LayerAction, LessonsAction, LineEdit, ListKind, NamedAction, Pane, PanesAction, PlaybackAction,
    PolicyAction, PromptAction, SearchAction, VersionsAction,
};
use crate::report::comparison::DifferenceSide;

named_enum! {
    /// The groups of the help, in its order.
    pub enum Group(title) {
        Step = "Stepping",
        Look = "Navigation",
        Compare = "Comparison",
        Order = "List order",
        Change = "Editing",
        Lists = "Lists and prompts",
        Program = "General",
    }
}

/// A binding of keys and an action.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// The name in the config file.
    pub name: &'static str,
    /// The keys; the first one is shown.
    pub keys: &'static [KeyPress],
    /// The action of the keys.
    pub action: Action,
    /// The contexts in which the keys have the action.
    pub contexts: &'static [KeyContext],
    /// The group in the help.
    pub group: Group,
    /// The entry in the footer, if there is one.
    pub footer: Option<Footer>,
    /// The text for the help and the reference.
    pub help: &'static str,
}

/// An entry in the footer.
#[derive(Clone, Copy, Debug)]
pub struct Footer {
    /// The label, one or two words.
    pub label: &'static str,
    /// The action of another binding whose first key is shown next to the key of this one, as in `s/S step`.
    pub with: Option<Action>,
    /// The rank. If space is short, entries with the lowest ranks are shown.
    pub rank: u8,
}

/// All contexts: screens first, then popups, then text input, so that the lists below are slices of this one.
const EVERYWHERE: &[KeyContext] = &[
    KeyContext::Main,
    KeyContext::Compare,
    KeyContext::ListOrder,
    KeyContext::Help,
    KeyContext::Lessons,
    KeyContext::List,
    KeyContext::Copy,
    KeyContext::Versions,
    KeyContext::LessonPage,
    KeyContext::Question,
    KeyContext::Prompt,
    KeyContext::Edit,
];
const NOT_EDIT: &[KeyContext] = EVERYWHERE.split_at(10).0;
const LISTS: &[KeyContext] = EVERYWHERE.split_at(9).0;
const SCREENS: &[KeyContext] = EVERYWHERE.split_at(3).0;
const OVERLAYS: &[KeyContext] = LISTS.split_at(3).1;
const CHOICES: &[KeyContext] = LISTS.split_at(4).1;
const MAIN: &[KeyContext] = &[KeyContext::Main];
const STEPS: &[KeyContext] = &[KeyContext::Main, KeyContext::ListOrder];
const COMPARE: &[KeyContext] = &[KeyContext::Compare];
const LIST_ORDER: &[KeyContext] = &[KeyContext::ListOrder];
const COVERS: &[KeyContext] = &[KeyContext::Compare, KeyContext::ListOrder];
const NUMBERED: &[KeyContext] = &[KeyContext::List, KeyContext::LessonPage];
const LESSON_PAGE: &[KeyContext] = &[KeyContext::LessonPage];
const VERSIONS: &[KeyContext] = &[KeyContext::Versions];
const COPY: &[KeyContext] = &[KeyContext::Copy];
const QUESTION: &[KeyContext] = &[KeyContext::Question];
const PROMPT: &[KeyContext] = &[KeyContext::Prompt];
const EDIT: &[KeyContext] = &[KeyContext::Edit];

/// Creates a binding without a footer entry.
const fn bind(
    name: &'static str,
    keys: &'static [KeyPress],
    action: Action,
    contexts: &'static [KeyContext],
    group: Group,
    help: &'static str,
) -> Binding {
    Binding {
        name,
        keys,
        action,
        contexts,
        group,
        footer: None,
        help,
    }
}

impl Binding {
    const fn footer(mut self, rank: u8, label: &'static str, with: Option<Action>) -> Binding {
        self.footer = Some(Footer { label, with, rank });
        self
    }
}

/// The key table.
#[rustfmt::skip]
pub static BINDINGS: &[Binding] = &{
    use Action as A;
    use CompareAction as Compare;
    use CopyAction as Copy;
    use EditorAction as Editor;
    use InputsAction as Inputs;
    use LayerAction as Layer;
    use LessonsAction as Lessons;
    use PanesAction as Panes;
    use PlaybackAction as Playback;
    use PolicyAction as Policy;
    use PromptAction as Prompt;
    use SearchAction as Search;
    use VersionsAction as Versions;
    use Group::{Change, Lists, Look, Order, Program, Step};
    const LEFT: KeyPress = Named(KeyCode::Left);
    const RIGHT: KeyPress = Named(KeyCode::Right);
    const UP: KeyPress = Named(KeyCode::Up);
    const DOWN: KeyPress = Named(KeyCode::Down);
    const ENTER: KeyPress = Named(KeyCode::Enter);
    const ESC: KeyPress = Named(KeyCode::Esc);
    [
        bind("step-forward", &[Char('s'), Char(']'), RIGHT], A::Playback(Playback::StepForward), STEPS, Step, "Next step").footer(1, "step", Some(A::Playback(Playback::StepBack))),
        bind("step-back", &[Char('S'), Char('['), LEFT], A::Playback(Playback::StepBack), STEPS, Step, "Previous step"),
        bind("step-over", &[Char('o')], A::Playback(Playback::OverForward), STEPS, Step, "Step over child steps").footer(15, "over", Some(A::Playback(Playback::OverBack))),
        bind("step-over-back", &[Char('O')], A::Playback(Playback::OverBack), STEPS, Step, "Step back over child steps"),
        bind("step-out", &[Char('f')], A::Playback(Playback::OutForward), STEPS, Step, "Skip the rest of the parent step").footer(23, "out", Some(A::Playback(Playback::OutBack))),
        bind("step-out-back", &[Char('F')], A::Playback(Playback::OutBack), STEPS, Step, "Go back to the parent step"),
        bind("next-directive", &[Char('c')], A::Playback(Playback::NextDirective), STEPS, Step, "Next directive").footer(12, "directive", Some(A::Playback(Playback::PreviousDirective))),
        bind("previous-directive", &[Char('C')], A::Playback(Playback::PreviousDirective), STEPS, Step, "Previous directive"),
        bind("next-issue", &[Char('x')], A::Playback(Playback::NextIssue), STEPS, Step, "Next issue").footer(8, "issue", Some(A::Playback(Playback::PreviousIssue))),
        bind("previous-issue", &[Char('X')], A::Playback(Playback::PreviousIssue), STEPS, Step, "Previous issue"),
        bind("first-step", &[Char('^')], A::Playback(Playback::FirstStep), STEPS, Step, "First step (live object)").footer(13, "first/last", Some(A::Playback(Playback::LastStep))),
        bind("last-step", &[Char('$')], A::Playback(Playback::LastStep), STEPS, Step, "Last step (result)"),
        bind("play", &[Char(' ')], A::Playback(Playback::Play), MAIN, Step, "Play or pause").footer(9, "play", None),
        bind("faster", &[Char('+'), Char('=')], A::Playback(Playback::Faster), MAIN, Step, "Play faster"),
        bind("slower", &[Char('-')], A::Playback(Playback::Slower), MAIN, Step, "Play slower"),

        bind("up", &[UP, Char('k')], A::Layer(Layer::Up), NOT_EDIT, Look, "Move up"),
        bind("down", &[DOWN, Char('j')], A::Layer(Layer::Down), NOT_EDIT, Look, "Move down"),
        bind("page-up", &[Named(KeyCode::PageUp), Ctrl('b')], A::Layer(Layer::PageUp), NOT_EDIT, Look, "Page up"),
        bind("page-down", &[Named(KeyCode::PageDown), Ctrl('f')], A::Layer(Layer::PageDown), NOT_EDIT, Look, "Page down"),
        bind("half-page-up", &[Ctrl('u')], A::Layer(Layer::HalfPageUp), NOT_EDIT, Look, "Half a page up"),
        bind("half-page-down", &[Ctrl('d')], A::Layer(Layer::HalfPageDown), NOT_EDIT, Look, "Half a page down"),
        bind("top", &[Named(KeyCode::Home), Char('g')], A::Layer(Layer::Top), NOT_EDIT, Look, "Go to the top"),
        bind("bottom", &[Named(KeyCode::End), Char('G')], A::Layer(Layer::Bottom), NOT_EDIT, Look, "Go to the bottom"),
        bind("focus-next", &[Named(KeyCode::Tab), Char('l')], A::Panes(Panes::FocusNext), MAIN, Look, "Next pane").footer(11, "focus", None),
        bind("focus-previous", &[Named(KeyCode::BackTab), Char('h')], A::Panes(Panes::FocusPrevious), MAIN, Look, "Previous pane"),
        bind("focus-live", &[Char('1')], A::Panes(Panes::FocusOn(Focus::Document(Pane::Live))), MAIN, Look, "Focus the live pane"),
        bind("focus-patch", &[Char('2')], A::Panes(Panes::FocusOn(Focus::Document(Pane::Patch))), MAIN, Look, "Focus the patch pane"),
        bind("focus-result", &[Char('3')], A::Panes(Panes::FocusOn(Focus::Document(Pane::Result))), MAIN, Look, "Focus the result pane"),
        bind("focus-steps", &[Char('4')], A::Panes(Panes::FocusOn(Focus::Steps)), MAIN, Look, "Focus the steps"),
        bind("focus-why", &[Char('5')], A::Panes(Panes::FocusOn(Focus::Why)), MAIN, Look, "Focus the explanation"),
        bind("explanation", &[Char('I')], A::Layer(Layer::Explanation), MAIN, Look, "Show the whole explanation"),
        bind("zoom", &[Char('z')], A::Panes(Panes::Zoom), MAIN, Look, "Zoom this pane").footer(14, "zoom", None),
        bind("wrap", &[Char('|')], A::Panes(Panes::Wrap), MAIN, Look, "Wrap long lines, or cut them off"),
        bind("widen", &[Char('}')], A::Panes(Panes::Larger), MAIN, Look, "Widen this pane"),
        bind("narrow", &[Char('{')], A::Panes(Panes::Smaller), MAIN, Look, "Narrow this pane"),
        bind("taller", &[Char(')')], A::Panes(Panes::Taller), MAIN, Look, "Make the lower panes taller"),
        bind("shorter", &[Char('(')], A::Panes(Panes::Shorter), MAIN, Look, "Make the lower panes shorter"),
        bind("reset-sizes", &[Char('0')], A::Panes(Panes::ResetSizes), MAIN, Look, "Reset pane sizes"),
        bind("explain-line", &[ENTER], A::Open(ListKind::History), MAIN, Look, "Explain this line").footer(2, "why", None),
        bind("search", &[Char('/')], A::Search(Search::Open), SCREENS, Look, "Search").footer(4, "search", None),
        bind("filter-list", &[Char('/')], A::Search(Search::Open), OVERLAYS, Lists, "Filter this list").footer(2, "filter", None),
        bind("search-next", &[Char('n')], A::Search(Search::Next), STEPS, Look, "Next match"),
        bind("search-previous", &[Char('N')], A::Search(Search::Previous), STEPS, Look, "Previous match"),
        bind("go-to", &[Char(':')], A::GoTo, LISTS, Look, "Find a path, step, line, object or command by name").footer(20, "jump", None),
        bind("fold", &[Char('u')], A::Panes(Panes::Fold), MAIN, Look, "Fold or unfold this block").footer(21, "fold", None),
        bind("fold-unchanged", &[Char('H')], A::Panes(Panes::FoldUnchanged), MAIN, Look, "Fold unchanged blocks"),
        bind("unfold-all", &[Char('U')], A::Panes(Panes::UnfoldAll), MAIN, Look, "Unfold all"),
        bind("filter", &[Char('i')], A::Open(ListKind::Effects), MAIN, Step, "Filter steps by effect").footer(22, "filter", None),
        bind("scroll-left", &[Shift(KeyCode::Left), Char(',')], A::Panes(Panes::ScrollHorizontally(-8)), MAIN, Look, "Scroll left"),
        bind("scroll-right", &[Shift(KeyCode::Right), Char('.')], A::Panes(Panes::ScrollHorizontally(8)), MAIN, Look, "Scroll right"),
        bind("back", &[Char('b')], A::Panes(Panes::Back), MAIN, Look, "Undo the last jump").footer(18, "back", None),
        bind("copy", &[Char('y')], A::Copy(Copy::Ask), MAIN, Look, "Copy path, value or explanation").footer(19, "copy", None),
        bind("copy-path", &[Char('p')], A::Copy(Copy::Take(CopyTarget::Path)), COPY, Lists, "Copy the path (copy menu)").footer(1, "path", None),
        bind("copy-value", &[Char('v')], A::Copy(Copy::Take(CopyTarget::Value)), COPY, Lists, "Copy the value (copy menu)").footer(3, "value", None),
        bind("copy-explanation", &[Char('e')], A::Copy(Copy::Take(CopyTarget::Explanation)), COPY, Lists, "Copy the explanation (copy menu)").footer(4, "explanation", None),
        bind("accept", &[ENTER], A::Prompt(Prompt::Accept), PROMPT, Lists, "Accept the input (prompt)").footer(0, "accept", None),
        bind("previous-candidate", &[UP, Ctrl('p')], A::Prompt(Prompt::Previous), PROMPT, Lists, "Previous candidate, or previous input"),
        bind("next-candidate", &[DOWN, Ctrl('n')], A::Prompt(Prompt::Next), PROMPT, Lists, "Next candidate, or next input"),
        bind("candidates-up", &[Named(KeyCode::PageUp)], A::Prompt(Prompt::PageUp), PROMPT, Lists, "Previous page of candidates"),
        bind("candidates-down", &[Named(KeyCode::PageDown), Ctrl('d')], A::Prompt(Prompt::PageDown), PROMPT, Lists, "Next page of candidates"),
        bind("complete", &[Named(KeyCode::Tab)], A::Prompt(Prompt::Complete), PROMPT, Lists, "Complete the path").footer(1, "complete", None),
        bind("delete-back", &[Named(KeyCode::Backspace)], A::Prompt(Prompt::Edit(LineEdit::Erase)), PROMPT, Lists, "Delete the previous character"),
        bind("delete-forward", &[Named(KeyCode::Delete)], A::Prompt(Prompt::Edit(LineEdit::EraseForward)), PROMPT, Lists, "Delete the next character"),
        bind("delete-word", &[Ctrl('w')], A::Prompt(Prompt::Edit(LineEdit::EraseWord)), PROMPT, Lists, "Delete the previous word"),
        bind("delete-to-start", &[Ctrl('u')], A::Prompt(Prompt::Edit(LineEdit::EraseAll)), PROMPT, Lists, "Delete to the start"),
        bind("delete-to-end", &[Ctrl('k')], A::Prompt(Prompt::Edit(LineEdit::EraseToEnd)), PROMPT, Lists, "Delete to the end"),
        bind("cursor-left", &[LEFT], A::Prompt(Prompt::Edit(LineEdit::Left)), PROMPT, Lists, "Cursor left"),
        bind("cursor-right", &[RIGHT], A::Prompt(Prompt::Edit(LineEdit::Right)), PROMPT, Lists, "Cursor right"),
        bind("cursor-start", &[Named(KeyCode::Home), Ctrl('a')], A::Prompt(Prompt::Edit(LineEdit::Start)), PROMPT, Lists, "Cursor to the start"),
        bind("cursor-end", &[Named(KeyCode::End), Ctrl('e')], A::Prompt(Prompt::Edit(LineEdit::End)), PROMPT, Lists, "Cursor to the end"),
        bind("compare", &[Char('d')], A::Compare(Compare::Toggle), MAIN, Look, "Compare two semantics").footer(3, "compare", None),
        bind("next-difference", &[Char('n'), Char('x')], A::Compare(Compare::NextDifference), COMPARE, Group::Compare, "Next difference").footer(1, "difference", Some(A::Compare(Compare::PreviousDifference))),
        bind("previous-difference", &[Char('N'), Char('X')], A::Compare(Compare::PreviousDifference), COMPARE, Group::Compare, "Previous difference"),
        bind("go-to-deciding-step", &[ENTER], A::CHOOSE, COMPARE, Group::Compare, "Go to the step that decides this").footer(2, "step", None),
        bind("go-to-item", &[ENTER], A::CHOOSE, LIST_ORDER, Order, "Go to this item at the step that placed it").footer(0, "step", None),
        bind("whole-explanation", &[Char('5')], A::Layer(Layer::Explanation), COVERS, Group::Compare, "Show the whole explanation").footer(17, "explanation", None),
        bind("compare-right", &[Char('m')], A::Compare(Compare::Semantics(DifferenceSide::Second)), COMPARE, Group::Compare, "Change the right side").footer(30, "right", None),
        bind("compare-left", &[Char('M')], A::Compare(Compare::Semantics(DifferenceSide::First)), COMPARE, Group::Compare, "Change the left side").footer(31, "left", None),
        bind("list-order", &[Char('r')], A::ListOrder, STEPS, Look, "Show the order of this list").footer(41, "order", None),
        bind("close-compare", &[Char('q'), Char('d')], A::CLOSE, COMPARE, Group::Compare, "Close the comparison").footer(6, "back", None),
        bind("close-list-order", &[Char('q')], A::CLOSE, LIST_ORDER, Order, "Close the list order").footer(2, "back", None),
        bind("switch-semantics", &[Char('m')], A::Inputs(Inputs::OtherSemantics), MAIN, Look, "Switch semantics or compliance type").footer(10, "semantics", None),
        bind("next-semantics", &[Char('M')], A::Inputs(Inputs::NextSemantics), MAIN, Look, "Next semantics of this patch type"),
        bind("swap-patches", &[Char('W')], A::Inputs(Inputs::SwapPatches), MAIN, Change, "Swap this patch with the next one"),
        bind("compliance-types", &[Char('6')], A::Open(ListKind::Types), MAIN, Look, "Compare the compliance types").footer(43, "types", None),
        bind("next-template", &[Char('t')], A::Policy(Policy::NextTemplate), MAIN, Look, "Next object template").footer(44, "template", None),
        bind("templates", &[Char('7')], A::Open(ListKind::Templates), MAIN, Look, "List object templates"),
        bind("live-objects", &[Char('8')], A::Open(ListKind::Objects), MAIN, Look, "List the live objects of a file that holds several").footer(45, "object", None),
        bind("verify", &[Char('K')], A::Inputs(Inputs::VerifyWithKubectl), MAIN, Look, "Check the result with kubectl"),

        bind("export", &[Char('w')], A::Open(ListKind::Export), MAIN, Look, "Export").footer(30, "write", None),
        bind("show-secrets", &[Char('R')], A::Inputs(Inputs::ShowSecrets), MAIN, Look, "Show or hide Secret values"),

        bind("previous-version", &[Char('<')], A::Versions(Versions::Step(-1)), MAIN, Look, "Previous version").footer(60, "version", Some(A::Versions(Versions::Step(1)))),
        bind("next-version", &[Char('>')], A::Versions(Versions::Step(1)), MAIN, Look, "Next version"),
        bind("latest-version", &[Char('V')], A::Versions(Versions::Newest), SCREENS, Look, "Latest version"),
        bind("next-change", &[Char(';')], A::Versions(Versions::NextChange), SCREENS, Look, "Next place that the last save changed").footer(62, "change", Some(A::Versions(Versions::PreviousChange))),
        bind("previous-change", &[Char('\'')], A::Versions(Versions::PreviousChange), SCREENS, Look, "Previous place that the last save changed"),
        bind("versions", &[Char('v')], A::Open(ListKind::Versions), MAIN, Look, "List versions"),
        bind("compare-versions", &[Char('c')], A::Compare(Compare::Versions), VERSIONS, Lists, "Compare with the current version (versions)").footer(1, "compare", None),

        bind("edit", &[Char('e')], A::Editor(Editor::Edit), MAIN, Change, "Edit the live object or the patch").footer(7, "edit", None),
        bind("edit-result", &[Char('T')], A::Editor(Editor::EditResult), MAIN, Change, "Edit the result and compute the patch"),
        bind("apply-fix", &[Char('!')], A::Editor(Editor::ApplyFix), MAIN, Change, "Apply the fix of this issue to the patch"),
        bind("undo-fix", &[Char('Z')], A::Editor(Editor::UndoFix), MAIN, Change, "Undo the fix that was applied last"),
        bind("ledger", &[Char('A')], A::Ledger, MAIN, Look, "Show the apply ledger").footer(42, "ledger", None),
        bind("edit-externally", &[Char('E')], A::Editor(Editor::External), MAIN, Change, "Open in $VISUAL or $EDITOR"),
        bind("save", &[Ctrl('s')], A::Editor(Editor::Save), EDIT, Change, "Save").footer(1, "save", None),
        bind("save-first", &[Char('s')], A::Layer(Layer::SaveFirst), QUESTION, Lists, "Save, then leave (question)").footer(2, "save", None),
        bind("complete-field", &[Ctrl('n'), Ctrl(' ')], A::Editor(Editor::Complete), EDIT, Change, "Complete a field name or a merge key").footer(2, "complete", None),
        bind("yes", &[Char('y')], A::Layer(Layer::Yes), QUESTION, Lists, "Yes (question)").footer(0, "yes", None),
        bind("no", &[Char('n')], A::Layer(Layer::No), QUESTION, Lists, "No (question)").footer(1, "no", None),

        bind("predict", &[Char('P')], A::Predict, MAIN, Step, "Toggle predict mode").footer(61, "predict", None),
        bind("present", &[Char('B')], A::Lessons(Lessons::Present), MAIN, Program, "Toggle presentation mode"),
        bind("lesson-page", &[Char('L')], A::Open(ListKind::LessonPage), MAIN, Program, "Show the lesson page").footer(27, "question", None),
        bind("next-lesson", &[Char('J')], A::Lessons(Lessons::Next), MAIN, Program, "Open the next lesson").footer(28, "next lesson", None),
        bind("edit-lesson", &[Char('e')], A::Editor(Editor::Edit), LESSON_PAGE, Lists, "Edit the patch (lesson page)").footer(3, "edit", None),
        bind("choose-1", &[Char('1')], A::Layer(Layer::Pick(0)), NUMBERED, Lists, "Select the first choice"),
        bind("choose-2", &[Char('2')], A::Layer(Layer::Pick(1)), NUMBERED, Lists, "Select the second choice"),
        bind("choose-3", &[Char('3')], A::Layer(Layer::Pick(2)), NUMBERED, Lists, "Select the third choice"),
        bind("choose-4", &[Char('4')], A::Layer(Layer::Pick(3)), NUMBERED, Lists, "Select the fourth choice"),
        bind("choose-5", &[Char('5')], A::Layer(Layer::Pick(4)), NUMBERED, Lists, "Select the fifth choice"),
        bind("choose-6", &[Char('6')], A::Layer(Layer::Pick(5)), NUMBERED, Lists, "Select the sixth choice"),
        bind("choose-7", &[Char('7')], A::Layer(Layer::Pick(6)), NUMBERED, Lists, "Select the seventh choice"),
        bind("choose-8", &[Char('8')], A::Layer(Layer::Pick(7)), NUMBERED, Lists, "Select the eighth choice"),
        bind("choose-9", &[Char('9')], A::Layer(Layer::Pick(8)), NUMBERED, Lists, "Select the ninth choice"),
        bind("lessons", &[Named(KeyCode::F(2))], A::Open(ListKind::Lessons), MAIN, Program, "List lessons").footer(24, "lessons", None),
        bind("select", &[ENTER], A::CHOOSE, CHOICES, Lists, "Select (list)").footer(0, "select", None),
        bind("close", &[ESC], A::CLOSE, EVERYWHERE, Program, "Close").footer(16, "close", None),
        bind("close-list", &[Char('q')], A::CLOSE, OVERLAYS, Lists, "Close"),
        bind("help", &[Char('?'), Named(KeyCode::F(1))], A::Help, NOT_EDIT, Program, "Toggle help").footer(5, "help", None),
        bind("help-in-text", &[Named(KeyCode::F(1))], A::Help, EDIT, Program, "Toggle help while editing").footer(17, "help", None),
        bind("quit", &[Char('q')], A::Quit, MAIN, Program, "Quit").footer(6, "quit", None),
        bind("quit-anywhere", &[Ctrl('c')], A::Quit, NOT_EDIT, Program, "Quit"),
        bind("redraw", &[Ctrl('l')], A::Redraw, NOT_EDIT, Program, "Redraw the screen"),
        bind("suspend", &[Ctrl('z')], A::Suspend, NOT_EDIT, Program, "Suspend (resume with `fg`)"),
    ]
};

/// Returns the commands of the panes, for the go-to prompt. Of several with one action, only the first.
#[must_use]
pub fn commands() -> Vec<NamedAction> {
    let in_panes = BINDINGS
        .iter()
        .filter(|binding| binding.contexts.contains(&KeyContext::Main));
    let mut seen = Vec::new();
    in_panes
        .filter(|binding| {
            let is_new = !seen.contains(&binding.action);
            seen.push(binding.action);
            is_new
        })
        .map(|binding| NamedAction {
            name: binding.name,
            help: binding.help,
            action: binding.action,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::keymap::{Keymap, markdown};
    use super::*;
    use crossterm::event::{KeyEvent, KeyEventKind, KeyModifiers};
    use std::collections::HashMap;

    const CONTEXTS: [KeyContext; 12] = [
        KeyContext::Main,
        KeyContext::Help,
        KeyContext::Lessons,
        KeyContext::List,
        KeyContext::Copy,
        KeyContext::Versions,
        KeyContext::LessonPage,
        KeyContext::Compare,
        KeyContext::ListOrder,
        KeyContext::Prompt,
        KeyContext::Question,
        KeyContext::Edit,
    ];

    fn in_context(context: KeyContext) -> impl Iterator<Item = &'static Binding> {
        BINDINGS
            .iter()
            .filter(move |binding| binding.contexts.contains(&context))
    }

    fn lookup(context: KeyContext, event: KeyEvent) -> Option<Action> {
        Keymap::default().lookup(context, event)
    }

    #[test]
    fn no_key_means_two_things() {
        for context in CONTEXTS {
            let mut seen = HashMap::new();
            for binding in in_context(context) {
                for key in binding.keys {
                    let clash = seen.insert(*key, binding.help);
                    assert_eq!(clash, None, "{context:?}: {key} is also: {}", binding.help);
                }
            }
        }
    }

    #[test]
    fn no_two_footer_entries_have_one_rank_and_partners_have_keys() {
        for context in CONTEXTS {
            let mut seen = HashMap::new();
            for binding in in_context(context) {
                let Some(footer) = binding.footer else { continue };
                assert_eq!(
                    seen.insert(footer.rank, footer.label),
                    None,
                    "{context:?}: {}",
                    footer.label
                );
                if let Some(with) = footer.with {
                    assert!(
                        in_context(context).any(|binding| binding.action == with),
                        "{}",
                        footer.label
                    );
                }
            }
        }
    }

    #[test]
    fn keys_become_actions_by_context() {
        let press = |code| KeyEvent::new(code, KeyModifiers::NONE);
        let control = |c| KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL);
        let cases = [
            (
                KeyContext::Main,
                press(KeyCode::Char('s')),
                Some(Action::Playback(PlaybackAction::StepForward)),
            ),
            (
                KeyContext::Main,
                KeyEvent::new(KeyCode::Char('S'), KeyModifiers::SHIFT),
                Some(Action::Playback(PlaybackAction::StepBack)),
            ),
            (
                KeyContext::Main,
                press(KeyCode::Right),
                Some(Action::Playback(PlaybackAction::StepForward)),
            ),
            (KeyContext::Main, press(KeyCode::Char('q')), Some(Action::Quit)),
            (
                KeyContext::Main,
                press(KeyCode::Char('y')),
                Some(Action::Copy(CopyAction::Ask)),
            ),
            (KeyContext::Help, press(KeyCode::Char('y')), None),
            (
                KeyContext::Main,
                press(KeyCode::Char('4')),
                Some(Action::Panes(PanesAction::FocusOn(Focus::Steps))),
            ),
            (KeyContext::Help, press(KeyCode::Char('q')), Some(Action::CLOSE)),
            (KeyContext::Help, press(KeyCode::Char('s')), None),
            (
                KeyContext::Help,
                press(KeyCode::Down),
                Some(Action::Layer(LayerAction::Down)),
            ),
            (
                KeyContext::Question,
                press(KeyCode::Char('y')),
                Some(Action::Layer(LayerAction::Yes)),
            ),
            (KeyContext::Question, control('c'), Some(Action::Quit)),
            (
                KeyContext::Edit,
                control('s'),
                Some(Action::Editor(EditorAction::Save)),
            ),
            (KeyContext::Edit, press(KeyCode::Esc), Some(Action::CLOSE)),
            (KeyContext::Edit, press(KeyCode::F(1)), Some(Action::Help)),
            (KeyContext::Edit, press(KeyCode::Char('s')), None),
            (KeyContext::Edit, press(KeyCode::Char('?')), None),
            (KeyContext::Edit, control('c'), None),
        ];
        for (context, event, want) in cases {
            assert_eq!(lookup(context, event), want, "{context:?} {event:?}");
        }
        let mut release = press(KeyCode::Char('s'));
        release.kind = KeyEventKind::Release;
        assert_eq!(lookup(KeyContext::Main, release), None);
        release.kind = KeyEventKind::Repeat;
        assert_eq!(
            lookup(KeyContext::Main, release),
            Some(Action::Playback(PlaybackAction::StepForward))
        );
    }

    #[test]
    fn the_footer_begins_with_what_matters_most() {
        let shown = |context| {
            let entries: Vec<String> = Keymap::default()
                .footer(context)
                .iter()
                .take(4)
                .map(|entry| {
                    let keys: Vec<&str> = entry.keys.iter().map(|(key, _)| key.as_str()).collect();
                    format!("{} {}", keys.join("/"), entry.label)
                })
                .collect();
            entries.join("  ")
        };
        assert_eq!(
            shown(KeyContext::Main),
            "s/S step  Enter why  d compare  / search"
        );
        assert_eq!(
            shown(KeyContext::Edit),
            "Ctrl-S save  Ctrl-N complete  Esc close  F1 help"
        );
        assert_eq!(shown(KeyContext::Question), "y yes  n no  s save  ? help");
    }

    #[test]
    fn the_readme_list_has_every_binding() {
        let text = markdown();
        assert!(
            text.starts_with("**Stepping**\n\n| Keys | What they do |\n"),
            "{text}"
        );
        assert!(text.contains("| `s` `]` `Right` | Next step |\n"), "{text}");
        for binding in BINDINGS {
            assert!(text.contains(binding.help), "{}", binding.help);
        }
        assert!(text.ends_with("|\n"), "{text}");
    }
}
