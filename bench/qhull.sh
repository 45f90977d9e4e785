#!/usr/bin/env bash
# Our hulls beside Qhull's: corners, volumes and times on the same points. Needs Debian's `qhull-bin`.
set -euo pipefail
cd "$(dirname "$0")"
command -v qconvex > /dev/null || { echo 'missing: apt-get install qhull-bin'; exit 2; }
cargo build --quiet --release --example hull_of
points=$(mktemp)
trap 'rm -f "$points"' EXIT
failed=0
printf '%-22s %9s %9s %18s %18s %9s %9s\n' points corners Qhull volume Qhull s Qhull
# shellcheck disable=SC2086 # Each is several arguments.
for set in '100 s D3' '1000 s D3' '10000 s D3' '1000 D3' '100000 D3' '1000 W1e-3 D3' '500 s Z0.3 D3' \
           '27 M3,4 D3' '200 L8 D3' '100 r s Z1 G0.2 D3' '2000 s O1000000 D3'; do
    rbox $set > "$points"
    read -r corners volume seconds < <(target/release/examples/hull_of < "$points")
    read -r their_corners their_volume their_seconds < <(qconvex FA s 2>&1 < "$points" | awk '
        /Number of vertices/ { corners = $NF } / volume:/ { volume = $NF } /CPU seconds/ { seconds = $NF }
        END { print corners, volume, seconds }')
    printf '%-22s %9s %9s %18s %18s %9s %9s\n' \
        "$set" "$corners" "$their_corners" "$volume" "$their_volume" "$seconds" "$their_seconds"
    awk -v a="$volume" -v b="$their_volume" 'BEGIN { exit !((a - b)^2 <= (1e-6 * b)^2) }' || failed=1
done
[ "$failed" = 0 ] || { echo 'volumes differ'; exit 1; }
