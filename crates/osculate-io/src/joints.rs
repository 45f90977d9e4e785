//! The joints of a scene's robots, which can be moved without reading the files again.
//!
//! A joint is an axis of the world, where the joint stood when its file was read, and what hangs on
//! it moves about this axis: by the product of such turns and slides from the root on, which is the
//! product of exponentials of robotics. A body is given where it stood, so that a pose of it is how
//! it has moved since.

use osculate::{DVec3, Error, Pose, Rotation};

/// What a joint lets its link do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// It turns, by radians.
    Turning,
    /// It slides, by a length.
    Sliding,
}

/// A joint that can move. Fixed ones are a part of what they connect.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Its name in the file, made unique.
    pub name: String,
    /// What it lets its link do.
    pub kind: JointKind,
    /// The unit vector about which it turns or along which it slides, in the world.
    pub axis: DVec3,
    /// A point of the axis, in the world.
    pub center: DVec3,
    /// The joint that it hangs on, which stands before it in the list.
    pub parent: Option<usize>,
    /// Between what it may stand, if there is a limit.
    pub limits: Option<[f64; 2]>,
    /// Where it stood when the file was read.
    pub stands: f64,
    /// The joint that it follows, if it follows one.
    pub follows: Option<Follows>,
}

/// How a joint follows another: it stands at `factor` times the other's place, and `more`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Follows {
    /// The other, which follows none; or the joint itself, with the factor 0, if what it follows
    /// cannot move.
    pub joint: usize,
    /// What its place is multiplied by.
    pub factor: f64,
    /// What is added to that.
    pub more: f64,
}

impl Joint {
    /// How what hangs on it moves, if it goes from where it stood to another place.
    ///
    /// ```
    /// use osculate::DVec3;
    /// use osculate_io::{Joint, JointKind};
    /// // A hinge along z at (1, 0, 0).
    /// let (name, kind) = ("hinge".to_owned(), JointKind::Turning);
    /// let (axis, center) = (DVec3::Z, DVec3::X);
    /// let (parent, limits, follows) = (None, Some([0.0, 3.0]), None);
    /// let hinge = Joint { name, kind, axis, center, parent, limits, stands: 0.0, follows };
    /// let half_turn = hinge.motion(std::f64::consts::PI)?;
    /// assert!((half_turn * DVec3::ZERO - DVec3::X * 2.0).length() < 1e-15);
    /// # Ok::<(), osculate::Error>(())
    /// ```
    pub fn motion(&self, place: f64) -> Result<Pose<DVec3>, Error> {
        let by = place - self.stands;
        match self.kind {
            JointKind::Sliding => Pose::from_translation(self.axis * by),
            JointKind::Turning => {
                let turn = Rotation::from_axis_angle(self.axis, by)?;
                Pose::new(self.center - turn.apply(self.center), turn)
            }
        }
    }
}

/// The joints of a scene. Each stands behind the one that it hangs on.
///
/// ```
/// # let file = std::env::temp_dir().join("osculate_joints.urdf");
/// # std::fs::write(&file, r#"<robot name="r">
/// #   <link name="base"><collision><geometry><sphere radius="1"/></geometry></collision></link>
/// #   <link name="hand"><collision><geometry><sphere radius="1"/></geometry></collision></link>
/// #   <joint name="slide" type="prismatic"><parent link="base"/><child link="hand"/>
/// #     <limit lower="0" upper="9"/></joint></robot>"#).unwrap();
/// let read = osculate_io::read(&file, &Default::default())?;
/// let bodies: Vec<_> = read.bodies.iter().map(|body| body.body()).collect();
/// let mut places = read.joints.places();
/// let slide = read.joints.find("slide").expect("the robot has it");
/// for (place, touch) in [(1.5, true), (2.5, false)] {
///     places[slide] = place;
///     let poses = read.poses(&places).expect("the places are finite");
///     let [base, hand] = [0, 1].map(|link| bodies[link].at(poses[link]));
///     assert_eq!(base.intersects(&hand), touch);
/// }
/// # Ok::<(), osculate_io::ReadError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Joints {
    all: Vec<Joint>,
    loose: Vec<String>,
}

impl Joints {
    /// All of them.
    pub fn all(&self) -> &[Joint] {
        &self.all
    }

    /// The names of the joints that move in more than one way at a time: floating and planar ones,
    /// free ones and balls; and of MJCF the bodies that a program moves (`mocap`). They are not
    /// among [`all`](Self::all), and stay where their file puts them;
    /// [`FileBody::loose`](crate::FileBody::loose) says what hangs on them.
    ///
    /// ```
    /// # let ball = "<collision><geometry><sphere radius='1'/></geometry></collision>";
    /// # let text = format!("<robot name='r'><link name='ground'>{ball}</link>
    /// # <link name='base'>{ball}</link><joint name='drives' type='planar'>
    /// # <parent link='ground'/><child link='base'/></joint></robot>");
    /// # let mut options = osculate_io::Options::default();
    /// # options.given.insert("base.urdf".into(), text.into());
    /// // A base that drives on the ground.
    /// let read = osculate_io::read("base.urdf".as_ref(), &options)?;
    /// assert_eq!((read.joints.loose(), read.joints.all().len()), (&["drives".to_string()][..], 0));
    /// assert_eq!((read.bodies[0].loose, read.bodies[1].loose), (None, Some(0)));
    /// # Ok::<(), osculate_io::ReadError>(())
    /// ```
    pub fn loose(&self) -> &[String] {
        &self.loose
    }

