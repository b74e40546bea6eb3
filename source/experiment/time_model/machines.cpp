#include "machines.hpp"

#include <algorithm>
#include <array>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::string_view taccl_boxes =
    "Shah et al., TACCL, NSDI 2023: its program's topo-ndv2-1MB.json, alpha and beta";
constexpr std::string_view taccl_switches =
    "Shah et al., TACCL, NSDI 2023: its program's topo-dgx2-1MB.json, alpha and beta";

constexpr std::array published{
    machine{"blue-gene-q", "40ns", "2GB/s",
            "a link of the 5-D torus, by the hardware alone: hop latency, raw bandwidth",
            "Chen et al., The IBM Blue Gene/Q interconnection network and message unit, SC 2011"},
    machine{"connectx-6", "600ns", "200Gb/s",
            "a port of an InfiniBand HDR adapter, by its manual: at most that latency",
            "NVIDIA ConnectX-6 user manual, introduction"},
    machine{"dgx2-nvlink", "0.3us", "125GB/s",
            "from GPU to GPU through the NVSwitch of a DGX-2, as one link", taccl_switches},
    machine{"ndv2-infiniband", "2.6us", "200/21GB/s", "InfiniBand between Azure NDv2 boxes",
            taccl_boxes},
    machine{"ndv2-nvlink", "0.3us", "500/23GB/s", "one NVLink of an Azure NDv2 box", taccl_boxes}};

static_assert(std::ranges::equal(published, machine_names, {}, &machine::name));

}  // namespace

std::span<const machine> machines() noexcept { return published; }

const machine& machine_named(std::string_view name) {
    const auto* const found = std::ranges::find(published, name, &machine::name);
    if (found == published.end()) {
        refuse("{} is not a machine{}", in_quotes(name), did_you_mean(name, machine_names));
    }
    return *found;
}

}  // namespace tutti
