#include "tutti/node/port_model.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace tutti {
namespace {

// The order is that of the enumeration.
constexpr std::array<std::pair<port_model, std::string_view>, 5> model_names{{
    {port_model::all_port, "all"},
    {port_model::single_port_full_duplex, "single"},
    {port_model::single_port_half_duplex, "single-half"},
    {port_model::shout_and_whisper, "shout"},
    {port_model::one_way, "one-way"},
}};

}  // namespace

std::string_view name_of(port_model model) noexcept {
    return model_names.at(static_cast<std::size_t>(model)).second;
}

std::optional<port_model> port_model_named(std::string_view name) noexcept {
    const auto* const entry =
        std::ranges::find(model_names, name, &std::pair<port_model, std::string_view>::second);
    if (entry == model_names.end()) {
        return std::nullopt;
    }
    return entry->first;
}

}  // namespace tutti
