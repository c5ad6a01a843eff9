//! What fills the screen in place of the panes, in a real pseudo-terminal.

use std::fmt::Write;

use crate::explorer::{Desk, has, quit};

const LIVE: &str = "\
apiVersion: v1
kind: Pod
metadata:
  name: demo
spec:
  containers:
  - name: web
    image: shop:1.4
    env:
    - name: HOST
      value: a
";

const PATCH: &str = "\
spec:
  containers:
  - name: web
    env:
    - name: URL
      value: http://$(HOST)
";

#[test]
fn two_results_stand_side_by_side_and_follow_a_save() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.open(120, 40);
    screen.wait("the result", has("step 4/4"));
    screen.send("d");
    screen.wait("the rules", has("order-by-position"));
    desk.save_atomically(
        "patch.yaml",
        "spec:\n  containers:\n  - name: web\n    image: shop:2\n",
    );
    screen.wait("the same result", has("have the same result"));
    screen.send("q");
    screen.wait("the panes", has("explanation"));
    quit(screen);
}

#[test]
fn the_order_of_a_list_flags_a_variable_and_steps() {
    let desk = Desk::new(LIVE, PATCH);
    let mut screen = desk.open(80, 24);
    screen.wait("the result", has("step 4/4"));
    screen.send("mr");
    screen.wait("the variable", has("before its definition"));
    screen.send("^");
    screen.wait("live object", has("step 0/"));
    screen.send("q");
    screen.wait("the panes", has("explanation"));
    quit(screen);
}

#[test]
fn a_large_comparison_is_made_beside_the_keys() {
    let mut live = LIVE.to_owned();
    for index in 0..5_000 {
        let _ = write!(live, "    - name: KEY_{index}\n      value: v{index}\n");
    }
    let desk = Desk::new(&live, PATCH);
    let mut screen = desk.open(120, 40);
    screen.wait("the result", has("step 4/4"));
    screen.send("d");
    screen.wait("the rules", has("order-by-position"));
    screen.send("q");
    screen.wait("the panes", has("explanation"));
    quit(screen);
}
