#include "verify_contributions.hpp"

#include <algorithm>
#include <bitset>
#include <utility>

#include "node/mark.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t most_bits = 64;
// The most values of which every choice is tried, and the most neighbours.
constexpr std::size_t most_choices = 14;
constexpr std::size_t most_latest = 10;
// The most folds that are tried for one value, and for all: some seconds.
constexpr std::uint64_t most_tries_each = std::uint64_t{1} << 16U;
constexpr std::uint64_t most_tries = std::uint64_t{1} << 29U;
// Memory for the values of one number at a node, in that of values.
constexpr std::uint64_t values_a_holding = 5;

}  // namespace

contribution_algebra::contribution_algebra(std::uint64_t nodes, fold_operator operation,
                                           const participant_set& contributors)
    : has_bits_{nodes <= most_bits},
      is_idempotent_{operation == fold_operator::least || operation == fold_operator::greatest} {
    all_ = {.count = nodes,
            .nodes = !has_bits_     ? mark_sum_of_all(nodes)
                     : nodes == 64U ? ~std::uint64_t{0}
                                    : (std::uint64_t{1} << nodes) - 1};
    if (!contributors.is_everyone()) {
        all_ = {};
        for (const node_id each : contributors.nodes(nodes)) {
            all_ = joined(all_, of(each));
        }
    }
}

contribution_set contribution_algebra::of(node_id node) const noexcept {
    return {.count = 1, .nodes = has_bits_ ? std::uint64_t{1} << node : mark_share(node)};
}

contribution_set contribution_algebra::joined(const contribution_set& one,
                                              const contribution_set& other) const noexcept {
    contribution_set both{.count = one.count + other.count,
                          .nodes = one.nodes + other.nodes,
                          .has_repeated = one.has_repeated || other.has_repeated};
    if (has_bits_) {
        both.nodes = one.nodes | other.nodes;
        both.has_repeated =
            !is_idempotent_ && (both.has_repeated || (one.nodes & other.nodes) != 0);
    }
    return both;
}

bool contribution_algebra::is_all(const contribution_set& set) const noexcept {
    return is_idempotent_ ? set.count >= all_.count && (!has_bits_ || set.nodes == all_.nodes)
                          : set == all_;
}

// Where the operator takes the same value twice, a value does not show whose it is: then a set that
// is not named is an upper bound, which has no fewer nodes than contributions.
bool contribution_algebra::agree(const contribution_set& set, std::optional<std::uint64_t> count,
                                 std::optional<std::uint64_t> nodes) const noexcept {
    const bool is_named = !nodes || set.nodes == *nodes;
    if (!is_idempotent_ || !has_bits_) {
        return is_named && set.count == count.value_or(set.count) && !set.has_repeated;
    }
    const std::uint64_t most = std::bitset<64>{set.nodes}.count();
    return nodes ? is_named && count == most : !count || (set.count == count && set.count <= most);
}

/// Search for the fold that a value is.
class contribution_verifier::search {
public:
    search(contribution_verifier& verifier, const holding& from, const statement& stated)
        : verifier_{&verifier},
          from_{&from},
          stated_{&stated},
          last_try_{verifier.tries_ + from.came.size() + from.sent.size() + most_tries_each} {}

    /// True if some choice of the values fits.
    bool run() {
        if (fits(from_->total) || fits(from_->all)) {
            return true;
        }
        for (std::size_t i = 0; i < from_->came.size(); ++i) {
            if (fits(from_->came[i])) {
                passed_on_ = i;
                return true;
            }
        }
        return std::ranges::any_of(from_->sent,
                                   [this](const held_value& each) { return fits(each); }) ||
               fits_with_latest() || fits_some_choice();
    }
    /// Index of the value that fits as it came; 0 if it is the node's own or a fold.
    [[nodiscard]] std::size_t passed_on() const noexcept { return passed_on_; }
    /// The fold that fits, or else one that has the value, or null.
    [[nodiscard]] const std::optional<held_value>& found() const noexcept { return found_; }
    /// True if every choice was tried.
    [[nodiscard]] bool is_complete() const noexcept {
        return from_->came.size() <= most_choices && verifier_->tries_ < last_try_;
    }

private:
    bool fits(const held_value& fold) {
        ++verifier_->tries_;
        if (fold.value != stated_->value) {
            return false;
        }
        const contribution_set& has = fold.has;
        const bool is_right =
            fold.is_doubtful || (verifier_->algebra_.agree(has, stated_->count, stated_->nodes) &&
                                 (!stated_->is_result || verifier_->algebra_.is_all(has)));
        if (is_right || !found_) {
            found_ = fold;
        }
        return is_right;
    }

