/// @file
/// Text in columns.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace tutti {

/// Rows of cells, every column as wide as its widest cell: the first and the last stand to the
/// left, those between, which are figures, to the right.
class columns {
public:
    /// @param headings of at least two columns
    explicit columns(std::vector<std::string> headings) : rows_{std::move(headings)} {}

    /// @pre as many cells as there are headings
    void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

    /// The rows below their headings, each a line that is indented by two.
    [[nodiscard]] std::string text() const;

private:
    std::vector<std::vector<std::string>> rows_;
};

}  // namespace tutti
