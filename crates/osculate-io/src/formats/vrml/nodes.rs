//! What VRML97 and X3D say of their nodes: the fields of those that are read, which others have no
//! surface, and which field of its parent a node stands in.

use super::tree::Value;

/// The geometries without a surface.
pub const NO_SURFACE: [&str; 8] = [
    "Arc2D",
    "Circle2D",
    "IndexedLineSet",
    "LineSet",
    "PointSet",
    "Polyline2D",
    "Polypoint2D",
    "Text",
];

/// The nodes of a scene that neither have a surface nor hold one. Whole families of X3D end alike,
/// and [`has_no_shape`] knows those.
const NO_SHAPE: [&str; 29] = [
    "Anchor2D",
    "AudioClip",
    "Background",
    "BooleanFilter",
    "BooleanSequencer",
    "BooleanToggle",
    "BooleanTrigger",
    "Color",
    "ColorRGBA",
    "Coordinate",
    "DirectionalLight",
    "Fog",
    "FogCoordinate",
    "IntegerSequencer",
    "IntegerTrigger",
    "LocalFog",
    "NavigationInfo",
    "Normal",
    "OrthoViewpoint",
    "PointLight",
    "Script",
    "Sound",
    "SpotLight",
    "TextureBackground",
    "TimeTrigger",
    "Viewpoint",
    "ViewpointGroup",
    "Viewport",
    "WorldInfo",
];

/// Whether a node of a scene neither has a surface nor holds one.
pub fn has_no_shape(kind: &str) -> bool {
    let ends = ["Interpolator", "Interpolator2D", "Sensor", "Chaser", "Damper"];
    // A prototype may be called so, and is none of these.
    NO_SHAPE.contains(&kind)
        || kind.starts_with("Metadata")
        || ends.iter().any(|end| kind.ends_with(end))
}

/// The nodes that place what they hold.
pub const TRANSFORMS: [&str; 5] =
    ["Transform", "CADPart", "HAnimHumanoid", "HAnimJoint", "HAnimSite"];

/// The nodes that hold others where they are.
pub const GROUPS: [&str; 10] = [
    "Anchor",
    "Billboard",
    "CADAssembly",
    "CADFace",
    "CADLayer",
    "Collision",
    "Group",
    "HAnimSegment",
    "PickableGroup",
    "StaticGroup",
];

/// The fields of these in which children stand.
pub const HOLDING: [&str; 3] = ["children", "shape", "skeleton"];

/// Whether a node's name can be a body's: those of materials, coordinates and views are not.
pub fn holds_shapes(kind: &str) -> bool {
    TRANSFORMS.contains(&kind)
        || GROUPS.contains(&kind)
        || ["Switch", "LOD", "Inline", "Shape"].contains(&kind)
}

