#!/usr/bin/env bash
# How long files take to compile, each alone and without the precompiled header: CPU seconds.
set -euo pipefail

self=$(readlink -f -- "${BASH_SOURCE[0]}")
root=${self%/perf/*}
TIMEFORMAT=%U

for file in source/algorithm/cube/prefix_roots.cpp source/algorithm/cube/ranked.cpp \
    source/algorithm/cube/greedy.cpp source/experiment/experiment.cpp; do
    printf '%-50s -O3 ' "$file"
    time g++ -std=c++20 -O3 -I "$root/include" -c "$root/$file" -o /dev/null
done
printf '%-50s -O2 ' tests/examples/first_program.cpp
time g++ -std=c++20 -O2 -I "$root/include" -c "$root/tests/examples/first_program.cpp" -o /dev/null
