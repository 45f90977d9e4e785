#!/usr/bin/env bash
# Two commits side by side over one list of pairs: time of each query, and where answers disagree.
#
#   bench/compare.sh OLD [NEW]        NEW is the working tree if it is not given
#
# SPACE (DVec3), KINDS ('capsule cone'), COUNT (1000) and SEED (1) say which pairs are written; or
# PAIRS names a file of them, a line of JSON each: [shape, shape], as the feature `serde` has shapes.
# The exit code is 1 if brackets have nothing in common. Each commit builds bench/compare.rs of this
# tree, so both must have the few public items that it uses.
set -euo pipefail
pairs=${PAIRS:+$(realpath "$PAIRS")}
cd "$(dirname "$0")/.."
old=${1:?a commit to compare with}
new=${2:-}
space=${SPACE:-DVec3}
root=$PWD
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/compare
work=$(mktemp -d)
trap 'for tree in "$work"/*-tree; do git worktree remove --force "$tree" 2> /dev/null || true; done; rm -rf "$work"' EXIT

# The program for the library of a folder: a package of its own, with the profile of a user.
build() {
    local name=$1 tree=$2
    mkdir -p "$work/$name"
    cat > "$work/$name/Cargo.toml" <<TOML
[package]
name = "compare"
version = "0.0.0"
edition = "2024"
[workspace]
[dependencies]
osculate = { path = "$tree/crates/osculate", features = ["serde"] }
serde = { version = "1", features = ["derive"] }
serde_json = { version = "1", features = ["float_roundtrip"] }
[[bin]]
name = "compare"
path = "$root/bench/compare.rs"
TOML
    CARGO_TARGET_DIR="$target/$name" cargo build --quiet --release --manifest-path "$work/$name/Cargo.toml"
}
tree_of() {
    [ -n "$2" ] || { echo "$root"; return; }
    git worktree add --quiet --detach "$work/$1-tree" "$2"
    echo "$work/$1-tree"
}
build old "$(tree_of old "$old")"
build new "$(tree_of new "$new")"

if [ -z "$pairs" ]; then
    pairs=$target/pairs.json
    # shellcheck disable=SC2086 # Two kinds are two words.
    "$target/old/release/compare" pairs "$space" "${COUNT:-1000}" "${SEED:-1}" ${KINDS:-capsule cone} > "$pairs"
fi
# In turn, so that what else the machine does meets both; the least time of each counts.
for _ in 1 2 3 4 5; do
    for name in old new; do
        "$target/$name/release/compare" ask "$space" "$pairs" >> "$work/$name.txt"
    done
done
echo "$(wc -l < "$pairs") pairs of $pairs, in $space: $old against ${new:-the working tree}"
"$target/new/release/compare" report "$work/old.txt" "$work/new.txt"
