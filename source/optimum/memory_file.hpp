/// @file
/// File in memory, which those that read files by name can read.
#pragma once

#include <string>
#include <string_view>

namespace tutti {

/// A file without a place in a folder. It is gone with this.
class memory_file {
public:
    /// @throws std::system_error if there can be none
    explicit memory_file(std::string_view content);
    ~memory_file();
    memory_file(const memory_file&) = delete;
    memory_file& operator=(const memory_file&) = delete;

    /// Name by which this process opens it.
    [[nodiscard]] std::string path() const;

private:
    int descriptor_;
};

}  // namespace tutti
