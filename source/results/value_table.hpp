/// @file
/// Tables of stored values, for people, for papers and for other programs.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/results/store_rows.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// Output format of a table.
enum class table_format : std::uint8_t {
    csv,       ///< RFC 4180: lines end in CR LF, a field is empty where there is no value
    json,      ///< an array of objects, one a line
    markdown,  ///< a table with pipes
    latex      ///< a complete tabular, without packages
};

/// Their names, in the order of the enumeration.
[[nodiscard]] std::span<const std::string_view> table_format_names() noexcept;

/// A column of a table.
struct table_column {
    std::string name;
    bool is_number = false;  ///< right-aligned where the format allows it
    /// Programs get numbers that no decimal states exactly as fractions, `1/3`, which `--set`
    /// takes; of other columns, such as times, they get the nearest decimals.
    bool is_parameter = false;
};

/// The column of a table for a column of a store.
[[nodiscard]] table_column column_of_table(const readable_column& column);

/// Writes a table piece by piece: the head, rows, the foot. The same values give the same text.
class table_writer : polymorphic {
public:
    [[nodiscard]] virtual std::string head() = 0;
    /// @pre as many values as columns
    [[nodiscard]] virtual std::string row(std::span<const stored_value> values) = 0;
    [[nodiscard]] virtual std::string foot() = 0;
};

[[nodiscard]] std::unique_ptr<table_writer> make_table_writer(table_format format,
                                                              std::vector<table_column> columns);

/// Value for people: thousands separated, four digits of a number that is not whole.
[[nodiscard]] std::string readable_text(const stored_value& value);

}  // namespace tutti
