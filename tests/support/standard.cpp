#include "support/standard.hpp"

#include <stdexcept>
#include <string>

namespace support {

const tutti::catalogue& standard() {
    static const tutti::catalogue catalogue = tutti::standard_catalogue();
    return catalogue;
}

std::vector<std::reference_wrapper<const tutti::algorithm>> standard_algorithms() {
    std::vector<std::reference_wrapper<const tutti::algorithm>> algorithms;
    for (const tutti::algorithm* const each : standard().algorithms()) {
        algorithms.emplace_back(*each);
    }
    return algorithms;
}

std::vector<std::string_view> standard_tasks() {
    std::vector<std::string_view> names;
    for (const auto& each : standard().collectives()) {
        names.push_back(each->name);
    }
    return names;
}

const tutti::collective& standard_collective(std::string_view name) {
    const tutti::collective* const collective = standard().find_collective(name);
    if (collective == nullptr) {
        throw std::invalid_argument{"no collective " + std::string{name}};
    }
    return *collective;
}

}  // namespace support
