/// @file
/// Notes below a figure.
#pragma once

#include "figure.hpp"

namespace tutti {

/// Gives a figure whose points are there its title and remarks.
/// @param groups what the points were made of
void describe(figure& made, const stored_rows& from, const figure_request& request,
              const run_groups& groups);

}  // namespace tutti
