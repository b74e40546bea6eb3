/// @file
/// Collective operations among the processes of a run, after it or beside it.
#pragma once

#include <concepts>
#include <string>
#include <type_traits>
#include <vector>

#include "bytes.hpp"
#include "tutti/engine/transport.hpp"
#include "util/collect.hpp"

namespace tutti {

/// Number of processes.
[[nodiscard]] inline int process_count(const transport* carrier) noexcept {
    return carrier != nullptr ? carrier->processes() : 1;
}

/// Gathers the bytes of each process at every process, in the order of their numbers. All of them
/// call it.
/// @param carrier null: this process is alone
[[nodiscard]] std::vector<transport::bytes> gather(transport* carrier,
                                                   const transport::bytes& own_bytes);

/// Gathers the bytes of each process at process 0, in the order of their numbers; empty elsewhere.
/// All of them call it.
/// @param carrier null: this process is alone
[[nodiscard]] std::vector<transport::bytes> gather_at_first(transport* carrier,
                                                            const transport::bytes& own_bytes);

/// The first text that is not empty, in the order of processes, or an empty one. All of them call
/// it. @param carrier null: this process is alone
[[nodiscard]] std::string first_text(transport* carrier, const std::string& own_text);

/// Gathers one value of each process, in the order of their numbers.
template <class T>
    requires std::is_trivially_copyable_v<T>
[[nodiscard]] std::vector<T> gather_values(transport* carrier, const T& own_value) {
    if (carrier == nullptr) {
        return {own_value};
    }
    transport::bytes data;
    detail::append(data, own_value);
    return vector_of(gather(carrier, data), [](const transport::bytes& each) {
        return detail::byte_reader{each}.take<T>();
    });
}

}  // namespace tutti
