#!/usr/bin/env bash
# The Debian packages of a build: made, read by lintian, installed, used, and purged without a trace.
# As root, where that may be done to the machine: debian.sh BUILD
set -euo pipefail

self=$(readlink -f -- "${BASH_SOURCE[0]}")
readonly self
# shellcheck source-path=SCRIPTDIR source=../../source/bootstrap.sh
source "${self%/*}/../../source/bootstrap.sh"

scratch=$(mktemp -d)
readonly scratch
trap 'rm -rf "$scratch"' EXIT

make_packages() {
    local directory=$1
    rm -rf "$directory/packages"
    configure "$directory" -DCMAKE_INSTALL_PREFIX=/usr
    quietly "building the packages" cmake --build "$directory" --target package
    mv "$directory"/packages/*.deb "$scratch"
    rm -rf "$directory/packages"
}

# Of files only the names: what reads them may change their times.
files_of_machine() {
    find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path "$root" \
        -o -path /var/lib/dpkg -o -path /var/log -o -path /var/cache \) -prune -o -print | sort
}

# expect TEXT COMMAND..: what the command says has this text in it
expect() {
    local text=$1 said status=0
    shift
    said=$("$@" 2>&1) || status=$?
    [[ $status == 0 && $said == *"$text"* ]] || die 1 "$*: status $status, and not '$text': $said"
}

use_program() {
    cd "$scratch"
    expect 'complete: every check holds' tutti run broadcast -n hypercube:4
    expect '.TH TUTTI 1' zcat /usr/share/man/man1/tutti.1.gz
    expect "$(tutti --version | grep -o '[0-9.]*$')" zcat /usr/share/doc/tutti/changelog.Debian.gz
    expect 'All rights reserved' cat /usr/share/doc/tutti/copyright
    expect '' "$root/tests/cli/completion" /usr/bin/tutti /usr/share/bash-completion/completions/tutti
}

use_library() {
    local example=$root/tests/examples/01_first_program flags
    cd "$scratch"
    read -r -a flags <<<"$(pkg-config --cflags --libs tutti)"
    g++ -std=c++20 "$example.cpp" "${flags[@]}" -o first_program
    expect "$(<"$example.expected")" ./first_program
}

# As mpirun would start it.
use_without_mpi() {
    local said status=0
    said=$(OMPI_COMM_WORLD_SIZE=2 tutti run broadcast -n hypercube:4 2>&1) || status=$?
    [[ $status != 0 && $said == *"install Debian's tutti-mpi"* ]] || die 1 "status $status: $said"
}

use_mpi() {
    [[ $(dpkg-query -W -f '${Depends}' tutti) != *mpi* ]] || die 1 "tutti depends on MPI"
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 expect 'complete: every check holds' \
        mpirun -n 2 tutti run broadcast -n hypercube:4
}

main() {
    local names
    require_packages dpkg-dev file lintian pkg-config
    make_packages "$1"
    lintian --allow-root --fail-on error "$scratch"/*.deb
    names=("$scratch"/*.deb)
    names=("${names[@]##*/}")
    names=("${names[@]%%_*}")

    files_of_machine >"$scratch/before"
    quietly "installing ${names[*]}" apt-get install -y --no-install-recommends "$scratch"/*.deb
    use_program
    use_library
    if [[ ${names[*]} == *tutti-mpi* ]]; then use_mpi; else use_without_mpi; fi
    quietly "purging ${names[*]}" apt-get purge -y "${names[@]}"
    files_of_machine >"$scratch/after"
    diff "$scratch/before" "$scratch/after" || die 1 "a purge leaves that behind"
    say "packages that hold: ${names[*]}"
}

(($# == 1)) || die 2 "usage: debian.sh BUILD"
main "$1"
