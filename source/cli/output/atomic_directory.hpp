/// @file
/// Directory that appears under its name when it is complete.
#pragma once

#include <functional>
#include <string>

namespace tutti::program {

/// A folder that gets its name when it is whole. Until then it has another one beside it, which
/// goes with its owner, and all that is in it.
class atomic_directory {
public:
    /// @param may_replace whether an existing file or directory of that path may be removed for it
    /// @throws std::invalid_argument if it cannot be made, with a clause
    atomic_directory(const std::string& path,
                     const std::function<bool(const std::string& there)>& may_replace);
    atomic_directory(const atomic_directory&) = delete;
    atomic_directory& operator=(const atomic_directory&) = delete;
    ~atomic_directory();

    /// Temporary directory in which its files are written.
    [[nodiscard]] const std::string& temporary_path() const noexcept { return temporary_path_; }

    /// Moves the directory to its final name; true on success. Call it last.
    [[nodiscard]] bool finish();

private:
    std::string path_;
    std::string temporary_path_;
};

}  // namespace tutti::program
