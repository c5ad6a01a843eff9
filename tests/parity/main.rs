//! Whether `Semantics::KUBERNETES` answers as kubectl does, on generated pairs of live object and patch.

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
