//! The explorer for a long time: saves by other programs, broken files, new sizes, edits, and calls of an editor. Memory,
//! descriptors and threads stay constant, and no save is lost.
//!
//! The test runs for a moment. `SOAK_SECONDS=1800 cargo test --release --test pty soak -- --nocapture` runs for half an hour
//! and prints what it measures.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::explorer::{Desk, LIVE, PATCH};
use crate::harness::{Program, Pty, key};

/// Rounds before the first measurement: by then as many versions are kept as ever are.
const WARM_UP: usize = 14;

/// Rounds of the test without `SOAK_SECONDS`, after the first measurement.
const ROUNDS: usize = 8;

/// Allocators do not give everything back: growth below this is not a leak.
const MAX_GROWTH_KB: u64 = 4096;

/// What the system says of a process.
#[derive(Clone, Copy, Debug)]
struct Usage {
    memory_kb: u64,
    descriptors: usize,
    threads: usize,
}

impl Usage {
    /// The lowest counts of a second: a file can be open, or a thread at work, for a moment.
    fn at_rest(process: u32) -> Usage {
        let mut usage = Usage::of(process);
        for _ in 0..20 {
            std::thread::sleep(Duration::from_millis(50));
            let now = Usage::of(process);
            usage = Usage {
                memory_kb: now.memory_kb,
                descriptors: usage.descriptors.min(now.descriptors),
                threads: usage.threads.min(now.threads),
            };
        }
        usage
    }

    fn of(process: u32) -> Usage {
        let folder = Path::new("/proc").join(process.to_string());
        let status = fs::read_to_string(folder.join("status")).expect("the process runs");
        let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let memory = memory.and_then(|text| text.split_whitespace().next()?.parse().ok());
        let count = |name| fs::read_dir(folder.join(name)).expect("a folder").count();
        Usage {
            memory_kb: memory.expect("a number"),
            descriptors: count("fd"),
            threads: count("task"),
        }
    }
}

/// Counts what was done.
#[derive(Default, Debug)]
struct Tally {
    saves: usize,
    broken: usize,
    resizes: usize,
    edits: usize,
    editors: usize,
}

fn patch(image: &str) -> String {
    PATCH.replace("shop:1.5", image)
}

/// A round of everything; each part is waited for.
fn round(desk: &Desk, screen: &mut Pty, number: usize, tally: &mut Tally) {
    for part in 0..3 {
        let image = format!("shop:{number}.{part}");
        desk.save_atomically("patch.yaml", &patch(&image));
        screen.wait_for(&image);
        tally.saves += 1;
    }
    fs::write(desk.path("patch.yaml"), "spec:\n  containers: [\n").expect("a broken patch");
    screen.wait_for("patch.yaml:");
    tally.broken += 1;
    let image = format!("shop:{number}.mended");
    fs::write(desk.path("patch.yaml"), patch(&image)).expect("the patch");
    screen.wait_for(&image);
    for (columns, rows) in [(80, 24), (60, 20), (200, 60), (30, 10), (120, 40)] {
        screen.resize(columns, rows);
        tally.resizes += 1;
    }
    screen.wait_for(&image);
    screen.send("2");
    screen.send("e");
    screen.wait_for("Ctrl-S");
    screen.send("\x1b[1;5F");
    screen.send(&format!("# edit {number}"));
    screen.send(key::CTRL_S);
    screen.wait_for("saved patch.yaml");
    let saved = fs::read_to_string(desk.path("patch.yaml")).expect("the patch");
    assert_eq!(saved, format!("{}# edit {number}", patch(&image)));
    screen.send(key::ESC);
    screen.wait_for("s/S");
    tally.edits += 1;
    screen.send("E");
    screen.wait_for(&format!("shop:editor-{number}"));
    tally.editors += 1;
}

#[test]
fn memory_descriptors_and_threads_stay_constant() {
    let seconds: Option<u64> = std::env::var("SOAK_SECONDS")
        .ok()
        .map(|text| text.parse().expect("seconds"));
    let desk = Desk::new(LIVE, PATCH);
    // Each call of the editor writes the next number.
    let script = format!(
        "n=$(cat count); echo $((n + 1)) > count; cat > \"$2\" <<END\n{}END\n",
        patch("shop:editor-$n")
    );
    fs::write(desk.path("editor.sh"), script).expect("the editor");
    fs::write(desk.path("count"), "0\n").expect("the count");
    let program: Program = desk
        .program()
        .env("EDITOR", "sh ./editor.sh --")
        .env("XDG_STATE_HOME", desk.path("state"));
    let mut screen = Pty::spawn(program, 120, 40);
    screen.wait_for("step 3/3");
    let (start, mut tally) = (Instant::now(), Tally::default());
    let mut first = None;
    let mut next = Duration::ZERO;
    for number in 0.. {
        round(&desk, &mut screen, number, &mut tally);
        if number + 1 == WARM_UP {
            first = Some(Usage::at_rest(screen.process()));
        }
        if seconds.is_some() && start.elapsed() >= next {
            println!(
                "{:>6} s: {:?}, {tally:?}",
                start.elapsed().as_secs(),
                Usage::of(screen.process())
            );
            next = start.elapsed() + Duration::from_secs(10);
        }
        let is_long_enough = seconds.is_none_or(|seconds| start.elapsed().as_secs() >= seconds);
        if number >= WARM_UP + ROUNDS && is_long_enough {
            break;
        }
    }
    let (first, last) = (first.expect("measured"), Usage::at_rest(screen.process()));
    println!("first {first:?}, last {last:?}, {tally:?}");
    assert_eq!(last.descriptors, first.descriptors);
    assert_eq!(last.threads, first.threads);
    assert!(
        last.memory_kb <= first.memory_kb + MAX_GROWTH_KB,
        "{first:?} {last:?}"
    );
    screen.send("q");
    assert_eq!(screen.exit().exit_code(), 0);
    screen.assert_restored();
}
