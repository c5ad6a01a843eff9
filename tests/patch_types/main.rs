//! JSON merge patches and JSON patches: the recorded cases, in Kubernetes' dialect and by the letter of the RFCs, and
//! generated patches that a real kubectl answers too where one is asked for.

#[cfg(test)]
mod cases;
#[cfg(test)]
mod generated;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod random_patches;
#[cfg(test)]
mod server_side;
#[cfg(test)]
mod strategies;
