/// @file
/// View of an array's node as a torus node, for programs that are compiled for any node.
#pragma once

#include <any>
#include <cstdint>
#include <span>

#include "algorithms/run_inputs.hpp"
#include "node/erased_node.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/node/folded.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/grid.hpp"

namespace tutti {

/// The view `folded` behind the face with virtual calls. What the program delivers is renamed:
/// messages belong to nodes of the array.
template <node_of<grid> Below>
class folded_node final : public erased_node<grid, packet_of<Below>> {
public:
    using packet_type = packet_of<Below>;

    /// @param shape, name outlive the view, as the node below does; a null name changes nothing
    folded_node(Below& below, const fold& shape, const origin_mapping& name)
        : view_{below, shape}, name_{&name} {}

    [[nodiscard]] node_id id() const noexcept override { return view_.id(); }
    [[nodiscard]] const grid& network() const noexcept override { return view_.network(); }
    [[nodiscard]] tutti::slot slot() const noexcept override { return view_.slot(); }

    void send(port through, const packet_type& content) override { view_.send(through, content); }
    [[nodiscard]] std::span<const arrival<packet_type>> inbox() override { return view_.inbox(); }
    [[nodiscard]] received_packet<packet_type> received(port through) override {
        return view_.received(through);
    }

    [[nodiscard]] task<> next_slot() override { return view_.next_slot(); }
    [[nodiscard]] task<> mail() override { return view_.mail(); }
    [[nodiscard]] task<> mail_or(tutti::slot at) override { return view_.mail_or(at); }
    [[nodiscard]] task<> until(tutti::slot at) override { return view_.until(at); }
    [[nodiscard]] task<> relay() override { return view_.relay(); }
    /// See `folded::retire`.
    [[nodiscard]] task<> retire() { return view_.retire(); }

    void deliver(const message& content) override {
        view_.deliver(*name_ ? (*name_)(content) : content);
    }
    void mark(milestone end) override { view_.mark(end); }
    [[nodiscard]] std::uint64_t random() override { return view_.random(); }

private:
    folded<Below> view_;
    const origin_mapping* name_;
};

}  // namespace tutti
