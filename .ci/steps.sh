# shellcheck shell=bash disable=SC2154
# Steps of .ci/run and .ci/nightly, which set `self` (their own path) and `steps` (their list).
# Each step has a limit in minutes, meant for 2 cores; TUTTI_CI_PATIENCE multiplies all of them.

# shellcheck source-path=SCRIPTDIR source=../source/bootstrap.sh
source "$(dirname -- "${BASH_SOURCE[0]}")/../source/bootstrap.sh"

ci_packages=(
    clang-16 clang-tidy-16 clang-format-16 libclang-rt-16-dev llvm-16
    debootstrap python3 shellcheck valgrind
)

declare -A limit=(
    [tools]=10 [format]=10 [layout]=5 [shell]=10 [test]=20 [attack]=5 [mpi]=10 [elsewhere]=5 [guard]=10
    [tidy]=25 [asan]=35 [tsan]=20
    [program]=10 [long_attack]=40 [mutants]=40 [clang]=15 [fuzz]=40 [fresh]=20 [tidy_all]=90
)
readonly skipped=77

# Of undefined behaviour all but wrong pointers: AddressSanitizer sees most of these as well, and to look for
# them twice would double the time to build.
memory_sanitizers=address,bounds,bool,enum,float-cast-overflow,integer-divide-by-zero,return,shift
memory_sanitizers+=,signed-integer-overflow,unreachable,vla-bound
readonly memory_sanitizers

skip() {
    say "skipped: $*"
    exit "$skipped"
}

step_tools() { require_packages "${ci_packages[@]}"; }

