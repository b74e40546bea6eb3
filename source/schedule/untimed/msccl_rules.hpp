/// @file
/// Rules that the runtimes of RCCL and MSCCL demand of files of MSCCL XML.
#pragma once

#include <string>
#include <vector>

#include <pugixml.hpp>

#include "msccl_program.hpp"

namespace tutti {

/// Adds a remark with the number of broken rules and the first of them, if there are any.
void add_broken_rules(const msccl_program& program, pugi::xml_node root,
                      std::vector<std::string>& remarks);

}  // namespace tutti
