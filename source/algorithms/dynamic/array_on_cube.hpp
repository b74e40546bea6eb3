/// @file
/// View of a hypercube as the array of sides 2.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "node/erased_node.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/hypercube.hpp"

namespace tutti {

/// The node of an array of sides 2 on a node of the hypercube with as many dimensions: ids, links
/// and slots are the same, and port m of the cube is port 2m or 2m+1 of the array.
template <node_of<hypercube> Below>
class array_on_cube final : public erased_node<grid, packet_of<Below>> {
public:
    using packet_type = packet_of<Below>;

    /// @param array outlives the view, as the node below does
    array_on_cube(Below& below, const grid& array) noexcept : below_{&below}, array_{&array} {}

    [[nodiscard]] node_id id() const noexcept override { return below_->id(); }
    [[nodiscard]] const grid& network() const noexcept override { return *array_; }
    [[nodiscard]] tutti::slot slot() const noexcept override { return below_->slot(); }

    void send(port through, const packet_type& content) override {
        below_->send(port_below(through), content);
    }
    [[nodiscard]] std::span<const arrival<packet_type>> inbox() override {
        shown_.clear();
        for (const auto& [through, content] : below_->inbox()) {
            const bool leads_up = (id() >> through & 1U) == 0;
            shown_.push_back({.through = 2 * through + (leads_up ? 1 : 0), .packet = content});
        }
        return shown_;
    }
    [[nodiscard]] received_packet<packet_type> received(port through) override {
        return below_->received(port_below(through)).seen_at(through);
    }

    [[nodiscard]] task<> next_slot() override { co_await below_->next_slot(); }
    [[nodiscard]] task<> mail() override { co_await below_->mail(); }
    [[nodiscard]] task<> mail_or(tutti::slot at) override { co_await below_->mail_or(at); }
    [[nodiscard]] task<> until(tutti::slot at) override { co_await below_->until(at); }
    [[nodiscard]] task<> relay() override { co_await below_->relay(); }

    void deliver(const message& content) override { below_->deliver(content); }
    void mark(milestone end) override { below_->mark(end); }
    [[nodiscard]] std::uint64_t random() override { return below_->random(); }

private:
    // A port that the array's node lacks is mapped to one that the cube lacks too.
    [[nodiscard]] port port_below(port through) const noexcept {
        return this->has(through) ? through / 2
                                  : below_->network().dimensions() + (through < 0 ? 0 : through);
    }

    Below* below_;
    const grid* array_;
    std::vector<arrival<packet_type>> shown_;  // by the last inbox()
};

}  // namespace tutti
