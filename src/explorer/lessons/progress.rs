//! The answers of the learner and the solved exercises.

use std::collections::BTreeMap;

use crate::course::Lesson;

/// The progress of the learner, by the name of the lesson.
#[derive(Clone, Debug, Default)]
pub struct LessonProgress(BTreeMap<String, LessonState>);

#[derive(Clone, Copy, Debug, Default)]
struct LessonState {
    /// The index of the last answer.
    answer: Option<usize>,
    /// The number of hints that are shown.
    hints: usize,
    is_done: bool,
}

impl LessonProgress {
    fn state(&self, lesson: &Lesson) -> LessonState {
        self.0.get(&lesson.name).copied().unwrap_or_default()
    }

    fn state_mut(&mut self, lesson: &Lesson) -> &mut LessonState {
        self.0.entry(lesson.name.clone()).or_default()
    }

    /// Returns whether the question is answered correctly or the exercise is solved.
    pub fn is_done(&self, lesson: &Lesson) -> bool {
        self.state(lesson).is_done
    }

    /// Marks lessons as finished, by their names.
    pub(crate) fn finish_all(&mut self, names: impl IntoIterator<Item = String>) {
        for name in names {
            self.0.entry(name).or_default().is_done = true;
        }
    }

    /// Returns the names of the finished lessons.
    pub fn finished(&self) -> impl Iterator<Item = &str> {
        let done = self.0.iter().filter(|(_, state)| state.is_done);
        done.map(|(name, _)| name.as_str())
    }

    pub(crate) fn finish(&mut self, lesson: &Lesson) {
        self.state_mut(lesson).is_done = true;
    }

    /// Returns the index of the last answer.
    pub(crate) fn answer(&self, lesson: &Lesson) -> Option<usize> {
        self.state(lesson).answer
    }

    /// Records an answer; the right one finishes the lesson.
    pub(crate) fn record_answer(&mut self, lesson: &Lesson, index: usize) {
        let state = self.state_mut(lesson);
        state.answer = Some(index);
        state.is_done |= lesson.choices.get(index).is_some_and(|choice| choice.is_right);
    }

    /// Returns the hints that are shown.
    pub(crate) fn hints<'l>(&self, lesson: &'l Lesson) -> &'l [String] {
        &lesson.hints[..self.state(lesson).hints.min(lesson.hints.len())]
    }

    pub(crate) fn show_hint(&mut self, lesson: &Lesson) {
        self.state_mut(lesson).hints += 1;
    }
}
