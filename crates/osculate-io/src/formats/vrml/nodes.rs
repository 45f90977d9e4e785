//! What VRML97 says of its nodes: the fields of those that are read, and which others have no
//! surface.

use super::tree::Value;

/// The geometries without a surface.
pub const NO_SURFACE: [&str; 3] = ["IndexedLineSet", "PointSet", "Text"];

/// The nodes of a scene that neither have a surface nor hold one.
pub const NO_SHAPE: [&str; 24] = [
    "Background",
    "ColorInterpolator",
    "CoordinateInterpolator",
    "CylinderSensor",
    "DirectionalLight",
    "Fog",
    "NavigationInfo",
    "NormalInterpolator",
    "OrientationInterpolator",
    "PlaneSensor",
    "PointLight",
    "PositionInterpolator",
    "ProximitySensor",
    "ScalarInterpolator",
    "Script",
    "Sound",
    "SphereSensor",
    "SpotLight",
    "TimeSensor",
    "TouchSensor",
    "Viewpoint",
    "VisibilitySensor",
    "WorldInfo",
    "AudioClip",
];

/// What is wrong with a field's value, of the fields whose value decides where a surface is.
pub fn wrong(kind: &str, field: &str, value: &Value) -> Option<String> {
    let found = match value {
        Value::Numbers(numbers) => Some(numbers.len()),
        // An empty list has no kind yet.
        Value::Nodes(nodes) if nodes.is_empty() => Some(0),
        _ => None,
    };
    match (count(kind, field), found) {
        (Some(count), Some(found)) if count == found => None,
        (Some(count), Some(found)) => {
            Some(format!("{field} of {kind} takes {count} numbers, and has {found}"))
        }
        (Some(_), None) => Some(format!("{field} of {kind} takes numbers, and has none")),
        (None, None) if is_list(kind, field) => {
            Some(format!("{field} of {kind} takes numbers, and has none"))
        }
        _ => None,
    }
}

/// How many numbers a field takes.
fn count(kind: &str, field: &str) -> Option<usize> {
    match (kind, field) {
        ("Box", "size") | ("Transform", "translation" | "center" | "scale") => Some(3),
        ("Transform", "rotation" | "scaleOrientation") => Some(4),
        ("Sphere" | "Cylinder", "radius") | ("Cone", "bottomRadius") => Some(1),
        ("Cone" | "Cylinder", "height") | ("Switch", "whichChoice") => Some(1),
        ("ElevationGrid", "xDimension" | "zDimension" | "xSpacing" | "zSpacing") => Some(1),
        _ => None,
    }
}

/// Whether a field takes any number of numbers.
fn is_list(kind: &str, field: &str) -> bool {
    matches!(
        (kind, field),
        ("Coordinate", "point")
            | ("ElevationGrid", "height")
            | ("Extrusion", "crossSection" | "spine" | "scale" | "orientation")
            | ("IndexedFaceSet", "coordIndex")
    )
}

/// Whether a node has a field; of nodes that are not read, any.
pub fn knows(kind: &str, field: &str) -> bool {
    let fields: &[&str] = match kind {
        "Transform" => &["center", "rotation", "scale", "scaleOrientation", "translation"],
        "Group" => &[],
        "Anchor" => &["description", "parameter", "url"],
        "Billboard" => &["axisOfRotation"],
        "Collision" => &["collide", "proxy"],
        "Switch" => &["choice", "whichChoice"],
        "LOD" => &["center", "level", "range"],
        "Inline" => &["url", "bboxCenter", "bboxSize"],
        "Shape" => &["appearance", "geometry"],
        "Box" => &["size"],
        "Sphere" => &["radius"],
        "Cone" => &["bottomRadius", "height", "side", "bottom"],
        "Cylinder" => &["bottom", "height", "radius", "side", "top"],
        "Coordinate" => &["point"],
        "IndexedFaceSet" => &[
            "color",
            "coord",
            "normal",
            "texCoord",
            "ccw",
            "colorIndex",
            "colorPerVertex",
            "convex",
            "coordIndex",
            "creaseAngle",
            "normalIndex",
            "normalPerVertex",
            "solid",
            "texCoordIndex",
        ],
        "ElevationGrid" => &[
            "color",
            "normal",
            "texCoord",
            "height",
            "ccw",
            "colorPerVertex",
            "creaseAngle",
            "normalPerVertex",
            "solid",
            "xDimension",
            "xSpacing",
            "zDimension",
            "zSpacing",
        ],
        "Extrusion" => &[
            "beginCap",
            "ccw",
            "convex",
            "creaseAngle",
            "crossSection",
            "endCap",
            "orientation",
            "scale",
            "solid",
            "spine",
        ],
        _ => return true,
    };
    const GROUPS: [&str; 5] = ["Transform", "Group", "Anchor", "Billboard", "Collision"];
    fields.contains(&field)
        || GROUPS.contains(&kind) && ["children", "bboxCenter", "bboxSize"].contains(&field)
}
