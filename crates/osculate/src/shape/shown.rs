//! `Debug` of the shapes: what a constructor was given, not what is worked out from it.

use alloc::vec::Vec;
use core::fmt;

// All kinds, whose names the list gives (`kinds.rs`).
use super::*;
use crate::number::vector::Vector;

macro_rules! shown {
    (
        plain { $($(#[$doc:meta])* $kind:ident($how:ident $held:ident) $(of $dim:literal)?
            { $($field:ident: $type:ty = $value:expr),* } => $made:expr;)* }
        made { $($others:tt)* }
    ) => {
        $(
            impl<V: Vector> fmt::Debug for $kind<V> {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    let $held = self;
                    f.debug_struct(stringify!($kind))
                        $(.field(stringify!($field), &{ let value: $type = $value; value }))*
                        .finish()
                }
            }
        )*
    };
}
kinds!(shown);

impl<V: Vector, S: fmt::Debug> fmt::Debug for Rounded<V, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Rounded");
        shown.field("shape", self.shape()).field("margin", &self.margin()).finish()
    }
}

impl<V: Vector, S: fmt::Debug> fmt::Debug for Swept<V, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Swept").field("shape", self.shape()).field("way", &self.way()).finish()
    }
}
