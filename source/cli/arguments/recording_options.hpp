/// @file
/// Options of recordings that users make.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "recording/recorded_run.hpp"
#include "tutti/experiment/experiment.hpp"
#include "util/file_content.hpp"

namespace tutti::program {

/// `--max-bytes`, `--slots`, `--nodes`, `--no-control` and `--force`, for a command that records.
[[nodiscard]] std::vector<option> recording_options();

/// A recording that is being made. Its file gets its name when it is whole.
class recording_file {
public:
    /// Refuses what would not fit before anything is written, and says on standard error what is
    /// to come unless the user wants no such thing.
    /// @param file the option that names the file
    recording_file(const command_line& arguments, std::string_view file, const experiment& plan,
                   const experiment_options& options);

    [[nodiscard]] sink& watcher() noexcept { return recorder_->watcher(); }

    /// The run is over.
    /// @throws output_error if the file could not be written, recording_stopped if it is too long
    void finish(const result& result);

private:
    std::string option_;
    std::string path_;
    std::unique_ptr<atomic_file> content_;
    std::unique_ptr<experiment_recorder> recorder_;
};

}  // namespace tutti::program