/// What is wrong with a field's value, of the fields whose value decides where a surface is.
pub fn wrong(kind: &str, field: &str, value: &Value) -> Option<String> {
    let found = match value {
        Value::Is(_) => return None,
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

/// Whether a field decides what the surface of a geometry is.
pub fn shapes(kind: &str, field: &str) -> bool {
    let is_frame = TRANSFORMS.contains(&kind) || kind == "Switch";
    !is_frame && (count(kind, field).is_some() || is_list(kind, field) || field == "coord")
}

/// How many numbers a field takes.
fn count(kind: &str, field: &str) -> Option<usize> {
    match (kind, field) {
        ("Box", "size") => Some(3),
        ("Rectangle2D", "size") => Some(2),
        (kind, "translation" | "center" | "scale") if TRANSFORMS.contains(&kind) => Some(3),
        (kind, "rotation" | "scaleOrientation") if TRANSFORMS.contains(&kind) => Some(4),
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
        ("Coordinate" | "CoordinateDouble", "point")
            | ("ElevationGrid", "height")
            | ("Extrusion", "crossSection" | "spine" | "scale" | "orientation")
            | ("IndexedFaceSet", "coordIndex")
            | ("TriangleSet2D", "vertices")
            | (_, "index" | "stripCount" | "fanCount")
    )
}

/// The fields of all sets of faces.
const OF_FACES: [&str; 11] = [
    "attrib",
    "ccw",
    "color",
    "colorPerVertex",
    "coord",
    "fogCoord",
    "normal",
    "normalPerVertex",
    "solid",
    "texCoord",
    "creaseAngle",
];

/// Whether a node has a field; of nodes that are not read, any.
pub fn knows(kind: &str, field: &str) -> bool {
    let is_of_faces = matches!(
        kind,
        "IndexedFaceSet"
            | "ElevationGrid"
            | "TriangleSet"
            | "TriangleStripSet"
            | "TriangleFanSet"
            | "QuadSet"
            | "IndexedTriangleSet"
            | "IndexedTriangleStripSet"
            | "IndexedTriangleFanSet"
            | "IndexedQuadSet"
    );
    let fields: &[&str] = match kind {
        "Transform" | "CADPart" | "HAnimSite" => &[],
        "HAnimHumanoid" | "HAnimJoint" | "HAnimSegment" => return true,
        "Group" | "StaticGroup" | "CADAssembly" => &["name"],
        "CADLayer" => &["name"],
        "CADFace" => &["name", "shape"],
        "PickableGroup" => &["objectType", "pickable"],
        "Anchor" => &["description", "parameter", "url", "autoRefresh", "autoRefreshTimeLimit"],
        "Billboard" => &["axisOfRotation"],
        "Collision" => &["collide", "enabled", "proxy"],
        "Switch" => &["choice", "children", "whichChoice"],
        "LOD" => &["center", "level", "children", "range", "forceTransitions"],
        "Inline" => {
            &["url", "load", "global", "description", "autoRefresh", "autoRefreshTimeLimit"]
        }
        "Shape" => &["appearance", "geometry"],
        "Box" => &["size"],
        "Sphere" => &["radius", "subdivision"],
        "Cone" => &["bottomRadius", "height", "side", "bottom", "subdivision"],
        "Cylinder" => &["bottom", "height", "radius", "side", "top", "subdivision"],
        "Coordinate" | "CoordinateDouble" => &["point"],
        "Rectangle2D" => &["size"],
        "TriangleSet2D" => &["vertices"],
        "IndexedFaceSet" => &["colorIndex", "convex", "coordIndex", "normalIndex", "texCoordIndex"],
        "ElevationGrid" => &["height", "xDimension", "xSpacing", "zDimension", "zSpacing"],
        "Extrusion" => &[
            "beginCap",
            "ccw",
            "convex",
            "creaseAngle",
            "crossSection",
            "endCap",
            "orientation",
            "scale",
            "spine",
        ],
        "TriangleStripSet" => &["stripCount"],
        "TriangleFanSet" => &["fanCount"],
        "TriangleSet" | "QuadSet" => &[],
        _ if is_of_faces => &["index"],
        _ => return true,
    };
    const PLACED: [&str; 6] =
        ["center", "rotation", "scale", "scaleOrientation", "translation", "name"];
    // What X3D gives to all that is seen.
    const COMMON: [&str; 7] =
        ["metadata", "bboxCenter", "bboxSize", "bboxDisplay", "visible", "castShadow", "solid"];
    let is_group = TRANSFORMS.contains(&kind) || GROUPS.contains(&kind);
    fields.contains(&field)
        || COMMON.contains(&field)
        || is_of_faces && OF_FACES.contains(&field)
        || is_group && field == "children"
        || TRANSFORMS.contains(&kind) && PLACED.contains(&field)
}

/// The field of its parent that a node stands in, if the file does not say so (X3D, part 1).
pub fn container(parent: &str, kind: &str) -> &'static str {
    match kind {
        "Appearance" => "appearance",
        "Material" | "PhysicalMaterial" | "TwoSidedMaterial" | "UnlitMaterial" => "material",
        "Color" | "ColorRGBA" => "color",
        "Normal" => "normal",
        "TextureTransform" => "textureTransform",
        "FontStyle" | "ScreenFontStyle" => "fontStyle",
        "LineProperties" => "lineProperties",
        "FillProperties" => "fillProperties",
        "PointProperties" => "pointProperties",
        "FogCoordinate" => "fogCoord",
        "CollidableShape" => "collidables",
        "HAnimJoint" if parent == "HAnimHumanoid" => "skeleton",
        kind if kind.starts_with("Metadata") => {
            if parent == "MetadataSet" {
                "value"
            } else {
                "metadata"
            }
        }
        kind if kind.starts_with("TextureCoordinate") => "texCoord",
        kind if kind.ends_with("Texture") || kind == "MultiTexture" => "texture",
        kind if kind.ends_with("Coordinate") || kind == "CoordinateDouble" => "coord",
        _ if parent == "CADFace" => "shape",
        _ if parent == "Shape" => "geometry",
        _ => "children",
    }
}
