/// @file
/// Notes below a figure.
#pragma once

#include "figure.hpp"

namespace tutti {

/// Gives a figure whose points are there its title and remarks.
/// @param found what the points were made of
void describe(figure& made, const stored_rows& from, const figure_request& asked,
              const run_groups& found);

}  // namespace tutti
