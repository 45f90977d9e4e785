//! Motions on the command line: `crate=by:1,0,0+turn:z,90deg`.

use osculate::{DVec3, Vector};
use osculate_io::{FileMotion, Turn, Way};

/// What the help of a command with `--move` says of motions.
pub const HELP: &str = "\
Motions: terms with a + between
  by:1,0,0           by this way, evenly over the whole time
  to:1,0,0           to this place: its origin, or the point that it turns about, comes there
  velocity:1,0,0     at this velocity, in lengths a unit of time
  turn:z,90deg       by this angle about the z axis, evenly over the whole time
  turn:1,0,1,2rev    about any axis; angles are in deg, rad or rev, and may be many turns
  spin:z,90deg       by this angle in each unit of time
  about:0,1,0        the point that it turns about, which moves with it [default: its own origin]
A robot's joint goes from one place to another instead, and all that hangs on it with it:
  0..1.57            in radians, or as a length if it slides; in deg, rad or rev with the unit
  ..-30deg           from where it stands
In a scene of the plane, points have two numbers and turns no axis: by:1,0+turn:90deg

Examples:
  osculate sweep cell.json --move gripper=by:0,-0.2,0
  osculate sweep house.json --move 'door=turn:y,90deg+about:-0.4,0,0'
  osculate sweep screw.json --move 'bolt=by:0,0.01,0+turn:y,5rev' --until 2
  osculate sweep arm.urdf --move shoulder=0..1.57 --move elbow=..90deg
  osculate sweep fleet.json --move 'truck*=velocity:3,0,0' --until 10 --stop-at 0.5
";

/// What is said of a name: of a body how it goes, or of a joint between which places.
#[derive(Clone, Debug, PartialEq)]
pub enum Moved {
    Body(Said),
    /// From a place, or from where it stands, to another.
    Joint([Option<f64>; 2]),
}

/// A motion of space or of the plane: which of them, the scene says.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Said {
    way: Option<(&'static str, Vec<f64>)>,
    turn: Option<Turned>,
    about: Option<Vec<f64>>,
}

#[derive(Clone, Debug, PartialEq)]
struct Turned {
    /// `turn` or `spin`.
    term: &'static str,
    axis: Option<DVec3>,
    /// In radians.
    angle: f64,
}

/// The name of a body or of a joint, and how it moves.
pub fn parse(text: &str) -> Result<(String, Moved), String> {
    // Names may hold anything, a motion holds no `=`.
    match text.rsplit_once('=') {
        Some((name, motion)) if !name.is_empty() => {
            let moved = match motion.split_once("..") {
                Some((from, to)) => Moved::Joint(places(from, to)?),
                None => Moved::Body(Said::parse(motion)?),
            };
            Ok((name.to_string(), moved))
        }
        _ => Err("a body and its motion have a = between: crate=by:1,0,0".into()),
    }
}

/// Between which places a joint goes.
fn places(from: &str, to: &str) -> Result<[Option<f64>; 2], String> {
    let place = |text: &str| {
        let found = number(text).or(angle(text)).filter(|place| place.is_finite());
        found.ok_or_else(|| {
            format!(
                "{text:?} is no place of a joint, which is a number or an angle: 0..1.57, ..90deg"
            )
        })
    };
    let from = if from.trim().is_empty() { None } else { Some(place(from)?) };
    Ok([from, Some(place(to)?)])
}

impl Said {
    fn parse(text: &str) -> Result<Self, String> {
        let mut said = Self::default();
        for term in terms(text) {
            let (name, numbers) = term.split_once(':').unwrap_or((term, ""));
            let twice = |is_there: bool, what: &str| {
                if is_there { Err(format!("the motion says twice {what}")) } else { Ok(()) }
            };
            match name {
                "by" | "to" | "velocity" => {
                    let name = ["by", "to", "velocity"].into_iter().find(|known| *known == name);
                    twice(said.way.is_some(), "where it goes: by, to or velocity")?;
                    said.way = name.zip(Some(point(term, numbers)?));
                }
                "turn" | "spin" => {
                    let name = if name == "turn" { "turn" } else { "spin" };
                    twice(said.turn.is_some(), "how it turns: turn or spin")?;
                    said.turn = Some(Turned::parse(name, numbers)?);
                }
                "about" => {
                    twice(said.about.is_some(), "what it turns about")?;
                    said.about = Some(point(term, numbers)?);
                }
                _ => {
                    return Err(format!(
                        "{term:?} is no motion: it goes by:, to: or velocity:, and it turns \
                         turn: or spin:, about: a point"
                    ));
                }
            }
        }
        if said.about.is_some() && said.turn.is_none() {
            return Err("a motion about a point needs a turn: or a spin:".into());
        }
        Ok(said)
    }

