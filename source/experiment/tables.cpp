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

std::string to_string(const bounds_by_ports& bounds) {
    std::string text;
    for (const auto& [ports, all] : bounds) {
        text += text.empty() ? "" : ", ";
        text += to_string(*all.begin());
        text += all.size() > 1 ? fmt::format(" to {}", to_string(*all.rbegin())) : "";
        text += bounds.size() > 1 ? fmt::format(" for {}", name_of(ports)) : "";
    }
    return text;
}

}  // namespace tutti
