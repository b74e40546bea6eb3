#include "recorded_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "util/value_syntax.hpp"

namespace tutti {

std::string recorded_plan::network_in_words() const {
    const std::size_t colon = network.find(':');
    const std::string kind = network.substr(0, colon);
    const std::string numbers = colon == std::string::npos ? "" : network.substr(colon + 1);
    if (kind == "hypercube") {
        return numbers + "-cube";
    }
    if (kind == "torus" || kind == "array" || kind == "folded-torus") {
        return fmt::format("{} {}", fmt::join(split(numbers, 'x'), " x "), kind);
    }
    if (kind == "ring" || kind == "path") {
        return fmt::format("{} of {} nodes", kind, numbers);
    }
    return network;
}

}  // namespace tutti
