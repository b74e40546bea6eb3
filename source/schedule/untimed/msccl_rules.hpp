/// @file
/// Rules that the runtimes of RCCL and MSCCL demand of files of MSCCL XML.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <pugixml.hpp>

#include "msccl_program.hpp"

namespace tutti {

/// Limits of runtimes.
struct msccl_limits {
    static constexpr std::uint32_t channels = 32;
    static constexpr std::uint32_t steps_of_block = 256;
    static constexpr std::uint32_t count = 72;            ///< which `cnt` is below
    static constexpr std::size_t blocks_of_channel = 32;  ///< that send, and as many that receive
    static constexpr std::ptrdiff_t elements_of_gpu = 4096;
    static constexpr std::ptrdiff_t children = 1024;  ///< of an element
};

/// Adds a remark with the number of broken rules and the first of them, if there are any.
void add_broken_rules(const msccl_program& program, pugi::xml_node root,
                      std::vector<std::string>& remarks);

}  // namespace tutti
