//! What is known of a scene's pairs: what `check` finds, and what prints and draws it takes.

use crate::arguments::{MayClash, Pairs};
use crate::pairs::Pair;
use osculate::{DVec3, SignedDistance, Vector};
use std::collections::HashSet;

/// How two bodies lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They overlap, by more than is allowed.
    Clash,
    /// They overlap, but one of the parts that do is the hull of what is not convex: what is there
    /// may be apart.
    MayClash,
    /// They touch, as far as rounding can tell, or overlap by no more than is allowed.
    Contact,
    /// They are apart, by less than the clearance.
    Near,
    /// They are apart.
    Clear,
}

impl Verdict {
    pub fn name(self) -> &'static str {
        match self {
            Self::Clash => "clash",
            Self::MayClash => "may clash",
            Self::Contact => "contact",
            Self::Near => "near",
            Self::Clear => "clear",
        }
    }
}

/// Two bodies, by their places in the scene, and what is known of them.
#[derive(Clone, Copy, Debug)]
pub struct Found<V: Vector = DVec3> {
    pub bodies: Pair,
    pub verdict: Verdict,
    /// Of the parts that are nearest each other, or overlap the deepest.
    pub answer: SignedDistance<V>,
    pub parts: [usize; 2],
}

/// What a report has of an earlier one.
pub struct Known {
    /// The pairs that are no worse than they were.
    pub pairs: HashSet<Pair>,
    /// The pairs of the earlier report that are clear now, or whose bodies are gone.
    pub gone: Vec<([String; 2], Verdict)>,
}

/// A scene's pairs.
pub struct Report<V: Vector = DVec3> {
    pub found: Vec<Found<V>>,
    /// Pairs of bodies in the scene, without those that are ignored.
    pub pairs: usize,
    /// Pairs whose boxes come near each other, which were asked.
    pub asked: usize,
    pub ignored: usize,
    /// What an earlier report knew, if there is one.
    pub known: Option<Known>,
}

impl<V: Vector> Report<V> {
    pub fn count(&self, verdict: Verdict) -> usize {
        self.found.iter().filter(|f| f.verdict == verdict).count()
    }

    /// Whether an earlier report has a pair that was as bad.
    pub fn is_known(&self, found: &Found<V>) -> bool {
        self.known.as_ref().is_some_and(|known| known.pairs.contains(&found.bodies))
    }

    /// Whether a pipeline should stop.
    pub fn fails(&self, how: &Pairs) -> bool {
        self.found.iter().any(|found| how.forbids(found.verdict) && !self.is_known(found))
    }
}

impl Pairs {
    /// Whether a pair that lies so should stop a pipeline. A contact is nearer than any clearance;
    /// who allows bodies to overlap allows them to touch.
    pub fn forbids(&self, verdict: Verdict) -> bool {
        match verdict {
            Verdict::Clash | Verdict::Near => true,
            Verdict::MayClash => self.may_clash == MayClash::Error,
            Verdict::Contact => self.clearance > 0.0 && self.allow == 0.0,
            Verdict::Clear => false,
        }
    }
}
