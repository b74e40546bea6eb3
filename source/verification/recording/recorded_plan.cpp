#include "recorded_plan.hpp"

#include <fmt/format.h>

namespace tutti {

std::string recorded_plan::network_in_words() const {
    const std::size_t colon = network.find(':');
    const std::string kind = network.substr(0, colon);
    const std::string numbers = colon == std::string::npos ? "" : network.substr(colon + 1);
    if (kind == "hypercube") {
        return numbers + "-cube";
    }
    std::string sides = numbers;
    for (std::size_t at = sides.find('x'); at != std::string::npos; at = sides.find('x', at)) {
        sides.replace(at, 1, " x ");
        at += 3;
    }
    if (kind == "torus" || kind == "array" || kind == "folded-torus") {
        return fmt::format("{} {}", sides, kind);
    }
    if (kind == "ring" || kind == "path") {
        return fmt::format("{} of {} nodes", kind, numbers);
    }
    return network;
}

}  // namespace tutti
