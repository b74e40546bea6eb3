#!/usr/bin/env bash
# How long files take to compile, each alone and without the precompiled header: CPU seconds. Takes
# the program in build/ for what `tutti new` writes.
set -euo pipefail

self=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${self%/perf/*}
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
TIMEFORMAT='| %U |'

show() {
    local name=$1 level=$2 file=$3
    printf '| %s | -%s ' "$name" "$level"
    time g++ -std=c++20 "-$level" -I "$root/include" -c "$file" -o /dev/null
}

printf '| file | | CPU s |\n| --- | --- | ---: |\n'
for file in algorithms/hypercube/simultaneous_broadcast/prefix_roots.cpp algorithms/hypercube/simultaneous_broadcast/ranked.cpp algorithms/hypercube/simultaneous_broadcast/greedy.cpp \
    experiment/experiment.cpp; do
    show "source/$file" O3 "$root/source/$file"
done
show "README's first program" O2 "$root/tests/examples/01_first_program.cpp"
(cd "$scratch" && "$root/build/tutti" new broadcast-demo >/dev/null)
show "what \`tutti new\` writes" O3 "$scratch/broadcast-demo/broadcast_demo.cpp"
