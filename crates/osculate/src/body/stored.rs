//! `serde` of [`Body`]: its shapes, and the facets of its meshes by the numbers of their vertices.
//!
//! What is read is checked as constructors check it; what was written comes back part by part.

use alloc::borrow::Cow;
use alloc::sync::Arc;
use alloc::vec::Vec;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

use super::closed::check_closed;
use super::facet::CORNERS;
use super::parts::{Many, Parts};
use super::{Body, check_count, check_facets};
use crate::number::error::{Error, check};
use crate::number::vector::Vector;
use crate::shape::Shape;

/// A body as it is written.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[serde(bound(
    serialize = "V: Vector<Scalar: Serialize> + Serialize",
    deserialize = "V: Vector<Scalar: Deserialize<'de>> + Deserialize<'de>"
))]
struct Stored<'s, V: Vector> {
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    shapes: Cow<'s, [Shape<V>]>,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    vertices: Cow<'s, [V]>,
    /// In space of three corners, in the plane of two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    facets: Vec<Cow<'s, [u32]>>,
    /// The first so many facets bound solids.
    #[serde(default, skip_serializing_if = "is_zero")]
    solid: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

impl<'s, V: Vector> Stored<'s, V> {
    fn of(body: &'s Body<V>) -> Self {
        let shapes = Cow::Borrowed(body.parts.shapes());
        let Parts::Many(many) = &body.parts else {
            return Self { shapes, vertices: Cow::Borrowed(&[]), facets: Vec::new(), solid: 0 };
        };
        let facets = many.facets.iter().map(|facet| Cow::Borrowed(&facet[..V::DIM])).collect();
        Self { shapes, vertices: Cow::Borrowed(&many.vertices), facets, solid: many.solid }
    }

    /// The facets, if each has as many corners as it must.
    fn whole_facets(&self) -> Result<Vec<[u32; CORNERS]>, usize> {
        let whole = |(k, facet): (usize, &Cow<'_, [u32]>)| match **facet {
            [a, b] if V::DIM == 2 => Ok([a, b, b]),
            [a, b, c] if V::DIM == 3 => Ok([a, b, c]),
            _ => Err(k),
        };
        self.facets.iter().enumerate().map(whole).collect()
    }

    fn build(self, facets: Vec<[u32; CORNERS]>) -> Result<Body<V>, Error> {
        let (shapes, vertices) = (self.shapes.into_owned(), self.vertices.into_owned());
        check_count("parts", shapes.len() + facets.len())?;
        if let ([shape], []) = (&shapes[..], &facets[..]) {
            return Ok(Body::new(shape.clone()));
        }
        if !facets.is_empty() {
            check_count("vertices", vertices.len())?;
            check::points("Body", "vertices", &vertices, 1)?;
            check_facets("facets", &facets, vertices.len())?;
        }
        check_closed(&vertices, &facets[..self.solid])?;
        Ok(Body::of(Parts::Many(Arc::new(Many::new(shapes, vertices, facets, self.solid)))))
    }
}

impl<V: Vector<Scalar: Serialize> + Serialize> Serialize for Body<V> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Stored::of(self).serialize(to)
    }
}

impl<'de, V> Deserialize<'de> for Body<V>
where
    V: Vector<Scalar: Deserialize<'de>> + Deserialize<'de>,
{
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let stored = Stored::<V>::deserialize(from)?;
        let facets = stored.whole_facets().map_err(|facet| {
            let (corners, found) = (V::DIM, stored.facets[facet].len());
            D::Error::custom(format_args!("facets[{facet}] has {found} corners, not {corners}"))
        })?;
        if stored.solid > facets.len() {
            let (solid, all) = (stored.solid, facets.len());
            return Err(D::Error::custom(format_args!("solid is {solid}, of {all} facets")));
        }
        stored.build(facets).map_err(D::Error::custom)
    }
}
