//! Work on many items: one after the other, or with the feature `parallel` on all threads of
//! `rayon`. The results and their order are the same.

#[cfg(not(feature = "parallel"))]
pub(super) use alone::*;
#[cfg(feature = "parallel")]
pub(super) use together::*;

/// By this thread.
mod alone {
    use alloc::vec::Vec;

    /// Does the same to each item.
    pub fn for_each<T>(items: &mut [T], work: impl Fn(&mut T)) {
        items.iter_mut().for_each(work);
    }

    /// All that the work on each item finds, in the order of the items.
    pub fn collect<T, R>(items: &mut [T], work: impl Fn(&mut T, &mut Vec<R>)) -> Vec<R> {
        let mut found = Vec::new();
        items.iter_mut().for_each(|item| work(item, &mut found));
        found
    }

    /// What the work makes of each item, in their order.
    pub fn map<T, R>(items: &[T], work: impl Fn(&T) -> R) -> Vec<R> {
        items.iter().map(work).collect()
    }
}

/// By all threads, if there is more than one.
#[cfg(feature = "parallel")]
mod together {
    use super::alone;
    use alloc::vec::Vec;
    use rayon::prelude::*;

    /// So many items go to a thread at once: fewer take less time than handing them over.
    const TOGETHER: usize = 32;

    fn is_alone() -> bool {
        rayon::current_num_threads() == 1
    }

    /// Does the same to each item.
    pub fn for_each<T: Send>(items: &mut [T], work: impl Fn(&mut T) + Send + Sync) {
        if is_alone() {
            return alone::for_each(items, work);
        }
        items.par_chunks_mut(TOGETHER).for_each(|some| alone::for_each(some, &work));
    }

    /// All that the work on each item finds, in the order of the items.
    pub fn collect<T: Send, R: Send>(
        items: &mut [T],
        work: impl Fn(&mut T, &mut Vec<R>) + Send + Sync,
    ) -> Vec<R> {
        if is_alone() {
            return alone::collect(items, work);
        }
        let some = |some: &mut [T]| alone::collect(some, &work);
        let all: Vec<Vec<R>> = items.par_chunks_mut(TOGETHER).map(some).collect();
        let mut found = Vec::with_capacity(all.iter().map(Vec::len).sum());
        all.into_iter().for_each(|mut some| found.append(&mut some));
        found
    }

    /// What the work makes of each item, in their order.
    pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Send + Sync) -> Vec<R> {
        if is_alone() {
            return alone::map(items, work);
        }
        items.par_iter().with_min_len(TOGETHER).map(work).collect()
    }
}
