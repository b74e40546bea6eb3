/// @file
/// Any node behind the face with virtual calls.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "node/erased_node.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/topology.hpp"

namespace support {

/// Any node, as an `erased_node`.
template <tutti::node_interface Node>
class any_face : public tutti::erased_node<tutti::network_of<Node>, tutti::packet_of<Node>> {
public:
    using packet_type = tutti::packet_of<Node>;

    /// @param below outlives this
    explicit any_face(Node& below) noexcept : below_{&below} {}

    [[nodiscard]] tutti::node_id id() const noexcept override { return below_->id(); }
    [[nodiscard]] const tutti::network_of<Node>& network() const noexcept override {
        return below_->network();
    }
    [[nodiscard]] tutti::slot slot() const noexcept override { return below_->slot(); }

    void send(tutti::port through, const packet_type& content) override {
        below_->send(through, content);
    }
    [[nodiscard]] std::span<const tutti::arrival<packet_type>> inbox() override {
        shown_.clear();
        for (const auto& [through, content] : below_->inbox()) {
            shown_.push_back({.through = through, .packet = content});
        }
        return shown_;
    }
    [[nodiscard]] tutti::received_packet<packet_type> received(tutti::port through) override {
        return below_->received(through);
    }

    [[nodiscard]] tutti::task<> next_slot() override { co_await below_->next_slot(); }
    [[nodiscard]] tutti::task<> mail() override { co_await below_->mail(); }
    [[nodiscard]] tutti::task<> mail_or(tutti::slot at) override { co_await below_->mail_or(at); }
    [[nodiscard]] tutti::task<> until(tutti::slot at) override { co_await below_->until(at); }
    [[nodiscard]] tutti::task<> relay() override { co_await below_->relay(); }

    void deliver(const tutti::message& content) override { below_->deliver(content); }
    void mark(tutti::milestone end) override { below_->mark(end); }
    [[nodiscard]] std::uint64_t random() override { return below_->random(); }

private:
    Node* below_;
    std::vector<tutti::arrival<packet_type>> shown_;  // by the last inbox()
};

}  // namespace support
