//! The merge against recorded answers, and the laws of its trace.

#[cfg(test)]
mod smp;
