#include "tutti/catalog/catalogue_packet.hpp"

#include <fmt/format.h>

namespace tutti {

std::string short_packet_mismatch(const problem& problem) {
    if (problem.broadcasters.packets.empty() ||
        problem.broadcasters.packets.most() <= short_packet::most_sequences) {
        return "";
    }
    for (std::size_t i = 0; i < problem.broadcasters.nodes.size(); ++i) {
        if (problem.broadcasters.packets[i] > short_packet::most_sequences) {
            return fmt::format("node {} has {} packets, and a node can have {} at most",
                               problem.broadcasters.nodes[i], problem.broadcasters.packets[i],
                               short_packet::most_sequences);
        }
    }
    return "";
}

}  // namespace tutti
