#!/usr/bin/env bash
# Has a run become more expensive? Counts the instructions of a few runs, which no busy machine
# disturbs, and fails if one takes 5 % more than perf/instructions.csv says.
#
#   perf/guard.sh             # compares
#   perf/guard.sh --update    # writes what it counts into perf/instructions.csv
set -euo pipefail

self=$(readlink -f -- "${BASH_SOURCE[0]}")
# shellcheck source-path=SCRIPTDIR source=../source/bootstrap.sh
source "${self%/*}/../source/bootstrap.sh"

readonly figures=$root/perf/instructions.csv
readonly allowed_percent=105

# Figures of another kind of build would mean nothing.
build_plain() {
    local directory=$root/build settings=()
    is_configured "$directory" || settings=(-DCMAKE_BUILD_TYPE=Release -DTUTTI_BUILD_TESTS=OFF)
    configure "$directory" "${settings[@]}"
    [[ $(cached "$directory" CMAKE_BUILD_TYPE) == Release &&
        $(cached "$directory" TUTTI_NATIVE)$(cached "$directory" TUTTI_PROFILE) == OFFOFF &&
        -z $(cached "$directory" TUTTI_SANITIZE) ]] ||
        die 2 "the guard takes a Release build without TUTTI_NATIVE, TUTTI_PROFILE and" \
            "TUTTI_SANITIZE in $directory"
    build "$directory" --target tutti
}

# One thread: how two share the work is not the same in every run. A limit of memory: to look it up takes as
# many instructions as there are control groups.
count() {
    local arguments said status=0
    read -r -a arguments <<<"$1"
    said=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        "$root/build/tutti" run "${arguments[@]}" --threads 1 --memory-limit 4000000000 --no-schedule-cache \
        --quiet 2>&1) || status=$?
    ((status == 0)) || die 1 "tutti run $1 ended with status $status: $said"
    [[ $said =~ Collected\ :\ ([0-9]+) ]] || die 1 "callgrind counted nothing: $said"
    printf '%s\n' "${BASH_REMATCH[1]}"
}

main() {
    local run before now percent grown=0 lines=("run,instructions")
    case $#:${1:-} in
    0: | 1:--update) ;;
    *) die 2 "usage: perf/guard.sh [--update]" ;;
    esac
    command -v valgrind >/dev/null || die 2 "the guard takes valgrind: apt-get install valgrind"
    build_plain
    while IFS=, read -r run before; do
        now=$(count "$run")
        percent=$(((100 * now + before / 2) / before))
        printf '%-70s %12d, were %12d: %3d %%\n' "$run" "$now" "$before" "$percent"
        lines+=("$run,$now")
        ((100 * now <= allowed_percent * before)) || grown=$((grown + 1))
    done < <(tail -n +2 "$figures")
    ((${#lines[@]} > 1)) || die 1 "no run in $figures"
    if [[ ${1:-} == --update ]]; then
        printf '%s\n' "${lines[@]}" >"$figures"
    elif ((grown > 0)); then
        die 1 "$grown runs take over $((allowed_percent - 100)) % more instructions than they did;" \
            "if it is meant: perf/guard.sh --update"
    fi
}

main "$@"
