/// @file
/// Step 14, a user-defined algorithm: a node program with its description, beside those of the
/// library.
///
/// Adds to step 13: the description, in `14_own_algorithm.hpp`. The program is the broadcast of
/// step 1 for the port model `single-half` of step 4. It is given its input and delivers messages,
/// so that the library can verify what arrives, and marks the end of its phase, so that the time
/// can be compared with theory. This `main` has all commands of `tutti`, over a catalogue with one
/// algorithm more.
///
/// Try next: `./14_own_algorithm run broadcast/one-by-one -n hypercube:10 --root 5`, which ends in
/// "complete: every check holds". Then leave out `co_await self.next_slot()`: the same command
/// reports a model violation.
#include "14_own_algorithm.hpp"

#include <exception>
#include <iostream>

#include "tutti/cli/main.hpp"

int main(int argc, char** argv) try {
    tutti::catalogue all = tutti::standard_catalogue();
    all.add(one_by_one());
    return tutti::program::main(argc, argv, all);
} catch (const std::exception& exception) {
    std::cerr << exception.what() << '\n';
    return 2;
}
