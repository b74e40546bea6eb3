#include "tutti/catalog/knowledge.hpp"

#include <algorithm>

namespace tutti {

std::string_view name_of(knowledge_item item) noexcept {
    constexpr std::array<std::string_view, all_knowledge_items.size()> names{
        "K", "root", "rank", "broadcasters", "slot budget", "intervals"};
    return names.at(static_cast<std::size_t>(item));
}

std::string to_string(std::span<const knowledge_item> items) {
    std::string text;
    for (const knowledge_item each : items) {
        text += std::string{text.empty() ? "" : ", "} + std::string{name_of(each)};
    }
    return text;
}

std::optional<knowledge_item> knowledge_item_named(std::string_view name) {
    std::string spaced{name};
    std::ranges::replace(spaced, '-', ' ');
    const auto* const item = std::ranges::find_if(
        all_knowledge_items, [&](knowledge_item each) { return name_of(each) == spaced; });
    return item == all_knowledge_items.end() ? std::nullopt : std::optional{*item};
}

std::string to_string(const knowledge& knowledge) {
    std::string text;
    for (const knowledge_item each : all_knowledge_items) {
        if (knowledge.knows(each)) {
            text += (text.empty() ? "" : ", ") + std::string{name_of(each)} + " = " +
                    std::to_string(knowledge.number(each));
        }
    }
    return text;
}

void knowledge::refuse(knowledge_item item) {
    throw std::logic_error{"the nodes are not told " + std::string{name_of(item)} +
                           ": the algorithm's description has to declare it"};
}

}  // namespace tutti
