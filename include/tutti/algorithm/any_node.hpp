/// @file
/// A node whose kind is known at run time only: the face with virtual calls.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "tutti/model/face.hpp"
#include "tutti/model/packet.hpp"
#include "tutti/topology/pinned.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// The face of a node (`node_face`) for programs that are compiled once for all kinds of nodes: the
/// machine's, views, and nodes that tests tamper with.
template <topology Network, packet Packet>
class any_node : polymorphic {
public:
    using network_type = Network;
    using packet_type = Packet;

    [[nodiscard]] virtual node_id id() const noexcept = 0;
    [[nodiscard]] virtual const Network& network() const noexcept = 0;
    [[nodiscard]] virtual tutti::slot slot() const noexcept = 0;
    [[nodiscard]] int degree() const noexcept { return network().degree(id()); }
    [[nodiscard]] bool has(port through) const noexcept {
        return network().has_port(id(), through);
    }

    virtual void send(port through, const Packet& content) = 0;
    [[nodiscard]] virtual std::span<const arrival<Packet>> inbox() = 0;
    [[nodiscard]] virtual const Packet* received(port through) = 0;

    [[nodiscard]] virtual task<> next_slot() = 0;
    [[nodiscard]] virtual task<> mail() = 0;
    [[nodiscard]] virtual task<> mail_or(tutti::slot at) = 0;
    [[nodiscard]] virtual task<> until(tutti::slot at) = 0;
    [[nodiscard]] virtual task<> relay() = 0;

    virtual void deliver(const message& content) = 0;
    virtual void mark(milestone end) = 0;
    [[nodiscard]] virtual std::uint64_t random() = 0;
};

/// Any node, behind that face.
template <node_face Node>
class erased_node : public any_node<network_of<Node>, packet_of<Node>> {
public:
    using packet_type = packet_of<Node>;

    /// @param below outlives this
    explicit erased_node(Node& below) noexcept : below_{&below} {}

    [[nodiscard]] node_id id() const noexcept override { return below_->id(); }
    [[nodiscard]] const network_of<Node>& network() const noexcept override {
        return below_->network();
    }
    [[nodiscard]] tutti::slot slot() const noexcept override { return below_->slot(); }

    void send(port through, const packet_type& content) override { below_->send(through, content); }
    [[nodiscard]] std::span<const arrival<packet_type>> inbox() override {
        shown_.clear();
        for (const auto& [through, content] : below_->inbox()) {
            shown_.push_back({.through = through, .packet = content});
        }
        return shown_;
    }
    [[nodiscard]] const packet_type* received(port through) override {
        return below_->received(through);
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
    Node* below_;
    std::vector<arrival<packet_type>> shown_;  // by the last inbox()
};

}  // namespace tutti
