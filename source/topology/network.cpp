#include "tutti/topology/network.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <fmt/format.h>

#include "tutti/topology/specification.hpp"

namespace tutti {
namespace {

/// A kind of network: its name before the colon and what reads the value after it. `whole` is the
/// specification as written, for errors.
struct family {
    std::string_view name;
    std::string_view form;
    network (*build)(std::string_view whole, std::string_view value);
};

network build_hypercube(std::string_view whole, std::string_view value) {
    if (const auto dimensions = number_between(value, 1, hypercube::most_dimensions)) {
        return hypercube{static_cast<int>(*dimensions)};
    }
    throw std::invalid_argument{
        fmt::format("{} has a size {}; dimensions run from 1 to {}", quoted(whole),
                    is_plain_number(value) ? "outside its range"
                                           : "that is not a number in plain decimal digits",
                    hypercube::most_dimensions)};
}

constexpr std::array families{
    family{.name = "hypercube", .form = "hypercube:D", .build = build_hypercube},
};

constexpr auto family_names = [] {
    std::array<std::string_view, families.size()> names;
    std::ranges::transform(families, names.begin(), &family::name);
    return names;
}();

}  // namespace

network parse_network(std::string_view specification) {
    const auto [name, value] = split_specification(specification);
    const auto* const found = std::ranges::find(families, name, &family::name);
    if (found == families.end()) {
        throw std::invalid_argument{fmt::format("{} is an unknown network{}", quoted(specification),
                                                did_you_mean(name, family_names))};
    }
    if (!value || value->empty()) {
        throw std::invalid_argument{
            fmt::format("{} lacks its size; write {}", quoted(specification), found->form)};
    }
    return found->build(specification, *value);
}

std::size_t node_count(const network& any) {
    return std::visit([](const auto& shape) { return shape.node_count(); }, any);
}

std::size_t link_count(const network& any) {
    return std::visit([](const auto& shape) { return shape.link_count(); }, any);
}

int diameter(const network& any) {
    return std::visit([](const auto& shape) { return shape.diameter(); }, any);
}

}  // namespace tutti
