//! The benchmark: all contenders on the same pairs in turn, reshuffled every round; medians of rounds.

mod building;
mod harness;
mod hulls;
mod polygons;
mod primitives;
#[allow(dead_code)] // The tests use more of it.
#[path = "../../crates/osculate/tests/support/random.rs"]
mod random;

/// Rounds of a full run, and of `--quick`, which shows that the benchmark works and measures little.
const ROUNDS: [usize; 2] = [21, 1];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (flags, suites): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|a| a.starts_with("--"));
    let known = ["barycode", "building", "hulls", "primitives"];
    if flags.iter().any(|f| *f != "--quick") || suites.iter().any(|s| !known.contains(&s.as_str()))
    {
        eprintln!("usage: osculate-bench [barycode] [building] [hulls] [primitives] [--quick]");
        std::process::exit(2);
    }
    let rounds = ROUNDS[usize::from(!flags.is_empty())];
    let wanted = |suite: &str| suites.is_empty() || suites.iter().any(|s| *s == suite);
    if wanted("barycode") {
        polygons::run(rounds);
    }
    if wanted("building") {
        building::run(rounds);
    }
    if wanted("hulls") {
        hulls::run(rounds);
    }
    if wanted("primitives") {
        primitives::run(rounds);
    }
}
