//! The pairs of bodies that MuJoCo does not ask about: what no joint parts, what a joint connects,
//! what the file excludes, and what no geom of which is meant for one of the other.

use super::outline::Outline;
use super::tree::{Item, Value};
use crate::ReadError;
use crate::builder::Builder;
use crate::joints::Disabled;
use std::collections::{BTreeMap, HashMap, HashSet};

/// Pairs of a file that are told not to be asked about.
const MOST_PAIRS: usize = 200_000;
/// Sorts of bodies that are held against each other.
const MOST_SORTS: usize = 500;

/// Which geoms one collides with: those whose second number has a bit of its first, and those whose
/// first has a bit of its second.
pub type Mask = (u32, u32);

/// A body with shapes.
pub struct Solid<'s> {
    /// Its place among the bodies of the file.
    pub body: usize,
    pub name: &'s str,
    /// All bits of its geoms; `None` if it collides with whatever there is.
    pub mask: Option<Mask>,
}

/// What the file says of pairs.
#[derive(Default)]
pub struct Said {
    excluded: Vec<[usize; 2]>,
    /// Pairs that collide whatever else is said of them.
    paired: HashSet<[usize; 2]>,
    /// Geoms of such pairs.
    pub geoms: HashSet<String>,
}

fn sorted(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

impl Said {
    pub fn of(root: Item, bodies: &[Outline]) -> Result<Self, ReadError> {
        let mut this = Self::default();
        let mut names: Option<HashMap<&str, usize>> = None;
        let mut geoms: Option<HashMap<&str, usize>> = None;
        for item in root.all("contact").flat_map(Item::children) {
            let [first, second, what] = match item.name() {
                "exclude" => ["body1", "body2", "body"],
                "pair" => ["geom1", "geom2", "geom"],
                _ => continue,
            };
            let (a, b) = (item.needed(first)?, item.needed(second)?);
            let known = match what {
                "body" => names.get_or_insert_with(|| {
                    bodies.iter().enumerate().map(|(place, of)| (&*of.name, place)).collect()
                }),
                _ => geoms.get_or_insert_with(|| geoms_of(bodies)),
            };
            let find = |value: Value| {
                known.get(value.text).copied().ok_or_else(|| {
                    let known: Vec<&str> = known.keys().copied().collect();
                    let plural = if what == "body" { "bodies" } else { "geoms" };
                    let help = crate::names_like(value.text, &known, [what, plural]);
                    value.error(format!("there is no {what} {:?}", value.text)).help(help)
                })
            };
            let pair = sorted(find(a)?, find(b)?);
            if what == "body" {
                this.excluded.push(pair);
            } else {
                this.paired.insert(pair);
                this.geoms.extend([a, b].map(|geom| geom.text.to_string()));
            }
        }
        Ok(this)
    }

    /// Tells the scene the pairs.
    pub fn tell(
        &self,
        bodies: &[Outline],
        solids: &[Solid],
        filters_parents: bool,
        path: &str,
        scene: &mut Builder,
    ) {
        let mut told = Told { pairs: self.paired.clone(), left: MOST_PAIRS, scene };
        // Bodies that no joint parts are one: the first of them.
        let mut whole: Vec<usize> = Vec::new();
        for (number, body) in bodies.iter().enumerate() {
            let above = body.parent.filter(|_| body.joints.is_empty() && !body.is_mocap);
            whole.push(above.map_or(number, |parent| whole[parent]));
        }
        let mut members: BTreeMap<usize, Vec<&Solid>> = BTreeMap::new();
        for solid in solids {
            members.entry(whole[solid.body]).or_default().push(solid);
        }
        let mut is_whole = true;
        for (first, these) in &members {
            if told.left == 0 {
                is_whole = false;
                break;
            }
            for (place, a) in these.iter().enumerate() {
                is_whole &= these[place + 1..].iter().all(|b| told.pair(a, b, None));
            }
            let above = bodies[*first].parent.map_or(0, |parent| whole[parent]);
            if !filters_parents || *first == 0 || above == 0 {
                continue;
            }
            for a in members.get(&above).into_iter().flatten() {
                is_whole &= these.iter().all(|b| told.pair(a, b, None));
            }
        }
        let known: HashMap<usize, &Solid> = solids.iter().map(|of| (of.body, of)).collect();
        for pair in &self.excluded {
            if let [Some(a), Some(b)] = pair.map(|body| known.get(&body)) {
                is_whole &= told.pair(a, b, Some("excluded"));
            }
        }
        let mut sorts: BTreeMap<Mask, Vec<&Solid>> = BTreeMap::new();
        for solid in solids {
            if let Some(mask) = solid.mask {
                sorts.entry(mask).or_default().push(solid);
            }
        }
        let sorts: Vec<_> = sorts.into_iter().collect();
        is_whole &= sorts.len() <= MOST_SORTS;
        for (place, (mask, these)) in sorts.iter().enumerate().take(MOST_SORTS) {
            for (other, those) in sorts[place..].iter().take(MOST_SORTS) {
                if mask.0 & other.1 != 0 || other.0 & mask.1 != 0 {
                    continue;
                }
                for a in these {
                    let pairs = those.iter().filter(|b| a.body != b.body);
                    is_whole &= pairs.into_iter().all(|b| told.pair(a, b, Some("contype")));
                }
            }
        }
        if !is_whole {
            let what = "more pairs of bodies never collide than are kept: the others are asked";
            scene.remark(format!("{path}: {what}"));
        }
    }
}

/// The body of each geom that has a name.
fn geoms_of<'b>(bodies: &'b [Outline]) -> HashMap<&'b str, usize> {
    let geoms = bodies.iter().enumerate().flat_map(|(place, body)| {
        body.geoms.iter().filter_map(move |geom| Some((geom.given.item.value("name")?.text, place)))
    });
    geoms.collect()
}

/// Pairs that are told, each once.
struct Told<'s, 'o> {
    pairs: HashSet<[usize; 2]>,
    left: usize,
    scene: &'s mut Builder<'o>,
}

impl Told<'_, '_> {
    /// Tells a pair, which a joint connects or for a reason. `false` if there are too many.
    fn pair(&mut self, a: &Solid, b: &Solid, reason: Option<&str>) -> bool {
        if self.left == 0 {
            return false;
        }
        if !self.pairs.insert(sorted(a.body, b.body)) {
            return true;
        }
        self.left -= 1;
        match reason {
            None => self.scene.connect(a.name, b.name),
            Some(reason) => {
                let links = [a.name, b.name].map(str::to_string);
                self.scene.disable(Disabled { links, reason: reason.to_string() });
            }
        }
        true
    }
}