    /// The motion in the dimension of a scene.
    pub fn motion<V: Vector<Scalar = f64>>(&self) -> Result<FileMotion<V>, String> {
        let space = if V::DIM == 2 { "the plane" } else { "space" };
        let vector = |term: &str, numbers: &[f64]| {
            if numbers.len() != V::DIM {
                let (wanted, found) = (V::DIM, numbers.len());
                return Err(format!(
                    "the scene is one of {space}: {term} takes {wanted} numbers, and has {found}"
                ));
            }
            Ok(V::from_fn(|i| numbers[i]))
        };
        let way = match &self.way {
            None => None,
            Some((term, numbers)) => Some(match (*term, vector(term, numbers)?) {
                ("by", way) => Way::By(way),
                ("to", place) => Way::To(place),
                (_, velocity) => Way::At(velocity),
            }),
        };
        let turn = match &self.turn {
            None => None,
            Some(Turned { term, axis, angle }) => {
                let axis = match axis {
                    Some(axis) if V::DIM == 3 => *axis,
                    None if V::DIM == 2 => DVec3::Z,
                    Some(_) => {
                        return Err(format!(
                            "the scene is one of the plane: {term} takes an angle alone, as \
                             {term}:90deg"
                        ));
                    }
                    None => {
                        return Err(format!(
                            "the scene is one of space: {term} takes an axis too, as \
                             {term}:z,90deg"
                        ));
                    }
                };
                let turn = (axis * *angle).to_array();
                Some(if *term == "turn" { Turn::By(turn) } else { Turn::At(turn) })
            }
        };
        let about = self.about.as_ref().map(|numbers| vector("about", numbers)).transpose()?;
        Ok(FileMotion::Even { way, turn, about })
    }
}

/// What stands between the `+` that begin a term; one within a number, as in 1e+5, does not.
fn terms(text: &str) -> Vec<&str> {
    let (mut terms, mut start) = (Vec::new(), 0);
    for (at, _) in text.match_indices('+') {
        if text[at + 1..].starts_with(|next: char| next.is_ascii_alphabetic()) {
            terms.push(&text[start..at]);
            start = at + 1;
        }
    }
    terms.push(&text[start..]);
    terms
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|x: &f64| x.is_finite())
}

/// An angle with its unit, in radians.
fn angle(text: &str) -> Option<f64> {
    let units = [("deg", 1f64.to_radians()), ("rad", 1.0), ("rev", std::f64::consts::TAU)];
    let text = text.trim();
    units.iter().find_map(|(unit, size)| Some(number(text.strip_suffix(unit)?)? * size))
}

/// The coordinates of a point, two or three.
fn point(term: &str, numbers: &str) -> Result<Vec<f64>, String> {
    let found: Option<Vec<f64>> = numbers.split(',').map(number).collect();
    match found {
        Some(found) if matches!(found.len(), 2 | 3) => Ok(found),
        _ => Err(format!("{term:?} needs two or three numbers with commas between: by:1,0,0")),
    }
}

