//! The schema: how each field merges, where the table comes from, and declared and imported types.

#[cfg(test)]
mod crd;
#[cfg(test)]
mod declared_keys;
#[cfg(test)]
mod fields;
#[cfg(test)]
mod openapi;
#[cfg(test)]
mod schema_walk;
#[cfg(test)]
mod table;
