/// @file
/// Reader of the rows of a store, one a run.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "results/condition.hpp"
#include "results/store/store.hpp"
#include "tutti/node/rational.hpp"

namespace tutti {

/// Value in a column of a row: nothing, a whole number, an exact time, another number or text.
using stored_value = std::variant<std::monostate, std::uint64_t, rational, double, std::string>;

/// Its value, if it is a number.
[[nodiscard]] std::optional<double> number_of(const stored_value& value) noexcept;

/// The order in which people put them: nothing first, numbers by their value, then text, in which
/// numbers count too: `hypercube:4` comes before `hypercube:10`.
[[nodiscard]] std::weak_ordering natural_order(const stored_value& a,
                                               const stored_value& b) noexcept;

/// Type of the values in a column.
enum class column_kind : std::uint8_t {
    whole,     ///< whole numbers
    fraction,  ///< exact times in units
    real,
    text,
    parameter,  ///< of some algorithms: numbers, names, lists
    phase       ///< slots of a phase, of some algorithms: whole numbers
};

/// A column that can be read.
struct readable_column {
    std::string name;  ///< printable, as all that a store says
    column_kind kind = column_kind::text;
    std::string meaning{};
    std::string stored_name{};  ///< of a parameter or a phase, in its own table
};

/// The values of one row, in the order in which they were asked for. They live as long as the call.
using row_handler = std::function<void(std::span<const stored_value> row)>;

/// Distinguishes files of one name and several contents; see
/// source/results/store/content_names.hpp.
class content_names;

/// The runs of a store, while another process may write it.
///
/// The file is untrusted. Values that do not have their column's type are ignored. Where a file
/// that runs name had several contents, its name says which: `graph:d.txt@1f0c77aa`.
///
/// Columns are `id`, those of the schema of results (source/results/README.md), every parameter of
/// the algorithms in the store, and `phase_NAME` for every phase, with its slots. Where a parameter
/// has the name of another column, it is called `parameter_NAME`.
class stored_rows {
public:
    /// @throws std::invalid_argument with one line that names the file if it cannot be read
    explicit stored_rows(const std::string& path);
    stored_rows(const stored_rows&) = delete;
    stored_rows& operator=(const stored_rows&) = delete;
    ~stored_rows();

    [[nodiscard]] std::span<const readable_column> columns() const noexcept { return columns_; }

    /// The place of a column among all; capital letters count as small ones.
    /// @throws std::invalid_argument that names the nearest one
    [[nodiscard]] std::size_t place_of(std::string_view name) const;

    /// The columns in which files of one name have several contents.
    [[nodiscard]] std::vector<std::size_t> qualified_columns() const;
    /// Name of a file of several contents, without the qualifier; null for others.
    [[nodiscard]] std::optional<std::string> plain_name(std::size_t place,
                                                        const stored_value& value) const;

    /// Hands the rows on that meet a condition, in the order in which they were put in. What is not
    /// there is unequal to every value, and neither less nor greater.
    /// @param indices places of columns
    /// @throws std::invalid_argument if the condition names a column that is none, or compares
    /// numbers with text, or a name with several contents without its hash
    /// @throws damaged_store if the file is to blame, store_error if it cannot be read
    void visit(std::span<const std::size_t> indices, const condition& filter,
               const row_handler& take) const;

private:
    class file;

    std::unique_ptr<file> file_;
    std::unique_ptr<content_names> contents_;
    std::vector<readable_column> columns_;
};

}  // namespace tutti
