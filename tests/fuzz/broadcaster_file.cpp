/// @file
/// Bytes as a file of broadcasters: they are node ids, or are refused in one line.
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include <sys/mman.h>
#include <unistd.h>

#include "fuzz/broadcaster_set.hpp"
#include "fuzz/one_line.hpp"

namespace {

/// A file in memory, with this content.
class memory_file {
public:
    explicit memory_file(std::string_view content) : descriptor_{::memfd_create("ids", 0)} {
        const auto written = ::write(descriptor_, content.data(), content.size());
        fuzz::require(written == static_cast<ssize_t>(content.size()));
    }
    memory_file(const memory_file&) = delete;
    memory_file& operator=(const memory_file&) = delete;
    ~memory_file() { ::close(descriptor_); }

    [[nodiscard]] std::string path() const {
        return "/proc/self/fd/" + std::to_string(descriptor_);
    }

private:
    int descriptor_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
    constexpr std::size_t node_count = 1000;
    const memory_file ids{fuzz::text_of(bytes, size)};
    try {
        fuzz::check_draw(tutti::broadcaster_specification::parse("file:" + ids.path()), node_count,
                         1);
    } catch (const std::invalid_argument& why) {
        fuzz::require(fuzz::is_one_line(why.what()));
    }
    return 0;
}
