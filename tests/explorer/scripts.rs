//! Keys as a person presses them, and where they lead. Each case begins anew.

use mergescope::explorer::InputId;
use std::collections::HashSet;

use mergescope::explorer::{Explorer, Focus, Message, Pane, Popup, on_message};
use mergescope::terminal::bindings::BINDINGS;
use mergescope::terminal::key::KeyPress;

use crate::computed_patches::{open_apply, open_goal};
use crate::fixes::open_fixable;
use crate::policy::open_policy_with_mistakes;
use crate::support::*;

/// Step, place with the keys, cursor rows of live, patch and result (from 1), what else there is to tell.
fn summary(state: &Explorer) -> String {
    let row = |pane| state.workspace().panes().view(pane).cursor + 1;
    let place = match state.workspace().focus() {
        Focus::Document(pane) => format!("{pane:?}"),
        other => format!("{other:?}"),
    };
    let mut text = format!(
        "{} {} {}/{}/{}",
        state.workspace().merged().position(),
        place.to_lowercase(),
        row(Pane::Live),
        row(Pane::Patch),
        row(Pane::Result),
    );
    match state.layers().popup() {
        Some(Popup::Help(help)) => text.push_str(&format!(" help {}", help.scroll)),
        Some(Popup::Text(shown)) => {
            text.push_str(&format!(" {} {}", shown.title(), shown.scroll));
        }
        Some(Popup::List(list)) => {
            text.push_str(&format!(" {:?} {}", list.kind(), list.cursor()).to_lowercase());
        }
        Some(Popup::Question(question)) => text.push_str(&format!(" {:?}", question.confirmation)),
        None => {}
    }
    if let Some(row) = state.layers().screen_row() {
        let screen = match state.layers().compare() {
            Some(_) => "compare",
            None => "order",
        };
        text.push_str(&format!(" {screen} {}", row + 1));
        if let Some(screen) = state.layers().compare() {
            let [(left, _), (right, _)] = screen.titles();
            text.push_str(&format!(" {left}|{right}"));
        }
    }
    for (is, word) in [
        (state.workspace().session().layout().is_zoomed(), " zoomed"),
        (state.workspace().player().playing, " playing"),
        (state.edit().is_some(), " editing"),
        (state.layers().prompt().is_some(), " typing"),
    ] {
        if is {
            text.push_str(word);
        }
    }
    if let Some(prompt) = state.layers().prompt() {
        text.push_str(&format!(
            " {}{} ({})",
            prompt.kind.sign(),
            prompt.text,
            noted(state)
        ));
    }
    if state.workspace().status().is_some() {
        text.push_str(" | ");
        text.push_str(&said(state));
    }
    text
}

