/// @file
/// Identity of a run: its plan, in which files count by their content and not by their name.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/experiment/experiment.hpp"

namespace tutti {

/// Hashes of the files that a plan names: XXH3-128 of a file's bytes, 32 hexadecimal digits, those
/// of the several files of a product joined by `+`. Texts are empty where no file is named.
struct file_contents {
    std::string network{};       ///< of `graph:FILE`
    std::string broadcasters{};  ///< of `file:PATH`
    /// Contents by the names of parameters that name files: `file`, and names that end in `-file`
    /// or `_file`.
    std::map<std::string, std::string> parameters{};

    /// As stores have it: `network:HASH broadcasters:HASH NAME:HASH`, as far as there are any.
    [[nodiscard]] std::string text() const;

    friend bool operator==(const file_contents&, const file_contents&) = default;
};

/// The part of a network, or several of a product, that are read from files, from left to right.
[[nodiscard]] std::vector<network_specification> networks_of_files(
    const network_specification& named);

/// The specification with others in place of the paths of its files, from left to right.
/// @param paths those that are left afterwards
[[nodiscard]] std::string text_with_paths(const network_specification& named,
                                          std::span<const std::string>& paths);

/// What the text of broadcasters in a file begins with.
inline constexpr std::string_view broadcaster_file = "file:";

/// True if a parameter of that name has the path of a file as its value: parameters have no type
/// for paths.
[[nodiscard]] bool names_a_file(std::string_view parameter) noexcept;

/// Hash of a file's bytes.
/// @throws std::invalid_argument with a clause such as "is a directory; .." if it cannot be read
[[nodiscard]] std::string hash_of_file(const std::string& path);

/// Hashes of the files that a network, broadcasters or parameters name, as `file_contents` has
/// them.
/// @throws std::invalid_argument, one line that names the specification, if one cannot be read
[[nodiscard]] std::string content_of(const network_specification& named);
[[nodiscard]] std::string content_of(const broadcaster_specification& named);
[[nodiscard]] std::map<std::string, std::string> contents_of(const parameter_values& values);

/// Reads the files that an experiment names. @throws likewise
[[nodiscard]] file_contents contents_of_files(const experiment& plan);

/// Identity of a run in a store.
struct plan_identity {
    std::string plan{};  ///< by `plan_text()`
    /// The plan with `@HASH` for each file and numbers in lowest terms, as `1/8` for `0.125`; empty
    /// if that is the plan itself.
    std::string identity{};
    std::string content{};  ///< by `file_contents::text()`
    /// The key under which earlier versions stored the run, numbers as they are written; empty if
    /// that is `key()`.
    std::string earlier_key{};

    /// Key that is equal for equal runs, whatever the names of their files and the forms of
    /// numbers.
    [[nodiscard]] const std::string& key() const noexcept {
        return identity.empty() ? plan : identity;
    }
};

/// Looks a run up by its key, and by the key of earlier versions where there is none.
/// @param find a function of a key that returns an optional
template <class Find>
[[nodiscard]] auto find_by_identity(const plan_identity& identity, const Find& find) {
    auto entry = find(identity.key());
    return entry || identity.earlier_key.empty() ? entry : find(identity.earlier_key);
}

/// @param read the contents of the files that the experiment names
[[nodiscard]] plan_identity identity_of(const experiment& plan,
                                        const std::optional<slot>& slot_budget,
                                        const file_contents& read);

}  // namespace tutti
