/// @file
/// Broadcasts along lines and rings in rounds of one packet a node.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "algorithms/mesh/class_order.hpp"
#include "algorithms/mesh/collected_pieces.hpp"
#include "algorithms/mesh/mesh_program.hpp"
#include "tutti/node/node_interface.hpp"

namespace tutti {

/// Order in which packets travel along a line or ring of p nodes in a round.
enum class round_mode : std::uint8_t {
    line,         ///< both ways to the ends of a line, p-1 steps
    halves,       ///< one half of the packet each way around a ring, p-1 steps
    whole,        ///< both ways around a ring, one step farther upwards if p is even: p/2 steps
    alternating,  ///< the same, but the longer way is upwards and downwards in turn
};

/// Steps that `rounds` rounds take.
[[nodiscard]] constexpr std::int64_t steps_of(round_mode mode, int side, std::int64_t rounds) {
    switch (mode) {
        case round_mode::line:
        case round_mode::halves:
            return rounds * (side - 1);
        case round_mode::whole:
            return rounds * (side / 2);
        case round_mode::alternating:
            return (rounds * (side - 1) + 1) / 2;
    }
    return 0;
}

/// Number of rounds along a line if `most` ranks are distributed to lines of `places` places in
/// turn.
[[nodiscard]] constexpr std::int64_t rounds_for(std::uint32_t most, std::uint64_t places) {
    return static_cast<std::int64_t>((most + places - 1) / places);
}

/// Steps along all dimensions of a grid with equal sides, for `most` ranks.
[[nodiscard]] inline std::int64_t line_rounds_steps(const grid& shape, round_mode mode,
                                                    std::uint32_t most) {
    std::int64_t sum = 0;
    std::uint64_t places = 1;
    for (int l = 0; l < shape.dimensions(); ++l) {
        places *= static_cast<std::uint64_t>(shape.side(0));
        sum += steps_of(mode, shape.side(0), rounds_for(most, places));
    }
    return sum;
}

/// One direction of a node's part in the rounds: in the first step of a round it launches one of
/// the node's own packets, if any is left; in the others it forwards the packet of the step before,
/// as far as a packet goes in that round.
class round_stream {
public:
    /// @param is_up whether this is the direction of growing digits
    round_stream(round_mode mode, int side, bool is_up) noexcept
        : mode_{mode}, side_{side}, is_up_{is_up} {}

    /// Packet to send in this step, or null. `own` are the packets of the node, one a round.
    [[nodiscard]] const mesh_packet* next(const std::vector<mesh_packet>& own) const noexcept {
        if (step_ > 0) {
            return passing_ ? &*passing_ : nullptr;
        }
        return round_ < own.size() ? &own[round_] : nullptr;
    }

    /// Ends the step, in which `heard` has arrived, if it has.
    void advance(received_packet<mesh_packet> heard) {
        ++step_;
        if (heard && step_ < reach()) {
            passing_ = *heard;
        } else {
            passing_.reset();
        }
        if (step_ == length()) {
            step_ = 0;
            ++round_;
        }
    }

private:
    // Links that a packet crosses in this round.
    [[nodiscard]] int reach() const noexcept {
        switch (mode_) {
            case round_mode::line:
            case round_mode::halves:
                return side_ - 1;
            case round_mode::whole:
                return is_up_ ? side_ / 2 : (side_ - 1) / 2;
            case round_mode::alternating:
                return is_up_ == (round_ % 2 == 0) ? side_ / 2 : (side_ - 1) / 2;
        }
        return 0;
    }
    [[nodiscard]] int length() const noexcept {
        return mode_ == round_mode::whole ? side_ / 2 : reach();
    }

