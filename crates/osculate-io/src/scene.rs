//! Scenes: named bodies, each a union of convex parts and of meshes.

use crate::joints::{Disabled, Joints, Robot};
use crate::motion::FileMotion;
use osculate::scene::{self, BodyId};
use osculate::shape::{Point, PointCloud, Shape};
use osculate::{Aabb, Body, Convex, DVec3, Pose, Space, Vector};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// Named bodies, and the pairs that are not to be asked about: of space, or of the plane.
///
/// ```
/// use osculate_io::{NoteKind, Options, read};
/// let text = r#"{"osculate": 1, "bodies": [{"name": "ball", "shape": {"ball": {"radius": 1}}}]}"#;
/// let mut options = Options::default();
/// options.given.insert("scene.json".into(), text.into());
/// let mut scene = read("scene.json".as_ref(), &options)?;
/// assert!(scene.body("ball").is_some() && scene.body("box").is_none());
/// assert!(scene.notes.iter().all(|note| note.kind != NoteKind::Missing));
/// assert_eq!((scene.missing().count(), scene.liberties().len()), (0, 0));
/// // Another scene beside it: names stay unique.
/// scene.merge(read("scene.json".as_ref(), &options)?);
/// assert_eq!(scene.bodies[1].name, "ball#2");
/// # Ok::<(), osculate_io::ReadError>(())
/// ```
#[derive(Debug)]
pub struct FileScene<V: Vector = DVec3> {
    /// The bodies, in the file's order.
    pub bodies: Vec<FileBody<V>>,
    /// Pairs of names that may touch.
    pub ignored: Vec<[String; 2]>,
    /// What was left out or assumed, other than of a body.
    pub notes: Vec<Note>,
    /// The joints that can be moved; of the plane there are none.
    pub joints: Joints,
    /// The robots, if there are any.
    pub robots: Vec<Robot>,
}

/// What a reader says of a file beside its bodies.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    /// Whether an answer about the scene may lack something for it.
    pub kind: NoteKind,
    /// For people.
    pub text: String,
}

/// Whether a note tells of a surface that is missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoteKind {
    /// Which files were taken, and the like: nothing was left out, assumed or mended.
    Source,
    /// What was left out has no surface, as text, lines and lights; or something was assumed, or
    /// mended.
    Remark,
    /// What was left out may have a surface, as a node may that is not known: bodies may clash with
    /// it unseen.
    Missing,
}

/// A body: all its parts move as one, and do not clash with each other.
///
/// ```
/// use osculate::{DVec3, Pose};
/// use osculate_io::{Options, PartOf, read};
/// let text = r#"{"osculate": 1, "bodies": [{"name": "hammer", "parts": [
///     {"shape": {"cuboid": {"half_extents": [0.1, 1, 0.1]}}},
///     {"shape": {"ball": {"radius": 0.3}}, "pose": {"translation": [0, 1, 0]}}]}]}"#;
/// let mut options = Options::default();
/// options.given.insert("scene.json".into(), text.into());
/// let hammer = &read("scene.json".as_ref(), &options)?.bodies[0];
/// assert_eq!((hammer.body().part_count(), hammer.part_of(1)), (2, Some(PartOf::Part(1))));
/// assert_eq!(hammer.convex_part(1).map(|part| part.kind), Some("ball"));
/// let there = hammer.moved(Pose::from_translation(DVec3::X * 5.0)?);
/// assert!(there.body().at(Pose::IDENTITY).contains(DVec3::new(5.0, 1.2, 0.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct FileBody<V: Vector = DVec3> {
    /// Its name in the file, made unique.
    pub name: String,
    /// Bodies of one group are not asked about each other.
    pub group: Option<String>,
    /// Red, green and blue from 0 to 1.
    pub color: Option<[f32; 3]>,
    /// Where its own axes begin: what it turns about, if nothing else is said. Of files of
    /// meshes, which have no such axes, it is the world's origin.
    pub origin: V,
    /// How it moves, if the file says so.
    pub motion: Option<FileMotion<V>>,
    /// Which of the scene's joints it hangs on, if it is a link that one moves.
    pub joint: Option<usize>,
    /// The last joint above it that moves in more than one way at a time, by its place in
    /// [`Joints::loose`]. Two links of which it is not the same may lie in any way to each other.
    pub loose: Option<usize>,
    /// Its convex parts.
    pub parts: Vec<FilePart<V>>,
    /// Its meshes that are not convex.
    pub meshes: Vec<FileMesh<V>>,
    /// What was assumed: of meshes that are not convex, for one.
    pub assumed: Vec<String>,
}

