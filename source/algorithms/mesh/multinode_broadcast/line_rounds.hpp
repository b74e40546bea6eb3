/// @file
/// Broadcasts along lines and rings in rounds of one packet a node, in several classes.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "algorithms/mesh/class_order.hpp"
#include "algorithms/mesh/mesh_program.hpp"
#include "algorithms/mesh/reduction/mesh_prefix.hpp"
#include "node/pieces.hpp"
#include "util/counts.hpp"

namespace tutti {

/// Order in which packets travel along a line or ring of p nodes in a round.
enum class round_mode : std::uint8_t {
    line,         ///< both ways to the ends of a line, p-1 steps
    halves,       ///< one half of the packet each way around a ring, p-1 steps
    whole,        ///< both ways around a ring, one step farther upwards if p is even: p/2 steps
    alternating,  ///< the same, but the longer way is upwards and downwards in turn
};

/// Rounds of pieces of messages, which are halved on a torus.
[[nodiscard]] inline round_mode split_mode(const grid& shape) noexcept {
    return shape.edge() == grid_edge::closed ? round_mode::halves : round_mode::line;
}

/// Rounds along virtual dimension `l` for `most` ranks, which lines of p^(l+1) places take in turn.
[[nodiscard]] inline slot rounds_along(const grid& shape, int l, std::uint64_t most) {
    const std::uint64_t places = std::uint64_t{shape.stride(l)} * shape.nodes_along(l);
    return slots_for(divided_up(most, places));
}

/// Steps along virtual dimension `l` of a grid with equal sides.
[[nodiscard]] inline slot steps_along(const grid& shape, int l, round_mode mode,
                                      std::uint64_t most) {
    const slot rounds = rounds_along(shape, l, most);
    const slot others = shape.side(l) - 1;
    return mode == round_mode::whole         ? rounds * ((others + 1) / 2)
           : mode == round_mode::alternating ? (rounds * others + 1) / 2
                                             : rounds * others;
}

/// Steps along all dimensions.
[[nodiscard]] inline slot line_rounds_steps(const grid& shape, round_mode mode,
                                            std::uint64_t most) {
    slot sum = 0;
    for (int l = 0; l < shape.dimensions(); ++l) {
        sum += steps_along(shape, l, mode, most);
    }
    return sum;
}

/// One node's part in the broadcast of packets of one class: along one virtual dimension after the
/// other, from d-1 down, a node broadcasts all that it holds. Before it, rank r is at the node of
/// place r; in the end every packet is everywhere.
///
/// In each direction, the first step of a round launches one of the node's packets, if any is left;
/// the others forward the packet of the step before, as far as a packet goes in that round.
///
/// Goes `in_lockstep` with other classes, for `line_rounds_steps`.
///
/// Drawn in split_classes.cpp.
///
/// Varvarigos and Bertsekas, partial multinode broadcast, sections 3 and 4.
class line_rounds {
public:
    /// @param packets what is at the node, each packet with its rank as `target()`; of `halves`
    ///   each half
    /// @param most the number of ranks that rounds are made for, the same at all nodes
    /// @param pieces those of all classes; outlives the rounds
    line_rounds(const grid& shape, int c, round_mode mode, std::vector<long_packet> packets,
                std::uint64_t most, assembly& pieces)
        : order_{shape, c},
          mode_{mode},
          most_{most},
          pieces_{&pieces},
          stored_packets_{std::move(packets)} {
        begin_line(order_.dimensions() - 1);
    }

    template <node_at_work Node>
    void send(Node& self, slot /*step*/) const {
        for (const direction& way : ways_) {
            if (const auto* const packet = next(way); packet != nullptr && self.has(way.to)) {
                self.send(way.to, *packet);
            }
        }
    }

    template <node_at_work Node>
    void receive(Node& self, slot /*step*/) {
        for (direction& way : ways_) {
            const auto heard = heard_through(self, way.to ^ 1);
            if (heard) {
                deliver_from(self, *pieces_, *heard);
                if (level_ > 0) {
                    stored_packets_.push_back(*heard);
                }
            }
            advance(way, heard);
        }
        if (--steps_left_ == 0 && level_ > 0) {
            begin_line(level_ - 1);
        }
    }

private:
    // One way along the line: the packets to launch, one a round, and the one to forward.
    struct direction {
        port to = 0;
        std::size_t next = 0;
        std::size_t end = 0;
        bool is_longer = true;  // in this round, of the two ways around a ring
        int step = 0;           // of the round
        std::optional<long_packet> passing{};
    };

