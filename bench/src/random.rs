//! A small generator with a fixed seed: splitmix64.

pub struct Random(pub u64);

impl Random {
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }
    /// In [0, 1).
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }
    /// In [-1, 1).
    pub fn signed(&mut self) -> f64 {
        2.0 * self.unit() - 1.0
    }
    /// A point of the unit sphere, evenly.
    pub fn direction(&mut self) -> [f64; 3] {
        loop {
            let v = [self.signed(), self.signed(), self.signed()];
            let n = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (0.1..1.0).contains(&n) {
                return v.map(|x| x / n);
            }
        }
    }
    /// A unit quaternion.
    pub fn quaternion(&mut self) -> [f64; 4] {
        loop {
            let q = [self.signed(), self.signed(), self.signed(), self.signed()];
            let n = q.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (0.1..1.0).contains(&n) {
                return q.map(|x| x / n);
            }
        }
    }
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, (self.bits() % (i as u64 + 1)) as usize);
        }
    }
}