/// A mesh that is not convex, as a part of a body.
#[derive(Clone)]
pub struct FileMesh<V: Vector = DVec3> {
    /// The corners, where they are.
    pub points: Vec<V>,
    /// The triangles, each by the places of its corners.
    pub triangles: Vec<[u32; 3]>,
    /// The same as the library has it: a solid if it closes, else a surface.
    pub body: Body<V>,
    /// Whether it bounds a solid: what is inside touches it.
    pub is_solid: bool,
}

impl<V: Vector> std::fmt::Debug for FileMesh<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "mesh of {} triangles", self.triangles.len())
    }
}

/// A convex part of a body.
#[derive(Clone)]
pub struct FilePart<V: Vector = DVec3> {
    /// What it is, in a word.
    pub kind: &'static str,
    /// The shape, where it is.
    pub shape: Shape<V>,
    /// Its corners, if it is the hull of points.
    pub corners: Option<Vec<V>>,
    /// Whether it holds places that the file's surface leaves free, as the hull of a mesh does that
    /// is not convex: what overlaps it need not touch the surface.
    pub fills: bool,
}

impl<V: Vector> std::fmt::Debug for FilePart<V> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.kind)
    }
}

/// What a part of the library's body is in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartOf {
    /// The convex part in this place.
    Part(usize),
    /// A triangle of the mesh in this place.
    Triangle(usize, usize),
}

impl<V: Vector> FileBody<V> {
    /// Whether it has nothing that could be touched.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.meshes.is_empty()
    }

    /// The body as the library has it, where it is. One without parts is a point at the origin.
    pub fn body(&self) -> Body<V> {
        let parts = self.parts.iter().map(|part| Body::new(part.shape.clone()));
        let bodies = parts.chain(self.meshes.iter().map(|mesh| mesh.body.clone()));
        let whole = Body::compound(bodies.map(|body| (body, Pose::IDENTITY)));
        whole.unwrap_or_else(|_| Body::new(Point::ORIGIN))
    }

    /// The same without the parts that hold places which the file's surface leaves free. `None` if
    /// no part is left.
    pub fn body_that_is_there(&self) -> Option<Body<V>> {
        let parts = self.parts.iter().filter(|part| !part.fills);
        let parts = parts.map(|part| Body::new(part.shape.clone()));
        let bodies = parts.chain(self.meshes.iter().map(|mesh| mesh.body.clone()));
        Body::compound(bodies.map(|body| (body, Pose::IDENTITY))).ok()
    }

    /// What a part of [`body`](Self::body) is here.
    pub fn part_of(&self, part: usize) -> Option<PartOf> {
        if part < self.parts.len() {
            return Some(PartOf::Part(part));
        }
        let mut before = self.parts.len();
        // First the triangles of solids, then the others.
        for wanted in [true, false] {
            for (place, mesh) in self.meshes.iter().enumerate() {
                if mesh.is_solid != wanted {
                    continue;
                }
                if part < before + mesh.triangles.len() {
                    return Some(PartOf::Triangle(place, part - before));
                }
                before += mesh.triangles.len();
            }
        }
        None
    }

    /// A part of [`body`](Self::body) as a convex part: a triangle alone, if it is one of a mesh.
    pub fn convex_part(&self, part: usize) -> Option<FilePart<V>> {
        match self.part_of(part)? {
            PartOf::Part(place) => self.parts.get(place).cloned(),
            PartOf::Triangle(mesh, triangle) => {
                let mesh = &self.meshes[mesh];
                let corners = mesh.triangles[triangle].map(|k| mesh.points[k as usize]);
                let shape = PointCloud::new(&corners).ok()?.into();
                let corners = Some(corners.to_vec());
                Some(FilePart { kind: "triangle", shape, corners, fills: false })
            }
        }
    }
}

impl<V: Vector> Default for FileScene<V> {
    fn default() -> Self {
        Self {
            bodies: Vec::new(),
            ignored: Vec::new(),
            notes: Vec::new(),
            joints: Joints::default(),
            robots: Vec::new(),
        }
    }
}

