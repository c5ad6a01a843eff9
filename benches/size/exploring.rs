//! What a key costs in the explorer.

use std::sync::Arc;

use divan::Bencher;
use mergescope::explorer::{
    Action, Explorer, Focus, InputFile, InputId, LineEdit, ListKind, MergedView, Message, Opening, Pane,
    on_message, update,
};
use mergescope::explorer::{
    CopyAction, LayerAction, PanesAction, PlaybackAction, PromptAction, SearchAction,
};
use mergescope::merge::{Merge, Semantics, merge};
use mergescope::schema::Schema;
use mergescope::terminal::draw::{ClickTargets, RenderOptions, draw, places};
use mergescope::terminal::keymap::Keymap;
use mergescope::terminal::theme::{Environment, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

use crate::good::Good;
use crate::made::{self, Case, cases};

fn open(case: Case) -> Explorer {
    open_texts(made::texts(case), case.semantics)
}

fn open_texts((live, patch): (String, String), semantics: Semantics) -> Explorer {
    let given = |name: &str, text: String| InputFile {
        name: name.to_owned(),
        bytes: text.into_bytes(),
        file: true,
    };
    let opening = Opening {
        live: given("live.yaml", live),
        patches: vec![given("patch.yaml", patch)],
        schema: Arc::new(Schema::builtin()),
        semantics,
    };
    Explorer::open(opening).good()
}

/// A large screen, and an explorer sized for it.
struct Screen {
    state: Explorer,
    terminal: Terminal<TestBackend>,
    look: RenderOptions,
}

impl Screen {
    fn new(case: Case) -> Self {
        Self::of(open(case))
    }

    fn of(state: Explorer) -> Self {
        let theme = Theme::choose(Some("dark"), &Environment::default()).good();
        let mut screen = Self {
            state,
            terminal: Terminal::new(TestBackend::new(200, 60)).good(),
            look: RenderOptions {
                theme,
                ascii: false,
                keymap: Keymap::default(),
            },
        };
        screen.frame();
        screen
    }

    fn frame(&mut self) -> ClickTargets {
        let (state, look) = (&mut self.state, &self.look);
        let mut targets = ClickTargets::default();
        self.terminal
            .draw(|frame| {
                let places = places(frame.area(), state);
                state.resize(places.sizes());
                targets = draw(state, look, &places, None, frame);
            })
            .good();
        targets
    }

    fn go_to_middle(&mut self) {
        let middle = self.state.workspace().merged().len() / 2;
        update(
            &mut self.state,
            Action::Playback(PlaybackAction::GoToStep(middle)),
        );
        self.frame();
    }
}

/// From a merge to its rows and links.
#[divan::bench(args = cases())]
fn index(bencher: Bencher<'_, '_>, case: &Case) {
    let merged: Merge = merge(made::inputs(*case), true);
    bencher
        .with_inputs(|| merged.clone())
        .bench_values(MergedView::new);
}

/// All steps back, and all on again; no frame.
#[divan::bench(args = cases())]
fn seek(bencher: Bencher<'_, '_>, case: &Case) {
    let mut session = MergedView::new(merge(made::inputs(*case), true));
    let end = session.len();
    bencher.bench_local(|| {
        session.seek(0);
        session.seek(end);
    });
}

/// The rows of the three panes in the middle.
#[divan::bench(args = cases())]
fn rows(bencher: Bencher<'_, '_>, case: &Case) {
    let mut screen = Screen::new(*case);
    screen.go_to_middle();
    bencher.bench_local(|| [Pane::Live, Pane::Patch, Pane::Result].map(|pane| screen.state.rows(pane)));
}

/// One frame in the middle.
#[divan::bench(args = cases())]
fn frame(bencher: Bencher<'_, '_>, case: &Case) {
    let mut screen = Screen::new(*case);
    screen.go_to_middle();
    bencher.bench_local(|| screen.frame());
}

/// One step on and one back in the middle, a frame after each.
#[divan::bench(args = cases())]
fn step(bencher: Bencher<'_, '_>, case: &Case) {
    let mut screen = Screen::new(*case);
    screen.go_to_middle();
    bencher.bench_local(|| {
        for action in [
            Action::Playback(PlaybackAction::StepForward),
            Action::Playback(PlaybackAction::StepBack),
        ] {
            update(&mut screen.state, action);
            screen.frame();
        }
    });
}

/// To the first step and to the last, a frame after each.
#[divan::bench(args = cases())]
fn jump(bencher: Bencher<'_, '_>, case: &Case) {
    let mut screen = Screen::new(*case);
    bencher.bench_local(|| {
        for action in [
            Action::Playback(PlaybackAction::FirstStep),
            Action::Playback(PlaybackAction::LastStep),
        ] {
            update(&mut screen.state, action);
            screen.frame();
        }
    });
}

/// The cursor down and up again in the middle, a frame after each.
#[divan::bench(args = cases())]
fn scroll(bencher: Bencher<'_, '_>, case: &Case) {
    let mut screen = Screen::new(*case);
    screen.go_to_middle();
    bencher.bench_local(|| {
        for action in [
            Action::Layer(LayerAction::PageDown),
            Action::Layer(LayerAction::PageUp),
        ] {
            update(&mut screen.state, action);
            screen.frame();
        }
    });
}

/// A letter of a search without a hit, and one stretch of the search: what goes on between two frames.
#[divan::bench(args = cases())]
fn search(bencher: Bencher<'_, '_>, case: &Case) {
    let mut screen = Screen::new(*case);
    screen.go_to_middle();
    update(&mut screen.state, Action::Search(SearchAction::Open));
    bencher.bench_local(|| {
        update(
            &mut screen.state,
            Action::Prompt(PromptAction::Edit(LineEdit::Insert('~'))),
        );
        on_message(&mut screen.state, Message::Search);
        screen.frame();
        update(
            &mut screen.state,
            Action::Prompt(PromptAction::Edit(LineEdit::Erase)),
        );
    });
}

/// The order of the list with the line in the middle, opened and closed, a frame after each.
#[divan::bench(args = cases())]
fn order(bencher: Bencher<'_, '_>, case: &Case) {
    let mut screen = Screen::new(*case);
    screen.go_to_middle();
    bencher.bench_local(|| {
        for action in [Action::ListOrder, Action::CLOSE] {
            update(&mut screen.state, action);
            screen.frame();
        }
    });
}

/// The order of a list of 100,000 lines after the last step, opened and closed.
#[divan::bench(args = made::cases_of_100_000_lines())]
fn last_order(bencher: Bencher<'_, '_>, case: &Case) {
    let mut screen = Screen::new(*case);
    bencher.bench_local(|| {
        for action in [Action::ListOrder, Action::CLOSE] {
            update(&mut screen.state, action);
            screen.frame();
        }
    });
}

/// What can be copied of the whole live object: the list, opened and closed.
#[divan::bench(args = cases())]
fn copy(bencher: Bencher<'_, '_>, case: &Case) {
    let mut screen = Screen::new(*case);
    let live = PanesAction::FocusOn(Focus::Document(Pane::Live));
    update(&mut screen.state, Action::Panes(live));
    update(&mut screen.state, Action::Layer(LayerAction::Top));
    bencher.bench_local(|| {
        update(&mut screen.state, Action::Copy(CopyAction::Ask));
        screen.frame();
        update(&mut screen.state, Action::CLOSE);
    });
}

/// One frame in the middle of a text in which one line changes.
#[divan::bench(args = made::SIZES)]
fn long_text(bencher: Bencher<'_, '_>, lines: usize) {
    let mut screen = Screen::of(open_texts(made::long_texts(lines), Semantics::PROPOSAL));
    bencher.bench_local(|| screen.frame());
}

/// A save that removes every second field of a patch, and one that brings them back.
#[divan::bench(args = made::SIZES)]
fn save(bencher: Bencher<'_, '_>, fields: usize) {
    let live = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: app}\n".to_owned();
    let patch = |step: usize| {
        let fields = (0..fields).step_by(step);
        let lines: String = fields.map(|i| format!("  k{i}: a\n")).collect();
        format!("data:\n{lines}")
    };
    let texts = [patch(2), patch(1)];
    let state = open_texts((live, texts[1].clone()), Semantics::KUBERNETES);
    let mut state = state.with_background_bytes(usize::MAX);
    bencher.bench_local(|| {
        for text in &texts {
            let bytes = text.clone().into_bytes();
            let input = InputId::patch(0);
            on_message(&mut state, Message::Changed { input, bytes });
        }
    });
}

/// Why is this line here? The list of the steps that touched the line in the middle, opened and closed.
#[divan::bench(args = cases())]
fn why(bencher: Bencher<'_, '_>, case: &Case) {
    let mut screen = Screen::new(*case);
    screen.go_to_middle();
    bencher.bench_local(|| {
        update(&mut screen.state, Action::Open(ListKind::History));
        screen.frame();
        update(&mut screen.state, Action::CLOSE);
    });
}
