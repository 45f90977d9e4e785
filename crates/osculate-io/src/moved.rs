//! Scenes and bodies that are moved after they were read.

use crate::scene::{FileBody, FileMesh, FilePart, FileScene};
use osculate::{At, Body, DVec3, Error, Pose, Vector};

impl FileScene {
    /// How each body has moved since the file was read, if the free joints stand at these places.
    pub fn poses(&self, places: &[f64]) -> Result<Vec<Pose<DVec3>>, Error> {
        let frames = self.joints.frames(places)?;
        let pose = |body: &FileBody| body.joint.map_or(Pose::IDENTITY, |joint| frames[joint]);
        Ok(self.bodies.iter().map(pose).collect())
    }

    /// The scene with its joints at other places, as if it had been read so.
    ///
    /// ```
    /// use osculate::{DVec3, Pose};
    /// # let text = r#"<robot name="r">
    /// # <link name="base"><collision><geometry><sphere radius="1"/></geometry></collision></link>
    /// # <link name="hand"><collision><geometry><sphere radius="1"/></geometry></collision></link>
    /// # <joint name="slide" type="prismatic"><parent link="base"/><child link="hand"/>
    /// # <limit lower="0" upper="9"/></joint></robot>"#;
    /// # let mut options = osculate_io::Options::default();
    /// # options.given.insert("slide.urdf".into(), text.into());
    /// // A robot whose hand slides along x.
    /// let read = osculate_io::read("slide.urdf".as_ref(), &options)?;
    /// let hand = read.with_joints(&[5.0])?.bodies[1].body();
    /// assert!(hand.at(Pose::IDENTITY).contains(DVec3::X * 5.5));
    /// assert_eq!(read.poses(&[5.0])?[1].translation(), DVec3::X * 5.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_joints(&self, places: &[f64]) -> Result<Self, Error> {
        let frames = self.joints.frames(places)?;
        let moved = |joint: Option<usize>| joint.map_or(Pose::IDENTITY, |joint| frames[joint]);
        Ok(Self {
            bodies: self.bodies.iter().map(|body| body.moved(moved(body.joint))).collect(),
            ignored: self.ignored.clone(),
            notes: self.notes.clone(),
            joints: self.joints.moved(places, &frames),
            robots: self.robots.clone(),
        })
    }
}

impl<V: Vector> FileBody<V> {
    /// The body at a pose, as if it had been read there. Motions of files are from where it was, and
    /// it has none.
    pub fn moved(&self, pose: Pose<V>) -> Self {
        let part = |part: &FilePart<V>| FilePart {
            kind: part.kind,
            shape: At::new(part.shape.clone(), pose).into(),
            corners: part.corners.as_ref().map(|all| all.iter().map(|p| pose.apply(*p)).collect()),
            fills: part.fills,
        };
        let mesh = |mesh: &FileMesh<V>| FileMesh {
            points: mesh.points.iter().map(|p| pose.apply(*p)).collect(),
            body: Body::compound([(mesh.body.clone(), pose)]).unwrap_or_else(|_| mesh.body.clone()),
            ..mesh.clone()
        };
        Self {
            name: self.name.clone(),
            group: self.group.clone(),
            color: self.color,
            origin: pose.apply(self.origin),
            motion: None,
            joint: self.joint,
            loose: self.loose,
            parts: self.parts.iter().map(part).collect(),
            meshes: self.meshes.iter().map(mesh).collect(),
            assumed: self.assumed.clone(),
        }
    }
}
