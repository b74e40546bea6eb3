/// @file
/// Fixed forwarding table of a node.
#pragma once

#include <bit>
#include <cstdint>

#include "misuse.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/topology.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {

/// Fixed forwarding table, by the port through which packets arrive: each port leads to a set of
/// others, and the sets are disjoint, as in spanning trees that share no link, where every packet
/// can be forwarded in the slot in which it arrives. For up to 32 ports.
class fixed_routes {
public:
    /// The largest number of ports.
    static constexpr int most_ports = 32;

    /// Packets that arrived in this slot and are to be forwarded, at most one a port.
    template <class Packet>
    class arrivals;

    /// Routes packets from port `from` to the ports whose bits are set.
    /// @pre none of them is in another set
    /// @throws error unless 0 <= from < `most_ports`
    void add(port from, std::uint32_t ports) {
        require(from);
        for (std::uint32_t left = ports; left != 0; left &= left - 1) {
            source_[std::countr_zero(left)] = static_cast<std::uint8_t>(from);
            sources_ |= std::uint32_t{1} << from;
        }
        targets_ |= ports;
    }

    /// Sends each of these packets on, by increasing port.
    template <class Node, class Packet>
    void send_on(Node& self, const arrivals<Packet>& came) const {
        send_each(self, targets_of(came.ports()),
                  [&](port through) -> const Packet& { return came.through(source_[through]); });
    }

private:
    static void require(port through) {
        if (through < 0 || through >= most_ports) [[unlikely]] {
            detail::refuse_port("fixed_routes", through, most_ports);
        }
    }

    // The ports through which something goes on. Where links are busy, all that lead on are used.
    [[nodiscard]] std::uint32_t targets_of(std::uint32_t came) const noexcept {
        if ((sources_ & ~came) == 0) {
            return targets_;
        }
        std::uint32_t ports = 0;
        for (std::uint32_t left = targets_; left != 0; left &= left - 1) {
            const int target = std::countr_zero(left);
            ports |= (came >> source_[target] & 1U) << target;
        }
        return ports;
    }

    std::uint32_t sources_ = 0;                               // ports that lead on
    std::uint32_t targets_ = 0;                               // ports that are led to
    indexed_array<port, std::uint8_t, most_ports> source_{};  // of each target
};

// Packets of other ports are never looked at; to clear them would take time in every slot.
template <class Packet>
// NOLINTNEXTLINE(cppcoreguidelines-pro-type-member-init)
class fixed_routes::arrivals {
public:
    /// @param content stays where it is until the slot is over, as for `for_each_arrival`
    /// @throws error unless 0 <= through < `most_ports`
    void add(port through, const Packet& content) {
        require(through);
        ports_ |= std::uint32_t{1} << through;
        packets_[through] = &content;
    }

    /// The ports that something was added for, as bits.
    [[nodiscard]] std::uint32_t ports() const noexcept { return ports_; }
    /// @pre something was added for the port
    [[nodiscard]] const Packet& through(port which) const noexcept { return *packets_[which]; }

private:
    std::uint32_t ports_ = 0;
    indexed_array<port, const Packet*, most_ports> packets_;
};

}  // namespace tutti
