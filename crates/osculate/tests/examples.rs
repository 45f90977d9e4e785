//! What a user can name shows its use: each public function, trait and type has an example, or is
//! an answer that the example of a function has. So does each method that is no getter: it has an
//! example, or one of its type, or of another method of the type, calls it. Both hold of the crate
//! that reads files too.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Answers and their parts, and the function or type whose example shows them.
const SHOWN_BY: [(&str, &str); 47] = [
    ("Approach", "closest_approach"),
    ("Approximation", "approximate_hull"),
    ("BodyCastHit", "Scene"),
    ("BodyClosest", "Body"),
    ("BodyContact", "Scene"),
    ("BodyId", "Scene"),
    ("BodyImpact", "Scene"),
    ("BodyPoint", "Scene"),
    ("BodyRayHit", "Scene"),
    ("BodySignedDistance", "Body"),
    ("Clearance", "Scene"),
    ("Closest", "closest"),
    ("Contact", "contact"),
    ("ContactPoint", "contact"),
    ("ConvexHull", "convex_hull"),
    ("Core", "Convex"),
    ("Corner", "Patch"),
    ("Encounter", "time_of_impact"),
    ("Ended", "closest"),
    ("Error", "Ball"),
    ("Event", "Scene"),
    ("Expansion", "Observer"),
    ("Facts", "Convex"),
    ("Feature", "contact"),
    ("FewPoints", "Convex"),
    ("FromFn", "from_fn"),
    ("Gradient", "signed_distance"),
    ("Impact", "time_of_impact"),
    ("Island", "Scene"),
    ("Linear", "Space"),
    ("Look", "Observer"),
    ("Matrix", "Space"),
    ("NearPair", "Scene"),
    ("Nearest", "Scene"),
    ("Observed", "Sweep"),
    ("Part", "Scene"),
    ("PartContact", "Body"),
    ("PartRayHit", "Body"),
    ("Penetration", "penetration"),
    ("Problem", "Ball"),
    ("RayHit", "ray_cast"),
    ("Separation", "Scene"),
    ("SignedDistance", "signed_distance"),
    ("Step", "Observer"),
    ("Struck", "ray_cast"),
    ("TouchingParts", "Scene"),
    ("TrackedBodies", "BodyTracker"),
];

/// The same of the crate that reads files.
const SHOWN_BY_OF_FILES: [(&str, &str); 14] = [
    ("AnyScene", "read_any"),
    ("Disabled", "planned"),
    ("FileMesh", "Meshes"),
    ("FilePart", "FileBody"),
    ("Follows", "Joints"),
    ("Joint", "Joints"),
    ("JointKind", "Joints"),
    ("Lengths", "Format"),
    ("Note", "FileScene"),
    ("NoteKind", "FileScene"),
    ("PartOf", "FileBody"),
    ("Robot", "planned"),
    ("Turn", "FileMotion"),
    ("Way", "FileMotion"),
];

/// Beside these, what is a trait of numbers or a plain record that says all in its fields.
const PLAIN: [&str; 7] = ["Real", "Scalar", "ShapeRef", "Size", "Snapshot", "Spatial", "Vector"];

/// What numbers, vectors and matrices have: arithmetic, known by its name.
const ARITHMETIC: [&str; 5] = ["Linear", "Matrix", "Real", "Scalar", "Vector"];

/// What takes `&self` alone and is no getter: it works out what nobody gave.
const COMPUTED: [(&str, &str); 10] = [
    ("Aabb", "half_surface"),
    ("Convex", "bounds"),
    ("Facts", "core"),
    ("Mass", "inertia"),
    ("Mass", "polar_inertia"),
    ("Polytope", "bounding_ball"),
    ("Pose", "to_columns"),
    ("Rotation", "to_angle"),
    ("Rotation", "to_quaternion"),
    ("Scene", "snapshot"),
];

/// What public modules have that no list hands on, with their rooms.
const OF_MODULES: [(&str, &str); 9] = [
    ("convex", "Corner"),
    ("convex", "Patch"),
    ("hull", "ConvexHull"),
    ("hull", "Faces"),
    ("hull", "convex_hull"),
    ("kernel", "Expansion"),
    ("kernel", "Look"),
    ("kernel", "Observer"),
    ("kernel", "Step"),
];

