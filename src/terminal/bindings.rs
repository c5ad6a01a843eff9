//! The key table: which key does what. Footer, help and the reference are made of it.

use crossterm::event::KeyCode;

use super::key::KeyPress;
use super::key::KeyPress::{Char, Ctrl, Named, Shift};
use crate::explorer::{Action, CopyTarget, Focus, KeyContext, LineEdit, ListKind, Pane};
use crate::explorer::{
    CompareAction, CopyAction, EditorAction, InputsAction, LayerAction, LessonsAction, PanesAction,
    PlaybackAction, PolicyAction, PromptAction, SearchAction, VersionsAction,
};
use crate::report::comparison::DifferenceSide;

/// The chapters of the help.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Step,
    Look,
    Compare,
    Order,
    Change,
    Lists,
    Program,
}

impl Group {
    /// Every group, in the order of the help.
    pub const ALL: [Group; 7] = [
        Group::Step,
        Group::Look,
        Group::Compare,
        Group::Order,
        Group::Change,
        Group::Lists,
        Group::Program,
    ];

    /// The chapter's title.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Group::Step => "Step through the merge",
            Group::Look => "Look around",
            Group::Compare => "While two results stand side by side",
            Group::Order => "While the order of a list is shown",
            Group::Change => "Change something",
            Group::Lists => "In lists, questions and a line that is typed",
            Group::Program => "The program",
        }
    }
}

/// A line of the table.
#[derive(Clone, Copy, Debug)]
pub struct Binding {
    /// Its name in the config file.
    pub name: &'static str,
    /// The keys that do it; the first is the one to show.
    pub keys: &'static [KeyPress],
    /// What they do.
    pub action: Action,
    /// Where they do it.
    pub contexts: &'static [KeyContext],
    /// Its chapter in the help.
    pub group: Group,
    /// Its entry in the footer, if it has one.
    pub footer: Option<Footer>,
    /// What it does, for the help and the reference.
    pub help: &'static str,
}

/// An entry in the footer.
#[derive(Clone, Copy, Debug)]
pub struct Footer {
    /// One or two words.
    pub label: &'static str,
    /// The binding whose first key is shown next to this one's, as in `s/S step`.
    pub with: Option<Action>,
    /// With little room, the lowest are shown.
    pub rank: u8,
}

/// Screens first, then popups, then what is typed into, so that the lists below are parts of this one.
const EVERYWHERE: &[KeyContext] = &[
    KeyContext::Main,
    KeyContext::Compare,
    KeyContext::ListOrder,
    KeyContext::Help,
    KeyContext::Lessons,
    KeyContext::List,
    KeyContext::Copy,
    KeyContext::Versions,
    KeyContext::Question,
    KeyContext::Prompt,
    KeyContext::Edit,
];
const NOT_EDIT: &[KeyContext] = EVERYWHERE.split_at(9).0;
const LISTS: &[KeyContext] = EVERYWHERE.split_at(8).0;
const SCREENS: &[KeyContext] = EVERYWHERE.split_at(3).0;
const ANY_COMPARE: &[KeyContext] = EVERYWHERE.split_at(2).0;
const OVERLAYS: &[KeyContext] = LISTS.split_at(3).1;
const CHOICES: &[KeyContext] = LISTS.split_at(4).1;
const MAIN: &[KeyContext] = &[KeyContext::Main];
const STEPS: &[KeyContext] = &[KeyContext::Main, KeyContext::ListOrder];
const COMPARE: &[KeyContext] = &[KeyContext::Compare];
const RULER: &[KeyContext] = &[KeyContext::ListOrder];
const LIST: &[KeyContext] = &[KeyContext::List];
const VERSIONS: &[KeyContext] = &[KeyContext::Versions];
const COPY: &[KeyContext] = &[KeyContext::Copy];
const QUESTION: &[KeyContext] = &[KeyContext::Question];
const PROMPT: &[KeyContext] = &[KeyContext::Prompt];
const EDIT: &[KeyContext] = &[KeyContext::Edit];

/// A binding without a footer entry.
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

