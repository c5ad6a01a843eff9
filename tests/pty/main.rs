//! Whole programs in a real pseudo-terminal.

#[cfg(test)]
#[cfg(unix)]
mod apply;
mod comfort;
#[cfg(test)]
#[cfg(unix)]
mod explorer;
#[cfg(test)]
#[cfg(unix)]
mod harness;
#[cfg(test)]
#[cfg(unix)]
mod large;
mod learning;
#[cfg(test)]
#[cfg(unix)]
mod looking;
#[cfg(test)]
#[cfg(unix)]
mod policy;
#[cfg(test)]
#[cfg(unix)]
mod recovery;
#[cfg(test)]
#[cfg(unix)]
mod saving;
#[cfg(test)]
#[cfg(unix)]
mod screens;
#[cfg(test)]
#[cfg(unix)]
mod shell;
#[cfg(test)]
#[cfg(target_os = "linux")]
mod soak;
#[cfg(test)]
#[cfg(unix)]
mod watching;
#[cfg(test)]
#[cfg(unix)]
mod workspace;
