//! Recorded answers of an API server (kube-apiserver 1.36, requests by kubectl 1.32). mergescope must give
//! the same answers.

#[cfg(test)]
mod advice;
#[cfg(test)]
mod applies;
#[cfg(test)]
mod patches;
#[cfg(test)]
mod recorded;
#[cfg(test)]
mod server_side;
#[cfg(test)]
#[cfg(unix)]
mod transcripts;
#[cfg(test)]
#[cfg(unix)]
mod verify;
