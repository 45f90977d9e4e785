//! Box3D's tree of boxes, used as its broad phase does: a box that leaves its fat box enlarges it,
//! what was enlarged is rebuilt, and the tree is asked about each fat box that is new.

use boxddd_sys::ffi::{
    b3AABB, b3DynamicTree, b3DynamicTree_Create, b3DynamicTree_CreateProxy, b3DynamicTree_Destroy,
    b3DynamicTree_EnlargeProxy, b3DynamicTree_Query, b3DynamicTree_Rebuild, b3Vec3,
};
use osculate::{Aabb, Vec3};
use std::ffi::{c_int, c_void};

/// By how much its fat boxes are larger on each side: what it takes itself, for bodies whose size
/// is about 1.
const FAT: f32 = 0.05;

pub struct Tree {
    tree: b3DynamicTree,
    /// The proxy of each box, its fat box, and whether this is new.
    proxies: Vec<c_int>,
    fat: Vec<Aabb<Vec3>>,
    is_new: Vec<bool>,
    new: Vec<u32>,
}

/// What a question goes on with.
struct Asked<'t> {
    is_new: &'t [bool],
    item: u64,
    found: usize,
}

fn to_box3d(of: &Aabb<Vec3>) -> b3AABB {
    let vector = |v: Vec3| b3Vec3 { x: v.x, y: v.y, z: v.z };
    b3AABB { lowerBound: vector(of.min()), upperBound: vector(of.max()) }
}

/// Counts a box that was found. Of two that are new, each finds the other; the pair counts once.
// SAFETY: only `step` hands it out, with the `Asked` that it needs.
unsafe extern "C" fn count(_: c_int, item: u64, context: *mut c_void) -> bool {
    // SAFETY: it is the `Asked` of the question, which nothing else uses while that runs.
    let asked = unsafe { &mut *context.cast::<Asked<'_>>() };
    let is_other = item != asked.item;
    let is_second = item < asked.item && asked.is_new[item as usize];
    asked.found += usize::from(is_other && !is_second);
    true
}

impl Tree {
    pub fn new(boxes: &[Aabb<Vec3>]) -> Self {
        // SAFETY: it takes a number, and returns a value.
        let mut tree = unsafe { b3DynamicTree_Create(boxes.len() as c_int) };
        let fat: Vec<_> = boxes.iter().map(|one| one.expanded(FAT)).collect();
        // SAFETY: the tree is live, and the boxes are in order.
        let proxy = |(item, fat): (u64, &Aabb<Vec3>)| unsafe {
            b3DynamicTree_CreateProxy(&mut tree, to_box3d(fat), 1, item)
        };
        let proxies = (0..).zip(&fat).map(proxy).collect();
        // SAFETY: the tree is live.
        unsafe { b3DynamicTree_Rebuild(&mut tree, true) };
        Self { tree, proxies, fat, is_new: vec![false; boxes.len()], new: Vec::new() }
    }

    /// Gives some boxes new places, and counts the pairs that this may bring.
    pub fn step(&mut self, moves: impl Iterator<Item = (u32, Aabb<Vec3>)>) -> usize {
        for item in self.new.drain(..) {
            self.is_new[item as usize] = false;
        }
        for (item, one) in moves {
            let fat = &mut self.fat[item as usize];
            if !fat.encloses(&one) {
                *fat = one.expanded(FAT);
                let proxy = self.proxies[item as usize];
                // SAFETY: the tree is live and the proxy its own; its box does not hold the new.
                unsafe { b3DynamicTree_EnlargeProxy(&mut self.tree, proxy, to_box3d(fat)) };
                self.is_new[item as usize] = true;
                self.new.push(item);
            }
        }
        // SAFETY: the tree is live.
        unsafe { b3DynamicTree_Rebuild(&mut self.tree, false) };
        let mut found = 0;
        for &item in &self.new {
            let mut asked = Asked { is_new: &self.is_new, item: u64::from(item), found: 0 };
            let (fat, context) = (to_box3d(&self.fat[item as usize]), (&raw mut asked).cast());
            // SAFETY: the tree is live, and so is what `count` is given.
            unsafe { b3DynamicTree_Query(&self.tree, fat, u64::MAX, false, Some(count), context) };
            found += asked.found;
        }
        found
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: it is of `b3DynamicTree_Create`, and is not used again.
        unsafe { b3DynamicTree_Destroy(&mut self.tree) }
    }
}
