#!/bin/sh
# levels.sh IRORI [GAMES [NODES]]: by hand: does every level still beat the one below it under other rules? Prints the table of
# docs/variants.md; returns 1 if a level does not. NODES: how much the strongest level thinks.
set -eu
irori=$1
games=${2:-400}
nodes=${3:-2000}
failed=0
row() { # OPTIONS
    printf '| `%s` |' "$1"
    for pair in "normal easy" "hard normal" "master@${nodes}n hard"; do
        # shellcheck disable=SC2086  # two words
        won=$("$irori" match koikoi $pair --games "$games" --threads 1 --options "$1" --seed 2026 --json | python3 -c '
import json, sys
m = json.load(sys.stdin)
share = m["share"]
print("%.1f %.1f" % (100 * share["at"], 50 * (share["high"] - share["low"])))')
        printf ' %s ± %s %% |' "${won% *}" "${won#* }"
        [ "$(printf '%.0f' "${won% *}")" -gt 50 ] || failed=1
    done
    echo
}
echo '| options | normal beats easy | hard beats normal | master beats hard |'
echo '|---|---|---|---|'
for options in printed nintendo arcade hanafubuki bga_soft bga_hard flash lay=free lightning=joker \
    shima=6,kusa_tan=5,ame_sanko=4,kasu_from=8,sake_plain=off next_dealer=alternate,target=60; do
    row "$options"
done
exit $failed
