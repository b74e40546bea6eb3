/// @file
/// Directory of the results of the server's jobs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "job.hpp"

namespace tutti::serve {

/// A file a job, `17.json`, and of recorded runs `17.tutti`; networks and schedules that were sent
/// as `0123456789abcdef.graph`. A file has its name when it is whole.
///
/// Thread safety: any thread.
class archive {
public:
    /// Makes the folder if there is none.
    /// @param most_recording_bytes of all recordings; the oldest go when there are more
    /// @throws std::invalid_argument, one line, if it cannot be used
    archive(std::filesystem::path folder, std::uint64_t most_recording_bytes);

    /// The jobs that are there, by their numbers, ended. One of which there is no end has the error
    /// that the server ended before.
    [[nodiscard]] std::vector<std::shared_ptr<job>> read() const;

    /// Keeps a job that has not ended, or as it ended.
    /// @throws std::runtime_error if it could not be written
    void keep(const job& entry) const;

    /// The result of a job, JSON, or nothing.
    [[nodiscard]] std::optional<std::string> result_of(std::uint64_t id) const;

    /// Path of a recording, existing or not.
    [[nodiscard]] std::filesystem::path recording_of(std::uint64_t id) const;
    /// Deletes the oldest recordings until all others take no more than they may.
    /// @return the jobs that have lost theirs
    std::vector<std::uint64_t> make_room() const;

    /// Keeps a network. @return its name
    /// @throws std::runtime_error if it could not be written
    [[nodiscard]] std::string keep_graph(const std::string& content) const;
    /// Path of a stored network, or nothing if there is none of that name.
    [[nodiscard]] std::optional<std::filesystem::path> graph_named(std::string_view name) const;

private:
    [[nodiscard]] std::filesystem::path file_of(std::uint64_t id) const;

    std::filesystem::path folder_;
    std::uint64_t most_recording_bytes_;
    mutable std::mutex lock_;
};

}  // namespace tutti::serve
