/// @file
/// Names of files in a store, qualified where one name has several contents.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// Distinguishes files of one name: where runs of a store name a file that had several contents,
/// each name gets the beginning of the content's hash, as `graph:d.txt@1f0c77aa`, or `@unknown`
/// where the content was not stored. A name with one content stays as it is.
class content_names {
public:
    /// Takes note of a name. @param role the column or parameter that has it. @param content of the
    /// run, as `file_contents::text()` has it
    void add(std::string_view role, std::string_view name, std::string_view content);

    /// True if a name in the role has several contents.
    [[nodiscard]] bool has_several(std::string_view role, std::string_view name) const;
    /// True if any name in the role has several contents.
    [[nodiscard]] bool has_several(std::string_view role) const;
    /// True if any name has several contents.
    [[nodiscard]] bool has_several() const;

    /// The name, qualified where it has several contents.
    [[nodiscard]] std::string qualified_name(std::string_view role, std::string_view name,
                                             std::string_view content) const;

    /// All qualified forms of a name with several contents.
    [[nodiscard]] std::vector<std::string> all_of(std::string_view role,
                                                  std::string_view name) const;

    /// The name without its qualifier; null for a name that has one content.
    [[nodiscard]] std::optional<std::string> plain_name(std::string_view role,
                                                        std::string_view qualified_name) const;

private:
    using hashes = std::set<std::string, std::less<>>;
    std::map<std::string, std::map<std::string, hashes, std::less<>>, std::less<>> by_role_;
};

}  // namespace tutti