    // All choices of `parts`, folded with `base`.
    // NOLINTNEXTLINE(misc-no-recursion): no deeper than there are parts
    bool fits_with(const held_value& base, std::span<const held_value> parts) {
        return parts.empty() || verifier_->tries_ >= last_try_
                   ? fits(base)
                   : fits_with(base, parts.subspan(1)) ||
                         fits_with(verifier_->folded(base, parts.front()), parts.subspan(1));
    }

    // What a node has from a neighbour may take the place of what it had from it before.
    bool fits_with_latest() {
        std::vector<held_value> latest;
        for (auto each = from_->came.rbegin(); each + 1 < from_->came.rend(); ++each) {
            if (latest.size() < most_latest &&
                std::ranges::count(latest, each->from, &held_value::from) == 0) {
                latest.push_back(*each);
            }
        }
        const auto fits_all = [&](const held_value& base) { return fits_with(base, latest); };
        if (fits_all(from_->came.front()) || fits_all(from_->total_before) ||
            std::ranges::any_of(from_->sent, fits_all)) {
            return true;
        }
        // These repeat values, which shows what a sum has twice.
        return !verifier_->algebra_.is_idempotent() &&
               (std::ranges::any_of(from_->came, fits_all) || fits_with_again());
    }

    bool fits_with_again() {
        return std::ranges::any_of(from_->came, [this](const held_value& each) {
            return fits(verifier_->folded(each, each)) ||
                   fits(verifier_->folded(from_->total, each));
        });
    }

    bool fits_some_choice() {
        const auto parts = std::span{from_->came};
        for (std::size_t i = 0; is_complete() && i < parts.size(); ++i) {
            if (fits_with(parts[i], parts.subspan(i + 1))) {
                return true;
            }
        }
        return false;
    }

    contribution_verifier* verifier_;
    const holding* from_;
    const statement* stated_;
    std::uint64_t last_try_;
    std::optional<held_value> found_{};
    std::size_t passed_on_ = 0;
};

contribution_verifier::contribution_verifier(const folded_values& required, own_value own,
                                             std::uint64_t most_bytes)
    : required_{required},
      own_{std::move(own)},
      algebra_{required.node_count, required.operation, required.participants},
      most_values_{most_bytes / sizeof(held_value) / 2} {}

contribution_verifier::held_value contribution_verifier::folded(const held_value& one,
                                                                const held_value& other) const {
    return {.value = folded_by(required_.operation, one.value, other.value),
            .has = algebra_.joined(one.has, other.has),
            .is_doubtful = one.is_doubtful || other.is_doubtful};
}

// Packets are verified against what nodes held before the slot, deliveries against that and what
// came in it.
void contribution_verifier::take(const recorded_slot& record,
                                 std::span<const recorded_kind> kinds) {
    arriving_.clear();
    for (const recorded_transmission& sent : record.sent) {
        verify_sent(record.at, sent, kinds[sent.kind]);
    }
    std::size_t next = 0;
    for (const recorded_transmission& sent : record.sent) {
        if (!kinds[sent.kind].is_control && next < arriving_.size()) {
            take_in(record.at, sent, arriving_[next++]);
        }
    }
    for (const recorded_delivery& made : record.delivered) {
        verify_delivered(record.at, made);
    }
}

