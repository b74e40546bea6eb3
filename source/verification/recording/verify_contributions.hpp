/// @file
/// Verifier of reductions: a value that is sent or delivered is a fold of values that its node
/// holds, with the contributions that its packet states, each once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <boost/unordered/unordered_flat_map.hpp>

#include "collectives/input/possession_tables.hpp"
#include "collectives/reduction.hpp"
#include "recorded_slot.hpp"
#include "tutti/topology/topology.hpp"
#include "violations.hpp"

namespace tutti {

/// The nodes whose values are in a value that is reduced.
struct contribution_set {
    std::uint64_t count = 0;
    /// Bit x for node x in networks of up to 64 nodes, else the sum of their `mark_share`.
    std::uint64_t nodes = 0;
    bool has_repeated = false;  ///< a contribution is in it twice, as far as that shows

    friend bool operator==(const contribution_set&, const contribution_set&) = default;
};

/// Union of sets of contributions. They are multisets; operators for which a value may count twice
/// (least, greatest) have sets, which are upper bounds where packets do not name them. Above 64
/// nodes, a repeated contribution shows where all should be in a multiset, and of the others counts
/// alone are compared.
class contribution_algebra {
public:
    contribution_algebra(std::uint64_t nodes, fold_operator operation,
                         const participant_set& contributors);

    [[nodiscard]] contribution_set of(node_id node) const noexcept;
    [[nodiscard]] contribution_set joined(const contribution_set& one,
                                          const contribution_set& other) const noexcept;
    [[nodiscard]] bool is_idempotent() const noexcept { return is_idempotent_; }
    /// True if they are those of all participants, as a result has them.
    [[nodiscard]] bool is_all(const contribution_set& set) const noexcept;
    /// True if a packet with these contributions may state this number and these nodes.
    [[nodiscard]] bool agree(const contribution_set& set, std::optional<std::uint64_t> count,
                             std::optional<std::uint64_t> nodes) const noexcept;

private:
    bool has_bits_;
    bool is_idempotent_;
    contribution_set all_{};
};

/// Follows the values of a reduction from node to node.
///
/// Payloads are random: the value that a node sends shows which of the values that it holds are
/// folded in it. Tried are the fold of all that has come, single values, values that the node sent
/// before, and these folded with some of the latest from each neighbour; at a node that holds few
/// values, every choice of them.
class contribution_verifier {
public:
    /// The value with which a node contributes to the result of that number.
    using own_value = std::function<std::uint64_t(node_id node, std::uint32_t number)>;

    /// @param most_bytes of memory; what comes beyond is not verified
    contribution_verifier(const folded_values& required, own_value own, std::uint64_t most_bytes);

    void take(const recorded_slot& record, std::span<const recorded_kind> kinds);

    /// Values that are no fold of what their nodes hold.
    [[nodiscard]] const violation_list& possession() const noexcept { return not_held_; }
    /// Values with other contributions than stated, or than a result has.
    [[nodiscard]] const violation_list& contributions() const noexcept { return miscounted_; }
    /// Reason why not everything was verified, or an empty text.
    [[nodiscard]] const std::string& gap() const noexcept { return gap_; }

private:
    /// A value at a node, with its contributions.
    struct held_value {
        std::uint64_t value = 0;
        contribution_set has{};
        node_id from = 0;
        bool is_passed_on = false;  // it was sent as it came, so that it is no part of others
        bool is_doubtful = false;   // it came with a violation
    };
    /// Values of one number at a node.
    struct holding {
        std::vector<held_value> came;  // its own first
        std::vector<held_value> sent;  // folds of these
        held_value all{};              // fold of what came
        held_value total{};            // of what came and was not passed on
        held_value total_before{};     // before the latest slot in which something came
        slot latest = -1;
    };
    /// Condition of a fold: the statement of its packet, or that it is complete.
    struct statement {
        std::uint64_t value = 0;
        std::optional<std::uint64_t> count{};
        std::optional<std::uint64_t> nodes{};
        bool is_result = false;
    };
    class search;

    void verify_sent(slot at, const recorded_transmission& sent, const recorded_kind& kind);
    void verify_delivered(slot at, const recorded_delivery& made);
    void take_in(slot at, const recorded_transmission& sent, held_value arrived);
    void add_total(holding& to);
    void note_effort();
    [[nodiscard]] holding& holding_of(node_id node, std::uint32_t number);
    [[nodiscard]] held_value folded(const held_value& one, const held_value& other) const;
    void report(std::string_view what, const statement& stated,
                const std::optional<held_value>& found, bool is_certain);

    folded_values required_;
    own_value own_;
    contribution_algebra algebra_;
    std::uint64_t most_values_;
    std::uint64_t values_ = 0;
    std::uint64_t tries_ = 0;  // folds of values, as a bound on the time
    boost::unordered_flat_map<std::uint64_t, std::size_t, mixed_hash> places_;
    std::vector<holding> holdings_;
    std::vector<held_value> arriving_;  // of the slot, by packet
    violation_list not_held_;
    violation_list miscounted_;
    std::string gap_;
};

}  // namespace tutti