impl Turned {
    fn parse(term: &'static str, text: &str) -> Result<Self, String> {
        let example = format!("{term}:z,90deg or {term}:0,0,1,90deg");
        let (axis, angle) = match text.rsplit_once(',') {
            Some((axis, angle)) => (Some(axis.trim()), angle),
            None => (None, text),
        };
        let said = angle.trim();
        let Some(angle) = self::angle(said).filter(|angle| angle.is_finite()) else {
            return Err(format!(
                "an angle is a number with its unit, deg, rad or rev, and not {said:?}: {example}"
            ));
        };
        let axis = match axis {
            None => None,
            Some("x") => Some(DVec3::X),
            Some("y") => Some(DVec3::Y),
            Some("z") => Some(DVec3::Z),
            Some(numbers) => {
                let found: Option<Vec<f64>> = numbers.split(',').map(number).collect();
                let axis = match found.as_deref() {
                    Some(&[x, y, z]) => DVec3::new(x, y, z).try_normalize(),
                    _ => None,
                };
                Some(axis.ok_or_else(|| {
                    format!("{numbers:?} is no axis, which is x, y, z or three numbers: {example}")
                })?)
            }
        };
        Ok(Self { term, axis, angle })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use osculate::DVec2;

    fn motion<V: Vector<Scalar = f64>>(text: &str) -> Result<FileMotion<V>, String> {
        let Moved::Body(said) = parse(text)?.1 else { return Err("a joint".into()) };
        said.motion()
    }

    #[test]
    fn places_of_joints_are_read() {
        let places = parse;
        let joint = |from, to| ("j".to_string(), Moved::Joint([from, Some(to)]));
        assert_eq!(places("j=0..1.57"), Ok(joint(Some(0.0), 1.57)));
        assert_eq!(places("j=..-.5"), Ok(joint(None, -0.5)));
        assert_eq!(places("j=-1e-3..2."), Ok(joint(Some(-1e-3), 2.0)));
        let half = std::f64::consts::PI;
        assert_eq!(places("j=-0.5rev .. 180deg"), Ok(joint(Some(-half), half)));
        for wrong in ["j=0..", "j=..", "j=a..1", "j=0..nan", "j=0..1..2", "j=0..1m"] {
            let said = places(wrong).unwrap_err();
            assert!(said.contains("is no place of a joint"), "{wrong}: {said}");
        }
    }

    #[test]
    fn terms_are_read() {
        let (name, moved) = parse("a = b=by:1e+2,-.5,+3+turn:z,180deg+about:1,2,3").unwrap();
        let Moved::Body(said) = moved else { panic!("a joint") };
        assert_eq!(name, "a = b");
        let (way, about) = (Some(Way::By(DVec3::new(100.0, -0.5, 3.0))), DVec3::new(1.0, 2.0, 3.0));
        let turn = Some(Turn::By([0.0, 0.0, std::f64::consts::PI]));
        assert_eq!(said.motion(), Ok(FileMotion::Even { way, turn, about: Some(about) }));
        let flat = FileMotion::Even {
            way: Some(Way::To(DVec2::new(1.0, 2.0))),
            turn: Some(Turn::At([0.0, 0.0, 2.0])),
            about: None,
        };
        assert_eq!(motion("a=to:1,2+spin:2rad"), Ok(flat));
        let Ok(FileMotion::<DVec3>::Even { turn: Some(Turn::By(turn)), .. }) =
            motion("a=turn:0,3,4,1rev")
        else {
            panic!("no turn")
        };
        assert!(
            (DVec3::from(turn) - DVec3::new(0.0, 0.6, 0.8) * std::f64::consts::TAU).length()
                < 1e-15
        );
    }

    #[test]
    fn what_is_wrong_is_said() {
        for (text, wanted) in [
            ("crate", "a = between"),
            ("=by:1,0,0", "a = between"),
            ("a=fly:1,0,0", "\"fly:1,0,0\" is no motion"),
            ("a=", "\"\" is no motion"),
            ("a=by:1,0,0+to:1,0,0", "says twice where it goes"),
            ("a=turn:z,1rad+spin:z,1rad", "says twice how it turns"),
            ("a=turn:z,1rad+about:0,0,0+about:0,0,0", "says twice what it turns about"),
            ("a=by:1,0,0+about:0,0,0", "needs a turn"),
            ("a=by:1", "two or three numbers"),
            ("a=by:1,0,nan", "two or three numbers"),
            ("a=turn:z,90", "an angle is a number with its unit"),
            ("a=turn:90deg,z", "an angle is a number with its unit"),
            ("a=turn:w,90deg", "\"w\" is no axis"),
            ("a=turn:0,0,0,90deg", "\"0,0,0\" is no axis"),
            ("a=turn:90deg", "takes an axis too"),
            ("a=by:1,0", "by takes 3 numbers, and has 2"),
        ] {
            let said = motion::<DVec3>(text).unwrap_err();
            assert!(said.contains(wanted), "{text}: {said}");
        }
        for (text, wanted) in [
            ("a=turn:z,90deg", "takes an angle alone"),
            ("a=to:1,0,0", "takes 2 numbers, and has 3"),
        ] {
            let said = motion::<DVec2>(text).unwrap_err();
            assert!(said.contains(wanted), "{text}: {said}");
        }
    }
}