void contribution_verifier::verify_sent(slot at, const recorded_transmission& sent,
                                        const recorded_kind& kind) {
    note_effort();
    if (kind.is_control || !gap_.empty()) {
        return;
    }
    if (!kind.counts_contributions || sent.content.number >= required_.count) {
        gap_ = fmt::format("packets of kind {} do not state their contributions",
                           in_quotes(kind.name.empty() ? "packet" : kind.name));
        return;
    }
    const statement stated{
        .value = sent.content.payload,
        .count = sent.contributions,
        .nodes = kind.names_contributors ? std::optional{sent.contributors} : std::nullopt};
    holding& from = holding_of(sent.from, sent.content.number);
    search made{*this, from, stated};
    const bool is_right = made.run();
    held_value value = made.found().value_or(
        held_value{.value = stated.value, .has = {.count = sent.contributions}});
    if (!is_right) {
        value.is_doubtful = true;
        report(fmt::format("slot {}: node {} sends value {} through port {}", at, sent.from,
                           sent.content.number, sent.through),
               stated, made.found(), made.is_complete());
    }
    tries_ += from.sent.size();
    if (made.passed_on() != 0 && !from.came[made.passed_on()].is_passed_on) {
        from.came[made.passed_on()].is_passed_on = true;
        add_total(from);
    } else if (std::ranges::count(from.sent, value.value, &held_value::value) == 0) {
        from.sent.push_back(value);
        ++values_;
    }
    if (algebra_.is_idempotent() && is_right && !value.is_doubtful) {
        value.has = {.count = sent.contributions,
                     .nodes = stated.nodes.value_or(from.all.has.nodes)};
    }
    value.from = sent.from;
    value.is_passed_on = false;
    arriving_.push_back(value);
}

void contribution_verifier::verify_delivered(slot at, const recorded_delivery& made) {
    note_effort();
    if (!gap_.empty() || made.content.number >= required_.count) {
        return;  // a delivery of another number is one that is not expected
    }
    const statement stated{.value = made.content.payload, .is_result = true};
    search found{*this, holding_of(made.to, made.content.number), stated};
    if (!found.run()) {
        report(fmt::format("slot {}: node {} delivers result {}", at, made.to, made.content.number),
               stated, found.found(), found.is_complete());
    }
}

void contribution_verifier::report(std::string_view what, const statement& stated,
                                   const std::optional<held_value>& found, bool is_certain) {
    if (found && found->has.has_repeated) {
        miscounted_.add("{}, which has a contribution twice", what);
    } else if (found && stated.is_result) {
        miscounted_.add("{}, which does not have the contributions of all {}, each once", what,
                        quantity(required_.participants.size(required_.node_count),
                                 required_.participants.is_everyone() ? "node" : "participant"));
    } else if (found) {
        miscounted_.add("{} with {} by its packet, and those of {} are in it{}", what,
                        quantity(stated.count.value_or(0), "contribution"),
                        quantity(found->has.count, "node"),
                        stated.count == found->has.count ? ", of others" : "");
    } else if (is_certain) {
        not_held_.add("{}, which is no fold of values that it holds", what);
    } else {
        gap_ = fmt::format("{}, and holds too many values to try every choice", what);
    }
}

void contribution_verifier::take_in(slot at, const recorded_transmission& sent,
                                    held_value arrived) {
    holding& to = holding_of(sent.to, sent.content.number);
    if (to.latest != at) {
        to.latest = at;
        to.total_before = to.total;
    }
    to.came.push_back(arrived);
    to.total = folded(to.total, arrived);
    to.all = folded(to.all, arrived);
    ++values_;
    note_effort();
}

void contribution_verifier::note_effort() {
    if (gap_.empty() && (values_ > most_values_ || tries_ > most_tries)) {
        gap_ = values_ > most_values_
                   ? fmt::format("more than {} values came", grouped(most_values_))
                   : fmt::format("more than {} folds of values were tried", grouped(most_tries));
    }
}

// A value that was passed on as it came is on its way to another node.
void contribution_verifier::add_total(holding& to) {
    tries_ += to.came.size();
    to.total = to.came.front();
    for (const held_value& each : std::span{to.came}.subspan(1)) {
        if (!each.is_passed_on) {
            to.total = folded(to.total, each);
        }
    }
}

contribution_verifier::holding& contribution_verifier::holding_of(node_id node,
                                                                  std::uint32_t number) {
    const auto [place, is_new] =
        places_.try_emplace(std::uint64_t{node} << 32U | number, holdings_.size());
    if (is_new) {
        holding& made = holdings_.emplace_back();
        if (required_.participants.contains(node)) {
            made.came.push_back(
                {.value = own_(node, number), .has = algebra_.of(node), .from = node});
        } else {
            made.came.push_back({.value = neutral_value(required_.operation), .from = node});
        }
        made.total = made.total_before = made.all = made.came.front();
        values_ += values_a_holding;
    }
    return holdings_[place->second];
}

}  // namespace tutti
