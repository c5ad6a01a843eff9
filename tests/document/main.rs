//! Reading and writing documents, and cutting streams.

#[cfg(test)]
mod invalid;
#[cfg(test)]
mod recorded_reading;
#[cfg(test)]
mod split;
#[cfg(test)]
mod tree;
#[cfg(test)]
mod yaml_fast_vs_full;