/// The public definitions of a source, each with the documentation above it.
fn definitions(source: &str) -> Vec<(String, String)> {
    let (mut found, mut docs) = (Vec::new(), String::new());
    let mut in_attribute = false;
    for line in source.lines() {
        if let Some(text) = line.strip_prefix("///") {
            docs += text;
            docs += "\n";
            continue;
        }
        if line.starts_with("//") {
            continue;
        }
        in_attribute = in_attribute && !line.starts_with(')') || line.starts_with("#[");
        if line.starts_with("#[") && line.ends_with(']') || line.starts_with(')') {
            in_attribute = false;
            continue;
        }
        if in_attribute {
            continue;
        }
        for kind in ["struct", "enum", "trait", "fn"] {
            if let Some(rest) = line.strip_prefix(&format!("pub {kind} ")) {
                let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap();
                found.push((name.to_owned(), core::mem::take(&mut docs)));
            }
        }
        docs.clear();
    }
    found
}

/// A name that users see, and the room that has it: a folder of `src`.
type Name = (String, String);

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// The names that a module of a room hands on to be seen; of other rooms, too.
fn handed_on(source: &str, room: &str, is_room: impl Fn(&str) -> bool) -> Vec<Name> {
    let mut found = Vec::new();
    let mut parts = source.split("\npub use ");
    let mut before = parts.next().unwrap_or_default();
    for part in parts {
        let list = part.split(';').next().unwrap();
        let from = words(list).find(|word| *word != "crate").filter(|word| is_room(word));
        let words = list.split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':');
        if !before.ends_with("#[doc(hidden)]") {
            let names = words.filter(|word| !word.is_empty() && !word.ends_with("::"));
            let names = names.filter_map(|word| word.rsplit("::").next());
            found.extend(names.map(|name| (from.unwrap_or(room).to_owned(), name.to_owned())));
        }
        before = part;
    }
    found
}

/// The sources in a folder, by their rooms.
fn read_rooms(folder: &Path, room: &str, found: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() && !path.ends_with("papers") {
            let name = entry.file_name().into_string().unwrap();
            read_rooms(&path, if room.is_empty() { &name } else { room }, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            *found.entry(room.to_owned()).or_default() += &fs::read_to_string(path).unwrap();
        }
    }
}

/// The documents of what each room defines for all to see.
fn documents(rooms: &BTreeMap<String, String>) -> BTreeMap<Name, String> {
    let mut all: BTreeMap<Name, String> = BTreeMap::new();
    for (room, source) in rooms {
        for (name, docs) in definitions(source) {
            *all.entry((room.clone(), name)).or_default() += &docs;
        }
    }
    all
}

/// What shows the use of a name: itself, or what shows an answer.
fn shown_by<'p>(name: &'p Name, public: &'p [Name]) -> impl Iterator<Item = &'p Name> {
    let mut rows = SHOWN_BY.iter().chain(&SHOWN_BY_OF_FILES);
    let by = rows.find(|(answer, _)| *answer == name.1).map(|(_, by)| *by);
    public.iter().filter(move |other| *other == name || Some(other.1.as_str()) == by)
}

fn without_example(all: &BTreeMap<Name, String>, public: &[Name]) -> Vec<String> {
    let shows = |name: &Name| all.get(name).is_some_and(|docs| docs.contains("```"));
    let is_bare =
        |name: &&Name| !shown_by(name, public).any(shows) && !PLAIN.contains(&name.1.as_str());
    let mut found: Vec<_> = public.iter().filter(|name| all.contains_key(name)).collect();
    found.sort();
    found.dedup();
    found.into_iter().filter(is_bare).map(|(_, name)| name.clone()).collect()
}

/// A public method of a type, or a function of a public trait.
struct Method {
    /// The names in the type that has it: `At`, `V` and `Body` of `At<V, &Body<V>>`.
    of: Vec<String>,
    name: String,
    docs: String,
    /// What it takes and returns.
    signature: String,
}

impl Method {
    /// Whether it takes `&self` alone, and returns what is no other value of its type; but for
    /// what is [`COMPUTED`].
    fn is_getter(&self) -> bool {
        let (takes, returns) = self.signature.split_once("->").unwrap_or((&self.signature, ""));
        let alone = takes.trim_end().ends_with("(&self)");
        let is_this = |(of, name): &(&str, &str)| self.of[0] == *of && self.name == *name;
        alone && words(returns).all(|word| word != "Self") && !COMPUTED.iter().any(is_this)
    }

    /// Whether code calls it, or has it as a function of a trait that it implements.
    fn is_called_in(&self, code: &str) -> bool {
        code.match_indices(&self.name).any(|(at, name)| {
            let (before, after) = (&code[..at], &code[at + name.len()..]);
            let of_type = before.strip_suffix("::").is_some_and(|path| {
                let bare = if path.ends_with('>') { path.rsplit_once("::<") } else { None };
                words(bare.map_or(path, |(path, _)| path))
                    .last()
                    .is_some_and(|last| self.of.iter().any(|of| of == last))
            });
            (after.starts_with('(') || after.starts_with("::<"))
                && (of_type || before.ends_with('.') || before.ends_with("fn "))
        })
    }
}

