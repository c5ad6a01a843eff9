//! What the learner has answered and solved.

use std::collections::BTreeMap;

use super::lesson::Lesson;

/// What the learner has answered and solved, by the name of the lesson.
#[derive(Clone, Debug, Default)]
pub struct LessonProgress(BTreeMap<String, LessonState>);

#[derive(Clone, Copy, Debug, Default)]
struct LessonState {
    /// The index of the last answer.
    answer: Option<usize>,
    /// How many hints are shown.
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

    /// Whether the question is answered right, or the exercise solved.
    pub fn is_done(&self, lesson: &Lesson) -> bool {
        self.state(lesson).is_done
    }

    /// Marks lessons as finished, by their names.
    pub(crate) fn finish_all(&mut self, names: impl IntoIterator<Item = String>) {
        for name in names {
            self.0.entry(name).or_default().is_done = true;
        }
    }

    /// The names of the lessons that are finished.
    pub fn finished(&self) -> impl Iterator<Item = &str> {
        let done = self.0.iter().filter(|(_, state)| state.is_done);
        done.map(|(name, _)| name.as_str())
    }

    pub(crate) fn finish(&mut self, lesson: &Lesson) {
        self.state_mut(lesson).is_done = true;
    }

    /// The index of the last answer.
    pub(crate) fn answer(&self, lesson: &Lesson) -> Option<usize> {
        self.state(lesson).answer
    }

    /// Takes an answer; the right one finishes the lesson.
    pub(crate) fn take_answer(&mut self, lesson: &Lesson, at: usize) {
        let state = self.state_mut(lesson);
        state.answer = Some(at);
        state.is_done |= lesson.choices.get(at).is_some_and(|choice| choice.is_right);
    }

    /// The hints that are shown.
    pub(crate) fn hints<'l>(&self, lesson: &'l Lesson) -> &'l [String] {
        &lesson.hints[..self.state(lesson).hints.min(lesson.hints.len())]
    }

    pub(crate) fn show_hint(&mut self, lesson: &Lesson) {
        self.state_mut(lesson).hints += 1;
    }
}
