//! Skins: where joints, as they stand, bring the points of a mesh. A point goes to the mean, by its
//! weights, of where each joint's node brings it from where it was bound.

use super::data::Data;
use super::document::Primitive;
use crate::solid::Map;
use osculate::DVec3;
use osculate::glam::{DMat3, DMat4};

/// Fours of joints that a point may hang on.
const MOST_SETS: usize = 16;

/// How a skin's joints move what is bound to them.
pub fn joints(data: &Data, skin: usize, most_depth: usize) -> Result<Vec<Map>, String> {
    let there = data.document.skins.len();
    let Some(skin) = data.document.skins.get(skin) else {
        return Err(format!("it names skin {skin}, and has {there}"));
    };
    let bound = match skin.inverse_bind_matrices {
        Some(matrices) => {
            let matrices = data.elements::<16>(data.accessor(matrices)?, false)?;
            if matrices.len() < skin.joints.len() {
                let (there, joints) = (matrices.len(), skin.joints.len());
                return Err(format!("its skin has {there} matrices for {joints} joints"));
            }
            matrices.iter().map(from_columns).collect()
        }
        None => vec![Map::IDENTITY; skin.joints.len()],
    };
    let mut parents = vec![None; data.document.nodes.len()];
    for (parent, node) in data.document.nodes.iter().enumerate() {
        for &child in &node.children {
            if let Some(place) = parents.get_mut(child) {
                *place = Some(parent);
            }
        }
    }
    let place = |joint: usize| {
        let (mut map, mut next, mut steps) = (Map::IDENTITY, Some(joint), 0);
        while let Some(index) = next {
            let nodes = &data.document.nodes;
            let Some(node) = nodes.get(index) else {
                return Err(format!("its skin names node {index}, and there are {}", nodes.len()));
            };
            steps += 1;
            if steps > most_depth {
                return Err("the joints of its skin hang on each other too deeply".into());
            }
            map = node.map() * map;
            next = parents[index];
        }
        Ok(map)
    };
    skin.joints.iter().zip(bound).map(|(joint, bound)| Ok(place(*joint)? * bound)).collect()
}

/// The map of a matrix, whose columns stand one behind the other.
fn from_columns(matrix: &[f64; 16]) -> Map {
    let matrix = DMat4::from_cols_array(matrix);
    Map { matrix3: DMat3::from_mat4(matrix), translation: matrix.w_axis.truncate() }
}

/// Moves the points of a primitive; says whether it is bound to joints at all.
pub fn bend(
    data: &Data,
    primitive: &Primitive,
    joints: &[Map],
    points: &mut [DVec3],
) -> Result<bool, String> {
    let mut moved = vec![(DVec3::ZERO, 0.0); points.len()];
    let mut first = Vec::new();
    for set in 0..=MOST_SETS {
        let names = [format!("JOINTS_{set}"), format!("WEIGHTS_{set}")];
        let [Some(joints_of), Some(weights)] =
            names.map(|name| primitive.attributes.get(&name).copied())
        else {
            if set == 0 {
                return Ok(false);
            }
            break;
        };
        if set == MOST_SETS {
            return Err(format!("its points hang on more than {} joints each", 4 * MOST_SETS));
        }
        let joints_of = data.elements::<4>(data.accessor(joints_of)?, false)?;
        // Whole numbers are shares of one, as the standard has it.
        let weights = data.elements::<4>(data.accessor(weights)?, true)?;
        if joints_of.len() < points.len() || weights.len() < points.len() {
            return Err("a mesh has fewer joints or weights than points".into());
        }
        for (k, point) in points.iter().enumerate() {
            for (joint, weight) in joints_of[k].iter().zip(weights[k]) {
                if weight == 0.0 {
                    continue;
                }
                let Some(map) = joints.get(*joint as usize) else {
                    let there = joints.len();
                    return Err(format!("a point hangs on joint {joint}, and there are {there}"));
                };
                moved[k].0 += weight * map.transform_point3(*point);
                moved[k].1 += weight;
            }
        }
        if set == 0 {
            first = joints_of;
        }
    }
    for (k, point) in points.iter_mut().enumerate() {
        let (sum, weight) = moved[k];
        // Weights are one together, but for rounding; a point without any hangs on its first joint.
        *point = match joints.get(first[k][0] as usize) {
            _ if weight > 0.0 => sum / weight,
            Some(map) => map.transform_point3(*point),
            None => return Err("a point hangs on no joint".into()),
        };
    }
    Ok(true)
}