step_format() {
    local files
    mapfile -d '' -t files < <(git -C "$root" ls-files -z -- '*.hpp' '*.cpp')
    ((${#files[@]} > 0)) || die 1 "git knows no C++ file"
    cd "$root"
    clang-format-16 --dry-run --Werror "${files[@]}"
}

# Places of files and their includes, names, first sentences, commit subjects; first whether the
# checks notice anything.
step_layout() { "$root/.ci/check_layout" --self-test && "$root/.ci/check_layout"; }

step_shell() {
    local files
    mapfile -d '' -t files < <(git -C "$root" ls-files -z -- '*.sh')
    cd "$root"
    shellcheck --external-sources .ci/run .ci/nightly "${files[@]}"
}

step_test() {
    cd "$root"
    TUTTI_CMAKE_ARGS=-DTUTTI_WARNINGS_AS_ERRORS=ON bash source/bootstrap.sh test
}

# What the step `test` has built, from outside; first whether the checks notice anything.
step_attack() {
    "$root/tests/attack" "$root/build/tutti" --self-test
    "$root/tests/attack" "$root/build/tutti" --minutes 1
    "$root/tests/collective_table" "$root/build/tutti" --check "$root/source/collectives/README.md"
}

# The same for half an hour, with plans that no other night has tried.
step_long_attack() {
    "$root/tests/attack" "$root/build/tutti" --minutes 30 --seed "$(date +%Y%m%d)"
}

# What the attacks run, where the step `test` has not.
step_program() {
    configure "$root/build" -DCMAKE_BUILD_TYPE=Release -DTUTTI_BUILD_TESTS=ON
    build "$root/build" --target tutti faulty_programs
}

step_mutants() { "$root/tests/mutants" --jobs "$(nproc)"; }

# The same, on several processes.
step_mpi() { "$root/tests/mpi/processes" "$root/build/tutti" "$root/build/faulty_programs"; }

step_elsewhere() {
    cd /
    show_result bash "$root/source/bootstrap.sh" run
}

step_guard() { bash "$root/perf/guard.sh"; }

show_result() {
    local result
    result=$("$@")
    printf '%s\n' "$result"
    [[ $result == *[0-9]* ]] || die 1 "run printed no result"
}

# All but the tests, which g++ builds three times.
step_clang() {
    # Alone every file has to include what it uses, but for the two headers that all share.
    configure_clang "$root/build/clang" -DTUTTI_UNITY_BUILD=OFF -DTUTTI_OTF2=OFF
    build "$root/build/clang" --target tutti perf/all perf/peers/all
    check_without_otf2 "$root/build/clang"
    show_result "$root/perf/compare" --quick --build "$root/build/clang"
}

# A tutti that was built without OTF2 says what to install.
check_without_otf2() {
    local directory=$1 said status=0
    "$directory/tutti" record broadcast -n hypercube:2 -o "$directory/run.tutti" --quiet >/dev/null
    said=$("$directory/tutti" export "$directory/run.tutti" --as otf2 -o "$directory/trace" 2>&1) ||
        status=$?
    [[ $status == 2 && $said == *"install libopen-trace-format2-dev"* ]] ||
        die 1 "without OTF2: status $status: $said"
}

configure_clang() {
    # -O0 warns of the same as -O3, in a third of the time.
    configure "$@" -DCMAKE_CXX_COMPILER=clang++-16 -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_CXX_FLAGS_RELEASE='-O0 -DNDEBUG' \
        -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DTUTTI_WARNINGS_AS_ERRORS=ON \
        -DTUTTI_BUILD_TESTS=ON -DTUTTI_BUILD_PERF=ON -DTUTTI_BUILD_PEERS=ON
}

# Without the analyzer, which takes as long as all else.
step_tidy() { tidy '/(source|perf|tutti_[a-z]*\.dir/Unity)/' -checks='-clang-analyzer-*'; }

# Of neither script, unless it is named: everything takes an hour. What must not compile cannot be
# tidied, and the analyzer does not follow the reference counts of ns-3.
step_tidy_all() { tidy '/(source|tests|perf|Unity)/(?!compile_fail|peers/ns3)'; }

# The files whose paths match, with further options.
tidy() {
    local paths=$1
    shift
    # Files of a folder together: what all include is read once.
    configure_clang "$root/build/tidy" -DTUTTI_UNITY_BUILD=ON -DCMAKE_DISABLE_PRECOMPILE_HEADERS=ON
    run-clang-tidy-16 -p "$root/build/tidy" -quiet -j "$(nproc)" "$@" "$paths" |&
        sed -E '/^clang-tidy-16 |^[0-9]+ warnings? generated/d'
}

# The tests of the parts, and every algorithm once on each kind of network. The tests of the
# algorithms and experiments would take another half hour to build.
step_asan() {
    export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
    export LSAN_OPTIONS=suppressions=$root/.ci/leaks_of_libraries:print_suppressions=0
    local directory=$root/build/asan where child children=()
    local parts=(topology model machine tree collective session store serve program runs)
    test_sanitized "$directory" "$memory_sanitizers" "${parts[@]/#/tests_}"
    run_tests "$directory" -R '^transcripts$'
    for where in hypercube:4 torus:4x4 array:4x4 ring:7 path:7 'product(ring:3,path:4)'; do
        compare_everything_on "$where" "$directory/tutti" &
        children+=($!)
    done
    for child in "${children[@]}"; do wait "$child"; done
}

# What does not fit is refused with 2.
compare_everything_on() {
    local where=$1 tutti=$2 task said status
    while read -r task; do
        status=0
        said=$("$tutti" compare "$task" -n "$where" 2>&1 >/dev/null) || status=$?
        ((status == 0 || status == 2)) || die 1 "compare $task -n $where: $status: $said"
    done < <("$tutti" list | sed -n 's|^\([a-z-]*\)/.*|\1|p' | sort -u | grep -v dynamic)
}

# What users write and the files that they name, from the seeds in tests/fuzz: a minute each.
# In what the step `asan` builds, too.
step_fuzz() {
    local name directory=$root/build/asan
    local readers=(
        graph_file network broadcasters broadcaster_file recording settings plan expansion condition
        request web_plan
    )
    configure_sanitized "$directory" "$memory_sanitizers"
    build "$directory" --target "${readers[@]/#/fuzz_}"
    for name in "${readers[@]}"; do
        say "fuzzing $name"
        mkdir -p "$directory/$name"
        UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1 "$directory/tests/fuzz/fuzz_$name" \
            -max_total_time="${TUTTI_FUZZ_SECONDS:-60}" -timeout=5 -rss_limit_mb=1024 -malloc_limit_mb=256 -max_len=4096 \
            -print_final_stats=1 -verbosity=0 -artifact_prefix="$directory/$name-" \
            "$directory/$name" "$root/tests/fuzz/${name}_corpus" |& sed '/ # Uses: /d'
    done
}

# Only the tests that start threads: building all would take as long as running it.
step_tsan() {
    test_sanitized "$root/build/tsan" thread tests_model tests_machine tests_threads tests_stress tests_serve \
        planted_race
}

# Debug keeps the asserts; at -O0 it would be too slow. clang++ takes half the time of g++, and has
# libFuzzer.
configure_sanitized() {
    local directory=$1 sanitizers=$2 fuzzers=OFF
    [[ $sanitizers == thread ]] || fuzzers=ON
    configure "$directory" -DCMAKE_CXX_COMPILER=clang++-16 -DTUTTI_SANITIZE="$sanitizers" \
        -DTUTTI_BUILD_TESTS=ON -DTUTTI_BUILD_FUZZERS="$fuzzers" \
        -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG='-O1 -g1'
}

# Builds these programs and runs their tests.
test_sanitized() {
    local directory=$1 sanitizers=$2 names
    shift 2
    configure_sanitized "$directory" "$sanitizers"
    build "$directory" --target "$@"
    names=$(IFS='|' && printf '%s' "${*#tests_}")
    run_tests "$directory" -R "^($names)\$"
}

# The proof that nothing but git and a shell is needed: `bootstrap.sh run` in a minimal Debian. What it
# has built becomes a package there.
step_fresh() {
    local chroot=$root/build/chroot
    ((EUID == 0)) || skip "a fresh machine takes root for its chroot"
    command -v debootstrap >/dev/null || skip "a fresh machine takes debootstrap"
    discard "$chroot"
    trap 'discard "$root/build/chroot"' EXIT
    mkdir -p "$chroot"
    # shellcheck disable=SC2016  # the inner shell fills it in
    unshare --mount chroot / sh -c 'mknod "$1" c 1 3 && : >"$1"' sh "$chroot/null" ||
        skip "a fresh machine takes mounts and device files, which are refused here"
    rm "$chroot/null"
    # The mounts are gone with their name space, whatever ends the step.
    unshare --mount bash "$self" --alone in_fresh_machine
}

discard() { rm -rf --one-file-system -- "$1"; }

step_in_fresh_machine() {
    local chroot=$root/build/chroot sources mirror
    apt-get update -qq || say "apt-get update failed, trying the lists at hand"
    sources=$(debian_sources)
    mirror=$(awk '$3 == "bookworm" { print $2; exit }' <<<"$sources")
    export_proxies
    quietly debootstrap debootstrap --variant=minbase --include=ca-certificates bookworm \
        "$chroot" "${mirror:?no Debian 12 among the apt sources}"
    copy_network_settings "$chroot" "$sources"
    mount --rbind /proc "$chroot/proc"

    quietly "installing git" inside "$chroot" sh -c \
        'apt-get update && apt-get install -y --no-install-recommends git'
    git clone --quiet --bare --no-hardlinks "$root" "$chroot/srv/tutti.git"
    inside "$chroot" git clone --quiet /srv/tutti.git "/srv/a clone"
    show_result inside "$chroot" bash "/srv/a clone/source/bootstrap.sh" run
    inside "$chroot" bash "/srv/a clone/tests/package/debian.sh" "/srv/a clone/build"
}

debian_sources() {
    # shellcheck disable=SC2016  # apt-get fills these in
    apt-get indextargets --format 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' \
        'Created-By: Packages' 'Origin: Debian' | sort -u
}

# debootstrap downloads with wget, which does not read apt's settings.
export_proxies() {
    eval "$(apt-config shell http_proxy Acquire::http::Proxy https_proxy Acquire::https::Proxy)"
    export http_proxy=${http_proxy:-} https_proxy=${https_proxy:-}
}

copy_network_settings() {
    local chroot=$1 sources=$2
    cp /etc/hosts /etc/resolv.conf "$chroot/etc/"
    cp -R /etc/apt/trusted.gpg.d "$chroot/etc/apt/"
    if [[ -f /etc/ssl/certs/ca-certificates.crt ]]; then
        cp /etc/ssl/certs/ca-certificates.crt "$chroot/etc/ssl/certs/"
    fi
    printf '%s\n' "$sources" >"$chroot/etc/apt/sources.list"
    apt-config dump | grep -E '^Acquire::(https?::|Check-|Retries)' |
        grep -v Proxy-Auto-Detect >"$chroot/etc/apt/apt.conf.d/90host" || true
}

inside() {
    local chroot=$1
    shift
    chroot "$chroot" env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin \
        http_proxy="$http_proxy" https_proxy="$https_proxy" DEBIAN_FRONTEND=noninteractive "$@"
}

declare -A outcome seconds
failures=0
child=

run_step() {
    local name=$1 started=$SECONDS status=0
    say "step $name"
    # In a separate process, as `set -e` would be off in a function whose status is asked for;
    # in the background, so that we hear signals, but without the deafness bash gives such jobs.
    env --default-signal=INT,QUIT timeout --kill-after=60 \
        "$((${limit[$name]} * ${TUTTI_CI_PATIENCE:-1}))m" bash "$self" --alone "$name" &
    child=$!
    wait "$child" || status=$?
    case $status in
    0) outcome[$name]=passed ;;
    "$skipped") outcome[$name]=skipped ;;
    124 | 137) outcome[$name]="FAILED: over ${limit[$name]} min" ;;
    *) outcome[$name]="FAILED: status $status" ;;
    esac
    seconds[$name]=$((SECONDS - started))
    say "step $name ${outcome[$name]} (${seconds[$name]} s)"
    [[ ${outcome[$name]} != FAILED* ]] || failures=$((failures + 1))
}

# A step is a separate process group, which neither receives Ctrl-C nor may ask for a password.
stop() {
    [[ -z $child ]] || kill "$child" 2>/dev/null || true
    wait
    exit 130
}

ask_password_early() {
    ((EUID == 0)) || [[ -z $(missing_packages "${packages[@]}" "${ci_packages[@]}") ]] ||
        sudo -v || true
}

main() {
    local name
    for name in "$@"; do
        [[ -n ${limit[$name]:-} ]] || die 2 "no step '$name'; there are: ${steps[*]}"
    done
    (($# > 0)) || set -- "${steps[@]}"
    trap stop INT TERM
    ask_password_early
    for name in "$@"; do run_step "$name"; done

    for name in "$@"; do
        printf '%-10s %5d s  %s\n' "$name" "${seconds[$name]}" "${outcome[$name]}"
    done
    ((failures == 0)) || die 1 "$failures of $# steps failed"
}

# Runs the steps named, or those of the script that calls it; `--alone STEP` is what `run_step` starts.
carry_out() { if [[ ${1:-} == --alone ]]; then "step_$2"; else main "$@"; fi; }
