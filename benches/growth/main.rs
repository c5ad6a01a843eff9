//! What every command costs for inputs of n, 2n and 4n, and by which factor that grows. Twice the input must cost at most 2.2
//! times as much, unless twice the input has more than 2.2 times as much output: then the output is the measure.
//!
//! `cargo bench --bench growth` runs all in some minutes; a word narrows it to the cases whose name has it:
//! `cargo bench --bench growth -- policy`. The variable MERGESCOPE can name another build of the program. Each case is run at
//! sizes that take long enough to be measured. With `--instructions`, valgrind counts instructions, which other programs do not
//! change; `--entries=200` is then the smallest size. Rows above the factor are marked, and then the exit code is 1.

mod inputs;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use inputs::{CASES, Case};

/// The factor above which growth is not linear.
const MAX_FACTOR: f64 = 2.2;

/// The smallest of the three sizes takes at least this long, and not much longer: inputs that no longer fit into the caches of
/// the processor (2 MiB for a core is common) cost more for each byte, however linear the work is.
const MIN_TIME: Duration = Duration::from_millis(5);

/// A run that takes longer is not repeated.
const LONG: Duration = Duration::from_secs(3);

/// Of so many runs the fastest counts.
const RUNS: usize = 5;

/// A case above the factor is measured so many times in all: other programs make a run slower, never faster.
const ROUNDS: usize = 4;

/// Output that grows by so much more than the cost does not excuse it.
const OUTPUT_TOLERANCE: f64 = 1.05;

/// What the program is measured by.
#[derive(Clone, Copy)]
enum Unit {
    Milliseconds,
    /// Millions of instructions, from this number of entries on.
    Instructions(usize),
}

fn main() -> Result<ExitCode> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments
        .iter()
        .map(String::as_str)
        .filter(|argument| !argument.starts_with("--"))
        .collect();
    let entries = arguments.iter().find_map(|it| it.strip_prefix("--entries="));
    let unit = match arguments.iter().any(|it| it == "--instructions") {
        true => Unit::Instructions(entries.unwrap_or("100").parse()?),
        false => Unit::Milliseconds,
    };
    let folder = tempfile::tempdir()?;
    let name = match unit {
        Unit::Milliseconds => "ms",
        Unit::Instructions(_) => "million instructions",
    };
    println!(
        "{:<64} {:>8} {:>23} {:>13} {:>13}",
        "", "", name, "factors", "of output"
    );
    println!(
        "{:<64} {:>8} {:>7} {:>7} {:>7} {:>6} {:>6} {:>6} {:>6}",
        "case", "n", "n", "2n", "4n", "x2", "x4/x2", "x2", "x4/x2"
    );
    let mut above = 0;
    let mut count = 0;
    for case in CASES {
        for command in case.commands {
            let name = format!("{}: {}", case.name, command);
            if !words.iter().all(|word| name.contains(word)) {
                continue;
            }
            count += 1;
            above += usize::from(!grows_linearly(folder.path(), case, command, unit)?);
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
fn grows_linearly(folder: &Path, case: &Case, command: &str, unit: Unit) -> Result<bool> {
    let measure = |entries| {
        case.write(folder, entries)?;
        match unit {
            Unit::Milliseconds => {
                Ok::<f64, anyhow::Error>(fastest(folder, case, command)?.as_secs_f64() * 1e3)
            }
            Unit::Instructions(_) => instructions(folder, case, command),
        }
    };
    let mut entries = match unit {
        Unit::Milliseconds => case.entries,
        Unit::Instructions(entries) => entries.min(case.most / 4),
    };
    let mut costs = [measure(entries)?, 0.0, 0.0];
    while matches!(unit, Unit::Milliseconds)
        && costs[0] < MIN_TIME.as_secs_f64() * 1e3
        && entries * 8 <= case.most
    {
        entries *= 2;
        costs[0] = measure(entries)?;
    }
    costs[1] = measure(entries * 2)?;
    costs[2] = measure(entries * 4)?;
    let mut bytes = [0.0; 3];
    for (bytes, entries) in bytes.iter_mut().zip([entries, entries * 2, entries * 4]) {
        case.write(folder, entries)?;
        *bytes = output(program(folder, command), case, command)?.len() as f64;
    }
    let factors = |all: [f64; 3]| [all[1] / all[0].max(1e-6), all[2] / all[1].max(1e-6)];
    let of_output = factors(bytes);
    let is_fine = |costs| {
        let pairs = factors(costs).into_iter().zip(of_output);
        pairs
            .into_iter()
            .all(|(cost, output)| cost <= MAX_FACTOR.max(output * OUTPUT_TOLERANCE))
    };
    let mut round = 1;
    while matches!(unit, Unit::Milliseconds) && round < ROUNDS && !is_fine(costs) {
        for (cost, entries) in costs.iter_mut().zip([entries, entries * 2, entries * 4]) {
            *cost = cost.min(measure(entries)?);
        }
        round += 1;
    }
    let [x2, x4] = factors(costs);
    println!(
        "{:<64} {entries:>8} {:>7.0} {:>7.0} {:>7.0} {x2:>6.2} {x4:>6.2} {:>6.2} {:>6.2}{}",
        format!("{}: {command}", case.name),
        costs[0],
        costs[1],
        costs[2],
        of_output[0],
        of_output[1],
        if is_fine(costs) { "" } else { "  <--" }
    );
    Ok(is_fine(costs))
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

/// A run of a command in a folder.
fn program(folder: &Path, command: &str) -> Command {
    let program = std::env::var_os("MERGESCOPE").unwrap_or_else(|| env!("CARGO_BIN_EXE_mergescope").into());
    let mut run = Command::new(program);
    run.args(command.split(' '))
        .current_dir(folder)
        .stdin(Stdio::null());
    run
}

/// Runs a program, and returns its output.
fn output(mut run: Command, case: &Case, command: &str) -> Result<Vec<u8>> {
    let output = run.stderr(Stdio::null()).output()?;
    check(output.status, case, command)?;
    Ok(output.stdout)
}

fn check(status: ExitStatus, case: &Case, command: &str) -> Result<()> {
    ensure!(
        matches!(status.code(), Some(0..=2)),
        "{}: {command}: {status}",
        case.name
    );
    Ok(())
}

fn fastest(folder: &Path, case: &Case, command: &str) -> Result<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..RUNS {
        let start = children_time()?;
        let mut run = program(folder, command);
        check(
            run.stdout(Stdio::null()).stderr(Stdio::null()).status()?,
            case,
            command,
        )?;
        best = best.min(children_time()? - start);
        if best > LONG {
            break;
        }
    }
    Ok(best)
}

/// The millions of instructions of a run.
fn instructions(folder: &Path, case: &Case, command: &str) -> Result<f64> {
    let counts = tempfile::NamedTempFile::new()?;
    let native = program(folder, command);
    let mut run = Command::new("valgrind");
    run.args(["-q", "--tool=cachegrind", "--cache-sim=no"])
        .arg(format!("--cachegrind-out-file={}", counts.path().display()))
        .arg(native.get_program())
        .args(native.get_args())
        .current_dir(folder)
        .stdin(Stdio::null());
    output(run, case, command)?;
    let text = fs::read_to_string(counts.path())?;
    let total = text.lines().rev().find_map(|line| line.strip_prefix("summary: "));
    let total: f64 = total.context("valgrind counted nothing")?.trim().parse()?;
    Ok(total / 1e6)
}
