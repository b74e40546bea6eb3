#include "tutti/node/port_model.hpp"

#include <algorithm>

namespace tutti {

std::string_view name_of(port_model model) noexcept {
    return port_model_names.at(static_cast<std::size_t>(model));
}

std::optional<port_model> port_model_named(std::string_view name) noexcept {
    const auto* const position = std::ranges::find(port_model_names, name);
    return position == port_model_names.end()
               ? std::nullopt
               : std::optional{static_cast<port_model>(position - port_model_names.begin())};
}

}  // namespace tutti
