//! How far a batch is, told to who asked, who may stop it.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::number::error::{Error, Problem};

/// Who is told how far a batch is: how many answers there are, and of how many. `Break` stops the
/// batch, which then answers an [`Error`] of [`Problem::Stopped`]. It is told after each thousand
/// answers or so, on a batch of several threads by any of them, so that the numbers may come out of
/// order.
///
/// ```
/// use core::ops::ControlFlow;
/// use osculate::{DVec2, Pose, Problem, batch::{Batch, Pair, Progress}, shape::{Ball, Shape}};
/// let shapes: [Shape<DVec2>; 1] = [Ball::new(1.0)?.into()];
/// let pairs = vec![Pair::new(0, Pose::IDENTITY, 0, Pose::IDENTITY); 10_000];
/// let enough: &Progress = &|answered, _| match answered {
///     ..3_000 => ControlFlow::Continue(()),
///     _ => ControlFlow::Break(()),
/// };
/// let mut touch = vec![false; 10_000];
/// let stopped = Batch::new(&shapes).telling(enough).intersects(&pairs, &mut touch);
/// assert_eq!(stopped.unwrap_err().problem, Problem::Stopped);
/// # Ok::<(), osculate::Error>(())
/// ```
pub type Progress<'p> = dyn Fn(usize, usize) -> ControlFlow<()> + Sync + 'p;

/// What is known of how far one batch is.
pub(super) struct Watch<'p> {
    progress: Option<&'p Progress<'p>>,
    of: usize,
    answered: AtomicUsize,
    is_stopped: AtomicBool,
}

impl<'p> Watch<'p> {
    pub fn new(progress: Option<&'p Progress<'p>>, of: usize) -> Self {
        Self { progress, of, answered: AtomicUsize::new(0), is_stopped: AtomicBool::new(false) }
    }

    /// An error if somebody stopped the batch.
    pub fn goes_on(&self) -> Result<(), Error> {
        if self.is_stopped.load(Ordering::Relaxed) { Err(self.stopped()) } else { Ok(()) }
    }

    /// There are so many answers more.
    pub fn add(&self, answers: usize) -> Result<(), Error> {
        let Some(progress) = self.progress else { return Ok(()) };
        let answered = self.answered.fetch_add(answers, Ordering::Relaxed) + answers;
        if progress(answered, self.of).is_break() && answered < self.of {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        self.goes_on()
    }

    fn stopped(&self) -> Error {
        let value = self.answered.load(Ordering::Relaxed) as f64;
        let (parameter, problem) = ("pairs", Problem::Stopped);
        Error { shape: "Batch", parameter, index: None, value, problem }
    }
}
