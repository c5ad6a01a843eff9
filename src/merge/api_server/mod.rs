//! After the merge comes the API server: what it makes of the result before it stores it.
//!
//! [`defaults`] says what it sets where a field is missing.

pub(crate) mod defaults;
