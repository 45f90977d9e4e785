//! The benchmark: all contenders on the same pairs in turn, reshuffled every round; medians of rounds.

mod harness;
mod hulls;
mod polygons;
mod random;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let wanted = |suite: &str| arguments.is_empty() || arguments.iter().any(|a| a == suite);
    if wanted("barycode") {
        polygons::run();
    }
    if wanted("hulls") {
        hulls::run();
    }
}
