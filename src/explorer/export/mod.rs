//! A merge to take away: what is written to a file, as text. Nothing here knows of files.

pub mod markdown;
