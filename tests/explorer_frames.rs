//! Frames of the explorer as text: what stands where, with its marks.

use std::sync::Arc;

use mergescope::explorer::{Given, Opening, State};
use mergescope::merge::Semantics;
use mergescope::schema::Schema;
use mergescope::terminal::draw::{Look, draw, places};
use mergescope::terminal::theme::{Environment, Theme};
use ratatui::Terminal;
use ratatui::backend::TestBackend;

fn open(live: &str, patch: &str) -> State {
    let given = |name: &str, text: &str| Given {
        name: name.to_owned(),
        bytes: text.as_bytes().to_vec(),
        file: true,
    };
    State::open(Opening {
        live: given("deployment.yaml", live),
        patches: vec![given("patch.yaml", patch)],
        schema: Arc::new(Schema::builtin()),
        semantics: Semantics::Proposal,
    })
    .unwrap()
}

fn frame(state: &mut State, width: u16, height: u16) -> String {
    let look = Look {
        theme: Theme::choose(Some("dark"), &Environment::default()).unwrap(),
        ascii: false,
    };
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| {
            let places = places(frame.area(), state);
            state.resize(places.sizes());
            draw(state, &look, &places, None, frame);
        })
        .unwrap();
    terminal.backend().to_string()
}

#[test]
fn look() {
    let dir = std::env::var("SCENARIO").unwrap_or("/work/shared/scenarios/set-element-order-rejected".into());
    let read = |name: &str| std::fs::read_to_string(format!("{dir}/{name}")).unwrap();
    let mut state = open(&read("live.yaml"), &read("patch.yaml"));
    for (w, h) in [(120, 40), (100, 30), (80, 24), (60, 20)] {
        println!("{}", frame(&mut state, w, h));
    }
}
