/// @file
/// Entry of the processes in which audits run nodes.
#pragma once

#include "tutti/catalog/catalogue.hpp"

namespace tutti {

/// Call it first in a `main` that calls `audit`; `tutti::program::main` does so itself.
///
/// An audit executes the program again for each of its runs, so that they share no memory and no
/// file with it or with each other. In such a process this does the run and ends the process; in
/// any other it notes that audits can do so, and returns. Without it audits fork, and report "not
/// isolated".
///
/// Before the call `main` must not open files or start threads or processes; it may build the
/// catalogue.
/// @param catalogue has the algorithms that are audited; outlives all audits
void isolated_entry(int argc, char** argv, const catalogue& catalogue);

}  // namespace tutti