const CASES: &[(&str, &str)] = &[
    ("^", "0 result 17/20/16"),
    ("^ s", "1 result 7/3/6"),
    ("^ s s s s", "4 result 13/7/12"),
    ("I", "13 result 17/20/27 explanation 0"),
    ("^ ] Right s S [ Left", "0 result 7/3/6"),
    ("^ S", "0 result 17/20/16 | already at step 0"),
    ("$", "13 result 17/20/27 | already at the last step"),
    ("s", "13 result 17/20/27 | already at the last step"),
    ("^ s s s o", "5 result 12/9/11"),
    ("^ s s s s O", "3 result 11/6/10"),
    ("^ O", "0 result 17/20/16 | already at step 0"),
    ("^ o o o", "3 result 11/6/10"),
    ("^ s s s s f", "5 result 12/9/11"),
    ("^ s s s s F", "3 result 11/6/10"),
    ("^ s f", "1 result 7/3/6 | step 1 has no parent step"),
    ("F", "7 result 17/15/15"),
    ("^ c", "1 result 7/3/6"),
    ("^ c c c c c c c", "9 result 17/15/15"),
    ("C", "9 result 17/15/15"),
    ("^ x", "9 result 17/15/15"),
    (
        "^ x x",
        "9 result 17/15/15 | next issue: step 9 is the only issue",
    ),
    ("X", "9 result 17/15/15"),
    (
        "X X",
        "9 result 17/15/15 | previous issue: step 9 is the only issue",
    ),
    ("Space", "0 result 17/20/16 playing"),
    ("Space Space", "0 result 17/20/16"),
    ("Space s", "1 result 7/3/6"),
    ("+ =", "13 result 17/20/27 | playback: 200 ms per step"),
    ("+ + + +", "13 result 17/20/27 | already at the highest speed"),
    ("-", "13 result 17/20/27 | playback: 1200 ms per step"),
    ("Up", "13 result 28/16/26"),
    ("k k j Down", "13 result 17/20/27"),
    ("Down Down Down Down", "13 result 30/11/30 | already at the end"),
    ("PgUp", "13 result 9/4/8"),
    ("Home PgDn", "13 result 23/17/20"),
    ("Home Up", "13 result 2/1/1 | already at the top"),
    ("End", "13 result 30/11/30"),
    ("1 Home", "13 live 1/20/27"),
    ("1 End Up Up", "13 live 28/16/26"),
    ("2 Home Down Down", "13 patch 7/3/6"),
    ("3", "13 result 17/20/27 | this pane already has the focus"),
    ("4 Up Up", "11 steps 23/17/20"),
    ("4 Home", "0 steps 17/20/16"),
    ("W", "13 result 17/20/27 | there is only one patch"),
    ("5 Down", "13 why 17/20/27 | already at the end"),
    ("Tab", "13 steps 17/20/27"),
    ("Tab Tab Tab Tab Tab", "13 result 17/20/27"),
    ("Shift-Tab", "13 patch 17/20/27"),
    ("z", "13 result 17/20/27 zoomed"),
    ("z Esc", "13 result 17/20/27"),
    (
        "m",
        "13 result 17/12/15 | semantics kubernetes: what kubectl and the API server do",
    ),
    (
        "^ s s m",
        "2 result 10/5/9 | semantics kubernetes: what kubectl and the API server do",
    ),
    ("x X m x", "7 result 17/12/15 | next issue: there is none"),
    (
        "K",
        "13 result 17/20/27 | running kubectl…; Esc: stop -> AskKubectl(1)",
    ),
    (
        "K s K",
        "13 result 17/20/27 | kubectl is running; Esc: stop it -> AskKubectl(1)",
    ),
    (
        "K Esc",
        "13 result 17/20/27 | kubectl stopped -> AskKubectl(1) -> EndKubectl",
    ),
    (
        "K Esc Esc",
        "13 result 17/20/27 | nothing to close; q: quit -> AskKubectl(1) -> EndKubectl",
    ),
    (
        "K Esc K",
        "13 result 17/20/27 | running kubectl…; Esc: stop -> AskKubectl(1) -> EndKubectl -> AskKubectl(2)",
    ),
    ("w", "13 result 17/20/27 export 0"),
    (
        "w Down Enter",
        "13 result 17/20/27 typing Export SVG to: deployment.svg (Enter: export, Esc: cancel)",
    ),
    (
        "w Down Enter Enter",
        "13 result 17/20/27 -> Export { format: Svg, replace: false }",
    ),
    (
        "w Enter Ctrl-U Enter",
        "13 result 17/20/27 typing Export HTML to:  (enter a file name)",
    ),
    ("w Enter Ctrl-W Backspace x Esc", "13 result 17/20/27"),
    (
        "w 5",
        "13 result 17/20/27 typing Export recording to: deployment.cast (Enter: export, Esc: cancel)",
    ),
    (
        "w 6",
        "13 result 17/20/27 export 0 | there is no choice 6 (1 to 5)",
    ),
    (
        "w 7",
        "13 result 17/20/27 export 0 | there is no choice 7 (1 to 5)",
    ),
    (
        "w 8",
        "13 result 17/20/27 export 0 | there is no choice 8 (1 to 5)",
    ),
    (
        "w 9",
        "13 result 17/20/27 export 0 | there is no choice 9 (1 to 5)",
    ),
    ("w Esc", "13 result 17/20/27"),
    ("t", "13 result 17/20/27 | only for policies"),
    ("7", "13 result 17/20/27 | only for policies"),
    ("6", "13 result 17/20/27 | only for policies"),
    ("8", "13 result 17/20/27 | there is only one live object"),
    ("R", "13 result 17/20/27 | there is no Secret"),
    ("e", "13 patch 17/20/27 editing -> TakeText"),
    ("1 e Esc", "13 live 17/20/27 -> TakeText -> CloseText"),
    (
        "E",
        "13 result 17/20/27 -> OpenEditor { input: Patch(PatchId(0)), line: 20 }",
    ),
    ("?", "13 result 17/20/27 help 0"),
    ("? Down q", "13 result 17/20/27"),
    ("F1 Esc", "13 result 17/20/27"),
    ("F2", "13 result 17/20/27 | there are no lessons"),
    ("L", "13 result 17/20/27 | no lesson is open; F2: list of lessons"),
    ("Esc", "13 result 17/20/27 | nothing to close; q: quit"),
    ("q", "13 result 17/20/27 -> Quit"),
    ("Ctrl-C", "13 result 17/20/27 -> Quit"),
    ("Ctrl-L", "13 result 17/20/27 -> Redraw"),
    ("Ctrl-Z", "13 result 17/20/27 -> Suspend"),
];