/// The code in a documentation that its readers see.
fn code_of(docs: &str) -> String {
    let code = docs.split("```").skip(1).step_by(2).flat_map(str::lines);
    let seen: Vec<_> = code.filter(|line| !line.trim_start().starts_with("# ")).collect();
    seen.join("\n")
}

/// The names of a room's types and traits, for all to see or not.
fn types(room: &str) -> BTreeSet<&str> {
    let defined = room.lines().filter(|line| line.starts_with(char::is_alphabetic));
    let named = defined.filter_map(|line| {
        let mut words = words(line).skip_while(|word| ["pub", "crate", "super"].contains(word));
        let kind = words.next()?;
        ["struct", "enum", "trait"].contains(&kind).then(|| words.next())?
    });
    named.collect()
}

/// The public methods of a room's types, and the functions of its public traits. Sources are read
/// as rustfmt has them; what a macro makes is not.
fn methods(room: &str) -> Vec<Method> {
    let (mut found, mut docs) = (Vec::new(), String::new());
    let (mut of, mut public) = (Vec::new(), "");
    let mut lines = room.lines();
    while let Some(line) = lines.next() {
        if let Some(head) = line.strip_prefix("pub trait ") {
            (of, public) = (words(head).take(1).map(str::to_owned).collect(), "");
        } else if line.starts_with("impl") && !line.contains(" for ") {
            let block = line.strip_suffix(" {").unwrap_or(line);
            let names = block.split_once("> ").map_or(&block[4..], |(_, of)| of);
            (of, public) = (words(names).map(str::to_owned).collect(), "pub ");
        } else if line == "}" {
            of.clear();
        }
        let Some(line) = line.strip_prefix("    ").filter(|_| !of.is_empty()) else { continue };
        if let Some(text) = line.strip_prefix("///") {
            docs += text;
            docs += "\n";
        } else if line == HIDDEN {
            docs = line.to_owned();
        } else if !line.starts_with("#[") {
            let docs = core::mem::take(&mut docs);
            let function = line.strip_prefix(public);
            let function = function.map(|line| line.strip_prefix("const ").unwrap_or(line));
            let function = function.and_then(|line| line.strip_prefix("fn "));
            let Some(name) = function.and_then(|rest| words(rest).next()) else { continue };
            let mut signature = line.to_owned();
            while !signature.ends_with([';', '{', '}']) {
                signature += lines.next().unwrap().trim();
            }
            if docs != HIDDEN {
                let (of, name) = (of.clone(), name.to_owned());
                found.push(Method { of, name, docs, signature });
            }
        }
    }
    found
}

const HIDDEN: &str = "#[doc(hidden)]";

/// The methods of what is public that nothing shows.
fn unshown(rooms: &BTreeMap<String, String>, public: &[Name]) -> Vec<String> {
    let all = documents(rooms);
    // Each method, and what it is of: a name of its own room, or of another if its own has none.
    let mut methods: Vec<(Vec<&Name>, Method)> = Vec::new();
    for (room, source) in rooms {
        let own = types(source);
        for method in self::methods(source) {
            let is_meant = |name: &&Name| {
                let is_near = name.0 == *room || !own.contains(name.1.as_str());
                is_near && method.of.contains(&name.1) && !ARITHMETIC.contains(&name.1.as_str())
            };
            methods.push((public.iter().filter(is_meant).collect(), method));
        }
    }
    // What a type shows: its example, that of what shows it, and those of its methods.
    let shows = |name: &Name| {
        let pages = shown_by(name, public).filter_map(|page| all.get(page));
        let of_methods = methods.iter().filter(|(of, _)| of.contains(&name));
        pages.chain(of_methods.map(|(_, method)| &method.docs)).map(|docs| code_of(docs)).collect()
    };
    let shown: BTreeMap<&Name, String> = public.iter().map(|name| (name, shows(name))).collect();
    let mut found = Vec::new();
    for (of, method) in methods.iter().filter(|(of, method)| !of.is_empty() && !method.is_getter())
    {
        let has_own = method.docs.contains("```");
        if !has_own && !of.iter().any(|name| method.is_called_in(&shown[name])) {
            found.push(format!("{}::{}", of[0].1, method.name));
        }
    }
    found
}

