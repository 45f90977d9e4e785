//! `serde` of [`Shape`]: each kind by its name, with the arguments of its constructor.
//!
//! What is read goes through the constructors, so that nothing comes in that they would refuse: but
//! for a frustum, whose eight corners are taken as they are, because planes made of them would not
//! give them back. What was written comes back equal, to the last digit.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use serde::de::{Deserialize, Deserializer};
use serde::ser::{Error as _, Serialize, Serializer};

// All kinds, whose names the list gives (`kinds.rs`).
use super::*;
use crate::convex::placed::{At, Image};
use crate::number::error::Error;
use crate::number::vector::Vector;
use crate::place::{Affine, Pose};

macro_rules! stored {
    (
        plain { $($(#[$doc:meta])* $kind:ident($how:ident $held:ident) $(of $dim:literal)?
            { $($field:ident: $type:ty = $value:expr),* } => $made:expr;)* }
        made { $($others:tt)* }
    ) => {
        /// A shape as it is written.
        #[derive(serde::Serialize, serde::Deserialize)]
        #[serde(rename_all = "snake_case", deny_unknown_fields)]
        #[serde(bound(
            serialize = "V: Vector<Scalar: Serialize> + Serialize",
            deserialize = "V: Vector<Scalar: Deserialize<'de>> + Deserialize<'de>"
        ))]
        enum Stored<'s, V: Vector> {
            $($kind { $($field: $type),* },)*
            At { shape: Cow<'s, Shape<V>>, pose: Pose<V> },
            Image { shape: Cow<'s, Shape<V>>, map: Affine<V> },
            Rounded { shape: Cow<'s, Shape<V>>, margin: V::Scalar },
            Sum { a: Cow<'s, Shape<V>>, b: Cow<'s, Shape<V>> },
            Hull { a: Cow<'s, Shape<V>>, b: Cow<'s, Shape<V>> },
            Swept { shape: Cow<'s, Shape<V>>, way: V },
        }

        impl<'s, V: Vector> Stored<'s, V> {
            /// What to write; nothing for a shape of the user's.
            fn of(shape: &'s Shape<V>) -> Option<Self> {
                let part = Cow::Borrowed;
                Some(match shape.kind() {
                    $(ShapeRef::$kind($held) => Self::$kind { $($field: $value),* },)*
                    ShapeRef::At(held) => {
                        Self::At { shape: part(held.shape()), pose: held.pose() }
                    }
                    ShapeRef::Image(held) => {
                        Self::Image { shape: part(held.shape()), map: held.affine() }
                    }
                    ShapeRef::Rounded(held) => {
                        Self::Rounded { shape: part(held.shape()), margin: held.margin() }
                    }
                    ShapeRef::Sum(held) => {
                        let (a, b) = held.parts();
                        Self::Sum { a: part(a), b: part(b) }
                    }
                    ShapeRef::Hull(held) => {
                        let (a, b) = held.parts();
                        Self::Hull { a: part(a), b: part(b) }
                    }
                    ShapeRef::Swept(held) => {
                        Self::Swept { shape: part(held.shape()), way: held.way() }
                    }
                    ShapeRef::Custom(_) => return None,
                })
            }

            /// The shape that was written.
            fn build<E: serde::de::Error>(self) -> Result<Shape<V>, E> {
                Ok(match self {
                    $(Self::$kind { $($field),* } => {
                        $(
                            if V::DIM != $dim {
                                return Err(of_other_space(stringify!($kind), $dim));
                            }
                        )?
                        made($made)?
                    })*
                    Self::At { shape, pose } => At::new(shape.into_owned(), pose).into(),
                    Self::Image { shape, map } => made(Image::new(shape.into_owned(), map))?,
                    Self::Rounded { shape, margin } => {
                        made(Rounded::new(shape.into_owned(), margin))?
                    }
                    Self::Sum { a, b } => Sum::new(a.into_owned(), b.into_owned()).into(),
                    Self::Hull { a, b } => Hull::new(a.into_owned(), b.into_owned()).into(),
                    Self::Swept { shape, way } => made(Swept::new(shape.into_owned(), way))?,
                })
            }
        }

        $(
            /// By itself it is written as a [`Shape`] of its kind is, and no other is read for it.
            impl<V: Vector<Scalar: Serialize> + Serialize> Serialize for $kind<V> {
                fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                    Shape::from(self.clone()).serialize(to)
                }
            }

            impl<'de, V> Deserialize<'de> for $kind<V>
            where
                V: Vector<Scalar: Deserialize<'de>> + Deserialize<'de>,
            {
                fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                    use serde::de::Error;
                    let shape = Shape::deserialize(from)?;
                    match shape.kind() {
                        ShapeRef::$kind(held) => Ok(held.clone()),
                        _ => Err(D::Error::custom(concat!("no ", stringify!($kind)))),
                    }
                }
            }
        )*
    };
}
kinds!(stored);

/// The refusal of a kind that the other space has alone.
fn of_other_space<E: serde::de::Error>(kind: &str, dim: usize) -> E {
    let space = if dim == 2 { "the plane" } else { "space" };
    E::custom(format_args!("a {kind} is a shape of {space}"))
}

/// What a constructor made, or its refusal.
fn made<V, S, E>(shape: Result<S, Error>) -> Result<Shape<V>, E>
where
    V: Vector,
    S: Into<Shape<V>>,
    E: serde::de::Error,
{
    shape.map(Into::into).map_err(E::custom)
}

impl<V: Vector<Scalar: Serialize> + Serialize> Serialize for Shape<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let stored = Stored::of(self);
        stored
            .ok_or_else(|| S::Error::custom("a shape of your own cannot be written"))?
            .serialize(to)
    }
}

impl<'de, V> Deserialize<'de> for Shape<V>
where
    V: Vector<Scalar: Deserialize<'de>> + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Stored::deserialize(from)?.build()
    }
}
