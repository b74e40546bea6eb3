#include "schedule_file.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <system_error>
#include <utility>

#ifndef XXH_INLINE_ALL
#define XXH_INLINE_ALL  // NOLINT(cppcoreguidelines-macro-usage)
#endif
#include <xxhash.h>

#include "util/file_content.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_file_bytes = std::uint64_t{256} << 20U;
constexpr std::size_t most_files_kept = 4;

using shared_file = std::shared_ptr<const schedule_file>;

shared_file hashed(std::string content) {
    const std::uint64_t hash = XXH3_64bits(content.data(), content.size());
    return std::make_shared<const schedule_file>(
        schedule_file{.content = std::move(content), .hash = hash});
}

/// State of a file by which a change of its content is noticed.
struct file_state {
    std::uintmax_t bytes = 0;
    std::filesystem::file_time_type written{};

    friend bool operator==(const file_state&, const file_state&) = default;
};

/// What can be told of a file now.
struct observed_file {
    std::optional<file_state> state{};  ///< null of what is no file, which its reader refuses
    bool is_hidden = false;             ///< to a process that may open no more files
};

observed_file observe(const std::string& path) {
    std::error_code failure;
    const std::uintmax_t bytes = std::filesystem::file_size(path, failure);
    if (failure) {
        return {.is_hidden = failure == std::errc::operation_not_permitted};
    }
    const auto written = std::filesystem::last_write_time(path, failure);
    return {.state = failure ? std::nullopt : std::optional{file_state{bytes, written}}};
}

/// Files that were asked for last.
class file_cache {
public:
    [[nodiscard]] shared_file find(const std::string& path) {
        const std::scoped_lock guard{lock_};
        const auto [state, is_hidden] = observe(path);
        const auto known = std::ranges::find(files_, path, &entry::path);
        if (known != files_.end()) {
            if (is_hidden || (state && known->state == *state)) {
                return known->file;
            }
            files_.erase(known);
        }
        shared_file file =
            hashed(content_of_file(path, {.content = "a schedule", .most_bytes = most_file_bytes}));
        files_.push_front({path, state.value_or(file_state{}), file});
        if (files_.size() > most_files_kept) {
            files_.pop_back();
        }
        return file;
    }

private:
    struct entry {
        std::string path;
        file_state state;
        shared_file file;
    };

    std::mutex lock_;
    std::deque<entry> files_;
};

file_cache& files_of_the_process() {
    static file_cache files;
    return files;
}

}  // namespace

shared_file schedule_file_at(const std::string& path) {
    try {
        return files_of_the_process().find(path);
    } catch (const std::invalid_argument& wrong) {
        refuse("{} {}", in_quotes(path), wrong.what());
    }
}

}  // namespace tutti
