/// @file
/// What a node waits for after a step of a phase.
#pragma once

#include <cstdint>

#include "tutti/node/slot.hpp"

namespace tutti {

namespace detail {

/// Why a node sleeps; `nothing` while its program runs.
enum class wait_kind : std::uint8_t {
    returned,
    next_slot,
    mail,
    mail_or,
    until,
    relay,
    steps,
    nothing
};

}  // namespace detail

/// What a node waits for after a step, in the words of `node_face`.
class step_end {
public:
    [[nodiscard]] static constexpr step_end next_slot() noexcept {
        return {detail::wait_kind::next_slot, never};
    }
    [[nodiscard]] static constexpr step_end mail() noexcept {
        return {detail::wait_kind::mail, never};
    }
    /// Until mail or slot `at`. If that is not in the future, the next step follows at once.
    [[nodiscard]] static constexpr step_end mail_or(slot at) noexcept {
        return {detail::wait_kind::mail_or, at};
    }
    /// For nothing: the phase is over, and the program goes on in this slot.
    [[nodiscard]] static constexpr step_end over() noexcept {
        return {detail::wait_kind::returned, never};
    }

    [[nodiscard]] constexpr detail::wait_kind kind() const noexcept { return kind_; }
    /// The slot of `mail_or`.
    [[nodiscard]] constexpr slot wake() const noexcept { return wake_; }

private:
    constexpr step_end(detail::wait_kind kind, slot wake) noexcept : kind_{kind}, wake_{wake} {}

    detail::wait_kind kind_;
    slot wake_;
};

}  // namespace tutti
