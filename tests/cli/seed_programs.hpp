/// @file
/// Algorithms whose nodes work out from the seed what others have and draw, and honest ones that an
/// audit could take for such.
#pragma once

#include "tutti/catalog/catalogue.hpp"

/// Adds them to a catalogue that has the standard collectives.
void add_seed_programs(tutti::catalogue& all);
