#!/usr/bin/env bash
# CPU seconds that compilers take for a build, by target and by file.
#
#   perf/compile_times.sh                # builds all afresh in build/compile_times
#   perf/compile_times.sh --update       # the same, and writes perf/compile_times.csv
#   perf/compile_times.sh --check DIR    # fails if the build in DIR took 5 % more than that file says
#   perf/compile_times.sh --self-test    # whether the check notices growth
#   perf/compile_times.sh --launch ..    # runs a compiler: CMAKE_CXX_COMPILER_LAUNCHER of such builds
#
# Machines differ, and what else they do: the launcher compiles perf/compile_reference.cpp now and then, and
# what is compared are multiples of its mean time. Two standard errors of that mean are no growth.
set -euo pipefail

self=$(readlink -f -- "${BASH_SOURCE[0]}")
# shellcheck source-path=SCRIPTDIR source=../source/bootstrap.sh
source "${self%/*}/../source/bootstrap.sh"

readonly figures=$root/perf/compile_times.csv
readonly allowed_percent=105
# In the folder of a build: user and system seconds, and the file that was made.
readonly log=compile_times.log

launch() {
    local argument output='' lines=0
    for argument; do
        [[ $output != -o ]] || break
        output=$argument
    done
    [[ ! -f $log ]] || lines=$(wc -l <"$log")
    if ((lines % 10 == 0)); then
        timed reference g++ -std=c++20 -O2 -c "$root/perf/compile_reference.cpp" -o /dev/null
    fi
    timed "$argument" "$@"
}

# A status other than 0 ends the script.
timed() {
    local TIMEFORMAT="%U %S $1"
    { time "${@:2}" 2>&3; } 3>&2 2>>"$log"
}

# Of each file's last compilation: target, file, CPU seconds.
files_of() {
    awk '$3 == "reference" { next }
        { name = $3; sub(/\.dir\/.*/, "", name); sub(/.*CMakeFiles\//, "", name)
          line[$3] = sprintf("%s %s %.2f", name, $3, $1 + $2) }
        END { for (file in line) print line[file] }' "$1/$log"
}

# Mean CPU seconds of the reference, and the standard error of that mean in percent of it.
reference_of() {
    awk '$3 == "reference" { seconds = $1 + $2; count++; sum += seconds; squares += seconds * seconds }
        END { mean = sum / count; variance = squares / count - mean * mean
              printf "%s %.1f\n", mean, 100 * sqrt(variance > 0 ? variance / count : 0) / mean }' "$1/$log"
}

# All that the build in a folder consists of has to have its time.
require_all() {
    local made
    while read -r made; do
        grep -qF " $made" "$1/$log" || die 1 "$1/$log lacks $made: build it with the launcher"
    done < <(ninja -C "$1" -t inputs all | grep -E '\.(o|gch)$')
}

# The program, and all else of a build: `name,multiple of the reference`.
sums_of() {
    local reference
    read -r reference _ < <(reference_of "$1")
    files_of "$1" | awk -v reference="$reference" '{ sum[$1 ~ /^tutti/ ? "program" : "tests"] += $3 }
        END { for (name in sum) printf "%s,%.2f\n", name, sum[name] / reference }' | sort
}

# Compares the sums of a build with those of a file.
compare() {
    local name now before sums error grown=0
    sums=$(sums_of "$1")
    read -r _ error < <(reference_of "$1")
    while IFS=, read -r name before; do
        now=$(sed -n "s/^$name,//p" <<<"$sums")
        say "$name takes $now times the reference to compile (+- $error %), was $before"
        awk "BEGIN { exit 100 * $now > ($allowed_percent + 2 * $error) * $before }" || grown=1
    done <"$2"
    ((grown == 0)) || die 1 "the build takes over $((allowed_percent - 100)) % more CPU time than it did;" \
        "if it is meant: perf/compile_times.sh --update, in a commit that says why"
}

# A file that took twice the reference: 4 % more pass, 6 % do not. Where references differ by 10 % of their mean, which
# is known to 7 % then, 18 % more pass, and 20 % do not. Compiled twice, the file's last time counts.
self_test() {
    local scratch difference percent expected status
    scratch=$(mktemp -d)
    printf 'program,2\n' >"$scratch/figures"
    while read -r difference percent expected; do
        printf '%s\n' "90 $((10 + difference)) reference" "900 0 CMakeFiles/tutti_a.dir/a.o" \
            "90 $((10 - difference)) reference" "$percent $percent CMakeFiles/tutti_a.dir/a.o" >"$scratch/$log"
        status=0
        (compare "$scratch" "$scratch/figures") || status=$?
        ((status == expected)) || die 1 "the check passes $percent % with status $status"
    done <<<$'0 104 0\n0 106 1\n10 118 0\n10 120 1'
    rm -r "$scratch"
}

print_tables() {
    printf '| target | files | CPU s |\n| --- | ---: | ---: |\n'
    files_of "$1" | awk '{ count[$1]++; sum[$1] += $3 } END { for (name in sum)
        printf "| %s | %d | %.1f |\n", name, count[name], sum[name] }' | sort -t '|' -k 4nr
    printf '\n| file | CPU s |\n| --- | ---: |\n'
    files_of "$1" | sort -k 3nr | head -n 20 | awk '{ printf "| %s | %.1f |\n", $2, $3 }'
}

main() {
    local directory=$root/build/compile_times
    case $#:${1:-} in
    0: | 1:--update)
        rm -rf "$directory"
        configure "$directory" -DCMAKE_BUILD_TYPE=Release -DTUTTI_BUILD_TESTS=ON \
            "-DCMAKE_CXX_COMPILER_LAUNCHER=$self;--launch"
        build "$directory"
        print_tables "$directory"
        if (($# == 1)); then sums_of "$directory" >"$figures"; else compare "$directory" "$figures"; fi
        ;;
    2:--check)
        require_all "$2"
        compare "$2" "$figures"
        ;;
    1:--self-test) self_test ;;
    [2-9]*:--launch | [1-9][0-9]*:--launch) launch "${@:2}" ;;
    *) die 2 "usage: perf/compile_times.sh [--update | --check DIRECTORY | --self-test]" ;;
    esac
}

main "$@"