    /// The joint of this name.
    pub fn find(&self, name: &str) -> Option<usize> {
        self.all.iter().position(|joint| joint.name == name)
    }

    /// Those that can be set: the others follow one of them.
    pub fn free(&self) -> impl Iterator<Item = (usize, &Joint)> {
        self.all.iter().enumerate().filter(|(_, joint)| joint.follows.is_none())
    }

    /// Where each stood when the file was read: to be changed, and given back to [`frames`] or to
    /// [`FileScene::poses`](crate::FileScene::poses).
    ///
    /// [`frames`]: Self::frames
    pub fn places(&self) -> Vec<f64> {
        self.all.iter().map(|joint| joint.stands).collect()
    }

    /// Where a joint stands if the free ones stand at these places. What is not given stands where
    /// it stood.
    pub fn place(&self, joint: usize, places: &[f64]) -> f64 {
        let given = |joint: usize| places.get(joint).copied().unwrap_or(self.all[joint].stands);
        match self.all[joint].follows {
            Some(Follows { joint, factor, more }) => factor * given(joint) + more,
            None => given(joint),
        }
    }

    /// Of each joint, how what hangs on it has moved if the free ones stand at these places.
    ///
    /// ```
    /// use osculate::DVec3;
    /// use osculate_io::JointKind;
    /// # let text = r#"<robot name="r">
    /// # <link name="base"><collision><geometry><sphere radius="1"/></geometry></collision></link>
    /// # <link name="hand"><collision><geometry><sphere radius="1"/></geometry></collision></link>
    /// # <joint name="slide" type="prismatic"><parent link="base"/><child link="hand"/>
    /// # <limit lower="0" upper="9"/></joint></robot>"#;
    /// # let mut options = osculate_io::Options::default();
    /// # options.given.insert("slide.urdf".into(), text.into());
    /// // A robot whose hand slides along x.
    /// let read = osculate_io::read("slide.urdf".as_ref(), &options)?;
    /// let (joints, slide) = (&read.joints, &read.joints.all()[0]);
    /// assert_eq!((joints.free().count(), slide.kind), (1, JointKind::Sliding));
    /// assert_eq!((joints.place(0, &[3.0]), joints.chain(Some(0))), (3.0, vec![0]));
    /// assert_eq!(joints.frames(&[3.0])?[0].translation(), DVec3::X * 3.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn frames(&self, places: &[f64]) -> Result<Vec<Pose<DVec3>>, Error> {
        let mut frames: Vec<Pose<DVec3>> = Vec::with_capacity(self.all.len());
        for (number, joint) in self.all.iter().enumerate() {
            let own = joint.motion(self.place(number, places))?;
            frames.push(joint.parent.map_or(own, |parent| frames[parent].compose(&own)));
        }
        Ok(frames)
    }

    /// The joints between the world and what hangs on one of them, from the world on.
    pub fn chain(&self, joint: Option<usize>) -> Vec<usize> {
        let mut chain: Vec<usize> =
            std::iter::successors(joint, |joint| self.all[*joint].parent).collect();
        chain.reverse();
        chain
    }

    /// Adds a joint that hangs on none or on one that is there, and says which it is.
    pub(crate) fn push(&mut self, joint: Joint) -> usize {
        self.all.push(joint);
        self.all.len() - 1
    }

    /// Adds a joint that moves in more than one way at a time, and says which of these it is.
    pub(crate) fn push_loose(&mut self, name: &str) -> usize {
        self.loose.push(name.to_string());
        self.loose.len() - 1
    }

    /// Says what a joint follows.
    pub(crate) fn follow(&mut self, joint: usize, follows: Follows) {
        self.all[joint].follows = Some(follows);
    }

    /// The same joints after the free ones have gone to these places; `frames` are those of these
    /// places.
    pub(crate) fn moved(&self, places: &[f64], frames: &[Pose<DVec3>]) -> Self {
        let mut joints = self.clone();
        for (number, joint) in joints.all.iter_mut().enumerate() {
            let frame = joint.parent.map_or(Pose::IDENTITY, |parent| frames[parent]);
            joint.axis = frame.rotation().apply(joint.axis);
            joint.center = frame.apply(joint.center);
            joint.stands = self.place(number, places);
        }
        joints
    }

    /// Adds those of another scene, under names that are free.
    pub(crate) fn merge(&mut self, other: Self, mut rename: impl FnMut(&str) -> String) {
        let before = self.all.len();
        self.loose.extend(other.loose.iter().map(|name| rename(name)));
        self.all.extend(other.all.into_iter().map(|joint| Joint {
            name: rename(&joint.name),
            parent: joint.parent.map(|parent| parent + before),
            follows: joint.follows.map(|of| Follows { joint: of.joint + before, ..of }),
            ..joint
        }));
    }
}

/// A robot of a scene: what its files say beside its bodies and its joints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Robot {
    /// Its name in its file.
    pub name: String,
    /// The planning file that was read with it, SRDF.
    pub srdf: Option<std::path::PathBuf>,
    /// The links that a joint connects, those without a shape too.
    pub connected: Vec<[String; 2]>,
    /// The pairs of links that the planning file disables.
    pub disabled: Vec<Disabled>,
}

/// A pair of links that a planner does not check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disabled {
    /// Their names.
    pub links: [String; 2],
    /// Why: `Adjacent`, `Never`, `Always`, `Default`, or what a user says.
    pub reason: String,
}
