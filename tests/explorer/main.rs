//! The explorer without a terminal: key scripts on its state, reloads, frames.

#[cfg(test)]
mod background_work;
#[cfg(test)]
mod browser;
#[cfg(test)]
mod common_keys;
#[cfg(test)]
mod comparison;
#[cfg(test)]
mod completion;
#[cfg(test)]
mod computed_patches;
#[cfg(test)]
mod cursor_and_step;
#[cfg(test)]
mod export;
#[cfg(test)]
mod fixes;
#[cfg(test)]
mod frames;
#[cfg(test)]
mod issues;
#[cfg(test)]
mod key_availability;
#[cfg(test)]
mod keymap;
#[cfg(test)]
mod lessons;
#[cfg(test)]
mod line_history;
#[cfg(test)]
mod list_order;
#[cfg(test)]
mod live_objects;
#[cfg(test)]
mod mouse;
#[cfg(test)]
mod policy;
#[cfg(test)]
mod predict_and_present;
#[cfg(test)]
mod readme;
#[cfg(test)]
mod rejections;
#[cfg(test)]
mod reload;
#[cfg(test)]
mod rows;
#[cfg(test)]
mod saved_changes;
#[cfg(test)]
mod scripts;
#[cfg(test)]
mod search_fold_jump;
#[cfg(test)]
mod secrets;
#[cfg(test)]
mod silent_keys;
#[cfg(test)]
mod small_screens;
#[cfg(test)]
mod support;
#[cfg(test)]
mod text_values;
#[cfg(test)]
mod unusual_documents;
#[cfg(test)]
mod versions;
#[cfg(test)]
mod watching;
