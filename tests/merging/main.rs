//! The merge compared with recorded answers, and the laws of its trace.

#[cfg(test)]
mod agreement;
#[cfg(test)]
mod decisions;
#[cfg(test)]
mod documents;
#[cfg(test)]
mod explanations;
#[cfg(test)]
mod fixes;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod many_fixes;
#[cfg(test)]
mod meant;
mod misplaced;
#[cfg(test)]
mod orders;
#[cfg(test)]
#[path = "../parity/pairs/mod.rs"]
mod pairs;
#[cfg(test)]
mod smp;
#[cfg(test)]
mod warnings;
#[cfg(test)]
mod wild;
