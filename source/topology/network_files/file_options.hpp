/// @file
/// Options of a network file, as a network's specification names them after its path.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

namespace tutti {

struct file_format;

/// Options of a network file by their names; those without a value have an empty one.
struct network_file_options : std::map<std::string, std::string, std::less<>> {
    using map::map;
    [[nodiscard]] bool has(std::string_view name) const { return contains(name); }
    [[nodiscard]] bool is(std::string_view name, std::string_view value) const {
        return value_of(name) == value;
    }
    /// Empty if it is not given.
    [[nodiscard]] std::string_view value_of(std::string_view name) const {
        const auto there = find(name);
        return there == end() ? std::string_view{} : there->second;
    }
};

/// Path of a file with its options.
struct network_file_name {
    std::string path;
    network_file_options options{};
};

/// Reads `FILE[,option..]`, where FILE is in double quotes if it has commas or blanks; a backslash
/// in quotes makes the next character one of the path.
/// @throws std::invalid_argument with a clause on what is wrong
[[nodiscard]] network_file_name parse_network_file_name(std::string_view text);

/// The part of `text` before its options: the path as written.
[[nodiscard]] std::string_view written_path(std::string_view text) noexcept;

/// True if `text`, after a comma, is an option of the file before it, or more of its last option;
/// in a product commas separate factors, too.
[[nodiscard]] bool continues_network_file(std::string_view before, std::string_view text);

/// The first option that files of a format do not take, with what does; empty if there is none.
[[nodiscard]] std::string misplaced_option(const network_file_options& options,
                                           const file_format& format);

}  // namespace tutti
