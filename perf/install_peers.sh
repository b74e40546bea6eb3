#!/usr/bin/env bash
# Installs what the peers in perf/peers are built with; -DTUTTI_BUILD_PEERS=ON then finds it.
set -euo pipefail

self=$(readlink -f -- "${BASH_SOURCE[0]}")
# shellcheck source-path=SCRIPTDIR source=../source/bootstrap.sh
source "${self%/*}/../source/bootstrap.sh"

peer_packages=(
    libcaf-dev libns3-dev libopenmpi-dev openmpi-bin python3-networkx libsimgrid3.32
)

# libsimgrid-dev depends on Boost 1.74, which our Boost 1.81 excludes. Its headers build with either,
# so they are unpacked beside our build.
unpack_simgrid() {
    local folder=$root/build/peers
    [[ ! -f $folder/simgrid/usr/include/simgrid/s4u.hpp ]] || return 0
    mkdir -p "$folder"
    cd "$folder"
    quietly "apt-get download libsimgrid-dev" apt-get download libsimgrid-dev
    dpkg-deb -x libsimgrid-dev_*.deb simgrid
    rm libsimgrid-dev_*.deb
}

require_packages "${packages[@]}" "${peer_packages[@]}"
unpack_simgrid
