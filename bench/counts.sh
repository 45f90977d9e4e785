#!/usr/bin/env bash
# Counts the instructions of thirteen core queries under valgrind, and holds them beside bench/counts.txt: more than 3 per cent above is a failure, unless the
# stored figure is changed in the same commit. `bench/counts.sh --store` stores what it finds. Another compiler than the stored one, or a machine
# without AVX where the stored one had it, only reports.
set -euo pipefail
cd "$(dirname "$0")"
command -v valgrind > /dev/null || { apt-get update -qq && apt-get install -y -qq valgrind > /dev/null; }
cargo build --release --quiet --example counts
compiler=$(rustc -V)
! grep -qw avx /proc/cpuinfo 2> /dev/null || compiler+=", avx"
queries="polygons-intersect polygons-distance hulls-20-intersect hulls-20-distance hulls-20-closest hulls-20-closest-touching hulls-20-depth hulls-20-depth-tracked
    hulls-256-distance cuboids-intersect cuboids-contact cylinder-capsule-distance ball-cuboid-distance"

# Of so many repetitions, the start included.
collected() {
    valgrind --tool=callgrind --callgrind-out-file=/dev/null target/release/examples/counts "$1" "$2" 2>&1 |
        awk '/Collected/ { print $4 }'
}

found="compiler $compiler"
failed=0
stored_compiler=$(sed -n 's/^compiler //p' counts.txt 2> /dev/null || true)
for query in $queries; do
    few=$(collected "$query" 160)
    many=$(collected "$query" 480)
    count=$(((many - few) / 320))
    stored=$(awk -v q="$query" '$1 == q { print $2 }' counts.txt 2> /dev/null || true)
    note=""
    if [ -n "$stored" ] && [ $((count * 100)) -gt $((stored * 103)) ]; then
        note="above the stored $stored"
        [ "$compiler" = "$stored_compiler" ] && failed=1
    fi
    printf '%-28s %7d instructions a query  %s\n' "$query" "$count" "$note"
    found+=$'\n'"$query $count"
done
if [ "${1:-}" = --store ]; then
    printf '%s\n' "$found" > counts.txt
elif [ "$compiler" != "$stored_compiler" ]; then
    echo "counts.txt is of $stored_compiler, this is $compiler: nothing is held against it"
fi
exit $failed