/// Asking about a line, copying, jumping and the way back.
const LOOKING: &[(&str, &str)] = &[
    ("g", "13 result 2/1/1"),
    ("g G", "13 result 30/11/30"),
    ("g Ctrl-d", "13 result 11/6/10"),
    ("g Ctrl-d Ctrl-u", "13 result 2/1/1"),
    ("g Ctrl-f", "13 result 23/17/20"),
    ("g Ctrl-f Ctrl-b", "13 result 2/1/1"),
    ("l", "13 steps 17/20/27"),
    ("h", "13 patch 17/20/27"),
    (
        "? :",
        "13 result 17/20/27 typing : (a path (Tab: complete), a line, #step, an object or a command by name)",
    ),
    ("? / f o l d Enter", "13 result 17/20/27 help 0"),
    ("? / f o l d Esc", "13 result 17/20/27 help 0"),
    (
        ": s t e p Down Down Up",
        "13 result 17/20/27 typing :step (there is no previous input)",
    ),
    (
        ": PgDn Ctrl-D PgUp Ctrl-N Ctrl-P Ctrl-P",
        "13 result 17/20/27 typing : (there is no previous input)",
    ),
    (
        ": x y z Ctrl-A Ctrl-E Ctrl-A Right Ctrl-K",
        "13 result 17/20/27 typing :x ()",
    ),
    (": # 7 Enter : Up", "7 result 17/15/15 typing :#7 ()"),
    (
        "/ i m a g e Enter / Up Down",
        "13 result 17/21/28 typing / (upper case makes the search case-sensitive; Up: previous input)",
    ),
    (
        "/ i m a g e Enter / Up",
        "13 result 17/21/28 typing /image (8 of 9 · result)",
    ),
    ("/ Up", "13 result 17/20/27 typing / (there is no previous input)"),
    (
        "/ Q Q Q Enter /",
        "13 result 17/20/27 typing / (upper case makes the search case-sensitive; Up: previous input)",
    ),
    ("Enter", "13 result 17/20/27 history 1"),
    ("Enter Up Enter", "9 result 17/15/15 | step 9; Esc or b: back"),
    (
        "Enter Up Enter b",
        "13 result 17/20/27 | back to the position before the jump",
    ),
    (
        "Enter Up Enter Esc",
        "13 result 17/20/27 | back to the position before the jump",
    ),
    ("Enter q", "13 result 17/20/27"),
    ("b", "13 result 17/20/27 | back: no earlier position"),
    ("1 Home Enter", "13 live 1/20/27 | this line has no field"),
    ("4 Up Enter", "12 steps 24/18/21 history 2"),
    ("y", "13 result 17/20/27 copy 0"),
    ("y p", "13 result 17/20/27 -> Copy"),
    ("y v", "13 result 17/20/27 -> Copy"),
    ("y e", "13 result 17/20/27 -> Copy"),
    ("y Down Down Enter", "13 result 17/20/27 -> Copy"),
    ("y Esc", "13 result 17/20/27"),
    (
        "/ i m a g e",
        "13 result 17/21/28 typing /image (8 of 9 · result)",
    ),
    (
        "/ i m a g e Enter n n",
        "11 live 19/15/17 | /image  1 of 8 · live, wrapped",
    ),
    (
        "/ i m a g e Enter N",
        "13 result 23/17/20 | /image  7 of 9 · result",
    ),
    ("/ i m a g e Esc", "13 result 17/20/27"),
    ("/ I m a g e Enter", "13 result 17/20/27 | /Image  no match"),
    ("/ x Backspace Enter", "13 result 17/20/27 | search: empty"),
    ("/ r e p l Enter Esc", "2 steps 10/5/9"),
    (
        "/ r e p l Enter Esc / Enter",
        "12 steps 24/18/21 | /repl  5 of 5 · steps",
    ),
    ("n", "13 result 17/20/27 | no search yet; /: search"),
    ("N", "13 result 17/20/27 | no search yet; /: search"),
    (
        ": m e r g e - l Tab Tab Enter",
        "7 result 17/15/15 | step 7; Esc or b: back",
    ),
    (
        ": s p Tab . r e p Tab Enter",
        "2 result 10/5/9 | spec.replicas; b: back",
    ),
    (
        ": s p Tab . r e p Tab Enter b",
        "13 result 17/20/27 | back to the position before the jump",
    ),
    (
        ": s p e c . r e p x Enter",
        "13 result 17/20/27 typing :spec.repx (spec has no repx; it has replicas, strategy, template)",
    ),
    (
        ": q q q Space q q Enter",
        "13 result 17/20/27 typing :qqq qq (no command, step, object or field is named qqq qq)",
    ),
    (": # 7 Enter", "7 result 17/15/15 | step 7; b: back"),
    (": 1 2 Enter", "13 result 16/11/14 | line 12; b: back"),
    (": 9 9 Enter Ctrl-U 3 Enter", "13 result 4/1/3 | line 3; b: back"),
    (
        ": a b Home Delete End Left Right Ctrl-W Enter",
        "13 result 17/20/27",
    ),
    ("u", "13 result 17/20/27"),
    ("u u", "13 result 17/20/27"),
    ("1 : m e t a d a t a Enter u", "13 live 4/1/3"),
    ("u U", "13 result 17/20/27"),
    (
        "U",
        "13 result 17/20/27 | nothing is folded; u: fold, H: fold unchanged blocks",
    ),
    (
        "H",
        "13 result 17/20/25 | folded 1 unchanged block; U: unfold all",
    ),
    ("i", "13 result 17/20/27 effects 0"),
    ("i Down Down Enter ^ s", "2 result 10/5/9"),
    (
        "i Down Down Enter ^ s s s s",
        "11 result 23/17/20 | step: no later step matches the filter",
    ),
    ("i Down Down Enter 4 Up Up", "2 steps 10/5/9"),
    (
        "i Down Down Enter i Home Enter",
        "13 result 17/20/27 | showing all steps",
    ),
    ("Shift-Right", "13 result 17/20/27 | already at the right edge"),
    (
        "1 . Shift-Right Shift-Left ,",
        "13 live 17/20/27 | already at the left edge",
    ),
    (",", "13 result 17/20/27 | already at the left edge"),
    ("H S S U", "11 result 23/17/20"),
];

