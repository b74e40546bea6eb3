#include "content_names.hpp"

#include <algorithm>

#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// The hash of a role in a run's content; empty if the role names no file.
std::string_view hash_in(std::string_view content, std::string_view role) {
    for (const std::string_view part : split(content, ' ')) {
        if (part.starts_with(role) && part.substr(role.size()).starts_with(':')) {
            return part.substr(role.size() + 1);
        }
    }
    return {};
}

// The first digits of each file's hash, as a name has them at its end.
std::string ending_of(std::string_view hash) {
    constexpr std::size_t digits = 8;
    return "@" + joined_texts(split(hash, '+'), "+",
                              [](std::string_view each) { return each.substr(0, digits); });
}

}  // namespace

// Contents are kept by role: one name may be a file of networks and one of broadcasters.
void content_names::add(std::string_view role, std::string_view name, std::string_view content) {
    const std::string_view hash = hash_in(content, role);
    if (!hash.empty()) {
        by_role_[std::string{role}][std::string{name}].emplace(hash);
    }
}

bool content_names::has_several(std::string_view role, std::string_view name) const {
    const auto names = by_role_.find(role);
    if (names == by_role_.end()) {
        return false;
    }
    const auto position = names->second.find(name);
    return position != names->second.end() && position->second.size() > 1;
}

bool content_names::has_several(std::string_view role) const {
    const auto names = by_role_.find(role);
    return names != by_role_.end() && std::ranges::any_of(names->second, [](const auto& each) {
               return each.second.size() > 1;
           });
}

bool content_names::has_several() const {
    return std::ranges::any_of(by_role_, [&](const auto& each) { return has_several(each.first); });
}

// Names stay as they are, unless one name has several contents; then a part of the hash
// distinguishes them.
std::string content_names::qualified_name(std::string_view role, std::string_view name,
                                          std::string_view content) const {
    return has_several(role, name) ? std::string{name} + ending_of(hash_in(content, role))
                                   : std::string{name};
}

std::vector<std::string> content_names::all_of(std::string_view role, std::string_view name) const {
    std::vector<std::string> texts;
    if (has_several(role, name)) {
        for (const std::string& hash : by_role_.find(role)->second.find(name)->second) {
            texts.push_back(std::string{name} + ending_of(hash));
        }
    }
    return texts;
}

std::optional<std::string> content_names::plain_name(std::string_view role,
                                                     std::string_view qualified_name) const {
    const std::string_view name = qualified_name.substr(0, qualified_name.rfind('@'));
    return has_several(role, name) ? std::optional{std::string{name}} : std::nullopt;
}

}  // namespace tutti
