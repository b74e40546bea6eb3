#include "file_content.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

#include "value_syntax.hpp"

namespace tutti {
namespace {

// True if another file may replace the present one, if there is any.
bool is_replaceable(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code ignored;
    const fs::file_status there = fs::status(path, ignored);
    return fs::exists(there) ? fs::is_regular_file(there) && ::access(path.c_str(), W_OK) == 0
                             : fs::path{path}.has_filename() &&
                                   !fs::is_symlink(fs::symlink_status(path, ignored));
}

// Behind all symbolic links, which stay.
std::string place_of(const std::string& path) {
    std::error_code failure;
    const std::filesystem::path place = std::filesystem::canonical(path, failure);
    return failure ? path : place.string();
}

}  // namespace

// A pipe or a device has no size in advance, and is refused.
std::uint64_t size_of_file(const std::string& path, const file_kind& kind) {
    namespace fs = std::filesystem;
    std::error_code failure;
    const fs::file_status status = fs::status(path, failure);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        const bool is_directory = fs::is_directory(status);
        refuse("is a {}; name a {} with {}", is_directory ? "directory" : "pipe or device",
               is_directory ? "file" : "regular file", kind.content);
    }
    const std::uintmax_t bytes = fs::file_size(path, failure);
    if (failure) {
        refuse("cannot be read: {}", failure.message());
    }
    if (bytes > kind.most_bytes) {
        refuse("is longer than {} MiB", kind.most_bytes >> 20U);
    }
    return bytes;
}

std::string content_of_file(const std::string& path, const file_kind& kind) {
    const std::uint64_t bytes = size_of_file(path, kind);
    std::ifstream stream{path, std::ios::binary};
    if (!stream.is_open()) {
        refuse("cannot be read: {}", std::generic_category().message(errno));
    }
    // One byte more than there should be: a file that grows would break the bounds.
    std::string content(bytes + 1, '\0');
    stream.read(content.data(), std::ssize(content));
    if (stream.bad() || std::cmp_greater(stream.gcount(), bytes)) {
        refuse("cannot be read, or grows while it is read");
    }
    content.erase(content.begin() + stream.gcount(), content.end());
    return content;
}

// The number of the error is saved first, since the formatting may change it.
std::ofstream file_to_write(const std::string& path) {
    std::ofstream file{path, std::ios::binary};
    if (!file) {
        const int why = errno;
        refuse("{} cannot be written: {}", in_quotes(path), std::generic_category().message(why));
    }
    return file;
}

// Without the right to replace the file, as for a device, it is written in place.
atomic_file::atomic_file(const std::string& path) : path_{place_of(path)}, temporary_path_{path_} {
    if (is_replaceable(path)) {
        temporary_path_ = fmt::format("{}.{}.part", path_, ::getpid());
        content_.open(temporary_path_, std::ios::binary);
    }
    if (!content_.is_open()) {
        temporary_path_ = path_;
        content_ = file_to_write(path);
    }
}

// After `finish` there is no temporary file any more, and nothing is removed.
atomic_file::~atomic_file() {
    if (temporary_path_ != path_) {
        ::unlink(temporary_path_.c_str());
    }
}

bool atomic_file::finish() {
    content_.close();
    if (content_.fail() || temporary_path_ == path_) {
        return !content_.fail();
    }
    std::error_code failure;
    std::filesystem::rename(temporary_path_, path_, failure);
    return !failure;
}

void check_is_text(std::string_view content, const file_kind& kind) {
    if (const std::size_t zero = content.find('\0'); zero != std::string_view::npos) {
        refuse("is a binary file, with a zero byte in line {}; it takes {}, as text",
               1 + std::ranges::count(content.substr(0, zero), '\n'), kind.content);
    }
}

std::string_view without_byte_order_mark(std::string_view content) noexcept {
    constexpr std::string_view mark = "\xEF\xBB\xBF";
    return content.starts_with(mark) ? content.substr(mark.size()) : content;
}

std::string_view trimmed(std::string_view text) noexcept {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t begin = text.find_first_not_of(blanks);
    return begin == std::string_view::npos
               ? std::string_view{}
               : text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

bool lines::read(line& next) {
    while (!rest_.empty()) {
        const std::size_t end = std::min(rest_.find('\n'), rest_.size());
        const std::string_view whole = rest_.substr(0, end);
        rest_.remove_prefix(std::min(end + 1, rest_.size()));
        ++number_;
        const std::string_view text = trimmed(whole.substr(0, whole.find(comment_)));
        if (!text.empty()) {
            next = {.text = text, .number = number_};
            return true;
        }
    }
    return false;
}

}  // namespace tutti
