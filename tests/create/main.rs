//! Patches that are computed: against the answers of the real library, and the laws that they keep.

#[cfg(test)]
mod cases;
#[cfg(test)]
mod laws;
#[cfg(test)]
mod several_keys;
#[cfg(test)]
mod skew;
