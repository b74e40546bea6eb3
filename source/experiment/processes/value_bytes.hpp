/// @file
/// Serialisation of values of any type, for another process of the same program.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstring>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <boost/pfr.hpp>

#include "engine/exchange/bytes.hpp"
#include "engine/exchange/interned_name.hpp"

namespace tutti {

using byte_string = std::vector<std::byte>;

/// Codec of a type that is not taken apart by its fields: `append(bytes, value)` and `take(from)`,
/// which returns the value.
template <class T>
struct value_codec {};

namespace detail {

template <class T>
concept has_codec = requires(byte_reader& from) { value_codec<T>::take(from); };

template <class T>
concept is_optional = std::same_as<T, std::optional<typename T::value_type>>;

// Whether a value may be sent as it is in memory. Views and pointers refer to memory of the process
// that they come from.
template <class T>
consteval bool is_plain() {
    if constexpr (!std::is_trivially_copyable_v<T> || std::is_pointer_v<T> || has_codec<T> ||
                  std::ranges::view<T>) {
        return false;
    } else if constexpr (is_optional<T>) {
        return is_plain<typename T::value_type>();
    } else if constexpr (std::is_class_v<T> && std::is_aggregate_v<T>) {
        return []<std::size_t... Fields>(std::index_sequence<Fields...> /*all*/) {
            return (is_plain<boost::pfr::tuple_element_t<Fields, T>>() && ...);
        }(std::make_index_sequence<boost::pfr::tuple_size_v<T>>{});
    } else {
        return true;
    }
}

template <class T>
concept plain = is_plain<T>();

template <class T>
concept plain_sequence =
    std::ranges::contiguous_range<T> && plain<std::remove_cv_t<std::ranges::range_value_t<T>>>;

template <class T>
concept is_map = requires { typename T::mapped_type; };

template <class T>
concept is_pair = std::same_as<T, std::pair<typename T::first_type, typename T::second_type>>;

}  // namespace detail

/// Puts values behind the bytes. Structures are taken apart by their fields, whatever these are:
/// none can be forgotten, and a field of a type that cannot be sent does not compile. Writer and
/// reader run in processes of the same version, so that plain values are sent as they are in
/// memory.
template <class... Values>
void append_values(byte_string& bytes, const Values&... values);

/// @throws error if the bytes end before
template <class T>
[[nodiscard]] T take_value(detail::byte_reader& from);

namespace detail {

template <class T>
void append_value(byte_string& bytes, const T& value) {
    if constexpr (has_codec<T>) {
        value_codec<T>::append(bytes, value);
    } else if constexpr (plain<T>) {
        append(bytes, value);
    } else if constexpr (std::convertible_to<const T&, std::string_view>) {
        append_text(bytes, value);
    } else if constexpr (plain_sequence<T>) {
        append(bytes, std::ranges::size(value));
        detail::append_values(bytes, std::span{std::as_const(value)});
    } else if constexpr (std::ranges::range<T>) {
        append(bytes, std::ranges::size(value));
        for (const auto& each : value) {
            append_value(bytes, each);
        }
    } else if constexpr (is_optional<T>) {
        append(bytes, value.has_value());
        if (value) {
            append_value(bytes, *value);
        }
    } else if constexpr (is_pair<T>) {
        tutti::append_values(bytes, value.first, value.second);
    } else {
        boost::pfr::for_each_field(value, [&](const auto& field) { append_value(bytes, field); });
    }
}

template <class T>
T take_items(byte_reader& from) {
    const auto size = from.take<std::size_t>();
    if constexpr (std::same_as<T, std::span<const std::byte>>) {
        return from.take_bytes(size);
    } else if constexpr (plain_sequence<T>) {
        const auto bytes = from.take_bytes(size, sizeof(std::ranges::range_value_t<T>));
        T items(size);
        std::ranges::copy(bytes, std::as_writable_bytes(std::span{items}).begin());
        return items;
    } else if constexpr (is_map<T>) {
        T items;
        for (std::size_t i = 0; i < size; ++i) {
            auto key = take_value<typename T::key_type>(from);
            items.emplace(std::move(key), take_value<typename T::mapped_type>(from));
        }
        return items;
    } else {
        std::vector<std::ranges::range_value_t<T>> items;
        for (std::size_t i = 0; i < size; ++i) {
            items.push_back(take_value<std::ranges::range_value_t<T>>(from));
        }
        return items;
    }
}

}  // namespace detail

template <class... Values>
void append_values(byte_string& bytes, const Values&... values) {
    (detail::append_value(bytes, values), ...);
}

/// The bytes of values.
template <class... Values>
[[nodiscard]] byte_string bytes_of(const Values&... values) {
    byte_string bytes;
    append_values(bytes, values...);
    return bytes;
}

// Names that are views outlive the message; bytes that are a view stay where they are.
template <class T>
T take_value(detail::byte_reader& from) {
    if constexpr (detail::has_codec<T>) {
        return value_codec<T>::take(from);
    } else if constexpr (detail::plain<T>) {
        return from.take<T>();
    } else if constexpr (std::same_as<T, std::string>) {
        return from.take_text();
    } else if constexpr (std::same_as<T, std::string_view>) {
        return detail::interned_name(from.take_text());
    } else if constexpr (std::ranges::range<T>) {
        return detail::take_items<T>(from);
    } else if constexpr (detail::is_optional<T>) {
        return from.take<bool>() ? T{take_value<typename T::value_type>(from)} : T{};
    } else if constexpr (detail::is_pair<T>) {
        auto first = take_value<typename T::first_type>(from);
        return {std::move(first), take_value<typename T::second_type>(from)};
    } else {
        T whole{};
        boost::pfr::for_each_field(
            whole, [&]<class Field>(Field& field) { field = take_value<Field>(from); });
        return whole;
    }
}

/// The values that all of the bytes are.
template <class T>
[[nodiscard]] T value_in(std::span<const std::byte> bytes) {
    detail::byte_reader from{bytes};
    return take_value<T>(from);
}

}  // namespace tutti
