/// @file
/// Directory that appears under its name when it is complete.
#pragma once

#include <functional>
#include <string>

namespace tutti::program {

/// A folder that gets its name when it is whole. Until then it has another one beside it, which
/// goes with its owner, and all that is in it.
class new_folder {
public:
    /// @param may_replace whether what stands at a path may be removed for it
    /// @throws std::invalid_argument if it cannot be made, with a clause
    new_folder(const std::string& path,
               const std::function<bool(const std::string& there)>& may_replace);
    new_folder(const new_folder&) = delete;
    new_folder& operator=(const new_folder&) = delete;
    new_folder(new_folder&&) = delete;
    new_folder& operator=(new_folder&&) = delete;
    ~new_folder();

    /// Temporary directory in which its files are written.
    [[nodiscard]] const std::string& meanwhile() const noexcept { return meanwhile_; }

    /// Moves the directory to its final name; true on success. Call it last.
    [[nodiscard]] bool finish();

private:
    std::string path_;
    std::string meanwhile_;
};

}  // namespace tutti::program
