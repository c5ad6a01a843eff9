//! The compliance types compared with recorded answers, and the laws of their traces.

#[cfg(test)]
mod cases;
#[cfg(test)]
mod damage;
#[cfg(test)]
mod fixes;
#[cfg(test)]
mod laws;
#[cfg(test)]
#[path = "../parity/pairs/mod.rs"]
mod pairs;
