#include "memory_file.hpp"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

namespace tutti {

memory_file::memory_file(std::string_view content)
    : descriptor_{::memfd_create("schedule", MFD_CLOEXEC)} {
    while (descriptor_ >= 0 && !content.empty()) {
        const ssize_t written = ::write(descriptor_, content.data(), content.size());
        if (written < 0 && errno != EINTR) {
            const int failure = errno;
            ::close(descriptor_);
            throw std::system_error{failure, std::generic_category(), "a file in memory"};
        }
        content.remove_prefix(written < 0 ? 0 : std::string_view::size_type(written));
    }
    if (descriptor_ < 0) {
        throw std::system_error{errno, std::generic_category(), "a file in memory"};
    }
}

memory_file::~memory_file() { ::close(descriptor_); }

std::string memory_file::path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

}  // namespace tutti
