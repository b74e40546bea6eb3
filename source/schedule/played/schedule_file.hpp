/// @file
/// Schedule files that runs name: read once as long as they stay the same.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace tutti {

/// Content of a schedule file with its hash.
struct schedule_file {
    std::string content{};
    std::uint64_t hash = 0;  ///< XXH3
};

/// The file of that name.
///
/// Thread safety: any thread may ask.
/// @throws std::invalid_argument with one line that names the file if it cannot be read
[[nodiscard]] std::shared_ptr<const schedule_file> schedule_file_at(const std::string& path);

}  // namespace tutti