/// Two results side by side, and the order of a list.
const SIDE_BY_SIDE: &[(&str, &str)] = &[
    ("d", "14 result 22/17/17 compare 11 proposal|kubernetes"),
    ("d d", "14 result 22/17/17"),
    (
        "d 5",
        "14 result 22/17/17 explanation 0 compare 11 proposal|kubernetes",
    ),
    ("r 5 q", "14 result 22/17/17 order 2"),
    ("d q", "14 result 22/17/17"),
    ("d Esc", "14 result 22/17/17"),
    ("d n", "14 result 22/17/17 compare 22 proposal|kubernetes"),
    (
        "d / r e p l i Enter",
        "14 result 22/17/17 compare 10 proposal|kubernetes",
    ),
    (
        "d / r e p l i Enter / Enter",
        "14 result 22/17/17 compare 10 proposal|kubernetes",
    ),
    (
        "d / z z z",
        "14 result 22/17/17 compare 11 proposal|kubernetes typing /zzz (no match)",
    ),
    ("d End / Esc", "14 result 22/17/17 compare 33 proposal|kubernetes"),
    (
        "d / r e p l i Esc",
        "14 result 22/17/17 compare 11 proposal|kubernetes",
    ),
    ("d n", "14 result 22/17/17 compare 22 proposal|kubernetes"),
    ("d n n N", "14 result 22/17/17 compare 22 proposal|kubernetes"),
    ("d Home x", "14 result 22/17/17 compare 11 proposal|kubernetes"),
    ("d End X", "14 result 22/17/17 compare 22 proposal|kubernetes"),
    ("d N", "14 result 22/17/17 compare 22 proposal|kubernetes"),
    (
        "d m",
        "14 result 22/17/17 compare 16 proposal|patch-list | patch-list: the patch list sets the order (rejected alternative, never shipped)",
    ),
    (
        "d M",
        "14 result 22/17/17 compare 11 patch-list|kubernetes | patch-list: the patch list sets the order (rejected alternative, never shipped)",
    ),
    ("d m d d", "14 result 22/17/17 compare 11 proposal|kubernetes"),
    (
        "d Home Up",
        "14 result 22/17/17 compare 1 proposal|kubernetes | already at the top",
    ),
    (
        "d End PgUp Down",
        "14 result 22/17/17 compare 33 proposal|kubernetes",
    ),
    ("d Enter", "4 result 11/8/11 | step 4; Esc or b: back"),
    (
        "d Home Enter",
        "14 result 22/17/17 compare 1 proposal|kubernetes | no difference on this line; n: next difference",
    ),
    (
        "d m M Enter",
        "14 result 22/17/17 compare 17 kubernetes|patch-list | the panes show proposal, which is not part of this comparison",
    ),
    ("d ? q", "14 result 22/17/17 compare 11 proposal|kubernetes"),
    (
        "d Ctrl-C",
        "14 result 22/17/17 compare 11 proposal|kubernetes -> Quit",
    ),
    (
        "d End Enter",
        "14 result 22/17/17 compare 33 proposal|kubernetes | no difference on this line; n: next difference",
    ),
    ("r", "14 result 22/17/17 order 2"),
    ("r r", "14 result 22/17/17"),
    ("r q", "14 result 22/17/17"),
    ("r Esc", "14 result 22/17/17"),
    ("|", "14 result 22/17/17 | long lines are wrapped"),
    ("| |", "14 result 22/17/17 | long lines are cut off"),
    ("r n", "14 result 22/17/17 order 2 | no search yet; /: search"),
    ("r Home / m e Enter", "14 result 22/17/17 order 3"),
    ("r Home / m e Enter n N", "14 result 22/17/17 order 3"),
    (
        "r Enter",
        "14 result 22/17/17 | step 14, spec.template.spec.containers[name=web]; b: back",
    ),
    ("r Down End", "14 result 22/17/17 order 4"),
    ("r End Down", "14 result 22/17/17 order 4 | already at the end"),
    ("r ^", "0 result 22/17/21 order 2"),
    ("r S S x", "14 result 22/17/17 order 2"),
    ("r S C", "7 result 17/16/14 order 2"),
    ("1 Home r", "14 live 1/17/17 order 2"),
    (
        "2 Home Down Down Down Down Down Down Down Down Down Down Down Down Down Down Down r",
        "14 patch 17/16/14 order 2",
    ),
];

