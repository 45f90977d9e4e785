//! Numbers of accessors: what one claims must be there, and what is sparse replaces the rest.

use super::document::{Accessor, Document, Part};

/// A document and its bytes.
#[derive(Clone, Copy)]
pub struct Data<'d> {
    pub document: &'d Document,
    pub buffers: &'d [Vec<u8>],
}

/// Elements that an accessor may have without bytes for them: they are zero, but for a few.
const MOST_ZEROS: usize = 1 << 20;

/// Bytes of a component, by the number that the standard has for its type.
fn bytes_of(component: u32) -> Option<usize> {
    match component {
        5120 | 5121 => Some(1),
        5122 | 5123 => Some(2),
        5125 | 5126 => Some(4),
        _ => None,
    }
}

/// A component; where whole numbers stand for shares of one, as that share.
fn number(component: u32, bytes: &[u8], is_share: bool) -> f64 {
    let mut word = [0; 4];
    word[..bytes.len()].copy_from_slice(bytes);
    let whole = u32::from_le_bytes(word);
    let (value, most) = match component {
        5120 => (f64::from(whole as u8 as i8), 127.0),
        5121 => (f64::from(whole), 255.0),
        5122 => (f64::from(whole as u16 as i16), 32767.0),
        5123 => (f64::from(whole), 65535.0),
        5125 => (f64::from(whole), f64::from(u32::MAX)),
        _ => return f64::from(f32::from_bits(whole)),
    };
    if is_share { (value / most).max(-1.0) } else { value }
}

impl<'d> Data<'d> {
    pub fn accessor(&self, index: usize) -> Result<&'d Accessor, String> {
        let there = self.document.accessors.len();
        let accessor = self.document.accessors.get(index);
        accessor.ok_or_else(|| format!("it names accessor {index}, and has {there}"))
    }

    /// The elements of an accessor, each of so many numbers.
    pub fn elements<const N: usize>(
        &self,
        accessor: &Accessor,
        is_share: bool,
    ) -> Result<Vec<[f64; N]>, String> {
        let kind = accessor.component_type;
        let there = match accessor.dimensions.as_str() {
            "SCALAR" => 1,
            "VEC2" => 2,
            "VEC3" => 3,
            "VEC4" => 4,
            "MAT4" => 16,
            _ => 0,
        };
        let (Some(size), true) = (bytes_of(kind), there == N) else {
            return Err(format!(
                "an accessor is of {} and type {kind}, where {N} numbers are wanted",
                accessor.dimensions
            ));
        };
        let element = |bytes: &[u8]| {
            let mut numbers = [0.0; N];
            for (x, bytes) in numbers.iter_mut().zip(bytes.chunks_exact(size)) {
                *x = number(kind, bytes, is_share);
            }
            numbers
        };
        let mut elements: Vec<[f64; N]> = match (accessor.buffer_view, &accessor.sparse) {
            (Some(view), _) => {
                let part = Run { view, start: accessor.byte_offset, count: accessor.count };
                self.run(part, size * N, true)?.map(element).collect()
            }
            (None, Some(_)) if accessor.count <= MOST_ZEROS => vec![[0.0; N]; accessor.count],
            (None, _) => {
                let count = accessor.count;
                return Err(format!("an accessor of {count} elements without data is not read"));
            }
        };
        if let Some(sparse) = &accessor.sparse {
            let Some(index_kind @ (5121 | 5123 | 5125)) = sparse.indices.component_type else {
                return Err("the places of sparse data must be whole numbers".into());
            };
            let index_size = bytes_of(index_kind).unwrap_or(4);
            let run = |part: &Part| Run {
                view: part.buffer_view,
                start: part.byte_offset,
                count: sparse.count,
            };
            let indices = self.run(run(&sparse.indices), index_size, false)?;
            let values = self.run(run(&sparse.values), size * N, false)?;
            for (index, value) in indices.zip(values) {
                let (index, there) = (number(index_kind, index, false) as usize, elements.len());
                let Some(place) = elements.get_mut(index) else {
                    return Err(format!(
                        "sparse data is of element {index}, and there are {there}"
                    ));
                };
                *place = element(value);
            }
        }
        Ok(elements)
    }

    /// The bytes of each of the elements that are claimed.
    fn run(
        &self,
        run: Run,
        size: usize,
        has_stride: bool,
    ) -> Result<impl Iterator<Item = &'d [u8]> + use<'d>, String> {
        let Run { view: index, start, count } = run;
        let views = &self.document.buffer_views;
        let Some(view) = views.get(index) else {
            return Err(format!("it names buffer view {index}, and has {}", views.len()));
        };
        let stride = view.byte_stride.filter(|_| has_stride).unwrap_or(size);
        if stride < size {
            return Err(format!("its elements of {size} bytes stand {stride} bytes apart"));
        }
        let last = count.saturating_sub(1).checked_mul(stride);
        let end = last.and_then(|n| n.checked_add(start)?.checked_add(size));
        let buffer = self.buffers.get(view.buffer).map_or(&[][..], Vec::as_slice);
        let bytes = view.byte_offset.checked_add(view.byte_length);
        let bytes = bytes.and_then(|end| buffer.get(view.byte_offset..end));
        match (bytes, end) {
            (Some(bytes), Some(end)) if end <= bytes.len() => {
                Ok((0..count).map(move |k| &bytes[start + k * stride..][..size]))
            }
            _ => Err(format!("an accessor claims {count} elements, beyond its buffer")),
        }
    }
}

/// Elements in a view of a buffer.
struct Run {
    view: usize,
    start: usize,
    count: usize,
}
