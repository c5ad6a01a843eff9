//! Compares `Semantics::KUBERNETES` with kubectl, on generated pairs of a live object and a patch.

#[cfg(test)]
mod answer;
#[cfg(test)]
mod kubectl;
#[cfg(test)]
mod pairs;
#[cfg(test)]
mod probes;
#[cfg(test)]
mod recorded;
#[cfg(test)]
mod targets;
