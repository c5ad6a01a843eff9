//! The whole program on its command line: exit codes, streams, the JSON contract, and every lesson.

#[cfg(test)]
mod apply;
#[cfg(test)]
mod comparing;
#[cfg(test)]
mod config;
#[cfg(test)]
mod contract;
#[cfg(test)]
mod create;
#[cfg(test)]
#[cfg(unix)]
mod documented;
#[cfg(test)]
mod export;
#[cfg(test)]
mod fixes;
#[cfg(test)]
mod help;
#[cfg(test)]
mod input;
#[cfg(test)]
mod lessons;
#[cfg(test)]
#[cfg(unix)]
mod limits;
#[cfg(test)]
mod lint;
#[cfg(test)]
mod policy;
#[cfg(test)]
mod program;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod skew;
#[cfg(test)]
mod ssa;
#[cfg(test)]
mod streams;
#[cfg(test)]
mod verify;
#[cfg(test)]
mod words;