/// From the list of lessons, as the program opens without files.
const LESSONS: &[(&str, &str)] = &[
    ("Down", "0 result 1/1/1 lessons 1"),
    ("Down Down", "0 result 1/1/1 lessons 1 | already at the end"),
    ("Up", "0 result 1/1/1 lessons 0 | already at the top"),
    ("End Home", "0 result 1/1/1 lessons 0"),
    ("Enter", "0 result 1/1/1 -> OtherDocuments -> CloseText"),
    ("Down Enter", "0 result 1/1/1 -> OtherDocuments -> CloseText"),
    (
        "Down Enter $ F2",
        "1 result 17/10/16 lessons 1 -> OtherDocuments -> CloseText",
    ),
    ("Esc s s", "2 result 10/5/9"),
    ("q", "0 result 1/1/1"),
    (
        "Enter s e Esc",
        "1 patch 7/3/6 -> OtherDocuments -> CloseText -> TakeText -> CloseText",
    ),
    (
        "Enter e Ctrl-S",
        "0 patch 1/1/1 editing | save: the text of a lesson is not written to a file; the text is kept in memory -> OtherDocuments -> CloseText -> TakeText",
    ),
    (
        "Enter E",
        "0 result 1/1/1 | the text of a lesson is not written to a file; e: edit it here -> OtherDocuments -> CloseText",
    ),
    ("?", "0 result 1/1/1 help 0"),
    ("Ctrl-C", "0 result 1/1/1 lessons 0 -> Quit"),
];

