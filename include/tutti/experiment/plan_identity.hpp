/// @file
/// Identity of a run: its plan, in which files count by their content and not by their name.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// Hashes of the files that a plan names: XXH3-128 of a file's bytes, 32 hexadecimal digits, those
/// of the several files of a product joined by `+`. Texts are empty where no file is named.
struct file_contents {
    std::string network{};       ///< of `graph:FILE`
    std::string broadcasters{};  ///< of `file:PATH`
    /// By the names of parameters that name files: `file`, and what ends in `-file` or `_file`.
    std::map<std::string, std::string> parameters{};

    /// As stores have it: `network:HASH broadcasters:HASH NAME:HASH`, as far as there are any.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const file_contents&, const file_contents&) = default;
};

/// Hash of a file's bytes.
/// @throws std::invalid_argument with a clause such as "is a directory; .." if it cannot be read
[[nodiscard]] std::string hash_of_file(const std::string& path);

/// Hashes of the files that a network, broadcasters or parameters name, as `file_contents` has
/// them.
/// @throws std::invalid_argument, one line that names the specification, if one cannot be read
[[nodiscard]] std::string content_of(const network_specification& named);
[[nodiscard]] std::string content_of(const broadcaster_specification& named);
[[nodiscard]] std::map<std::string, std::string> contents_of(const parameter_values& given);

/// Reads the files that an experiment names. @throws likewise
[[nodiscard]] file_contents contents_of_files(const experiment& asked);

/// Identity of a run in a store.
struct plan_identity {
    std::string plan{};      ///< by `plan_text()`
    std::string identity{};  ///< the plan with `@HASH` for each file; empty if it names none
    std::string content{};   ///< by `file_contents::text()`

    /// What is equal for equal runs, whatever the names of their files.
    [[nodiscard]] const std::string& key() const noexcept {
        return identity.empty() ? plan : identity;
    }
};

/// @param read the contents of the files that the experiment names
[[nodiscard]] plan_identity identity_of(const experiment& asked,
                                        const std::optional<slot>& slot_budget,
                                        const file_contents& read);

}  // namespace tutti
