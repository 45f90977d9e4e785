//! Work on many items: one after the other, or on all threads of `rayon`. The results and their
//! order are the same.

use alloc::vec::Vec;
use core::ops::Range;

/// Who does the work: this thread, or all of them if a scene or a batch asks for it. They can ask
/// with the feature `parallel` alone.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Threads {
    #[cfg(feature = "parallel")]
    pub all: bool,
}

/// By this thread.
mod alone {
    use super::{Range, Vec};

    pub fn for_each<T>(items: &mut [T], work: impl Fn(&mut T)) {
        items.iter_mut().for_each(work);
    }

    /// What belongs to the items lies from `start` on in its list.
    pub fn collect_beside<T, U, R>(
        items: &mut [T],
        (beside, start): (&mut [U], usize),
        range: impl Fn(&T) -> Range<usize>,
        work: impl Fn(&mut T, &mut [U], &mut Vec<R>),
        found: &mut Vec<R>,
    ) {
        for item in items {
            let Range { start: first, end } = range(item);
            let own = if first == end { &mut [] } else { &mut beside[first - start..end - start] };
            work(item, own, found);
        }
    }

    pub fn map<T, R>(items: &[T], work: impl Fn(&T) -> R) -> Vec<R> {
        items.iter().map(work).collect()
    }

    pub fn fill<T, E>(
        out: &mut [T],
        at_once: usize,
        work: impl Fn(usize, &mut [T]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut parts = out.chunks_mut(at_once).enumerate();
        parts.try_for_each(|(k, part)| work(k * at_once, part))
    }
}

#[cfg(not(feature = "parallel"))]
impl Threads {
    /// Fills a list part by part, of so many items each: the work is told where a part begins. What
    /// is returned is the first error, in the order of the list.
    pub fn fill<T, E>(
        self,
        out: &mut [T],
        at_once: usize,
        work: impl Fn(usize, &mut [T]) -> Result<(), E>,
    ) -> Result<(), E> {
        alone::fill(out, at_once, work)
    }

    /// Does the same to each item.
    pub fn for_each<T>(self, items: &mut [T], work: impl Fn(&mut T)) {
        alone::for_each(items, work);
    }

    /// Adds all that the work on each item finds, in the order of the items.
    pub fn collect<T, R>(
        self,
        items: &mut [T],
        work: impl Fn(&mut T, &mut Vec<R>),
        found: &mut Vec<R>,
    ) {
        let alone = |item: &mut T, _: &mut [()], found: &mut Vec<R>| work(item, found);
        self.collect_beside(items, &mut [], |_| 0..0, alone, found);
    }

    /// Adds all that the work on each item finds, in the order of the items. In the list beside
    /// them each item has a range of its own; they are in the same order, but for empty ones.
    pub fn collect_beside<T, U, R>(
        self,
        items: &mut [T],
        beside: &mut [U],
        range: impl Fn(&T) -> Range<usize>,
        work: impl Fn(&mut T, &mut [U], &mut Vec<R>),
        found: &mut Vec<R>,
    ) {
        alone::collect_beside(items, (beside, 0), range, work, found);
    }

    /// What the work makes of each item, in their order.
    pub fn map<T, R>(self, items: &[T], work: impl Fn(&T) -> R) -> Vec<R> {
        alone::map(items, work)
    }
}

#[cfg(feature = "parallel")]
mod together {
    use super::{Range, Threads, Vec, alone};
    use rayon::prelude::*;

    /// So many items go to a thread at once: fewer take less time than handing them over.
    const TOGETHER: usize = 32;

    impl Threads {
        fn is_alone(self) -> bool {
            !self.all || rayon::current_num_threads() == 1
        }

        /// Fills a list part by part, of so many items each: the work is told where a part begins.
        /// What is returned is the first error, in the order of the list.
        pub fn fill<T: Send, E: Send>(
            self,
            out: &mut [T],
            at_once: usize,
            work: impl Fn(usize, &mut [T]) -> Result<(), E> + Send + Sync,
        ) -> Result<(), E> {
            if self.is_alone() {
                return alone::fill(out, at_once, work);
            }
            let parts = out.par_chunks_mut(at_once).enumerate();
            let each = parts.map(|(k, part)| work(k * at_once, part));
            each.reduce(|| Ok(()), Result::and)
        }

        /// Does the same to each item.
        pub fn for_each<T: Send>(self, items: &mut [T], work: impl Fn(&mut T) + Send + Sync) {
            if self.is_alone() {
                return alone::for_each(items, work);
            }
            items.par_chunks_mut(TOGETHER).for_each(|some| alone::for_each(some, &work));
        }

        /// Adds all that the work on each item finds, in the order of the items.
        pub fn collect<T: Send, R: Send>(
            self,
            items: &mut [T],
            work: impl Fn(&mut T, &mut Vec<R>) + Send + Sync,
            found: &mut Vec<R>,
        ) {
            let alone = |item: &mut T, _: &mut [()], found: &mut Vec<R>| work(item, found);
            self.collect_beside(items, &mut [], |_| 0..0, alone, found);
        }

        /// Adds all that the work on each item finds, in the order of the items. In the list beside
        /// them each item has a range of its own; they are in the same order, but for empty ones.
        pub fn collect_beside<T: Send, U: Send, R: Send>(
            self,
            items: &mut [T],
            beside: &mut [U],
            range: impl Fn(&T) -> Range<usize> + Send + Sync,
            work: impl Fn(&mut T, &mut [U], &mut Vec<R>) + Send + Sync,
            found: &mut Vec<R>,
        ) {
            if self.is_alone() {
                return alone::collect_beside(items, (beside, 0), range, work, found);
            }
            let (mut rest, mut start) = (beside, 0);
            let mut parts = Vec::new();
            for some in items.chunks_mut(TOGETHER) {
                let last = some.iter().map(&range).filter(|range| !range.is_empty()).last();
                let end = last.map_or(start, |range| range.end);
                let (own, others) = rest.split_at_mut(end - start);
                parts.push((some, (own, start)));
                (rest, start) = (others, end);
            }
            let part = |(some, own): (&mut [T], (&mut [U], usize))| {
                let mut found = Vec::new();
                alone::collect_beside(some, own, &range, &work, &mut found);
                found
            };
            let all: Vec<Vec<R>> = parts.into_par_iter().map(part).collect();
            found.reserve(all.iter().map(Vec::len).sum());
            all.into_iter().for_each(|mut some| found.append(&mut some));
        }

        /// What the work makes of each item, in their order.
        pub fn map<T: Sync, R: Send>(
            self,
            items: &[T],
            work: impl Fn(&T) -> R + Send + Sync,
        ) -> Vec<R> {
            if self.is_alone() {
                return alone::map(items, work);
            }
            items.par_iter().with_min_len(TOGETHER).map(work).collect()
        }
    }
}
