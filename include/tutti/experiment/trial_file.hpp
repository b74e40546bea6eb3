/// @file
/// The trials of a stress test as JSON lines in a file.
#pragma once

#include <fstream>
#include <string>

#include "tutti/experiment/stress.hpp"

namespace tutti {

/// Writes one object a trial: {"trial","seed","network","broadcasters","root","packets","verdict",
/// "slots","units","lower_bound","transmissions","digest","unlucky"}. What was written is in the
/// file even if the process is killed.
class trial_file {
public:
    /// @throws std::invalid_argument if the file cannot be written, with a text that names it
    explicit trial_file(const std::string& path);

    /// @returns whether the line is in the file
    [[nodiscard]] bool write(const ended_trial& trial);

    /// Whether everything is in the file. Call it last.
    [[nodiscard]] bool close();

private:
    std::ofstream file_;
};

}  // namespace tutti
