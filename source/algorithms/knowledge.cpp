#include "tutti/catalog/knowledge.hpp"

#include <algorithm>

#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/indexed_vector.hpp"

namespace tutti {

namespace {

constexpr indexed_array<knowledge_item, std::string_view, all_knowledge_items.size()> item_names{
    {"K", "root", "rank", "broadcasters", "slot budget", "intervals"}};

}  // namespace

std::string_view name_of(knowledge_item item) noexcept { return item_names[item]; }

std::string to_string(std::span<const knowledge_item> items) {
    return joined_texts(items, ", ", [](knowledge_item each) { return name_of(each); });
}

std::optional<knowledge_item> knowledge_item_named(std::string_view name) {
    std::string spaced{name};
    std::ranges::replace(spaced, '-', ' ');
    return enumerator_of<knowledge_item>(item_names, spaced);
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
