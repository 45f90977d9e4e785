//! Meshes of FCL and of Coal, with trees of their boxes OBBRSS, and their boxes and balls. Both are
//! behind the same C interface (`debian/peers.cpp`, `coal/peer.cpp`).

use std::ffi::c_void;

use super::{Thing, Worlds};
use crate::harness::{Query, Run, each};

/// What a library's interface has.
pub struct Library {
    mesh: unsafe extern "C" fn(*const f32, i32, *const u32, i32) -> *mut c_void,
    cuboid: unsafe extern "C" fn(f32, f32, f32) -> *mut c_void,
    ball: unsafe extern "C" fn(f32) -> *mut c_void,
    free: unsafe extern "C" fn(*mut c_void),
    ask: unsafe extern "C" fn(bool, *const c_void, *const c_void, *const f32, *const f32) -> f64,
}

macro_rules! library {
    ($name:ident, $mesh:ident, $cuboid:ident, $ball:ident, $free:ident, $ask:ident) => {
        pub const $name: Library = {
            // SAFETY: as the C++ file declares them, in types of the same size.
            unsafe extern "C" {
                fn $mesh(p: *const f32, n: i32, t: *const u32, m: i32) -> *mut c_void;
                fn $cuboid(x: f32, y: f32, z: f32) -> *mut c_void;
                fn $ball(radius: f32) -> *mut c_void;
                fn $free(shape: *mut c_void);
                fn $ask(
                    asks: bool,
                    a: *const c_void,
                    b: *const c_void,
                    p: *const f32,
                    q: *const f32,
                ) -> f64;
            }
            Library { mesh: $mesh, cuboid: $cuboid, ball: $ball, free: $free, ask: $ask }
        };
    };
}

#[cfg(feature = "debian")]
library!(FCL, peers_mesh, peers_box, peers_ball, peers_free_thing, peers_ask_things);
#[cfg(feature = "coal")]
library!(COAL, coal_mesh, coal_box, coal_ball, coal_free, coal_ask);

struct Shape {
    shape: *mut c_void,
    of: Library,
}

impl Shape {
    fn new(thing: &Thing, of: Library) -> Option<Self> {
        // SAFETY: the lists are as long as is said, and the other side copies them.
        let shape = unsafe {
            match thing {
                Thing::Mesh { points, triangles } => (of.mesh)(
                    points.as_ptr().cast(),
                    points.len() as i32,
                    triangles.as_ptr().cast(),
                    triangles.len() as i32,
                ),
                Thing::Box([x, y, z]) => (of.cuboid)(*x, *y, *z),
                Thing::Ball(radius) => (of.ball)(*radius),
                Thing::Hull(_) | Thing::Hulls(_) => return None,
            }
        };
        Some(Self { shape, of })
    }

    /// The answer, at poses of seven numbers each.
    fn ask(&self, other: &Self, yes_or_no: bool, [p, q]: &[[f32; 7]; 2]) -> f64 {
        // SAFETY: the shapes are alive, and of one library; a pose is seven numbers.
        unsafe { (self.of.ask)(yes_or_no, self.shape, other.shape, p.as_ptr(), q.as_ptr()) }
    }
}

impl Drop for Shape {
    fn drop(&mut self) {
        // SAFETY: the pointer came from the library, and is freed once.
        unsafe { (self.of.free)(self.shape) }
    }
}

pub fn worlds(library: fn() -> Library, worlds: &Worlds, query: Query) -> Option<Run<'_>> {
    let [a, b] = worlds.things.each_ref().map(|thing| Shape::new(thing, library()));
    let (a, b) = (a?, b?);
    let pose = |([x, y, z, w], [a, b, c]): ([f32; 4], [f32; 3])| [x, y, z, w, a, b, c];
    let poses: Vec<_> = worlds.poses.iter().map(|pair| pair.map(pose)).collect();
    let asks = query == Query::Intersects;
    Some(each(move |k| a.ask(&b, asks, &poses[k])))
}
