//! What every command costs for inputs of n, 2n and 4n, and by which factor that grows. Twice the input must cost at most 2.2
//! times as much.
//!
//! `cargo bench --bench growth` runs all in some minutes; a word narrows it to the cases whose name has it:
//! `cargo bench --bench growth -- policy`. The variable MERGESCOPE can name another build of the program. Each case is run at
//! sizes that take long enough to be measured. Rows with a factor above 2.2 are marked, and then the exit code is 1.

mod inputs;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use anyhow::{Result, ensure};
use inputs::{CASES, Case};

/// The factor above which growth is not linear.
const MAX_FACTOR: f64 = 2.2;

/// The smallest of the three sizes takes at least this long, and not much longer: inputs that no longer fit into the caches of
/// the processor (2 MiB for a core is common) cost more for each byte, however linear the work is.
const MIN_TIME: Duration = Duration::from_millis(5);

/// No case is tried at more than this many entries.
const MAX_ENTRIES: usize = 1 << 20;

/// A run that takes longer is not repeated.
const LONG: Duration = Duration::from_secs(3);

/// Of so many runs the fastest counts.
const RUNS: usize = 5;

/// A case above the factor is measured so many times in all: other programs make a run slower, never faster.
const ROUNDS: usize = 4;

fn main() -> Result<ExitCode> {
    let filter: Vec<String> = std::env::args()
        .skip(1)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let folder = tempfile::tempdir()?;
    println!(
        "{:<52} {:>8} {:>9} {:>9} {:>9} {:>7} {:>7}",
        "case", "n", "n", "2n", "4n", "x2", "x4/x2"
    );
    let mut above = 0;
    let mut count = 0;
    for case in CASES {
        for command in case.commands {
            let name = format!("{}: {}", case.name, command);
            if !filter.iter().all(|word| name.contains(word.as_str())) {
                continue;
            }
            count += 1;
            above += usize::from(!grows_linearly(folder.path(), case, command, &name)?);
        }
    }
    println!("{count} cases, {above} above {MAX_FACTOR}");
    Ok(if above > 0 {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// Measures one command on one kind of input, and prints the row.
fn grows_linearly(folder: &Path, case: &Case, command: &str, name: &str) -> Result<bool> {
    let mut entries = case.entries;
    let mut first = fastest(folder, case, command, entries)?;
    while first < MIN_TIME && entries * 8 <= MAX_ENTRIES {
        entries *= 2;
        first = fastest(folder, case, command, entries)?;
    }
    let mut second = fastest(folder, case, command, entries * 2)?;
    let mut third = fastest(folder, case, command, entries * 4)?;
    let factor = |small: Duration, large: Duration| large.as_secs_f64() / small.as_secs_f64().max(1e-9);
    let mut factors = [factor(first, second), factor(second, third)];
    let mut round = 1;
    while round < ROUNDS && factors.iter().any(|factor| *factor > MAX_FACTOR) {
        first = first.min(fastest(folder, case, command, entries)?);
        second = second.min(fastest(folder, case, command, entries * 2)?);
        third = third.min(fastest(folder, case, command, entries * 4)?);
        factors = [factor(first, second), factor(second, third)];
        round += 1;
    }
    let is_linear = factors.iter().all(|factor| *factor <= MAX_FACTOR);
    println!(
        "{name:<52} {entries:>8} {:>7.0}ms {:>7.0}ms {:>7.0}ms {:>7.2} {:>7.2}{}",
        first.as_secs_f64() * 1e3,
        second.as_secs_f64() * 1e3,
        third.as_secs_f64() * 1e3,
        factors[0],
        factors[1],
        if is_linear { "" } else { "  <--" }
    );
    Ok(is_linear)
}

/// The processor time of all programs that have ended: other programs on the machine hardly change it.
#[cfg(unix)]
fn children_time() -> Result<Duration> {
    use nix::sys::resource::{UsageWho, getrusage};
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let micros = |time: nix::sys::time::TimeVal| time.tv_sec() as u64 * 1_000_000 + time.tv_usec() as u64;
    Ok(Duration::from_micros(
        micros(usage.user_time()) + micros(usage.system_time()),
    ))
}

/// The time that has passed.
#[cfg(not(unix))]
fn children_time() -> Result<Duration> {
    static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    Ok(START.get_or_init(std::time::Instant::now).elapsed())
}

fn fastest(folder: &Path, case: &Case, command: &str, entries: usize) -> Result<Duration> {
    for (name, text) in (case.make)(entries) {
        fs::write(folder.join(name), text)?;
    }
    let program = std::env::var_os("MERGESCOPE").unwrap_or_else(|| env!("CARGO_BIN_EXE_mergescope").into());
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = children_time()?;
        let status = Command::new(&program)
            .args(command.split(' '))
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()?;
        ensure!(
            matches!(status.code(), Some(0..=2)),
            "{}: {command} with {entries} entries: {status}",
            case.name
        );
        best = best.min(children_time()? - start);
        if best > LONG {
            break;
        }
    }
    Ok(best)
}
