/// @file
/// Command line of tutti over any catalogue: entry point of programs with their own algorithms.
#pragma once

#include "tutti/catalog/catalogue.hpp"

namespace tutti::program {

/// Runs the command line of `tutti` with the collectives and algorithms of `catalogue`: run, list,
/// compare, stress, audit, bounds, describe. What it prints to be repeated begins with the
/// program's own name. Call it before the program opens files or starts threads or processes, as it
/// is the `isolated_entry` of the program's audits.
/// @return the exit status
[[nodiscard]] int main(int argc, char** argv, const catalogue& catalogue);

}  // namespace tutti::program
