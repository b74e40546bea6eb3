#include "network_families.hpp"

#include <algorithm>

#include "network_kinds.hpp"
#include "util/collect.hpp"
#include "util/pinned.hpp"

namespace tutti {
namespace {

// Files and factors come last, as the most general.
bool is_general(const network_kind& kind) noexcept {
    return kind.content == network_content::file || kind.content == network_content::factors;
}

void require_parameters(const network_family& family) {
    for (const network_parameter& each : family.parameters) {
        if (!is_plain_name(each.name)) {
            refuse(
                "the network family {}: {} is not a name for a parameter; letters, digits, `-` "
                "and `_` make one",
                family.name, in_quotes(each.name));
        }
        if (each.meaning.empty()) {
            refuse("the network family {}: the parameter {} lacks its `meaning`", family.name,
                   in_quotes(each.name));
        }
        if (each.least > each.most) {
            refuse("the network family {}: the parameter {} runs from {} to {}; no number does",
                   family.name, in_quotes(each.name), each.least, each.most);
        }
    }
}

void require_fields(const network_family& family) {
    if (!is_plain_name(family.name)) {
        refuse("{} is not a name for a network family; letters, digits, `-` and `_` make one",
               in_quotes(family.name));
    }
    if (family.meaning.empty() || !family.build) {
        refuse("the network family {} lacks its `{}`", family.name,
               family.meaning.empty() ? "meaning" : "build");
    }
    require_parameters(family);
}

// The forms of specifications, the last behind an `or`.
std::string help_of(std::vector<const network_kind*> kinds) {
    std::erase_if(kinds, [](const network_kind* kind) { return !kind->is_listed; });
    std::string help;
    for (const network_kind* const kind : kinds) {
        help += help.empty() ? "" : kind == kinds.back() ? " or " : ", ";
        help += kind->form;
    }
    return help + " of these";
}

// "ladder:RUNGS.STEP".
std::string form_of(const network_family& family) {
    std::string form = family.name;
    char separator = ':';
    for (const network_parameter& each : family.parameters) {
        form += separator;
        std::ranges::transform(each.name, std::back_inserter(form),
                               [](unsigned char symbol) { return std::toupper(symbol); });
        separator = '.';
    }
    return form;
}

}  // namespace

struct network_families::added : pinned {
    explicit added(network_family described) : family{std::move(described)}, form{form_of(family)} {
        kind.name = family.name;
        kind.form = form;
        kind.content =
            family.parameters.empty() ? network_content::nothing : network_content::numbers;
        kind.separator = '.';
        kind.family = &family;
    }

    network_family family;
    std::string form;
    network_kind kind{};
};

network_families::network_families() : help_{help_of(kinds())} {}

void network_families::add(network_family family) {
    require_fields(family);
    if (find(family.name) != nullptr) {
        refuse("the network family {}: the name is taken", family.name);
    }
    added_.push_back(std::make_shared<const added>(std::move(family)));
    help_ = help_of(kinds());
}

std::vector<const network_kind*> network_families::kinds() const {
    auto all = vector_of(network_kinds(), [](const network_kind& each) { return &each; });
    const auto general =
        std::ranges::find_if(all, [](const network_kind* each) { return is_general(*each); });
    const auto own = vector_of(added_, [](const auto& each) { return &each->kind; });
    all.insert(general, own.begin(), own.end());
    return all;
}

const network_kind* network_families::find(std::string_view name) const noexcept {
    const auto own = std::ranges::find(
        added_, name, [](const auto& each) -> std::string_view { return each->family.name; });
    if (own != added_.end()) {
        return &(*own)->kind;
    }
    const auto position = std::ranges::find(network_kinds(), name, &network_kind::name);
    return position == network_kinds().end() ? nullptr : &*position;
}

const network_families& library_networks() noexcept {
    static const network_families library;
    return library;
}

}  // namespace tutti