/// The table.
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
        bind("step-forward", &[Char('s'), Char(']'), RIGHT], A::Playback(Playback::StepForward), STEPS, Step, "One step on").footer(1, "step", Some(A::Playback(Playback::StepBack))),
        bind("step-back", &[Char('S'), Char('['), LEFT], A::Playback(Playback::StepBack), STEPS, Step, "One step back"),
        bind("over-forward", &[Char('o')], A::Playback(Playback::OverForward), STEPS, Step, "On, over the children of this step").footer(15, "over", Some(A::Playback(Playback::OverBack))),
        bind("over-back", &[Char('O')], A::Playback(Playback::OverBack), STEPS, Step, "Back, over the children of the step before"),
        bind("out-forward", &[Char('f')], A::Playback(Playback::OutForward), STEPS, Step, "On, behind the last child of the parent step").footer(23, "out", Some(A::Playback(Playback::OutBack))),
        bind("out-back", &[Char('F')], A::Playback(Playback::OutBack), STEPS, Step, "Back to the parent step"),
        bind("next-directive", &[Char('c')], A::Playback(Playback::NextDirective), STEPS, Step, "On to the next step of a directive").footer(12, "directive", Some(A::Playback(Playback::PreviousDirective))),
        bind("previous-directive", &[Char('C')], A::Playback(Playback::PreviousDirective), STEPS, Step, "Back to the previous step of a directive"),
        bind("next-issue", &[Char('x')], A::Playback(Playback::NextIssue), STEPS, Step, "On to the next surprise: a new order, a refusal, a warning, a difference of the semantics; behind the last to the first").footer(8, "surprise", Some(A::Playback(Playback::PreviousIssue))),
        bind("previous-issue", &[Char('X')], A::Playback(Playback::PreviousIssue), STEPS, Step, "Back to the previous surprise"),
        bind("first-step", &[Char('g')], A::Playback(Playback::FirstStep), STEPS, Step, "To the first step: live untouched").footer(13, "first/last", Some(A::Playback(Playback::LastStep))),
        bind("last-step", &[Char('G')], A::Playback(Playback::LastStep), STEPS, Step, "To the last step: the result"),
        bind("play", &[Char(' ')], A::Playback(Playback::Play), MAIN, Step, "Play the steps, or stop").footer(9, "play", None),
        bind("faster", &[Char('+'), Char('=')], A::Playback(Playback::Faster), MAIN, Step, "Play faster"),
        bind("slower", &[Char('-')], A::Playback(Playback::Slower), MAIN, Step, "Play slower"),

        bind("up", &[UP, Char('k')], A::Layer(Layer::Up), LISTS, Look, "The cursor up"),
        bind("down", &[DOWN, Char('j')], A::Layer(Layer::Down), LISTS, Look, "The cursor down"),
        bind("page-up", &[Named(KeyCode::PageUp)], A::Layer(Layer::PageUp), LISTS, Look, "A page up"),
        bind("page-down", &[Named(KeyCode::PageDown)], A::Layer(Layer::PageDown), LISTS, Look, "A page down"),
        bind("top", &[Named(KeyCode::Home)], A::Layer(Layer::Top), LISTS, Look, "To the top"),
        bind("bottom", &[Named(KeyCode::End)], A::Layer(Layer::Bottom), LISTS, Look, "To the bottom"),
        bind("focus-next", &[Named(KeyCode::Tab)], A::Panes(Panes::FocusNext), MAIN, Look, "To the next pane").footer(11, "focus", None),
        bind("focus-previous", &[Named(KeyCode::BackTab)], A::Panes(Panes::FocusPrevious), MAIN, Look, "To the previous pane"),
        bind("focus-on-document-live", &[Char('1')], A::Panes(Panes::FocusOn(Focus::Document(Pane::Live))), MAIN, Look, "To live"),
        bind("focus-on-document-patch", &[Char('2')], A::Panes(Panes::FocusOn(Focus::Document(Pane::Patch))), MAIN, Look, "To the patch"),
        bind("focus-on-document-result", &[Char('3')], A::Panes(Panes::FocusOn(Focus::Document(Pane::Result))), MAIN, Look, "To the result"),
        bind("focus-on-steps", &[Char('4')], A::Panes(Panes::FocusOn(Focus::Steps)), MAIN, Look, "To the steps"),
        bind("focus-on-why", &[Char('5')], A::Panes(Panes::FocusOn(Focus::Why)), MAIN, Look, "To the explanation"),
        bind("zoom", &[Char('z')], A::Panes(Panes::Zoom), MAIN, Look, "This pane alone, or all again").footer(14, "zoom", None),
        bind("larger", &[Char('}')], A::Panes(Panes::Larger), MAIN, Look, "This pane larger; its border can be dragged too"),
        bind("smaller", &[Char('{')], A::Panes(Panes::Smaller), MAIN, Look, "This pane smaller"),
        bind("taller", &[Char(')')], A::Panes(Panes::Taller), MAIN, Look, "Steps and explanation taller"),
        bind("shorter", &[Char('(')], A::Panes(Panes::Shorter), MAIN, Look, "Steps and explanation shorter"),
        bind("reset-sizes", &[Char('0')], A::Panes(Panes::ResetSizes), MAIN, Look, "All panes as large as usual"),
        bind("explain-line", &[ENTER], A::Open(ListKind::History), MAIN, Look, "Why is this line here? The steps that touched it, to jump to").footer(2, "why", None),
        bind("search", &[Char('/')], A::Search(Search::Open), MAIN, Look, "Search all panes and the steps").footer(4, "search", None),
        bind("search-next", &[Char('n')], A::Search(Search::Next), MAIN, Look, "On to the next hit of the search"),
        bind("search-previous", &[Char('N')], A::Search(Search::Previous), MAIN, Look, "Back to the previous hit"),
        bind("go-to", &[Char(':')], A::GoTo, MAIN, Look, "Jump to a path, a line, or a step (#7)").footer(20, "jump", None),
        bind("fold", &[Char('h')], A::Panes(Panes::Fold), MAIN, Look, "Fold the block around the cursor in all panes, or unfold it").footer(21, "fold", None),
        bind("fold-unchanged", &[Char('H')], A::Panes(Panes::FoldUnchanged), MAIN, Look, "Fold all that the patch leaves alone"),
        bind("unfold-all", &[Char('U')], A::Panes(Panes::UnfoldAll), MAIN, Look, "Unfold everything"),
        bind("filter", &[Char('i')], A::Open(ListKind::Filter), MAIN, Step, "Show only the steps of one effect, or all again").footer(22, "filter", None),
        bind("scroll-horizontally-back", &[Shift(KeyCode::Left), Char(',')], A::Panes(Panes::ScrollHorizontally(-8)), MAIN, Look, "Slide the pane: the beginnings of long lines"),
        bind("scroll-horizontally", &[Shift(KeyCode::Right), Char('.')], A::Panes(Panes::ScrollHorizontally(8)), MAIN, Look, "Slide the pane: the ends of long lines"),
        bind("back", &[Char('b')], A::Panes(Panes::Back), MAIN, Look, "Back to before the last jump").footer(18, "back", None),
        bind("ask-copy", &[Char('y')], A::Copy(Copy::Ask), MAIN, Look, "Copy the path, the value or the explanation of this line").footer(19, "copy", None),
        bind("copy-path", &[Char('p')], A::Copy(Copy::Take(CopyTarget::Path)), COPY, Lists, "Copy the path").footer(1, "path", None),
        bind("copy-value", &[Char('v')], A::Copy(Copy::Take(CopyTarget::Value)), COPY, Lists, "Copy the value").footer(3, "value", None),
        bind("copy-explanation", &[Char('e')], A::Copy(Copy::Take(CopyTarget::Explanation)), COPY, Lists, "Copy the whole explanation").footer(4, "explanation", None),
        bind("accept-line", &[ENTER], A::Prompt(Prompt::Accept), PROMPT, Lists, "Take the line that is typed").footer(0, "take", None),
        bind("complete", &[Named(KeyCode::Tab)], A::Prompt(Prompt::Complete), PROMPT, Lists, "Complete a path").footer(1, "complete", None),
        bind("line-erase", &[Named(KeyCode::Backspace)], A::Prompt(Prompt::Edit(LineEdit::Erase)), PROMPT, Lists, "Take the character before the caret away"),
        bind("line-erase-forward", &[Named(KeyCode::Delete)], A::Prompt(Prompt::Edit(LineEdit::EraseForward)), PROMPT, Lists, "Take the one behind it away"),
        bind("line-erase-word", &[Ctrl('w')], A::Prompt(Prompt::Edit(LineEdit::EraseWord)), PROMPT, Lists, "Take the word before it away"),
        bind("line-erase-all", &[Ctrl('u')], A::Prompt(Prompt::Edit(LineEdit::EraseAll)), PROMPT, Lists, "Take everything before it away"),
        bind("line-left", &[LEFT], A::Prompt(Prompt::Edit(LineEdit::Left)), PROMPT, Lists, "The caret to the left"),
        bind("line-right", &[RIGHT], A::Prompt(Prompt::Edit(LineEdit::Right)), PROMPT, Lists, "The caret to the right"),
        bind("line-start", &[Named(KeyCode::Home)], A::Prompt(Prompt::Edit(LineEdit::Start)), PROMPT, Lists, "The caret to the beginning"),
        bind("line-end", &[Named(KeyCode::End)], A::Prompt(Prompt::Edit(LineEdit::End)), PROMPT, Lists, "The caret to the end"),
        bind("compare", &[Char('d')], A::Compare(Compare::Toggle), ANY_COMPARE, Look, "Two results side by side, or the panes again").footer(3, "compare", None),
        bind("next-difference", &[Char('n'), Char('x')], A::Compare(Compare::NextDifference), COMPARE, Group::Compare, "To the next difference").footer(1, "difference", Some(A::Compare(Compare::PreviousDifference))),
        bind("previous-difference", &[Char('N'), Char('X')], A::Compare(Compare::PreviousDifference), COMPARE, Group::Compare, "To the previous difference"),
        bind("choose", &[ENTER], A::CHOOSE, COMPARE, Group::Compare, "To the step that decides this difference").footer(4, "step", None),
        bind("compared-semantics-second", &[Char('m')], A::Compare(Compare::Semantics(DifferenceSide::Second)), COMPARE, Group::Compare, "Another semantics on the right").footer(30, "right", None),
        bind("compared-semantics-first", &[Char('M')], A::Compare(Compare::Semantics(DifferenceSide::First)), COMPARE, Group::Compare, "Another semantics on the left").footer(31, "left", None),
        bind("list-order", &[Char('r')], A::ListOrder, STEPS, Look, "The order of this list: live, wanted, result; or the panes again").footer(41, "order", None),
        bind("close", &[Char('q')], A::CLOSE, COMPARE, Group::Compare, "Back to the panes").footer(32, "back", None),
        bind("close-in-order", &[Char('q')], A::CLOSE, RULER, Order, "Back to the panes; stepping goes on all the same").footer(32, "back", None),
        bind("switch-semantics", &[Char('m')], A::Inputs(Inputs::OtherSemantics), MAIN, Look, "The other semantics; of a policy the next compliance type").footer(10, "semantics", None),
        bind("next-semantics", &[Char('M')], A::Inputs(Inputs::NextSemantics), MAIN, Look, "The next of all semantics of this type of patch, also those that were never shipped"),
        bind("swap-patches", &[Char('W')], A::Inputs(Inputs::SwapPatches), MAIN, Change, "Let the patch that is shown change places with the next one"),
        bind("types", &[Char('6')], A::Open(ListKind::Types), MAIN, Look, "The six compliance types of a policy side by side on this object"),
        bind("next-template", &[Char('t')], A::Policy(Policy::NextTemplate), MAIN, Look, "The policy's next object template"),
        bind("templates", &[Char('7')], A::Open(ListKind::Templates), MAIN, Look, "The policy's object templates, with what each says"),
        bind("verify-with-kubectl", &[Char('K')], A::Inputs(Inputs::VerifyWithKubectl), MAIN, Look, "Let kubectl do the same merge: does it agree?"),

        bind("export", &[Char('w')], A::Open(ListKind::Export), MAIN, Look, "Write it to a file: a page for a browser, a picture, Markdown, the session").footer(30, "write", None),
        bind("show-secrets", &[Char('R')], A::Inputs(Inputs::ShowSecrets), MAIN, Look, "Show the values of Secrets, or hide them again"),

        bind("step-version-back", &[Char('<')], A::Versions(Versions::Step(-1)), MAIN, Look, "The version before: how it was before the last good save").footer(60, "version", Some(A::Versions(Versions::Step(1)))),
        bind("step-version", &[Char('>')], A::Versions(Versions::Step(1)), MAIN, Look, "The version behind"),
        bind("newest-version", &[Char('V')], A::Versions(Versions::Newest), SCREENS, Look, "The newest version"),
        bind("versions", &[Char('v')], A::Open(ListKind::Versions), MAIN, Look, "The list of versions, with what each changed"),
        bind("compare-versions", &[Char('c')], A::Compare(Compare::Versions), VERSIONS, Lists, "Of versions: compare with the one that is shown").footer(1, "compare", None),

        bind("edit", &[Char('e')], A::Editor(Editor::Edit), MAIN, Change, "Edit live or the patch here").footer(7, "edit", None),
        bind("edit-result", &[Char('T')], A::Editor(Editor::EditResult), MAIN, Change, "What must I write? Edit the result: the patch that leads there is computed, and saved in its file"),
        bind("ledger", &[Char('A')], A::Ledger, MAIN, Look, "The ledger of an apply: who wins each field, and why"),
        bind("edit-externally", &[Char('E')], A::Editor(Editor::External), MAIN, Change, "Edit it in your own editor ($VISUAL, $EDITOR)"),
        bind("save", &[Ctrl('s')], A::Editor(Editor::Save), EDIT, Change, "Save the text").footer(1, "save", None),
        bind("yes", &[Char('y')], A::Layer(Layer::Yes), QUESTION, Lists, "Yes").footer(0, "yes", None),
        bind("no", &[Char('n')], A::Layer(Layer::No), QUESTION, Lists, "No").footer(1, "no", None),

        bind("predict", &[Char('P')], A::Predict, MAIN, Step, "Predict: hide what comes next and ask for it, or show it again").footer(61, "predict", None),
        bind("present", &[Char('B')], A::Lessons(Lessons::Present), MAIN, Program, "Present, or stop: large and quiet, playing by itself"),
        bind("lesson-page", &[Char('L')], A::Open(ListKind::LessonPage), MAIN, Program, "The question of the lesson with its answers, or the hints of the exercise; the point at the end").footer(27, "question", None),
        bind("next-lesson", &[Char('J')], A::Lessons(Lessons::Next), MAIN, Program, "Open the next lesson").footer(28, "next lesson", None),
        bind("choose-1", &[Char('1')], A::Layer(Layer::Pick(0)), LIST, Lists, "Take the first choice"),
        bind("choose-2", &[Char('2')], A::Layer(Layer::Pick(1)), LIST, Lists, "Take the second choice"),
        bind("choose-3", &[Char('3')], A::Layer(Layer::Pick(2)), LIST, Lists, "Take the third choice"),
        bind("choose-4", &[Char('4')], A::Layer(Layer::Pick(3)), LIST, Lists, "Take the fourth choice"),
        bind("lessons", &[Char('l')], A::Open(ListKind::Lessons), MAIN, Program, "The list of lessons").footer(24, "lessons", None),
        bind("choose-in-lists", &[ENTER], A::CHOOSE, CHOICES, Lists, "Take what the cursor is on").footer(0, "choose", None),
        bind("close-anywhere", &[ESC], A::CLOSE, EVERYWHERE, Program, "Close what lies on top").footer(16, "close", None),
        bind("close-in-lists", &[Char('q')], A::CLOSE, OVERLAYS, Lists, "Close the help or a list"),
        bind("help", &[Char('?'), Named(KeyCode::F(1))], A::Help, NOT_EDIT, Program, "This help, or close it").footer(5, "help", None),
        bind("help-in-text", &[Named(KeyCode::F(1))], A::Help, EDIT, Program, "The help while editing").footer(17, "help", None),
        bind("quit", &[Char('q')], A::Quit, MAIN, Program, "Quit").footer(6, "quit", None),
        bind("quit-anywhere", &[Ctrl('c')], A::Quit, NOT_EDIT, Program, "Quit, from everywhere but the text area"),
        bind("redraw", &[Ctrl('l')], A::Redraw, NOT_EDIT, Program, "Draw the screen anew"),
        bind("suspend", &[Ctrl('z')], A::Suspend, NOT_EDIT, Program, "Stop to the shell; fg comes back"),
    ]
};

#[cfg(test)]
mod tests {
    use super::super::keymap::{Keymap, markdown};
    use super::*;
    use crossterm::event::{KeyEvent, KeyEventKind, KeyModifiers};
    use std::collections::HashMap;

    const CONTEXTS: [KeyContext; 11] = [
        KeyContext::Main,
        KeyContext::Help,
        KeyContext::Lessons,
        KeyContext::List,
        KeyContext::Copy,
        KeyContext::Versions,
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
        assert_eq!(shown(KeyContext::Edit), "Ctrl-S save  Esc close  F1 help");
        assert_eq!(shown(KeyContext::Question), "y yes  n no  ? help  Esc close");
    }

    #[test]
    fn the_readme_list_has_every_binding() {
        let text = markdown();
        assert!(
            text.starts_with("**Step through the merge**\n\n| Keys | What they do |\n"),
            "{text}"
        );
        assert!(text.contains("| `s` `]` `Right` | One step on |\n"), "{text}");
        for binding in BINDINGS {
            assert!(text.contains(binding.help), "{}", binding.help);
        }
        assert!(text.ends_with("|\n"), "{text}");
    }
}
