#include "shared_table.hpp"

#include <algorithm>
#include <concepts>
#include <deque>
#include <mutex>
#include <type_traits>
#include <utility>
#include <variant>

#include "algorithms/table_memory.hpp"
#include "engine/memory/address_space.hpp"
#include "tutti/topology/graph.hpp"

namespace tutti {
namespace {

// Copies of a graph share its shape, which the cache keeps alive.
bool are_same(const network& one, const network& other) {
    const auto is_same = [&other](const auto& shape) {
        using shape_type = std::remove_cvref_t<decltype(shape)>;
        const auto* const second = std::get_if<shape_type>(&other);
        if constexpr (std::same_as<shape_type, graph>) {
            return second != nullptr && &shape.shape() == &second->shape();
        } else {
            return second != nullptr && shape == *second;
        }
    };
    return std::visit(is_same, one);
}

/// Tables that were asked for last, the newest first.
class table_cache {
public:
    [[nodiscard]] std::shared_ptr<const void> find_or_make(
        const network& net, const table_key& key,
        detail::function_ref<detail::erased_table()> make) {
        const std::shared_ptr<entry> found = find(net, key);
        // Outside of the lock: other tables may be found or made meanwhile.
        std::call_once(found->once, [&] {
            detail::erased_table made = make();
            found->table = std::move(made.table);
            const std::scoped_lock guard{lock_};
            found->bytes = made.bytes;
            trim();
        });
        return found->table;
    }

    void clear() {
        const std::scoped_lock guard{lock_};
        entries_.clear();
    }

private:
    static constexpr std::size_t most_tables = 8;
    static constexpr std::size_t most_bytes = std::size_t{1} << 26U;

    struct entry {
        network net;
        table_key key;
        std::once_flag once{};
        std::shared_ptr<const void> table{};
        std::size_t bytes = 0;  // guarded by the lock
    };

    [[nodiscard]] std::shared_ptr<entry> find(const network& net, const table_key& key) {
        const std::scoped_lock guard{lock_};
        const auto position = std::ranges::find_if(entries_, [&](const auto& each) {
            return each->key == key && are_same(each->net, net);
        });
        std::shared_ptr<entry> found;
        if (position != entries_.end()) {
            found = *position;
            entries_.erase(position);
        } else {
            found = std::make_shared<entry>(net, key);
        }
        entries_.push_front(found);
        trim();
        return found;
    }

    void trim() {
        std::size_t bytes = 0;
        std::size_t count = 0;
        std::erase_if(entries_, [&](const auto& each) {
            bytes += each->bytes;
            return ++count > most_tables || (count > 1 && bytes > most_bytes);
        });
    }

    std::mutex lock_;
    std::deque<std::shared_ptr<entry>> entries_;
};

table_cache& tables() {
    static table_cache of_the_process;
    return of_the_process;
}

}  // namespace

std::shared_ptr<const void> detail::find_or_make_table(const network& net, const table_key& key,
                                                       function_ref<erased_table()> make) {
    return tables().find_or_make(net, key, make);
}

namespace {

const table_memory_limit*& limit_here() noexcept {
    thread_local const table_memory_limit* limit = nullptr;
    return limit;
}

}  // namespace

table_memory_limit::table_memory_limit(std::uint64_t bytes, int threads) noexcept
    : bytes_{bytes}, threads_{threads}, outer_{limit_here()} {
    limit_here() = this;
}

table_memory_limit::~table_memory_limit() { limit_here() = outer_; }

void table_memory_limit::require(const schedule_cost& cost) {
    if (const table_memory_limit* const limit = limit_here(); limit != nullptr) {
        schedule_cost& most = limit->most_required_;
        most = {.bytes = std::max(most.bytes, cost.bytes),
                .operations = std::max(most.operations, cost.operations)};
        require_memory(cost.bytes, limit->bytes_, limit->threads_);
    }
}

void drop_shared_tables() { tables().clear(); }

}  // namespace tutti
