#include "tutti/node/port_model.hpp"

#include "util/counts.hpp"

namespace tutti {

std::string_view name_of(port_model model) noexcept {
    return port_model_names.at(to_underlying(model));
}

std::optional<port_model> port_model_named(std::string_view name) noexcept {
    return enumerator_of<port_model>(port_model_names, name);
}

}  // namespace tutti
