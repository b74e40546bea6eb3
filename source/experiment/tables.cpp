#include "tables.hpp"

namespace tutti {

std::string columns::text() const {
    std::vector<std::size_t> widths(rows_.front().size());
    for (const auto& cells : rows_) {
        for (std::size_t i = 0; i < widths.size(); ++i) {
            widths[i] = std::max(widths[i], cells[i].size());
        }
    }
    std::string text;
    for (const auto& cells : rows_) {
        text += fmt::format("  {:<{}}", cells.front(), widths.front());
        for (std::size_t i = 1; i + 1 < widths.size(); ++i) {
            text += fmt::format("  {:>{}}", cells[i], widths[i]);
        }
        text += fmt::format("  {}\n", cells.back());
    }
    return text;
}

std::string text_of(const std::optional<expected_time>& expected) {
    return expected ? fmt::format("{} {}", name_of(expected->kind), to_string(expected->units))
                    : "-";
}

void least_bounds::add(const lower_bound& bound, const std::optional<lower_bound>& pieces) {
    weaken(own, bound);
    if (pieces) {
        weaken(of_pieces, *pieces);
    }
}

void listed_bounds::add(port_model ports, const lower_bound& own,
                        const std::optional<lower_bound>& pieces) {
    std::vector<lower_bound>& all = by_ports_[ports];
    for (const lower_bound& each : {own, pieces.value_or(own)}) {
        if (std::ranges::count(all, each) == 0) {
            all.push_back(each);
        }
    }
}

std::string listed_bounds::text() const {
    std::string text;
    for (const auto& [ports, all] : by_ports_) {
        const std::string with =
            have_several_ports() ? fmt::format(" with ports {}", name_of(ports)) : "";
        for (const lower_bound& each : all) {
            text += fmt::format("lower bound{} {}\n", with, to_string(each));
        }
    }
    return text;
}

}  // namespace tutti
