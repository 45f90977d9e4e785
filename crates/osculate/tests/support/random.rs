//! A small generator with a fixed seed: splitmix64. The benchmark uses it too.

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
    /// Between two powers of ten, evenly in the exponent.
    pub fn magnitude(&mut self, low: f64, high: f64) -> f64 {
        10f64.powf(low + (high - low) * self.unit())
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n as u64) as usize
    }
    /// A place in a list that had so many when its stream was fixed and has these later ones, evenly.
    /// What a list gains at its end takes its share, and shifts nothing else.
    pub fn place(&mut self, first: usize, later: usize) -> usize {
        let bits = self.bits();
        let takes = |place: &usize| Random(bits ^ *place as u64).below(place + 1) == 0;
        let last = (first..first + later).rev().find(takes);
        last.unwrap_or((bits % first as u64) as usize)
    }
    /// A point of the unit sphere, evenly.
    pub fn direction(&mut self) -> [f64; 3] {
        self.on_sphere()
    }
    /// A unit quaternion, evenly.
    pub fn quaternion(&mut self) -> [f64; 4] {
        self.on_sphere()
    }
    fn on_sphere<const N: usize>(&mut self) -> [f64; N] {
        loop {
            let v: [f64; N] = core::array::from_fn(|_| self.signed());
            let n = v.iter().map(|x| x * x).sum::<f64>().sqrt();
            if (0.1..1.0).contains(&n) {
                return v.map(|x| x / n);
            }
        }
    }
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            list.swap(i, self.below(i + 1));
        }
    }
}