impl<V: Vector> FileScene<V> {
    /// The body of this name.
    pub fn body(&self, name: &str) -> Option<&FileBody<V>> {
        self.bodies.iter().find(|body| body.name == name)
    }

    /// The bodies as a scene that can be stepped and asked, and the name of each there, in the
    /// order of `bodies`: its number is also the body's `data`. Bodies of one group ignore each
    /// other, and so do the pairs that the file lets touch.
    ///
    /// ```
    /// # let file = std::env::temp_dir().join("osculate_to_scene.json");
    /// # std::fs::write(&file, r#"{"osculate": 1, "bodies": [
    /// #     {"name": "ball", "shape": {"ball": {"radius": 1}}},
    /// #     {"name": "post", "shape": {"cuboid": {"half_extents": [0.1, 1, 0.1]}}}
    /// # ]}"#).unwrap();
    /// let read = osculate_io::read(&file, &Default::default())?;
    /// let (mut scene, ids) = read.to_scene();
    /// scene.step();
    /// for pair in scene.touching() {
    ///     let [a, b] = [pair.a, pair.b].map(|part| scene.member(part.body).unwrap().data() as usize);
    ///     println!("{} touches {}", read.bodies[a].name, read.bodies[b].name);
    /// }
    /// # assert_eq!((scene.touching().len(), ids.len()), (1, 2));
    /// # Ok::<(), osculate_io::ReadError>(())
    /// ```
    pub fn to_scene(&self) -> (scene::Scene<V>, Vec<BodyId>)
    where
        V: Space,
    {
        let mut scene = scene::Scene::new();
        let mut ids = Vec::new();
        for (number, body) in self.bodies.iter().enumerate() {
            // The parts are where they are in the world already.
            ids.push(scene.add(body.body().with_data(number as u64), Pose::IDENTITY));
        }
        let named = |pattern: &str| -> Vec<usize> {
            let is_meant = |&place: &usize| matches(pattern, &self.bodies[place].name);
            (0..self.bodies.len()).filter(is_meant).collect()
        };
        let mut groups: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for (place, body) in self.bodies.iter().enumerate() {
            groups.entry(body.group.as_deref().unwrap_or_default()).or_default().push(place);
        }
        groups.remove("");
        let of_groups = groups.into_values().map(|group| [group.clone(), group]);
        let of_names = self.ignored.iter().map(|pair| [named(&pair[0]), named(&pair[1])]);
        for [these, those] in of_groups.chain(of_names) {
            for a in these {
                for &b in &those {
                    let done = scene.set_ignored(ids[a], ids[b], true);
                    debug_assert!(done.is_ok(), "both are there");
                }
            }
        }
        (scene, ids)
    }

    /// How large it is: from corner to corner of the box round all that has an end. `None` if
    /// nothing has.
    pub fn size(&self) -> Option<V::Scalar>
    where
        V: Space,
    {
        let parts = self.bodies.iter().flat_map(|body| &body.parts);
        let parts = parts.map(|part| part.shape.bounds()).filter(Aabb::is_finite);
        let meshes = self.bodies.iter().flat_map(|body| &body.meshes);
        let meshes = meshes.map(|mesh| mesh.body.at(Pose::IDENTITY).bounds());
        let all = parts.chain(meshes).reduce(|all, one| all.union(&one))?;
        Some(all.size().length())
    }

    /// The pairs of bodies, by their places, that joints of robots connect, through links without a
    /// shape or not.
    ///
    /// ```
    /// use osculate_io::{Options, read};
    /// let ball = "<collision><geometry><sphere radius='1'/></geometry></collision>";
    /// let robot = format!(
    ///     "<robot name='r'><link name='base'>{ball}</link><link name='frame'/>
    ///     <link name='hand'>{ball}</link>
    ///     <joint name='a' type='fixed'><parent link='base'/><child link='frame'/></joint>
    ///     <joint name='b' type='fixed'><parent link='frame'/><child link='hand'/></joint></robot>"
    /// );
    /// let mut options = Options::default();
    /// options.given.insert("robot.urdf".into(), robot.into());
    /// let scene = read("robot.urdf".as_ref(), &options)?;
    /// assert!(scene.adjacent().contains(&[0, 1]), "the frame between them has no shape");
    /// # Ok::<(), osculate_io::ReadError>(())
    /// ```
    pub fn adjacent(&self) -> BTreeSet<[usize; 2]> {
        let names = self.bodies.iter().enumerate();
        let places: HashMap<&str, usize> =
            names.map(|(place, body)| (body.name.as_str(), place)).collect();
        let mut beside: HashMap<&str, Vec<&str>> = HashMap::new();
        for [a, b] in self.robots.iter().flat_map(|robot| &robot.connected) {
            beside.entry(a).or_default().push(b);
            beside.entry(b).or_default().push(a);
        }
        let mut adjacent = BTreeSet::new();
        for (&name, &place) in &places {
            let (mut seen, mut open) = (HashSet::from([name]), vec![name]);
            while let Some(link) = open.pop() {
                for &next in beside.get(link).into_iter().flatten() {
                    if !seen.insert(next) {
                        continue;
                    }
                    match places.get(next) {
                        Some(&other) => {
                            adjacent.insert([place.min(other), place.max(other)]);
                        }
                        None => open.push(next),
                    }
                }
            }
        }
        adjacent
    }

