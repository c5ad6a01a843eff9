//! The explorer without a terminal: key scripts on its state, reloads, frames.

#[cfg(test)]
mod beside;
#[cfg(test)]
mod browser;
#[cfg(test)]
mod comparison;
#[cfg(test)]
mod course;
#[cfg(test)]
mod export;
#[cfg(test)]
mod frames;
#[cfg(test)]
mod learning;
#[cfg(test)]
mod looking;
#[cfg(test)]
mod making;
#[cfg(test)]
mod mouse;
#[cfg(test)]
mod odd;
#[cfg(test)]
mod offered;
#[cfg(test)]
mod other_keys;
#[cfg(test)]
mod policy;
#[cfg(test)]
mod readme;
#[cfg(test)]
mod reload;
#[cfg(test)]
mod room;
#[cfg(test)]
mod rows;
#[cfg(test)]
mod scripts;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod support;
#[cfg(test)]
mod surprises;
#[cfg(test)]
mod versions;
#[cfg(test)]
mod why_here;
