/// @file
/// How packets cross from one process to others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>
#include <vector>

#include "tutti/machine/detail/clock.hpp"
#include "tutti/machine/detail/function_ref.hpp"
#include "tutti/machine/detail/team_choice.hpp"
#include "tutti/machine/executor.hpp"
#include "tutti/machine/transport.hpp"

namespace tutti::detail {

/// Writes and reads the packets that cross in a slot: on all threads where they are many.
class crossing {
public:
    /// All outlive this.
    /// @param keeps_account whether to measure what it takes
    crossing(clocked_nodes& nodes, executor& team, const team_choice& choice, bool keeps_account)
        : nodes_{&nodes},
          team_{&team},
          choice_{&choice},
          keeps_account_{keeps_account},
          written_(static_cast<std::size_t>(team.threads())),
          failures_(static_cast<std::size_t>(team.threads())) {}

    /// Puts what own nodes sent to others' behind the bytes for these.
    /// @param sent packets of this slot, to whomever
    void hand_over(std::uint64_t sent, std::span<transport::bytes> to);

    /// Brings what others handed over to where it will be read.
    void take_in(std::span<const std::span<const std::byte>> told);

    /// What all that took, where an account is kept.
    [[nodiscard]] double seconds() const noexcept { return seconds_; }

private:
    void time(function_ref<void()> work);
    void write(std::uint64_t sent, std::span<transport::bytes> to);
    void read(std::span<const std::span<const std::byte>> told);
    void share_out(function_ref<void(even_part)> work);

    clocked_nodes* nodes_;
    executor* team_;
    const team_choice* choice_;
    bool keeps_account_;
    double seconds_ = 0;
    std::vector<std::vector<transport::bytes>> written_;  // by each thread, for each process
    std::vector<std::exception_ptr> failures_;            // of each thread
};

}  // namespace tutti::detail