    round_mode mode_;
    int side_;
    bool is_up_;
    std::size_t round_ = 0;
    int step_ = 0;
    std::optional<mesh_packet> passing_;  // to be sent in this step, if it is not the first
};

/// One node's part in the broadcast of packets of one class: along one virtual dimension after the
/// other, from d-1 down, a node broadcasts all that it holds. Before it, rank r is at the node of
/// place r; in the end every packet is everywhere.
///
/// Goes `in_lockstep` with other classes, for `line_rounds_steps`.
///
/// Drawn in partial_multinode_broadcast.hpp.
///
/// Varvarigos and Bertsekas, partial multinode broadcast, sections 3 and 4.
template <mesh_node Node>
class line_rounds {
public:
    /// @param packets what is at the node, each packet with its rank as `target()`
    /// @param most the number of ranks that rounds are made for, the same at all nodes
    /// @param collected takes what comes in; outlives the rounds
    line_rounds(Node& self, int c, round_mode mode, const std::vector<mesh_packet>& packets,
                std::uint32_t most, collected_pieces<Node>& collected)
        : self_{&self},
          order_{self.network(), c},
          mode_{mode},
          most_{most},
          collected_{&collected} {
        stored_packets_.reserve(std::size_t{mode == round_mode::halves ? 2U : 1U} * most);
        for (const mesh_packet& packet : packets) {
            take(packet);
        }
        begin_line(order_.dimensions() - 1);
    }

    void send(slot /*step*/) {
        if (const auto* const packet = up_stream_.next(own_[0]);
            packet != nullptr && self_->has(order_.up(level_))) {
            self_->send(order_.up(level_), *packet);
        }
        const std::size_t down = mode_ == round_mode::halves ? 1 : 0;
        if (const auto* const packet = down_stream_.next(own_[down]);
            packet != nullptr && self_->has(order_.down(level_))) {
            self_->send(order_.down(level_), *packet);
        }
    }

    void receive(slot /*step*/) {
        const auto from_below = heard(order_.down(level_));
        const auto from_above = heard(order_.up(level_));
        up_stream_.advance(from_below);
        down_stream_.advance(from_above);
        if (--steps_left_ == 0 && level_ > 0) {
            begin_line(level_ - 1);
        }
    }

private:
    // Ranks that agree in the last l digits, and no others, are at the nodes of a line of virtual
    // dimension l with these digits.
    void begin_line(int l) {
        level_ = l;
        own_[0].clear();
        own_[1].clear();
        std::ranges::sort(stored_packets_, {},
                          [](const mesh_packet& packet) { return packet.target(); });
        for (const mesh_packet& packet : stored_packets_) {
            const bool is_second = mode_ == round_mode::halves && packet.part().index % 2 != 0;
            own_[is_second ? 1 : 0].push_back(packet);
        }
        up_stream_ = {mode_, order_.side(), true};
        down_stream_ = {mode_, order_.side(), false};
        std::uint64_t places = 1;
        for (int i = 0; i <= l; ++i) {
            places *= static_cast<std::uint64_t>(order_.side());
        }
        steps_left_ = steps_of(mode_, order_.side(), rounds_for(most_, places));
    }

    void take(const mesh_packet& packet) {
        if (mode_ == round_mode::halves) {
            stored_packets_.push_back(packet.half(0));
            stored_packets_.push_back(packet.half(1));
        } else {
            stored_packets_.push_back(packet);
        }
    }

    // Packet that came through a port, if the node has it; valid in this slot.
    received_packet<mesh_packet> heard(port from) {
        const auto packet = self_->has(from) ? self_->received(from) : nullptr;
        if (packet != nullptr) {
            collected_->add(*packet);
            stored_packets_.push_back(*packet);
        }
        return packet;
    }

    Node* self_;
    class_order order_;
    round_mode mode_;
    std::uint32_t most_;
    collected_pieces<Node>* collected_;
    std::vector<mesh_packet> stored_packets_;
    std::array<std::vector<mesh_packet>, 2> own_;  // upwards and downwards, if they differ
    int level_ = 0;
    std::int64_t steps_left_ = 0;
    round_stream up_stream_{round_mode::line, 1, true};
    round_stream down_stream_{round_mode::line, 1, false};
};

}  // namespace tutti
