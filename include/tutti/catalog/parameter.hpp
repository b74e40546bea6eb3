/// @file
/// Parameters of a single algorithm and their values.
#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "tutti/node/rational.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// Value of a parameter: a name or other text, yes or no, a number, or some nodes.
using parameter_content =
    std::variant<std::string, bool, std::uint64_t, rational, std::vector<node_id>>;

/// Value of a parameter, with its spelling: `2/4` and `1/2` are equal numbers, but each is shown as
/// it was written.
class parameter_value {
public:
    /// The empty text.
    parameter_value() = default;
    /// Value of a name, or of the text of any value, which its parameter reads.
    template <std::convertible_to<std::string_view> Text>
    // NOLINTNEXTLINE(cppcoreguidelines-pro-bounds-array-to-pointer-decay)
    parameter_value(const Text& text) : parameter_value{std::string{std::string_view{text}}, {}} {}
    template <std::same_as<bool> Truth>
    parameter_value(Truth value) : parameter_value{parameter_content{value}, {}} {}
    /// @pre the number is not negative
    template <whole_number Number>
    parameter_value(Number value)
        : parameter_value{parameter_content{static_cast<std::uint64_t>(value)}, {}} {}
    parameter_value(const rational& value) : parameter_value{parameter_content{value}, {}} {}
    parameter_value(std::vector<node_id> nodes)
        : parameter_value{parameter_content{std::move(nodes)}, {}} {}
    /// Written as `text`; as usual, if that is empty.
    parameter_value(parameter_content content, std::string_view text);

    [[nodiscard]] const parameter_content& content() const noexcept { return content_; }
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

    friend bool operator==(const parameter_value&, const parameter_value&) = default;

private:
    parameter_content content_;
    std::string text_;
};

/// Values by the names of their parameters.
using parameter_values = std::map<std::string, parameter_value, std::less<>>;

/// `true` or `false`.
struct boolean_range {};

/// Whole numbers, both ends included.
struct integer_range {
    std::uint64_t least = 0;
    std::uint64_t most = 0;
    std::string noun = "a number";  ///< what one of them is called in an error
    std::string word{};             ///< a name for a value ("N"), or none
};

/// Rational numbers above 0, in every form that `parse_rational()` reads.
struct rational_range {
    std::int64_t most = 1;
    std::int64_t most_denominator = 1;  ///< of the reduced number
    std::string words{};                ///< for an error ("a number above 0 and at most 1")
};

/// One of these names, or any text if there are none.
struct name_range {
    std::vector<std::string> names{};
    std::string words{};  ///< for an error, in place of the names
};

/// Range of names that begin with a small letter; the consumer of the name defines which there are.
struct word_range {
    std::string words{};  ///< for an error, what is right
};

/// Range of node lists: ids in increasing order, `3,5,9`, at least one; or a word for an empty
/// list; or a word for all nodes, which is a separate value, as their number is not known yet.
struct node_list_range {
    node_id most = 0;        ///< the largest id
    std::string word{};      ///< in place of ids ("first")
    std::string words{};     ///< for an error, what the word means ("first, for the first nodes")
    std::string all_word{};  ///< in place of the ids of all nodes ("all"), or none
};

/// The values that a parameter may take.
using parameter_range = std::variant<boolean_range, integer_range, rational_range, name_range,
                                     word_range, node_list_range>;

/// A parameter that only this algorithm has.
struct parameter {
    std::string name{};
    parameter_value default_value{};
    std::string meaning{};
    parameter_range range{};

    /// The range in words, for an error ("true or false").
    [[nodiscard]] std::string range_text() const;
    /// `candidate` as a value of this parameter: itself, if it is one, or else the value of its
    /// text; null if that is out of the range.
    [[nodiscard]] std::optional<parameter_value> taken(const parameter_value& candidate) const;
    /// True if it is one of the values or the text of one.
    [[nodiscard]] bool accepts(const parameter_value& candidate) const {
        return taken(candidate).has_value();
    }
    /// Like `taken()`, for a value that must be there.
    /// @throws std::invalid_argument, one line, that names the value, the range and, of a rational
    /// number, the reason
    [[nodiscard]] parameter_value require(const parameter_value& candidate) const;
};

/// Values of `settings` for the parameters `parameters`, each as its own parameter reads it.
[[nodiscard]] parameter_values taken_by(std::span<const parameter> parameters,
                                        const parameter_values& settings);

/// `values`, and the defaults of those of `parameters` that are not in it.
/// @throws std::invalid_argument as `parameter::require()` does
[[nodiscard]] parameter_values with_defaults(std::span<const parameter> parameters,
                                             parameter_values values);

/// The value of that name.
/// @throws std::invalid_argument that names the parameter if there is none
[[nodiscard]] const parameter_value& value_of(const parameter_values& values,
                                              std::string_view name);

}  // namespace tutti
