/// @file
/// The processes of an mpirun, if there is one.
#pragma once

#include <span>
#include <stop_token>
#include <string>
#include <string_view>

#include "tutti/machine/transport.hpp"

namespace tutti::program {

/// The processes that this one runs networks with.
class processes {
public:
    /// Joins those that mpirun has started; without one nothing is loaded.
    /// @throws std::runtime_error if MPI cannot be had
    static void join();
    /// @throws std::invalid_argument in all of them if one was given other words than process 0
    static void require_same(std::span<const std::string_view> words);

    /// Leads to them; null: this process is alone.
    [[nodiscard]] static transport* carrier() noexcept;
    /// Whether this is the one that talks to the user: process 0.
    [[nodiscard]] static bool is_first() noexcept;
    /// How many of them share this machine.
    [[nodiscard]] static int on_this_machine() noexcept;

    /// From now on a process that dies ends the others soon after they are asked to end.
    static void heed(const std::stop_token& asked_to_end);

    /// How the command ended here.
    struct ending {
        int status = 0;
        std::string complaint{};      ///< the line on standard error; none: empty
        bool is_consequence = false;  ///< another process left, which has its own complaint
    };
    /// The last that every process does, once. What there is to say for all is of process 0.
    [[nodiscard]] static ending part(const ending& own);
};

}  // namespace tutti::program
