#include "flow_network.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace tutti {

// Entry i + 1 of `first_` becomes the place of node i's first arc, and moves on to its end while
// arcs are added: then it is that of node i + 1.
void flow_network::allocate_arcs() {
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    arcs_.resize(first_.back());
}

std::uint32_t flow_network::send(std::uint32_t source, std::uint32_t sink, std::uint32_t limit) {
    std::uint32_t sent = 0;
    while (sent < limit && find_levels(source, sink)) {
        next_.assign(first_.begin(), first_.end() - 1);
        while (sent < limit && send_unit(source, sink)) {
            ++sent;
        }
    }
    return sent;
}

bool flow_network::find_levels(std::uint32_t source, std::uint32_t sink) {
    level_.assign(first_.size() - 1, 0);
    level_[source] = 1;
    path_.assign(1, source);
    for (std::size_t i = 0; i < path_.size() && level_[sink] == 0; ++i) {
        const std::uint32_t node = path_[i];
        for (const arc& each : arcs_of(node)) {
            if (each.capacity > 0 && level_[each.to] == 0) {
                level_[each.to] = level_[node] + 1;
                path_.push_back(each.to);
            }
        }
    }
    return level_[sink] != 0;
}

bool flow_network::send_unit(std::uint32_t source, std::uint32_t sink) {
    path_.clear();
    for (std::uint32_t node = source; node != sink;) {
        std::uint32_t& at = next_[node];
        const std::uint32_t end = first_[node + 1];
        while (at < end && (arcs_[at].capacity == 0 || level_[arcs_[at].to] != level_[node] + 1)) {
            ++at;
        }
        if (at < end) {
            path_.push_back(at);
            node = arcs_[at].to;
        } else if (path_.empty()) {
            return false;
        } else {
            node = arcs_[arcs_[path_.back()].reverse].to;
            path_.pop_back();
            ++next_[node];
        }
    }
    for (const std::uint32_t place : path_) {
        --arcs_[place].capacity;
        ++arcs_[arcs_[place].reverse].capacity;
    }
    return true;
}

}  // namespace tutti
