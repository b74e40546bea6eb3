/// @file
/// Send buffer of packets to other processes.
///
/// In slot t the thread of the shard alone appends; the buffer is emptied when it is serialised,
/// and cleared at the start of the next sweep.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bytes.hpp"
#include "tutti/engine/transport.hpp"
#include "tutti/node/packet.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti::detail {

/// A packet that crosses from one process to another, and the mailbox that it is for.
template <packet Packet>
struct outbound_packet {
    static constexpr std::size_t size = sizeof(node_id) + sizeof(port) + sizeof(Packet);

    node_id to;
    port far;  ///< the receiver's
    Packet content;

    [[nodiscard]] static outbound_packet from(byte_reader read) {
        return {
            .to = read.take<node_id>(), .far = read.take<port>(), .content = read.take<Packet>()};
    }
};

/// Send buffer of a shard: the packets that its nodes sent in a slot to nodes of other processes,
/// as bytes for each of them. These packets are in no mailbox of this process. One node sends at a
/// time.
class send_buffer {
public:
    /// Nothing was sent. Keeps the memory.
    void clear() noexcept {
        std::ranges::for_each(for_processes_, [](transport::bytes& each) { each.clear(); });
        sender_ = nobody;
    }

    /// True if the node has sent through the port before.
    [[nodiscard]] bool has_sent(node_id from, port through) const noexcept {
        const auto number = port_index(through);
        return from == sender_ && number / word_bits < used_ports_.size() &&
               (used_ports_[number / word_bits] >> number % word_bits & 1U) != 0;
    }

    /// Sees to it that nothing is missing for a packet that may be added next.
    /// @throws std::bad_alloc
    void make_room(std::size_t process, std::size_t bytes, node_id from, port through) {
        if (process >= for_processes_.size()) {
            for_processes_.resize(process + 1);
        }
        transport::bytes& sent = for_processes_[process];
        if (sent.capacity() - sent.size() < bytes) {
            sent.reserve(2 * (sent.size() + bytes));
        }
        if (from != sender_) {
            sender_ = from;
            used_ports_.clear();
        }
        const std::size_t words = port_index(through) / word_bits + 1;
        used_ports_.resize(std::max(used_ports_.size(), words));
    }

    /// Adds a packet for which room was made.
    template <packet Packet>
    void add(std::size_t process, port through, const outbound_packet<Packet>& sent) noexcept {
        append_together(for_processes_[process], sent.to, sent.far, sent.content);
        const auto number = port_index(through);
        used_ports_[number / word_bits] |= std::uint64_t{1} << number % word_bits;
    }

    /// The latest packet to a process.
    /// @pre there is one
    template <packet Packet>
    [[nodiscard]] Packet latest_to(std::size_t process) const {
        const std::span<const std::byte> sent{for_processes_[process]};
        return outbound_packet<Packet>::from(byte_reader{sent.last(outbound_packet<Packet>::size)})
            .content;
    }

    /// Buffer of each process, up to the last one that has packets.
    [[nodiscard]] std::span<transport::bytes> for_processes() noexcept { return for_processes_; }
    [[nodiscard]] std::span<const transport::bytes> for_processes() const noexcept {
        return for_processes_;
    }

private:
    static constexpr std::size_t word_bits = 64;
    static constexpr node_id nobody = ~node_id{0};

    std::vector<transport::bytes> for_processes_;
    node_id sender_ = nobody;
    std::vector<std::uint64_t> used_ports_;  // by the sender
};

}  // namespace tutti::detail
