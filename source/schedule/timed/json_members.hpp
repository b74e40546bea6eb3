/// @file
/// Members of JSON objects in a schedule, with their paths in what is refused.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include <boost/json.hpp>
#include <fmt/format.h>

#include "schedule/foreign_schedule.hpp"

namespace tutti {

/// A JSON value with its path: "steps[1].sends".
class json_member {
public:
    json_member(const boost::json::value& value, const std::string& file, std::string path = {})
        : value_{&value}, file_{&file}, path_{std::move(path)} {}

    [[nodiscard]] const boost::json::value& value() const noexcept { return *value_; }

    /// Member of an object. @throws std::invalid_argument if there is none
    [[nodiscard]] json_member operator[](std::string_view key) const {
        const boost::json::object* const members = value_->if_object();
        const auto* const member = members == nullptr ? nullptr : members->if_contains(key);
        if (member == nullptr) {
            fail("'{}' is missing", key);
        }
        return {*member, *file_,
                path_.empty() ? std::string{key} : fmt::format("{}.{}", path_, key)};
    }

    /// Number of elements. @throws std::invalid_argument if it is no array
    [[nodiscard]] std::size_t size() const {
        if (!value_->is_array()) {
            fail("no array");
        }
        return value_->get_array().size();
    }
    /// @pre the index is below the size
    [[nodiscard]] json_member at(std::size_t index) const {
        return {value_->get_array()[index], *file_, fmt::format("{}[{}]", path_, index)};
    }

    /// A whole number. @throws std::invalid_argument if it is none up to `most`
    [[nodiscard]] std::uint64_t number(std::uint64_t most) const {
        if (!value_->is_int64() || value_->get_int64() < 0 ||
            value_->to_number<std::uint64_t>() > most) {
            fail("{} is no whole number from 0 to {}", boost::json::serialize(*value_), most);
        }
        return value_->to_number<std::uint64_t>();
    }
    [[nodiscard]] node_id node(std::uint64_t nodes) const {
        (void)number(nodes - 1);
        return value_->to_number<node_id>();
    }

    /// A text; empty if it is none.
    [[nodiscard]] std::string text() const {
        return value_->is_string() ? std::string{value_->get_string()} : std::string{};
    }

    /// @throws std::invalid_argument with file and path, always
    template <class... Parts>
    [[noreturn]] void fail(fmt::format_string<Parts...> text, Parts&&... parts) const {
        refuse_schedule(path_.empty() ? *file_ : fmt::format("{}: {}", *file_, path_),
                        fmt::format(text, std::forward<Parts>(parts)...));
    }

private:
    const boost::json::value* value_;
    const std::string* file_;
    std::string path_;
};

}  // namespace tutti