/// Holds a crate to it: what its lists hand on, each of a room and its file; what these files
/// define; and what else is public.
fn is_shown(folder: &str, lists: &[(&str, &str)], others: &[(&str, &str)], least: usize) {
    let mut rooms = BTreeMap::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder).join("src");
    read_rooms(&root, "", &mut rooms);
    let mut public: Vec<Name> = others.iter().map(|(room, other)| name(room, other)).collect();
    for (room, list) in lists {
        let list = fs::read_to_string(root.join(list)).unwrap();
        public.extend(handed_on(&list, room, |word| rooms.contains_key(word)));
        public.extend(definitions(&list).iter().map(|(own, _)| name(room, own)));
    }
    public.sort();
    public.dedup();
    let all = documents(&rooms);
    assert!(public.iter().filter(|name| all.contains_key(name)).count() > least);
    let bare = without_example(&all, &public);
    assert!(bare.is_empty(), "without an example, or a row in SHOWN_BY: {bare:?}");
    let bare = unshown(&rooms, &public);
    assert!(bare.is_empty(), "methods that no example of their type calls: {bare:#?}");
}

#[test]
fn each_public_item_shows_its_use() {
    let lists = [
        ("", "lib.rs"),
        ("shape", "shape/mod.rs"),
        ("scene", "scene/mod.rs"),
        ("batch", "batch/mod.rs"),
    ];
    is_shown("osculate", &lists, &OF_MODULES, 120);
}

#[test]
fn each_public_item_of_files_shows_its_use() {
    is_shown("osculate-io", &[("", "lib.rs")], &[], 30);
}

#[test]
fn what_is_computed_is_there() {
    let mut rooms = BTreeMap::new();
    read_rooms(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), "", &mut rooms);
    let methods: Vec<_> = rooms.values().flat_map(|room| methods(room)).collect();
    for (of, name) in COMPUTED {
        let is_there = methods.iter().any(|method| method.of[0] == of && method.name == name);
        assert!(is_there, "COMPUTED has {of}::{name}, which is none");
    }
}

fn name(room: &str, name: &str) -> Name {
    (room.to_owned(), name.to_owned())
}

#[test]
fn what_shows_nothing_is_found() {
    let source = "/// A ball.\n#[derive(\n    Clone,\n)]\npub struct Bare;\n\n/// Shown.\n/// ```\n\
                  /// ```\n#[must_use]\npub fn shown() {}\n";
    let rooms = BTreeMap::from([("a".to_owned(), source.to_owned())]);
    let all = documents(&rooms);
    assert_eq!(all.len(), 2);
    let public = handed_on("\npub use a::{Bare, shown};\n", "", |word| word == "a");
    assert_eq!(public, [name("a", "Bare"), name("a", "shown")]);
    assert_eq!(without_example(&all, &public), ["Bare"]);
}

#[test]
fn a_method_that_nothing_shows_is_found() {
    let source = r"
/// ```
/// let ball = Ball::new(2.0)?;
/// # assert_eq!(ball.hidden_line(1.0), 3.0);
/// assert_eq!(ball.called(1.0), 3.0);
/// ```
pub struct Ball<V>(V);

impl<V: Vector> Ball<V> {
    /// The example calls it.
    pub fn new(radius: V) -> Self {}
    pub fn called(&self, by: V) -> V {}
    /// A getter.
    pub fn radius(&self) -> V {}
    /// It has its own example.
    /// ```
    /// let twice = Ball::of_more::<f64>(1.0).twice();
    /// ```
    #[must_use]
    pub const fn own(
        &self,
        by: V,
    ) -> V {
    }
    pub fn of_more(x: f64) -> Self {}
    pub fn twice(&self) -> Self {}
    /// Nothing shows what follows.
    pub fn hidden_line(&self, by: V) -> V {}
    pub fn inverse(&self) -> Option<Self> {}
    pub fn taken(self) -> V {}
    pub fn call(&self, by: V) -> V {}
    /// Not for users.
    #[doc(hidden)]
    pub fn of_tests(self) -> V {}
    pub(crate) fn of_others(self) -> V {}
}

struct Other;
impl Other {
    pub fn other(self) {}
}

pub trait Moves {
    fn pose(&self, time: f64) -> Self;
}
impl Moves for Ball {
    fn pose(&self, time: f64) -> Self {}
}
";
    let other = "pub(crate) struct Ball;\nimpl Ball {\n    pub fn other(self) {}\n}\n";
    let rooms = [("a", source), ("b", other)];
    let rooms = rooms.map(|(room, source)| (room.to_owned(), source.to_owned()));
    let public = [name("a", "Ball"), name("a", "Moves")];
    let bare = ["Ball::hidden_line", "Ball::inverse", "Ball::taken", "Ball::call", "Moves::pose"];
    assert_eq!(unshown(&BTreeMap::from(rooms), &public), bare);
}
