/// @file
/// Temporary directory of a test.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace support {

/// A directory that goes with its owner.
class scratch {
public:
    /// @throws std::runtime_error if there is no place for one
    scratch() {
        std::string pattern = (std::filesystem::temp_directory_path() / "tutti-XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) {
            throw std::runtime_error{"no directory like " + pattern + " can be made"};
        }
        path_ = pattern;
    }
    scratch(const scratch&) = delete;
    scratch& operator=(const scratch&) = delete;
    ~scratch() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }

    [[nodiscard]] std::string path(std::string_view name) const { return (path_ / name).string(); }

    /// The path of a file that now holds `content`.
    [[nodiscard]] std::string file(std::string_view name, std::string_view content) const {
        std::ofstream{path(name), std::ios::binary} << content;
        return path(name);
    }

private:
    std::filesystem::path path_;
};

}  // namespace support
