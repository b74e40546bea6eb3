#include "tutti/catalog/knowledge.hpp"

#include <algorithm>

namespace tutti {

std::string_view name_of(knowledge_item what) noexcept {
    constexpr std::array<std::string_view, all_knowledge_items.size()> names{
        "K", "root", "rank", "broadcasters", "slot budget", "intervals"};
    return names.at(static_cast<std::size_t>(what));
}

std::string to_string(std::span<const knowledge_item> what) {
    std::string text;
    for (const knowledge_item each : what) {
        text += std::string{text.empty() ? "" : ", "} + std::string{name_of(each)};
    }
    return text;
}

std::optional<knowledge_item> knowledge_item_named(std::string_view name) {
    std::string spaced{name};
    std::ranges::replace(spaced, '-', ' ');
    const auto* const found = std::ranges::find_if(
        all_knowledge_items, [&](knowledge_item each) { return name_of(each) == spaced; });
    return found == all_knowledge_items.end() ? std::nullopt : std::optional{*found};
}

std::string to_string(const knowledge& known) {
    std::string text;
    for (const knowledge_item each : all_knowledge_items) {
        if (known.knows(each)) {
            text += (text.empty() ? "" : ", ") + std::string{name_of(each)} + " = " +
                    std::to_string(known.number(each));
        }
    }
    return text;
}

void knowledge::refuse(knowledge_item what) {
    throw std::logic_error{"the nodes are not told " + std::string{name_of(what)} +
                           ": the algorithm's description has to declare it"};
}

}  // namespace tutti