    /// What was left out and may have a surface. Unless it is empty, bodies may clash unseen.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        self.texts(|kind| kind == NoteKind::Missing)
    }

    /// The other notes.
    pub fn remarks(&self) -> impl Iterator<Item = &str> {
        self.texts(|kind| kind != NoteKind::Missing)
    }

    /// All that keeps an answer from being about just what the files say: what was left out, mended
    /// or assumed, of bodies too.
    pub fn liberties(&self) -> Vec<String> {
        let of_files = self.texts(|kind| kind != NoteKind::Source).map(str::to_string);
        let assumed = |body: &FileBody<V>| -> Vec<String> {
            body.assumed.iter().map(|what| format!("{}: {what}", body.name)).collect()
        };
        of_files.chain(self.bodies.iter().flat_map(assumed)).collect()
    }

    fn texts(&self, is_meant: impl Fn(NoteKind) -> bool) -> impl Iterator<Item = &str> {
        self.notes.iter().filter(move |note| is_meant(note.kind)).map(|note| note.text.as_str())
    }

    /// Adds the bodies and joints of another scene; names that are taken get a number.
    pub fn merge(&mut self, other: Self) {
        let mut joints: HashSet<String> =
            self.joints.all().iter().map(|joint| joint.name.clone()).collect();
        joints.extend(self.joints.loose().iter().cloned());
        let (before, mut next_joint) = (self.joints.all().len(), BTreeMap::new());
        let loose_before = self.joints.loose().len();
        self.joints.merge(other.joints, |name| unique(name, &mut joints, &mut next_joint));
        let mut renamed: HashMap<String, String> = HashMap::new();
        let mut taken: HashSet<String> = self.bodies.iter().map(|b| b.name.clone()).collect();
        let mut next = BTreeMap::new();
        for mut body in other.bodies {
            let name = unique(&body.name, &mut taken, &mut next);
            renamed.insert(std::mem::replace(&mut body.name, name.clone()), name);
            body.joint = body.joint.map(|joint| joint + before);
            body.loose = body.loose.map(|joint| joint + loose_before);
            self.bodies.push(body);
        }
        let new = |name: String| renamed.get(&name).cloned().unwrap_or(name);
        self.ignored.extend(other.ignored.into_iter().map(|pair| pair.map(&new)));
        self.robots.extend(other.robots.into_iter().map(|robot| {
            Robot {
                connected: robot.connected.into_iter().map(|pair| pair.map(&new)).collect(),
                disabled: robot
                    .disabled
                    .into_iter()
                    .map(|pair| Disabled { links: pair.links.map(&new), ..pair })
                    .collect(),
                ..robot
            }
        }));
        self.notes.extend(other.notes);
    }
}

/// Whether a pattern stands for a name: it is the name, or its beginning with `*` after it.
///
/// ```
/// use osculate_io::matches;
/// assert!(matches("arm*", "arm_left") && matches("arm", "arm"));
/// assert!(!matches("arm", "arm_left"));
/// ```
pub fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => pattern == name,
    }
}

/// A name that is not taken: itself, or with a number.
pub(crate) fn unique(
    name: &str,
    taken: &mut HashSet<String>,
    next: &mut BTreeMap<String, usize>,
) -> String {
    let count = next.entry(name.to_string()).or_insert(1);
    loop {
        let candidate = if *count == 1 { name.to_string() } else { format!("{name}#{count}") };
        *count += 1;
        if taken.insert(candidate.clone()) {
            return candidate;
        }
    }
}
