//! Whole program on streams: `mergescope merge` and `explain` on several documents and on lists.

#[cfg(test)]
mod files;
#[cfg(test)]
mod lists;
#[cfg(test)]
mod program;
#[cfg(test)]
mod schemas;
#[cfg(test)]
mod streams;
