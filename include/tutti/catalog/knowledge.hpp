/// @file
/// Knowledge that the model gives to nodes beside their own input.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/node/slot.hpp"
#include "tutti/topology/topology.hpp"
#include "util/counts.hpp"

namespace tutti {

/// Item of knowledge that an algorithm's nodes may have beside their input.
enum class knowledge_item : std::uint8_t {
    message_count,  ///< K, the number of all messages
    root,           ///< the node that `--root` names
    rank,           ///< the node's own: messages of nodes that come before it, counted from 0
    broadcasters,   ///< the ids of all that `--broadcasters` names, in increasing order
    slot_budget,    ///< the slots that a part of the program may take
    intervals,      ///< how many broadcasts follow each other
};

/// All of it.
inline constexpr std::array all_knowledge_items{
    knowledge_item::message_count, knowledge_item::root,        knowledge_item::rank,
    knowledge_item::broadcasters,  knowledge_item::slot_budget, knowledge_item::intervals};

/// Its name for people: "K", "root", ..
[[nodiscard]] std::string_view name_of(knowledge_item item) noexcept;

/// Their names with commas between; empty for nothing.
[[nodiscard]] std::string to_string(std::span<const knowledge_item> items);

/// Item of that name, where `-` may stand for a space. Null if none has it.
[[nodiscard]] std::optional<knowledge_item> knowledge_item_named(std::string_view name);

/// Knowledge of one node: the items that the algorithm's description declares. A program that asks
/// for another item ends with an error.
class knowledge {
public:
    /// @throws std::logic_error, like all below, if the node does not know it
    [[nodiscard]] std::uint64_t message_count() const {
        return number(knowledge_item::message_count);
    }
    [[nodiscard]] node_id root() const {
        return static_cast<node_id>(number(knowledge_item::root));
    }
    [[nodiscard]] std::uint64_t rank() const { return number(knowledge_item::rank); }
    [[nodiscard]] slot slot_budget() const {
        return slots_for(number(knowledge_item::slot_budget));
    }
    [[nodiscard]] std::uint64_t intervals() const { return number(knowledge_item::intervals); }
    /// Valid as long as this object, or a copy of it.
    [[nodiscard]] std::span<const node_id> broadcasters() const {
        (void)number(knowledge_item::broadcasters);
        return *list_;
    }
    /// Number of the item; of a list its length.
    [[nodiscard]] std::uint64_t number(knowledge_item item) const {
        if (!knows(item)) {
            refuse(item);
        }
        return numbers_[to_underlying(item)];
    }
    [[nodiscard]] bool knows(knowledge_item item) const noexcept {
        return (is_told_ & bit(item)) != 0;
    }

    /// Sets a number that the node knows.
    void tell(knowledge_item item, std::uint64_t number) noexcept {
        is_told_ |= bit(item);
        numbers_[to_underlying(item)] = number;
    }
    /// Sets the broadcasters. A list may be long, and is shared by all nodes, read-only.
    void tell_broadcasters(std::shared_ptr<const std::vector<node_id>> list) noexcept {
        tell(knowledge_item::broadcasters, list->size());
        list_ = std::move(list);
    }

private:
    static constexpr std::size_t kinds = all_knowledge_items.size();

    [[nodiscard]] static constexpr unsigned int bit(knowledge_item item) noexcept {
        return 1U << to_underlying(item);
    }
    [[noreturn]] static void refuse(knowledge_item item);

    unsigned int is_told_ = 0;
    std::array<std::uint64_t, kinds> numbers_{};
    std::shared_ptr<const std::vector<node_id>> list_;
};

/// Text of a node's knowledge, with the numbers: "K = 12, root = 3"; empty for nothing.
[[nodiscard]] std::string to_string(const knowledge& knowledge);

}  // namespace tutti
