#!/usr/bin/env bash
# Where does a run spend its time? Records it with Linux perf, leaves a flame graph, prints a table.
#
#   perf/profile.sh                     # multinode broadcast on the 12-cube
#   perf/profile.sh run simultaneous-broadcast/greedy -n hypercube:12 -b all
#
# All arguments are those of tutti. All that it leaves is in build/profile; a browser shows
# flame_graph.svg.
set -euo pipefail

self=$(readlink -f -- "${BASH_SOURCE[0]}")
# shellcheck source-path=SCRIPTDIR source=../source/bootstrap.sh
source "${self%/*}/../source/bootstrap.sh"

readonly samples_per_second=4999 # not a divisor of anything periodic

require_tool() {
    command -v "$1" >/dev/null || die 2 "profile.sh takes $1: apt-get install $2"
}

# Takes hardware counters where there are any, else the clock: perf record sees to that itself.
record() {
    local folder=$1 said status=0
    shift
    said=$(perf record --call-graph fp -F "$samples_per_second" -o "$folder/perf.data" \
        -- "$folder/tutti" "$@" 2>&1 >"$folder/output.txt") || status=$?
    if [[ ! -s $folder/perf.data ]]; then
        die "$((status ? status : 1))" "perf cannot record here (is kernel.perf_event_paranoid" \
            "above 2?): ${said%%$'\n'*}"
    fi
    ((status == 0)) ||
        die "$status" "tutti $* ended with status $status, no profile: ${said%%$'\n'*}"
}

main() {
    local folder=$root/build/profile
    require_tool perf linux-perf
    require_tool python3 python3
    require_tool addr2line binutils
    (($# > 0)) || set -- run multinode-broadcast/rotation-classes -n hypercube:12
    configure "$folder" -DCMAKE_BUILD_TYPE=Release -DTUTTI_BUILD_TESTS=OFF -DTUTTI_PROFILE=ON
    build "$folder" --target tutti
    rm -f "$folder/perf.data"
    record "$folder" "$@"
    printf 'tutti %s\n' "$*"
    perf script -i "$folder/perf.data" --no-inline --show-mmap-events \
        -F comm,tid,event,ip,sym,dso 2>"$folder/script.txt" |
        python3 "$root/perf/flame_graph.py" --binary "$folder/tutti" --title "tutti $*" \
            --output "$folder/flame_graph.svg"
}

main "$@"
