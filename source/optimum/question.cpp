#include "question.hpp"

#include <utility>

namespace tutti {
namespace {

/// Maker of the resources of a slot.
class resource_list {
public:
    resource_list(const std::vector<timetable_link>& links,
                  const std::vector<std::uint32_t>& capacities)
        : links_{&links}, capacities_{&capacities} {}

    // A link by itself. Where an end has a gate, that lets no more packets through.
    void add_links(const std::vector<bool>& has_gate) {
        for (std::uint32_t i = 0; i < links_->size(); ++i) {
            const auto [from, to] = (*links_)[i];
            if (has_gate.empty() || (!has_gate[from] && !has_gate[to])) {
                resources_.push_back({.capacity = (*capacities_)[i], .links = {i}});
            }
        }
    }

    // A link with the one in the other direction.
    void add_one_way_links() {
        for (std::uint32_t i = 0; i < links_->size(); ++i) {
            for (std::uint32_t j = i + 1; j < links_->size(); ++j) {
                if ((*links_)[i].from == (*links_)[j].to && (*links_)[i].to == (*links_)[j].from) {
                    resources_.push_back({.capacity = (*capacities_)[i], .links = {i, j}});
                }
            }
        }
    }

    // A gate of a node takes the packets that leave it, those that come, or both.
    void add_gate(slot_resource gate, bool sends, bool receives) {
        for (std::uint32_t i = 0; i < links_->size(); ++i) {
            const auto [from, to] = (*links_)[i];
            if ((sends && from == gate.gate) || (receives && to == gate.gate)) {
                gate.links.push_back(i);
            }
        }
        if (!gate.links.empty()) {
            resources_.push_back(std::move(gate));
        }
    }

    [[nodiscard]] std::vector<slot_resource> take() && { return std::move(resources_); }

private:
    const std::vector<timetable_link>* links_;
    const std::vector<std::uint32_t>* capacities_;
    std::vector<slot_resource> resources_;
};

}  // namespace

std::vector<slot_resource> slot_resources_of(const std::vector<timetable_link>& links,
                                             const std::vector<std::uint32_t>& capacities,
                                             port_model ports, const std::vector<bool>& has_gate) {
    resource_list resources{links, capacities};
    if (ports == port_model::one_way) {
        resources.add_one_way_links();
        return std::move(resources).take();
    }
    if (ports == port_model::all_port) {
        resources.add_links({});
        return std::move(resources).take();
    }
    resources.add_links(has_gate);
    const bool is_full = ports == port_model::single_port_full_duplex;
    for (node_id node = 0; node < has_gate.size(); ++node) {
        if (has_gate[node]) {
            const slot_resource gate{.is_shouted_through = ports == port_model::shout_and_whisper,
                                     .gate = node};
            resources.add_gate(gate, true, !is_full);
            if (is_full) {
                resources.add_gate(gate, false, true);
            }
        }
    }
    return std::move(resources).take();
}

}  // namespace tutti
