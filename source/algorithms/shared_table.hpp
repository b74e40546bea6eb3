/// @file
/// Cache of tables that follow from a network, shared by all nodes and runs of the process.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "topology/participant_set.hpp"
#include "topology/schedules/common/link_table.hpp"
#include "tutti/topology/network.hpp"
#include "util/function_ref.hpp"

namespace tutti {

/// Name of a table. On one network, tables of equal keys are equal and of one type.
struct table_key {
    std::string_view maker;  ///< a literal: what works the table out
    std::array<std::uint64_t, 2>
        sizes{};  ///< root, number of packets, or what else it follows from
    participant_set participants{};

    friend bool operator==(const table_key&, const table_key&) = default;
};

namespace detail {

/// Table of any type, and its size.
struct erased_table {
    std::shared_ptr<const void> table;
    std::size_t bytes = 0;
};

[[nodiscard]] std::shared_ptr<const void> find_or_make_table(const network& net,
                                                             const table_key& key,
                                                             function_ref<erased_table()> make);

}  // namespace detail

/// The table of a key: one of those that were made last, or what `make(link_table{net})` gives. The
/// cache keeps a few tables that are small together, and the last one.
///
/// Thread safety: any thread may ask; others that want the same table wait for it.
/// @tparam Table says what memory it takes: `bytes()`
template <class Table, class Make>
[[nodiscard]] std::shared_ptr<const Table> shared_table(const network& net, const table_key& key,
                                                        const Make& make) {
    return std::static_pointer_cast<const Table>(detail::find_or_make_table(net, key, [&] {
        auto table = std::make_shared<const Table>(make(link_table{net}));
        const std::size_t bytes = table->bytes();
        return detail::erased_table{.table = std::move(table), .bytes = bytes};
    }));
}

}  // namespace tutti
