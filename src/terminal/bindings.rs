//! The key table: the one place that says which key does what. Footer, help and the README's list come from it.

use crossterm::event::KeyCode;

use super::key::KeyPress;
use super::key::KeyPress::{Char, Ctrl, Named, Shift};
use crate::explorer::{Action, CopyTarget, Focus, LineEdit, Pane};
use crate::report::comparison::DifferenceSide;

/// What lies on top and so has the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeyContext {
    /// The panes.
    Main,
    /// The help.
    Help,
    /// The list of lessons.
    Lessons,
    /// A list of choices.
    List,
    /// The list of what can be copied.
    Copy,
    /// The list of versions.
    Versions,
    /// Two results side by side.
    Compare,
    /// The order of a list.
    Ruler,
    /// The line that is typed into; what is not in the table goes to it.
    Prompt,
    /// A question.
    Question,
    /// The text area; what is not in the table goes to it.
    Edit,
}

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
    /// What it does, for the help and the README.
    pub help: &'static str,
}

/// An entry in the footer.
#[derive(Clone, Copy, Debug)]
pub struct Footer {
    /// One or two words.
    pub label: &'static str,
    /// The binding whose first key stands beside this one's, as in `s/S step`.
    pub with: Option<Action>,
    /// Where space is short, the lowest stay.
    pub rank: u8,
}

const MAIN: &[KeyContext] = &[KeyContext::Main];
const STEPS: &[KeyContext] = &[KeyContext::Main, KeyContext::Ruler];
const COMPARE: &[KeyContext] = &[KeyContext::Compare];
const RULER: &[KeyContext] = &[KeyContext::Ruler];
const SCREENS: &[KeyContext] = &[KeyContext::Main, KeyContext::Compare, KeyContext::Ruler];
const ANY_COMPARE: &[KeyContext] = &[KeyContext::Main, KeyContext::Compare];
const LISTS: &[KeyContext] = &[
    KeyContext::Main,
    KeyContext::Help,
    KeyContext::Lessons,
    KeyContext::List,
    KeyContext::Compare,
    KeyContext::Ruler,
    KeyContext::Copy,
    KeyContext::Versions,
];
const CHOICES: &[KeyContext] = &[
    KeyContext::Lessons,
    KeyContext::List,
    KeyContext::Copy,
    KeyContext::Versions,
];
const VERSIONS: &[KeyContext] = &[KeyContext::Versions];
const COPY: &[KeyContext] = &[KeyContext::Copy];
const PROMPT: &[KeyContext] = &[KeyContext::Prompt];
const NOT_EDIT: &[KeyContext] = &[
    KeyContext::Main,
    KeyContext::Help,
    KeyContext::Lessons,
    KeyContext::List,
    KeyContext::Compare,
    KeyContext::Ruler,
    KeyContext::Copy,
    KeyContext::Versions,
    KeyContext::Question,
];
const QUESTION: &[KeyContext] = &[KeyContext::Question];
const EDIT: &[KeyContext] = &[KeyContext::Edit];
const OVERLAYS: &[KeyContext] = &[
    KeyContext::Help,
    KeyContext::Lessons,
    KeyContext::List,
    KeyContext::Copy,
    KeyContext::Versions,
];
const EVERYWHERE: &[KeyContext] = &[
    KeyContext::Main,
    KeyContext::Help,
    KeyContext::Lessons,
    KeyContext::List,
    KeyContext::Compare,
    KeyContext::Ruler,
    KeyContext::Copy,
    KeyContext::Versions,
    KeyContext::Prompt,
    KeyContext::Question,
    KeyContext::Edit,
];

