//! Work on many pairs: one after the other, or with the feature `parallel` on all threads of
//! `rayon`. The results and their order are the same.

use alloc::vec::Vec;

/// So many pairs go to a thread at once: fewer take less time than handing them over.
#[cfg(feature = "parallel")]
const TOGETHER: usize = 128;

/// Does the same to each item.
#[cfg(not(feature = "parallel"))]
pub(super) fn for_each<T>(items: &mut [T], work: impl Fn(&mut T)) {
    items.iter_mut().for_each(work);
}

/// All that the work on each item finds, in the order of the items.
#[cfg(not(feature = "parallel"))]
pub(super) fn collect<T, R>(items: &mut [T], work: impl Fn(&mut T, &mut Vec<R>)) -> Vec<R> {
    let mut found = Vec::new();
    items.iter_mut().for_each(|item| work(item, &mut found));
    found
}

/// Does the same to each item.
#[cfg(feature = "parallel")]
pub(super) fn for_each<T: Send>(items: &mut [T], work: impl Fn(&mut T) + Send + Sync) {
    use rayon::prelude::*;
    items.par_chunks_mut(TOGETHER).for_each(|some| some.iter_mut().for_each(&work));
}

/// All that the work on each item finds, in the order of the items.
#[cfg(feature = "parallel")]
pub(super) fn collect<T: Send, R: Send>(
    items: &mut [T],
    work: impl Fn(&mut T, &mut Vec<R>) + Send + Sync,
) -> Vec<R> {
    use rayon::prelude::*;
    let some = |some: &mut [T]| {
        let mut found = Vec::new();
        some.iter_mut().for_each(|item| work(item, &mut found));
        found
    };
    let all: Vec<Vec<R>> = items.par_chunks_mut(TOGETHER).map(some).collect();
    all.into_iter().flatten().collect()
}
