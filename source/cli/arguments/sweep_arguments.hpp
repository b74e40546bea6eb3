/// @file
/// Parser of the arguments of a sweep, on the command line or in a file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.hpp"
#include "experiment/sweep/sweep_plan.hpp"

namespace tutti::program {

/// The words of the command line, and those of the file that `--plan` names, in INI or JSON. An
/// option of the command line overrides that of the file; parameters are overridden one by one.
class sweep_arguments {
public:
    /// @throws std::invalid_argument that names the option or the file
    explicit sweep_arguments(const command_line& arguments);

    /// The value of an option that has one, or nothing. @param name with its dashes; "COLLECTIVE"
    /// for the task
    [[nodiscard]] std::optional<std::string> value(std::string_view name) const;
    [[nodiscard]] std::vector<std::string> values(std::string_view name) const;

private:
    void read_file(const std::string& path);
    void replace(std::string_view option, std::vector<std::string> words);

    std::map<std::string, std::vector<std::string>, std::less<>> values_;
};

/// The axes of a sweep.
/// @param memory_limit what the links of one network may take
/// @throws std::invalid_argument that names the option and the value
[[nodiscard]] sweep_axes read_axes(const sweep_arguments& axes_arguments,
                                   const command_line& arguments, const catalogue& catalogue,
                                   std::uint64_t memory_limit);

}  // namespace tutti::program
