#include "columns.hpp"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

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

}  // namespace tutti