/// With the patch opened in the text area and its text changed.
const EDITING: &[(&str, &str)] = &[
    ("Ctrl-S", "13 patch 17/20/27 editing -> Save"),
    ("Ctrl-N", "13 patch 17/20/27 completions 0 editing"),
    ("Ctrl-Space", "13 patch 17/20/27 completions 0 editing"),
    ("Esc", "13 patch 17/20/27 LeaveUnsaved editing"),
    ("Esc n", "13 patch 17/20/27 editing"),
    (
        "Esc Up",
        "13 patch 17/20/27 LeaveUnsaved editing | already at the top",
    ),
    ("Esc y", "13 patch 17/20/27 -> CloseText"),
    ("Esc s", "13 patch 17/20/27 editing -> Save"),
    ("Esc Esc", "13 patch 17/20/27 editing"),
    ("Esc Ctrl-C", "13 patch 17/20/27 QuitUnsaved editing"),
    ("Esc Ctrl-C y", "13 patch 17/20/27 editing -> Quit"),
    ("Esc Ctrl-C n", "13 patch 17/20/27 editing"),
    ("Esc Ctrl-C s", "13 patch 17/20/27 editing -> Save"),
    ("F1 q", "13 patch 17/20/27 editing"),
];

/// The patch in the text area, its text changed.
fn editing() -> Explorer {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    press(&mut state, "e");
    on_message(
        &mut state,
        Message::Edited(PATCH.replace("replicas: 3", "replicas: 4")),
    );
    state
}

