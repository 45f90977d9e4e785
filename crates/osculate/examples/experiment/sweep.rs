//! I-COLLIDE's sweep and prune (J. D. Cohen, M. C. Lin, D. Manocha, M. K. Ponamgi, 1995), which
//! chooses the pairs of paper 000's experiment: cubes of fixed size along the axes, three lists of
//! their ends that stay sorted, and an insertion sort that is nearly linear where bodies move
//! little from frame to frame.

/// Where a cube begins or ends on an axis.
#[derive(Clone, Copy, Debug)]
struct End {
    at: f32,
    body: u32,
    is_high: bool,
}

impl End {
    /// Cubes that touch overlap: of ends at one place, the low ones come first.
    fn is_before(&self, other: &Self) -> bool {
        self.at < other.at || self.at == other.at && !self.is_high && other.is_high
    }
}

/// The lists, and the pairs whose cubes overlap.
pub struct SweepAndPrune {
    /// Half of a cube's edge.
    half: f32,
    lists: [Vec<End>; 3],
    /// On how many axes the cubes of a pair overlap.
    shared: Vec<u8>,
    /// The pairs that overlap on all three, by their number, in no order.
    active: Vec<u32>,
    /// Where an active pair stands in that list.
    places: Vec<u32>,
    /// How often two ends changed places.
    pub swaps: usize,
}

/// The number of a pair of bodies: that of [0, 1], [0, 2], [1, 2], [0, 3], …
fn number([a, b]: [u32; 2]) -> usize {
    let (a, b) = (a.min(b) as usize, a.max(b) as usize);
    b * (b - 1) / 2 + a
}

impl SweepAndPrune {
    /// Cubes of this half edge about so many bodies, in a row without overlap until the first frame
    /// sorts them.
    pub fn new(bodies: usize, half: f32) -> Self {
        let ends = (0..bodies as u32).flat_map(|body| {
            let end = |is_high| End { at: 0.0, body, is_high };
            [end(false), end(true)]
        });
        let ends: Vec<End> = ends.collect();
        let pairs = bodies * bodies.saturating_sub(1) / 2;
        let lists = [ends.clone(), ends.clone(), ends];
        let (shared, places) = (vec![0; pairs], vec![0; pairs]);
        Self { half, lists, shared, active: Vec::new(), places, swaps: 0 }
    }

    /// Moves the cubes to these centres.
    pub fn step(&mut self, centres: impl Fn(usize) -> [f32; 3]) {
        for axis in 0..3 {
            let mut list = std::mem::take(&mut self.lists[axis]);
            for end in &mut list {
                let half = if end.is_high { self.half } else { -self.half };
                end.at = centres(end.body as usize)[axis] + half;
            }
            for i in 1..list.len() {
                let moving = list[i];
                let mut k = i;
                while k > 0 && moving.is_before(&list[k - 1]) {
                    self.pass(moving, list[k - 1]);
                    list[k] = list[k - 1];
                    k -= 1;
                }
                list[k] = moving;
            }
            self.lists[axis] = list;
        }
    }

    /// An end moves down past another. Where a low one passes a high one, two cubes begin to
    /// overlap on the axis, and where a high one passes a low one, they no longer do.
    fn pass(&mut self, moving: End, passed: End) {
        self.swaps += 1;
        if moving.is_high == passed.is_high || moving.body == passed.body {
            return;
        }
        let pair = number([moving.body, passed.body]);
        if passed.is_high {
            self.shared[pair] += 1;
            if self.shared[pair] == 3 {
                self.places[pair] = self.active.len() as u32;
                self.active.push(pair as u32);
            }
        } else {
            if self.shared[pair] == 3 {
                let place = self.places[pair] as usize;
                self.active.swap_remove(place);
                if let Some(&moved) = self.active.get(place) {
                    self.places[moved as usize] = place as u32;
                }
            }
            self.shared[pair] -= 1;
        }
    }

    /// The pairs whose cubes overlap, by their number, in no order.
    pub fn active(&self) -> &[u32] {
        &self.active
    }
}
