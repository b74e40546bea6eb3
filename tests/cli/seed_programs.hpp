/// @file
/// Algorithms whose nodes compute others' messages and draws from the seed, and correct ones that
/// an audit could take for such.
#pragma once

#include <string>

#include "tutti/catalog/catalogue.hpp"

/// Adds them to a catalogue that has the standard collectives.
void add_seed_programs(tutti::catalogue& catalogue);

/// A description of an algorithm for hypercubes, without a program.
[[nodiscard]] tutti::algorithm described(std::string collective, std::string name);
