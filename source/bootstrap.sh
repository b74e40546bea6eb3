#!/usr/bin/env bash
# From a fresh Debian 12 to a result on the screen (`run`) or to every test passed (`test`).
# TUTTI_CMAKE_ARGS may hold further CMake arguments, separated by blanks.
[ -n "${BASH_VERSION:-}" ] || exec bash "$0" "$@"
set -euo pipefail

root=$(dirname -- "$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")")
readonly root

# What the program takes, and what its tests take besides.
run_packages=(
    g++ cmake ninja-build
    libtbb-dev libboost1.81-dev libboost-json1.81-dev libcadical-dev libcli11-dev libfmt-dev libxxhash-dev
    libzstd-dev
    libopen-trace-format2-dev libpugixml-dev libseccomp-dev libsqlite3-dev libsqlitecpp-dev
)
packages=("${run_packages[@]}" systemtap-sdt-dev doctest-dev librapidcheck-dev pkg-config
    librsvg2-bin graphviz otf2-tools pajeng golang-1.19-src
    chromium chromium-driver python3-selenium gnuplot-nox python3-pandas
    libopenmpi-dev openmpi-bin libmetis-dev)

# Messages go to stderr: stdout belongs to the program that `run` shows.
say() { printf 'tutti: %s\n' "$*" >&2; }

die() {
    local status=$1
    shift
    say "$@"
    exit "$status"
}

quietly() {
    local what=$1 output status=0
    shift
    output=$("$@" 2>&1) || status=$?
    if ((status != 0)); then
        printf '%s\n' "$output" >&2
        die "$status" "$what failed, see above"
    fi
}

missing_packages() {
    local package
    for package in "$@"; do
        dpkg-query -W -f '${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed ||
            printf '%s\n' "$package"
    done
}

packages_without_candidate() {
    local package
    for package in "$@"; do
        # Its own name first: apt takes an unknown g++ for a pattern and answers with others.
        [[ $(LC_ALL=C apt-cache policy "$package") == "$package:"*"Candidate: "[!\(]* ]] ||
            printf '%s\n' "$package"
    done
}

as_root() {
    if ((EUID == 0)); then "$@"; else sudo -- "$@"; fi
}

may_install() {
    ((EUID == 0)) || { command -v sudo && sudo -l apt-get; } >/dev/null
}

require_packages() {
    local missing unavailable lists
    command -v dpkg-query >/dev/null || die 2 "not a Debian; install the likes of: $*"
    mapfile -t missing < <(missing_packages "$@")
    if ((${#missing[@]} == 0)); then
        say "all packages are there, nothing to install"
        return
    fi

    say "about to install: ${missing[*]}"
    may_install ||
        die 2 "neither root nor sudo; as root: apt-get install --no-install-recommends ${missing[*]}"
    # A broken third-party source fails the update without harm to what we need.
    lists=$(as_root apt-get update 2>&1) || say "apt-get update failed, trying the lists at hand"
    mapfile -t unavailable < <(packages_without_candidate "${missing[@]}")
    if ((${#unavailable[@]} > 0)); then
        printf '%s\n' "$lists" >&2
        die 1 "apt has no candidate for: ${unavailable[*]}"
    fi
    quietly "apt-get install" as_root env DEBIAN_FRONTEND=noninteractive apt-get \
        -o DPkg::Lock::Timeout=300 install -y --no-install-recommends "${missing[@]}"
}

cached() { sed -n "s/^$2:[A-Z]*=//p" "$1/CMakeCache.txt"; }

is_configured() {
    [[ -f $1/CMakeCache.txt && $(cached "$1" CMAKE_GENERATOR) == Ninja &&
        $(cached "$1" CMAKE_HOME_DIRECTORY) -ef $root && $(cached "$1" CMAKE_CACHEFILE_DIR) -ef $1 ]]
}

configure() {
    local directory=$1 more afresh=()
    shift
    read -r -a more <<<"${TUTTI_CMAKE_ARGS:-}"
    if [[ -f $directory/CMakeCache.txt ]] && ! is_configured "$directory"; then
        say "$directory was configured for another path or generator, starting it afresh"
        afresh=(--fresh)
    fi
    quietly "configuring $directory" \
        cmake -S "$root" -B "$directory" -G Ninja "${afresh[@]}" "$@" "${more[@]}"
}

# The memory limits of the control groups that this process is in and of those above, in bytes.
group_limits() {
    local controllers group folder
    while IFS=: read -r _ controllers group; do
        case ,$controllers, in
        ,,) folder=/sys/fs/cgroup ;;
        *,memory,*) folder=/sys/fs/cgroup/memory ;;
        *) continue ;;
        esac
        while :; do
            cat "$folder$group"/memory.{max,limit_in_bytes} 2>/dev/null || :
            [[ $group == /*[!/]* ]] || break
            group=${group%/*}
        done
    done </proc/self/cgroup
}

# As many compilers as there are cores, each with room for the gigabyte that it takes.
compilers() {
    local cores room kib name value unit
    cores=$(nproc)
    room=$cores
    while read -r name value unit; do
        if [[ $name == MemAvailable: && $unit == kB ]]; then
            room=$((value / 1200000))
        fi
    done <"/proc/meminfo"
    while read -r kib; do
        if [[ $kib =~ ^[0-9]+$ ]]; then
            kib=$((kib / 1024))
            room=$((kib / 1200000 < room ? kib / 1200000 : room))
        fi
    done < <(group_limits)
    printf '%s\n' "$((room < 1 ? 1 : room < cores ? room : cores))"
}

build() {
    local directory=$1 quiet=()
    shift
    [[ -t 2 ]] || quiet=(-- --quiet)
    say "building $directory"
    cmake --build "$directory" --parallel "$(compilers)" "$@" "${quiet[@]}" >&2 ||
        die $? "building $directory failed, see above"
}

# Some wait more than they work: one more than there are cores keeps these busy.
run_tests() {
    ctest --test-dir "$1" --output-on-failure --no-tests=error --parallel "$(($(nproc) + 1))" "${@:2}"
}

bootstrap_run() {
    local directory=$root/build settings=()
    require_packages "${run_packages[@]}"
    # An existing build with tests keeps them: only a new directory gets these settings.
    is_configured "$directory" || settings=(-DCMAKE_BUILD_TYPE=Release -DTUTTI_BUILD_TESTS=OFF)
    configure "$directory" "${settings[@]}"
    build "$directory" --target tutti
    exec "$directory/tutti" run simultaneous-broadcast -n hypercube:10 -b random:300 --seed 7
}

bootstrap_test() {
    local directory=$root/build
    require_packages "${packages[@]}"
    configure "$directory" -DCMAKE_BUILD_TYPE=Release -DTUTTI_BUILD_TESTS=ON
    build "$directory"
    run_tests "$directory"
}

bootstrap() {
    case $#:${1:-} in
    1:run | 1:test) "bootstrap_$1" ;;
    *)
        printf 'usage: %s run|test\n' "$0" >&2
        exit 2
        ;;
    esac
}

# .ci/run and others source this file for its functions and its list of packages.
if [[ ${BASH_SOURCE[0]} == "$0" ]]; then
    bootstrap "$@"
fi