/// A beginning, and scripts that start from it: keys, and where they lead.
pub(crate) type Scripts = (fn() -> Explorer, &'static [(&'static str, &'static str)]);

/// The anomaly for which the order proposal rejected its first alternative: the second writer names `b` only to place
/// it.
fn writers() -> Explorer {
    let live =
        "apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  containers:\n  - name: a\n  - name: b\n";
    let foo = "spec:\n  containers:\n  - name: b\n    $patch: delete\n";
    let bar = "spec:\n  containers:\n  - name: a\n    image: new\n  - name: b\n";
    open(live, &[foo, bar])
}

const WRITERS: &[(&str, &str)] = &[
    (
        "W",
        "6 result 8/3/9 | patches swapped: patch2.yaml is applied before patch.yaml -> SwapFiles([Patch(PatchId(0)), Patch(PatchId(1))])",
    ),
    (
        "W W",
        "7 result 6/5/10 | patches swapped: patch.yaml is applied before patch2.yaml -> SwapFiles([Patch(PatchId(0)), Patch(PatchId(1))]) -> SwapFiles([Patch(PatchId(0)), Patch(PatchId(1))])",
    ),
    (
        "M",
        "7 result 6/5/10 | semantics kubernetes: what kubectl and the API server do",
    ),
    (
        "M M M M M",
        "7 result 6/5/10 | semantics proposal: as defined in the Kubernetes design documents",
    ),
];

/// Three versions of the patch, the newest shown.
fn versions() -> Explorer {
    let mut state = open(LIVE, &[PATCH]);
    frame(&mut state, 120, 40);
    for (time, replicas) in [("10:00:00 UTC", "replicas: 4"), ("10:01:00 UTC", "replicas: 5")] {
        on_message(&mut state, Message::Clock(time.to_owned()));
        on_message(
            &mut state,
            Message::Changed {
                input: InputId::patch(0),
                bytes: PATCH.replace("replicas: 3", replicas).into_bytes(),
            },
        );
    }
    state
}

const VERSIONS: &[(&str, &str)] = &[
    (
        "<",
        "13 result 17/20/27 | version 2: patch.yaml: +1 −1 lines, result: spec.replicas changed",
    ),
    ("< <", "13 result 17/20/27 | version 1: as opened"),
    (
        ";",
        "2 patch 10/5/9 | change 1 of 1: patch.yaml:5, was `replicas: 4`; b: back",
    ),
    (
        "'",
        "2 patch 10/5/9 | change 1 of 1: patch.yaml:5, was `replicas: 4`; b: back",
    ),
    (
        "d ;",
        "2 patch 10/5/9 | change 1 of 1: patch.yaml:5, was `replicas: 4`; b: back",
    ),
    (
        "r '",
        "2 patch 10/5/9 | change 1 of 1: patch.yaml:5, was `replicas: 4`; b: back",
    ),
    ("< < ;", "13 result 17/20/27 | no save made the first version"),
    ("< < <", "13 result 17/20/27 | already at the oldest version"),
    (">", "13 result 17/20/27 | version: already at the latest version"),
    (
        "< < > >",
        "13 result 17/20/27 | version 3, latest: patch.yaml: +1 −1 lines, result: spec.replicas changed",
    ),
    (
        "< < V",
        "13 result 17/20/27 | version 3, latest: patch.yaml: +1 −1 lines, result: spec.replicas changed",
    ),
    ("V", "13 result 17/20/27 | version: already at the latest version"),
    (
        "< < v Down c V",
        "13 result 17/20/27 | version 3, latest: patch.yaml: +1 −1 lines, result: spec.replicas changed",
    ),
    (
        "4 Up < < r V",
        "12 steps 24/18/21 order 1 | version 3, latest: patch.yaml: +1 −1 lines, result: spec.replicas changed",
    ),
    (
        "d Enter",
        "13 result 17/20/27 compare 1 proposal|kubernetes | there is no difference",
    ),
    (
        "< e",
        "13 result 17/20/27 | edit: an older version is shown; V: latest version, then e",
    ),
    ("v", "13 result 17/20/27 versions 2"),
    (
        "v Up Enter",
        "13 result 17/20/27 | version 2: patch.yaml: +1 −1 lines, result: spec.replicas changed",
    ),
    (
        "v c",
        "13 result 17/20/27 versions 2 | this is the current version; select another one",
    ),
    ("v Home c", "13 result 17/20/27 compare 8 version 1|version 3"),
    ("v Home c Enter", "2 result 10/5/9 | step 2; Esc or b: back"),
    ("v Esc", "13 result 17/20/27"),
];

/// Guessing, presenting, and the page of a lesson.
const LEARNING: &[(&str, &str)] = &[
    (
        "Enter P",
        "0 result 1/1/1 | predict mode on: s asks about the next change; P: off -> OtherDocuments -> CloseText",
    ),
    (
        "Enter P s",
        "0 result 1/1/1 predict 0 -> OtherDocuments -> CloseText",
    ),
    (
        "Enter P s Enter",
        "1 result 7/3/6 | wrong; the answer is: it is removed (delete-value) -> OtherDocuments -> CloseText",
    ),
    ("Enter P s Esc", "0 result 1/1/1 -> OtherDocuments -> CloseText"),
    ("Enter P P s", "1 result 7/3/6 -> OtherDocuments -> CloseText"),
    (
        "Enter B",
        "0 result 1/1/1 | Space: play -> OtherDocuments -> CloseText",
    ),
    (
        "Enter B Space",
        "0 result 1/1/1 playing -> OtherDocuments -> CloseText",
    ),
    ("Enter B B", "0 result 1/1/1 -> OtherDocuments -> CloseText"),
    (
        "Enter L",
        "0 result 1/1/1 lessonpage 0 -> OtherDocuments -> CloseText",
    ),
    (
        "Enter L e",
        "0 patch 1/1/1 editing -> OtherDocuments -> CloseText -> TakeText",
    ),
    (
        "Enter $ L Esc",
        "13 result 17/20/27 -> OtherDocuments -> CloseText",
    ),
    (
        "Enter J",
        "0 result 1/1/1 -> OtherDocuments -> CloseText -> OtherDocuments -> CloseText",
    ),
    (
        "Enter P s 1",
        "1 result 7/3/6 | wrong; the answer is: it is removed (delete-value) -> OtherDocuments -> CloseText",
    ),
    (
        "Enter P s 2",
        "1 result 7/3/6 | wrong; the answer is: it is removed (delete-value) -> OtherDocuments -> CloseText",
    ),
    (
        "Enter P s 3",
        "1 result 7/3/6 | right (delete-value) -> OtherDocuments -> CloseText",
    ),
    (
        "Enter P s 4",
        "1 result 7/3/6 | wrong; the answer is: it is removed (delete-value) -> OtherDocuments -> CloseText",
    ),
];

/// Places larger and smaller.
const SIZES: &[(&str, &str)] = &[
    ("}", "13 result 17/20/27 | border moved; 0: reset pane sizes"),
    (
        "1 } 2 { 4 } 5 {",
        "13 why 17/20/27 | border moved; 0: reset pane sizes",
    ),
    (
        "} } } } } } } } } } }",
        "13 result 17/20/27 | larger: the border cannot be moved further",
    ),
    ("} 0", "13 result 17/20/27"),
    (") (", "13 result 17/20/27 | border moved; 0: reset pane sizes"),
    (
        "( ( ( ( ( ( ( ( ( ( (",
        "13 result 17/20/27 | smaller: the border cannot be moved further",
    ),
    ("0", "13 result 17/20/27 | pane sizes are already the default"),
];

/// All scripts. A key of the table that none of them presses where it means something fails a test below.
/// An apply, whose patch is computed.
const APPLY: &[(&str, &str)] = &[
    ("A", "1 result 7/2/9 ledger 0"),
    (
        "T",
        "1 result 7/2/9 | the patch is computed from the manifest; e: edit the manifest",
    ),
    ("1 e", "1 live 7/2/9 editing -> TakeText"),
    ("2 e", "1 patch 7/2/9 editing -> TakeText"),
    ("E", "1 result 7/2/9 -> OpenEditor { input: Manifest, line: 1 }"),
];

/// A result that is edited.
const GOAL: &[(&str, &str)] = &[
    (
        "T",
        "1 result 7/2/9 editing | editing the result: the patch is computed; Ctrl-S: save the patch -> TakeText",
    ),
    ("A", "1 result 7/2/9 | only for kubectl apply"),
    ("T Esc", "1 result 7/2/9 -> TakeText -> CloseText"),
];

/// A warning whose fix is shown, applied and taken back.
const FIXES: &[(&str, &str)] = &[
    ("g x !", "1 patch 9/3/8 ApplyFix editing -> TakeText"),
    (
        "g x ! n",
        "1 patch 9/3/8 | nothing is changed -> TakeText -> CloseText",
    ),
    ("g x ! y", "1 patch 9/3/8 editing -> TakeText -> Save"),
    (
        "^ !",
        "0 result 9/3/8 | fix: the current step is neither a warning nor a rejection; x: next issue",
    ),
    ("Z", "2 result 9/3/30 | undo: no fix was applied"),
];

const POLICY_FIXES: &[(&str, &str)] = &[
    ("^ x !", "1 patch 1/6/1 ApplyFix editing -> TakeText"),
    (
        "^ x ! n",
        "1 patch 1/6/1 | nothing is changed -> TakeText -> CloseText",
    ),
    ("^ x ! y", "1 patch 1/6/1 editing -> TakeText -> Save"),
];

pub(crate) const SCRIPTS: &[Scripts] = &[
    (|| open(LIVE, &[PATCH]), CASES),
    (|| open(LIVE, &[PATCH]), LOOKING),
    (|| open(LIVE, &[PATCH]), SIZES),
    (open_differing, SIDE_BY_SIDE),
    (lessons, LESSONS),
    (editing, EDITING),
    (writers, WRITERS),
    (versions, VERSIONS),
    (lessons, LEARNING),
    (open_apply, APPLY),
    (open_goal, GOAL),
    (open_fixable, FIXES),
    (open_policy_with_mistakes, POLICY_FIXES),
];

#[test]
fn keys_lead_where_they_should() {
    let mut wrong = Vec::new();
    for (open, cases) in SCRIPTS {
        for (script, want) in *cases {
            let mut state = open();
            frame(&mut state, 120, 40);
            let effects = press(&mut state, script);
            let mut got = summary(&state);
            for effect in effects {
                got.push_str(&format!(" -> {effect:?}"));
            }
            if got != *want {
                wrong.push(format!("    ({script:?}, {got:?}),"));
            }
            // Whatever was pressed, it can be drawn.
            frame(&mut state, 60, 20);
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Which lines of the key table a script uses, and by which of their keys.
fn used(open: fn() -> Explorer, script: &str) -> Vec<(usize, KeyPress)> {
    let mut state = open();
    let mut used = Vec::new();
    for name in script.split_whitespace() {
        let (context, pressed) = (state.key_context(), KeyPress::from_event(key(name)));
        let line = BINDINGS.iter().position(|binding| {
            binding.contexts.contains(&context) && pressed.is_some_and(|key| binding.keys.contains(&key))
        });
        used.extend(line.zip(pressed));
        press(&mut state, name);
    }
    used
}

#[test]
fn every_key_of_every_binding_has_a_script() {
    let scripts = SCRIPTS
        .iter()
        .flat_map(|(open, cases)| cases.iter().map(|(script, _)| (*open, *script)));
    let used: HashSet<(usize, KeyPress)> = scripts.flat_map(|(open, script)| used(open, script)).collect();
    let mut missing = Vec::new();
    for (at, binding) in BINDINGS.iter().enumerate() {
        for key in binding.keys.iter().filter(|key| !used.contains(&(at, **key))) {
            missing.push(format!("{key} in {:?}: {}", binding.contexts, binding.help));
        }
    }
    assert!(missing.is_empty(), "no script presses\n{}", missing.join("\n"));
}
