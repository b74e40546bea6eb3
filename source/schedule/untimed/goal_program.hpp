/// @file
/// Program of GOAL: operations of ranks, with what they require.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "schedule/foreign_schedule.hpp"
#include "step_order.hpp"

namespace tutti {

/// Number of a rank or tag that stands for any.
inline constexpr std::uint32_t goal_any = ~std::uint32_t{0};

enum class goal_operation_type : std::uint8_t { calc, send, receive };

struct goal_operation {
    goal_operation_type type = goal_operation_type::calc;
    std::uint32_t rank = 0;
    std::uint32_t peer = goal_any;
    std::uint32_t tag = 0;
    std::uint64_t bytes = 0;
    std::uint64_t line = 0;
    std::string label{};
};

/// Operations of a rank: numbers in the program.
struct goal_rank {
    std::uint32_t first = 0;
    std::uint32_t last = 0;  ///< the one behind
    bool is_given = false;
};

/// All of a file. The operations of a rank follow each other.
struct goal_program {
    std::string file{};
    std::vector<goal_rank> ranks{};
    std::vector<goal_operation> operations{};
    std::vector<step_pair> done_before_start{};   ///< requires: the one before comes first
    std::vector<step_pair> start_before_start{};  ///< irequires

    [[nodiscard]] std::string place_of(std::uint32_t operation) const;
};

/// @throws std::invalid_argument, one line with file and place
[[nodiscard]] goal_program read_goal_program(std::string_view content, const std::string& file);

}  // namespace tutti
