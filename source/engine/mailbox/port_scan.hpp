/// @file
/// Iteration over the ports of a node as bits.
///
/// In slot t the bits of a node show the packets of side t. They are set when its mail is
/// collected, before its program runs, and belong to that slot only.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "tutti/topology/topology.hpp"

namespace tutti {

/// Number of ports whose bits fill a word.
inline constexpr std::size_t word_ports = 64;

/// A bit for each of 64 ports of a node.
struct inbox_word {
    std::uint64_t arrived = 0;  ///< a packet arrived at the start of the slot
    std::uint64_t unread = 0;   ///< and nobody has looked at it
};

/// Walks over the ports of a node that have the wanted bit set. Valid while the words do not
/// change.
class port_scan {
public:
    /// Stands at no port.
    port_scan() = default;

    /// @param words the node's inbox, by increasing port
    port_scan(std::span<const inbox_word> words, std::uint64_t inbox_word::*wanted) noexcept
        : rest_{words}, wanted_{wanted} {
        find();
    }

    /// True if it is at a port.
    [[nodiscard]] explicit operator bool() const noexcept { return left_ != 0; }
    /// @pre it stands at one
    [[nodiscard]] port operator*() const noexcept { return end_ - 64 + std::countr_zero(left_); }
    port_scan& operator++() noexcept {
        left_ &= left_ - 1;
        find();
        return *this;
    }

private:
    void find() noexcept {
        while (left_ == 0 && !rest_.empty()) {
            left_ = rest_.front().*wanted_;
            rest_ = rest_.subspan(1);
            end_ += 64;
        }
    }

    std::uint64_t left_ = 0;            // bits of the present word that are not passed yet
    std::span<const inbox_word> rest_;  // what is not looked at yet
    std::uint64_t inbox_word::*wanted_ = nullptr;
    port end_ = 0;  // the port after the present word's
};

}  // namespace tutti