/// A binding without a footer entry.
const fn bind(
    keys: &'static [KeyPress],
    action: Action,
    contexts: &'static [KeyContext],
    group: Group,
    help: &'static str,
) -> Binding {
    Binding {
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
    use Group::{Change, Compare, Lists, Look, Order, Program, Step};
    const LEFT: KeyPress = Named(KeyCode::Left);
    const RIGHT: KeyPress = Named(KeyCode::Right);
    const UP: KeyPress = Named(KeyCode::Up);
    const DOWN: KeyPress = Named(KeyCode::Down);
    const ENTER: KeyPress = Named(KeyCode::Enter);
    const ESC: KeyPress = Named(KeyCode::Esc);
    [
        bind(&[Char('s'), Char(']'), RIGHT], A::StepForward, STEPS, Step, "One step on").footer(1, "step", Some(A::StepBack)),
        bind(&[Char('S'), Char('['), LEFT], A::StepBack, STEPS, Step, "One step back"),
        bind(&[Char('o')], A::OverForward, STEPS, Step, "On, over the children of this step").footer(15, "over", Some(A::OverBack)),
        bind(&[Char('O')], A::OverBack, STEPS, Step, "Back, over the children of the step before"),
        bind(&[Char('f')], A::OutForward, STEPS, Step, "On, behind the last child of the parent step").footer(23, "out", Some(A::OutBack)),
        bind(&[Char('F')], A::OutBack, STEPS, Step, "Back to the parent step"),
        bind(&[Char('c')], A::NextDirective, STEPS, Step, "On to the next step of a directive").footer(12, "directive", Some(A::PreviousDirective)),
        bind(&[Char('C')], A::PreviousDirective, STEPS, Step, "Back to the previous step of a directive"),
        bind(&[Char('x')], A::NextIssue, STEPS, Step, "On to the next surprise: a new order, a refusal, a warning, a difference of the semantics; behind the last to the first").footer(8, "surprise", Some(A::PreviousIssue)),
        bind(&[Char('X')], A::PreviousIssue, STEPS, Step, "Back to the previous surprise"),
        bind(&[Char('g')], A::FirstStep, STEPS, Step, "To the first step: live untouched").footer(13, "first/last", Some(A::LastStep)),
        bind(&[Char('G')], A::LastStep, STEPS, Step, "To the last step: the result"),
        bind(&[Char(' ')], A::Play, MAIN, Step, "Play the steps, or stop").footer(9, "play", None),
        bind(&[Char('+'), Char('=')], A::Faster, MAIN, Step, "Play faster"),
        bind(&[Char('-')], A::Slower, MAIN, Step, "Play slower"),

        bind(&[UP, Char('k')], A::Up, LISTS, Look, "The cursor up"),
        bind(&[DOWN, Char('j')], A::Down, LISTS, Look, "The cursor down"),
        bind(&[Named(KeyCode::PageUp)], A::PageUp, LISTS, Look, "A page up"),
        bind(&[Named(KeyCode::PageDown)], A::PageDown, LISTS, Look, "A page down"),
        bind(&[Named(KeyCode::Home)], A::Top, LISTS, Look, "To the top"),
        bind(&[Named(KeyCode::End)], A::Bottom, LISTS, Look, "To the bottom"),
        bind(&[Named(KeyCode::Tab)], A::FocusNext, MAIN, Look, "To the next pane").footer(11, "focus", None),
        bind(&[Named(KeyCode::BackTab)], A::FocusPrevious, MAIN, Look, "To the previous pane"),
        bind(&[Char('1')], A::FocusOn(Focus::Document(Pane::Live)), MAIN, Look, "To live"),
        bind(&[Char('2')], A::FocusOn(Focus::Document(Pane::Patch)), MAIN, Look, "To the patch"),
        bind(&[Char('3')], A::FocusOn(Focus::Document(Pane::Result)), MAIN, Look, "To the result"),
        bind(&[Char('4')], A::FocusOn(Focus::Steps), MAIN, Look, "To the steps"),
        bind(&[Char('5')], A::FocusOn(Focus::Why), MAIN, Look, "To the explanation"),
        bind(&[Char('z')], A::Zoom, MAIN, Look, "This pane alone, or all again").footer(14, "zoom", None),
        bind(&[Char('}')], A::Larger, MAIN, Look, "This pane larger; its border can be dragged too"),
        bind(&[Char('{')], A::Smaller, MAIN, Look, "This pane smaller"),
        bind(&[Char(')')], A::Taller, MAIN, Look, "Steps and explanation taller"),
        bind(&[Char('(')], A::Shorter, MAIN, Look, "Steps and explanation shorter"),
        bind(&[Char('0')], A::ResetSizes, MAIN, Look, "All panes as large as usual"),
        bind(&[ENTER], A::ExplainLine, MAIN, Look, "Why is this line here? The steps that touched it, to jump to").footer(2, "why", None),
        bind(&[Char('/')], A::Search, MAIN, Look, "Search all panes and the steps").footer(4, "search", None),
        bind(&[Char('n')], A::SearchNext, MAIN, Look, "On to the next hit of the search"),
        bind(&[Char('N')], A::SearchPrevious, MAIN, Look, "Back to the previous hit"),
        bind(&[Char(':')], A::GoTo, MAIN, Look, "Jump to a path, a line, or a step (#7)").footer(20, "jump", None),
        bind(&[Char('h')], A::Fold, MAIN, Look, "Fold the block around the cursor in all panes, or unfold it").footer(21, "fold", None),
        bind(&[Char('H')], A::FoldUnchanged, MAIN, Look, "Fold all that the patch leaves alone"),
        bind(&[Char('U')], A::UnfoldAll, MAIN, Look, "Unfold everything"),
        bind(&[Char('i')], A::Filter, MAIN, Step, "Show only the steps of one effect, or all again").footer(22, "filter", None),
        bind(&[Shift(KeyCode::Left), Char(',')], A::ScrollHorizontally(-8), MAIN, Look, "Slide the pane: the beginnings of long lines"),
        bind(&[Shift(KeyCode::Right), Char('.')], A::ScrollHorizontally(8), MAIN, Look, "Slide the pane: the ends of long lines"),
        bind(&[Char('b')], A::Back, MAIN, Look, "Back to before the last jump").footer(18, "back", None),
        bind(&[Char('y')], A::AskCopy, MAIN, Look, "Copy the path, the value or the explanation of this line").footer(19, "copy", None),
        bind(&[Char('p')], A::Copy(CopyTarget::Path), COPY, Lists, "Copy the path").footer(1, "path", None),
        bind(&[Char('v')], A::Copy(CopyTarget::Value), COPY, Lists, "Copy the value").footer(3, "value", None),
        bind(&[Char('e')], A::Copy(CopyTarget::Explanation), COPY, Lists, "Copy the whole explanation").footer(4, "explanation", None),
        bind(&[ENTER], A::AcceptLine, PROMPT, Lists, "Take the line that is typed").footer(0, "take", None),
        bind(&[Named(KeyCode::Tab)], A::Complete, PROMPT, Lists, "Complete a path").footer(1, "complete", None),
        bind(&[Named(KeyCode::Backspace)], A::Line(LineEdit::Erase), PROMPT, Lists, "Take the character before the caret away"),
        bind(&[Named(KeyCode::Delete)], A::Line(LineEdit::EraseForward), PROMPT, Lists, "Take the one behind it away"),
        bind(&[Ctrl('w')], A::Line(LineEdit::EraseWord), PROMPT, Lists, "Take the word before it away"),
        bind(&[Ctrl('u')], A::Line(LineEdit::EraseAll), PROMPT, Lists, "Take everything before it away"),
        bind(&[LEFT], A::Line(LineEdit::Left), PROMPT, Lists, "The caret to the left"),
        bind(&[RIGHT], A::Line(LineEdit::Right), PROMPT, Lists, "The caret to the right"),
        bind(&[Named(KeyCode::Home)], A::Line(LineEdit::Start), PROMPT, Lists, "The caret to the beginning"),
        bind(&[Named(KeyCode::End)], A::Line(LineEdit::End), PROMPT, Lists, "The caret to the end"),
        bind(&[Char('d')], A::Compare, ANY_COMPARE, Look, "Two results side by side, or the panes again").footer(3, "compare", None),
        bind(&[Char('n'), Char('x')], A::NextDifference, COMPARE, Compare, "To the next difference").footer(1, "difference", Some(A::PreviousDifference)),
        bind(&[Char('N'), Char('X')], A::PreviousDifference, COMPARE, Compare, "To the previous difference"),
        bind(&[ENTER], A::Choose, COMPARE, Compare, "To the step that decides this difference").footer(4, "step", None),
        bind(&[Char('m')], A::ComparedSemantics(DifferenceSide::Second), COMPARE, Compare, "Another semantics on the right").footer(30, "right", None),
        bind(&[Char('M')], A::ComparedSemantics(DifferenceSide::First), COMPARE, Compare, "Another semantics on the left").footer(31, "left", None),
        bind(&[Char('r')], A::ListOrder, STEPS, Look, "The order of this list: live, wanted, result; or the panes again").footer(41, "order", None),
        bind(&[Char('q')], A::Close, COMPARE, Compare, "Back to the panes").footer(32, "back", None),
        bind(&[Char('q')], A::Close, RULER, Order, "Back to the panes; stepping goes on all the same").footer(32, "back", None),
        bind(&[Char('m')], A::SwitchSemantics, MAIN, Look, "The other semantics; of a policy the next compliance type").footer(10, "semantics", None),
        bind(&[Char('M')], A::NextSemantics, MAIN, Look, "The next of all semantics of this type of patch, also those that were never shipped"),
        bind(&[Char('W')], A::SwapPatches, MAIN, Change, "Let the patch that is shown change places with the next one"),
        bind(&[Char('6')], A::Types, MAIN, Look, "The six compliance types of a policy side by side on this object"),
        bind(&[Char('t')], A::NextTemplate, MAIN, Look, "The policy's next object template"),
        bind(&[Char('7')], A::Templates, MAIN, Look, "The policy's object templates, with what each says"),
        bind(&[Char('K')], A::VerifyWithKubectl, MAIN, Look, "Let kubectl do the same merge: does it agree?"),

        bind(&[Char('w')], A::Export, MAIN, Look, "Write it to a file: a page for a browser, a picture, Markdown, the session").footer(30, "write", None),
        bind(&[Char('R')], A::ShowSecrets, MAIN, Look, "Show the values of Secrets, or hide them again"),

        bind(&[Char('<')], A::StepVersion(-1), MAIN, Look, "The version before: how it was before the last good save").footer(60, "version", Some(A::StepVersion(1))),
        bind(&[Char('>')], A::StepVersion(1), MAIN, Look, "The version behind"),
        bind(&[Char('V')], A::NewestVersion, SCREENS, Look, "The newest version"),
        bind(&[Char('v')], A::Versions, MAIN, Look, "The list of versions, with what each changed"),
        bind(&[Char('c')], A::CompareVersions, VERSIONS, Lists, "Of versions: compare with the one that is shown").footer(1, "compare", None),

        bind(&[Char('e')], A::Edit, MAIN, Change, "Edit live or the patch here").footer(7, "edit", None),
        bind(&[Char('T')], A::EditResult, MAIN, Change, "What must I write? Edit the result: the patch that leads there is computed, and saved in its file"),
        bind(&[Char('A')], A::Ledger, MAIN, Look, "The ledger of an apply: who wins each field, and why"),
        bind(&[Char('E')], A::EditExternally, MAIN, Change, "Edit it in your own editor ($VISUAL, $EDITOR)"),
        bind(&[Ctrl('s')], A::Save, EDIT, Change, "Save the text").footer(1, "save", None),
        bind(&[Char('y')], A::Yes, QUESTION, Lists, "Yes").footer(0, "yes", None),
        bind(&[Char('n')], A::No, QUESTION, Lists, "No").footer(1, "no", None),

        bind(&[Char('P')], A::Predict, MAIN, Step, "Predict: hide what comes next and ask for it, or show it again").footer(61, "predict", None),
        bind(&[Char('B')], A::Present, MAIN, Program, "Present, or stop: large and quiet, playing by itself"),
        bind(&[Char('L')], A::LessonPage, MAIN, Program, "The page of the lesson: its question, and its point at the end"),
        bind(&[Char('l')], A::Lessons, MAIN, Program, "The list of lessons").footer(24, "lessons", None),
        bind(&[ENTER], A::Choose, CHOICES, Lists, "Take what the cursor is on").footer(0, "choose", None),
        bind(&[ESC], A::Close, EVERYWHERE, Program, "Close what lies on top").footer(16, "close", None),
        bind(&[Char('q')], A::Close, OVERLAYS, Lists, "Close the help or a list"),
        bind(&[Char('?'), Named(KeyCode::F(1))], A::Help, NOT_EDIT, Program, "This help, or close it").footer(5, "help", None),
        bind(&[Named(KeyCode::F(1))], A::Help, EDIT, Program, "The help while editing").footer(17, "help", None),
        bind(&[Char('q')], A::Quit, MAIN, Program, "Quit").footer(6, "quit", None),
        bind(&[Ctrl('c')], A::Quit, NOT_EDIT, Program, "Quit, from everywhere but the text area"),
        bind(&[Ctrl('l')], A::Redraw, NOT_EDIT, Program, "Draw the screen anew"),
        bind(&[Ctrl('z')], A::Suspend, NOT_EDIT, Program, "Stop to the shell; fg comes back"),
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
        KeyContext::Ruler,
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
                Some(Action::StepForward),
            ),
            (
                KeyContext::Main,
                KeyEvent::new(KeyCode::Char('S'), KeyModifiers::SHIFT),
                Some(Action::StepBack),
            ),
            (KeyContext::Main, press(KeyCode::Right), Some(Action::StepForward)),
            (KeyContext::Main, press(KeyCode::Char('q')), Some(Action::Quit)),
            (KeyContext::Main, press(KeyCode::Char('y')), Some(Action::AskCopy)),
            (KeyContext::Help, press(KeyCode::Char('y')), None),
            (
                KeyContext::Main,
                press(KeyCode::Char('4')),
                Some(Action::FocusOn(Focus::Steps)),
            ),
            (KeyContext::Help, press(KeyCode::Char('q')), Some(Action::Close)),
            (KeyContext::Help, press(KeyCode::Char('s')), None),
            (KeyContext::Help, press(KeyCode::Down), Some(Action::Down)),
            (KeyContext::Question, press(KeyCode::Char('y')), Some(Action::Yes)),
            (KeyContext::Question, control('c'), Some(Action::Quit)),
            (KeyContext::Edit, control('s'), Some(Action::Save)),
            (KeyContext::Edit, press(KeyCode::Esc), Some(Action::Close)),
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
        assert_eq!(lookup(KeyContext::Main, release), Some(Action::StepForward));
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
