#include "tutti/algorithm/told.hpp"

namespace tutti {

std::string_view name_of(knowledge what) noexcept {
    constexpr std::array<std::string_view, 6> names{
        "K", "root", "rank", "broadcasters", "slot budget", "intervals"};
    return names.at(static_cast<std::size_t>(what));
}

std::string to_string(std::span<const knowledge> what) {
    std::string text;
    for (const knowledge each : what) {
        text += std::string{text.empty() ? "" : ", "} + std::string{name_of(each)};
    }
    return text;
}

void told::refuse(knowledge what) {
    throw std::logic_error{"the nodes are not told " + std::string{name_of(what)} +
                           ": the algorithm's description has to declare it"};
}

}  // namespace tutti
