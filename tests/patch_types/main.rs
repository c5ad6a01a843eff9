//! JSON merge patches and JSON patches: the recorded cases, as Kubernetes and as the RFCs define them, and
//! generated patches that can be compared with kubectl.

#[cfg(test)]
mod cases;
#[cfg(test)]
mod generated;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod random_patches;
#[cfg(test)]
mod sequences;
#[cfg(test)]
mod server_side;
#[cfg(test)]
mod strategies;