    // Ranks that agree in the last l digits, and no others, are at the nodes of a line of virtual
    // dimension l with these digits.
    void begin_line(int l) {
        level_ = l;
        const auto is_second = [this](const long_packet& packet) {
            return mode_ == round_mode::halves && packet.part().index % 2 != 0;
        };
        std::ranges::sort(stored_packets_, {}, [&](const long_packet& packet) {
            return std::pair{is_second(packet), packet.target()};
        });
        const std::size_t end = stored_packets_.size();
        const auto middle = std::ranges::partition_point(stored_packets_, std::not_fn(is_second));
        const std::size_t first = position_at(stored_packets_, middle);
        ways_[0] = {.to = order_.up(l), .end = first};
        ways_[1] = {.to = order_.down(l),
                    .next = mode_ == round_mode::halves ? first : 0,
                    .end = end,
                    .is_longer = false};
        steps_left_ = steps_along(order_.shape(), l, mode_, most_);
        if (l > 0) {
            const auto rounds =
                static_cast<std::size_t>(rounds_along(order_.shape(), l - 1, most_));
            stored_packets_.reserve((mode_ == round_mode::halves ? 2 : 1) * rounds);
        }
    }

    // Packet to send in this step, or null.
    [[nodiscard]] const long_packet* next(const direction& way) const noexcept {
        if (way.step > 0) {
            return way.passing ? &*way.passing : nullptr;
        }
        return way.next < way.end ? &stored_packets_[way.next] : nullptr;
    }

    // Ends a step of a round, in which a packet goes around a half of a ring, or else to the end.
    void advance(direction& way, received_packet<long_packet> heard) const {
        const int side = order_.side();
        const bool is_split = mode_ == round_mode::line || mode_ == round_mode::halves;
        const int reach = is_split ? side - 1 : (side - (way.is_longer ? 0 : 1)) / 2;
        ++way.step;
        way.passing.reset();
        if (heard && way.step < reach) {
            way.passing = *heard;
        }
        if (way.step == (mode_ == round_mode::whole ? side / 2 : reach)) {
            way.step = 0;
            ++way.next;
            way.is_longer = way.is_longer != (mode_ == round_mode::alternating);
        }
    }

    class_order order_;
    round_mode mode_;
    std::uint64_t most_;
    assembly* pieces_;
    std::vector<long_packet> stored_packets_;
    int level_ = 0;
    slot steps_left_ = 0;
    std::array<direction, 2> ways_;  // upwards and downwards
};

/// One packet for each class: the message of a node cut in as many pieces, class c with its rank.
[[nodiscard]] inline std::vector<std::vector<long_packet>> cut_for_classes(
    const initial_messages& messages, const std::vector<place_in_class>& places) {
    std::vector<std::vector<long_packet>> cut(places.size());
    for (std::size_t c = 0; c < places.size() && !messages.empty(); ++c) {
        const piece part{.index = static_cast<std::uint8_t>(c),
                         .count = size_as<std::uint8_t>(places)};
        cut[c].push_back(long_packet::of(messages[0], places[c].rank, part));
    }
    return cut;
}

/// Broadcasts the packets of the classes, packed as they are, at the same time. All classes take
/// the steps that `most` ranks take, so that no two use the same dimension in the same step.
template <node_of<grid> Node>
task<> broadcast_classes(Node& self, std::vector<std::vector<long_packet>> packed, round_mode mode,
                         std::uint64_t most) {
    assembly pieces;
    std::vector<line_rounds> classes;
    int c = 0;
    for (std::vector<long_packet>& packets : packed) {
        if (mode == round_mode::halves) {
            std::vector<long_packet> halves;
            for (const long_packet& packet : packets) {
                halves.push_back(packet.half(0));
                halves.push_back(packet.half(1));
            }
            packets = std::move(halves);
        }
        for (const long_packet& packet : packets) {
            deliver_from(self, pieces, packet);
        }
        classes.emplace_back(self.network(), c++, mode, std::move(packets), most, pieces);
    }
    co_await in_lockstep(self, line_rounds_steps(self.network(), mode, most), std::span{classes});
    self.mark("broadcast");
}

}  // namespace tutti
