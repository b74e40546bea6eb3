#include "terminal.hpp"

#include <cstdlib>
#include <string_view>

#include <unistd.h>

namespace tutti::program {
namespace {

// The value of a variable; empty if it is not set. No thread changes the environment.
std::string_view environment(const char* name) {
    const char* const value = std::getenv(name);  // NOLINT(concurrency-mt-unsafe)
    return value == nullptr ? std::string_view{} : std::string_view{value};
}

}  // namespace

table_style style_of_output() {
    const std::string_view terminal = environment("TERM");
    // mpirun gives its processes pseudo-terminals, whatever it writes to.
    const bool is_under_mpirun =
        !environment("OMPI_COMM_WORLD_SIZE").empty() || !environment("PMI_SIZE").empty();
    const bool likes_colours = !is_under_mpirun && ::isatty(STDOUT_FILENO) == 1 &&
                               !terminal.empty() && terminal != "dumb" &&
                               environment("NO_COLOR").empty();
    return likes_colours ? table_style::coloured : table_style::plain;
}

}  // namespace tutti::program
