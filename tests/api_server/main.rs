//! Recorded answers of a real API server (kube-apiserver 1.36, asked by kubectl 1.32): the product must give the same.

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
mod verifying;
