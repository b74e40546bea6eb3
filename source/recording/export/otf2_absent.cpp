#include "trace_sizes.hpp"
#include "traces.hpp"

// Compiled where OTF2's library was not found.
namespace tutti {

bool has_otf2() noexcept { return false; }

void write_otf2(const recording& /*from*/, const trace_extent& /*extent*/,
                const std::string& /*folder*/) {
    throw trace_error{"could not be written: this library was built without OTF2"};
}

std::uint64_t record::otf2_bytes(const recording& /*from*/, const trace_extent& /*extent*/) {
    return 0;
}

}  // namespace tutti
