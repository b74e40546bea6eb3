#include "tutti/workload/delivery_check.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "tutti/machine/digest.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t words_for(std::uint64_t message_count) noexcept {
    return (message_count + 63) / 64;
}

}  // namespace

delivery_check::delivery_check(requirement required, payloads contents, std::uint64_t budget_bytes)
    : contents_{contents} {
    if (auto* const everywhere = std::get_if<everything_everywhere>(&required)) {
        prepare(*everywhere, budget_bytes);
        return;
    }
    expected_ = std::move(std::get<one_message_each>(required).expected);
    node_count_ = expected_.size();
    message_count_ = 1;
    arrived_.assign(node_count_, 0);
}

std::uint64_t delivery_check::bytes(std::uint64_t node_count, std::uint64_t message_count,
                                    std::uint64_t budget_bytes) {
    const std::uint64_t index = (node_count + 1) * sizeof(std::uint32_t);
    const std::uint64_t bits = node_count * words_for(message_count) * sizeof(std::uint64_t);
    return index + (bits <= budget_bytes ? bits : node_count * sizeof(sum));
}

void delivery_check::prepare(const everything_everywhere& required, std::uint64_t budget_bytes) {
    node_count_ = required.node_count;
    message_count_ = required.senders.packet_count();
    if (message_count_ == 0) {
        return;
    }
    first_.assign(node_count_ + 1, 0);
    for (std::size_t i = 0; i < required.senders.nodes.size(); ++i) {
        first_[required.senders.nodes[i] + 1] = required.senders.packets[i];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
    row_words_ = words_for(message_count_);
    if (node_count_ * row_words_ * sizeof(std::uint64_t) <= budget_bytes) {
        bits_.assign(node_count_ * row_words_, 0);
        return;
    }
    sums_.assign(node_count_, {});
    for (std::size_t i = 0; i < required.senders.nodes.size(); ++i) {
        const node_id origin = required.senders.nodes[i];
        for (std::uint32_t number = 0; number < required.senders.packets[i]; ++number) {
            expected_sum_.add(
                {.origin = origin, .number = number, .payload = contents_.of(origin, number)});
        }
    }
}

void delivery_check::sum::add(const message& content) noexcept {
    ++count;
    const std::uint64_t share = delivery_digest(0, content, 0);
    const std::uint64_t before = low;
    low += share;
    high += delivery_digest(1, content, 1) + (low < before ? 1 : 0);
}

void delivery_check::accept_without_bits(node_id node, const message& content) noexcept {
    if (!arrived_.empty()) {
        accept_single(node, content);
        return;
    }
    if (sums_.empty() || index_of(content) == unknown) {
        count(unexpected_);
    } else if (content.payload != contents_.of(content.origin, content.number)) {
        count(unexpected_);
        count(wrong_payload_);
    } else {
        sums_[node].add(content);
    }
}

void delivery_check::accept_single(node_id node, const message& content) noexcept {
    const message& expected = expected_[node];
    if (content == expected) {
        if (arrived_[node] != 0) {
            count(duplicate_);
        }
        arrived_[node] = 1;
        return;
    }
    count(unexpected_);
    if (content.origin == expected.origin && content.number == expected.number) {
        count(wrong_payload_);
    }
}

std::uint64_t delivery_check::required() const noexcept { return node_count_ * message_count_; }

void delivery_check::count_bits(delivery_counts& counts) const {
    for (const std::uint64_t word : bits_) {
        counts.delivered += static_cast<std::uint64_t>(std::popcount(word));
    }
}

// Each node that has the right number of the wrong messages misses at least one and has at least
// one twice.
void delivery_check::count_sums(delivery_counts& counts) const {
    for (const sum& got : sums_) {
        const bool is_mixed_up = got.count == message_count_ && got != expected_sum_;
        counts.delivered += std::min(got.count, message_count_) - (is_mixed_up ? 1 : 0);
        counts.duplicate += got.count - std::min(got.count, message_count_) + (is_mixed_up ? 1 : 0);
    }
}

void delivery_check::count_singles(delivery_counts& counts) const {
    counts.delivered += static_cast<std::uint64_t>(std::ranges::count(arrived_, 1));
}

delivery_counts delivery_check::counts() const {
    delivery_counts counts{.required = required(),
                           .duplicate = duplicate_.load(std::memory_order_relaxed),
                           .unexpected = unexpected_.load(std::memory_order_relaxed),
                           .wrong_payload = wrong_payload_.load(std::memory_order_relaxed)};
    count_bits(counts);
    count_sums(counts);
    count_singles(counts);
    counts.missing = counts.required - counts.delivered;
    return counts;
}

void delivery_check::reset() noexcept {
    std::ranges::fill(bits_, 0);
    std::ranges::fill(sums_, sum{});
    std::ranges::fill(arrived_, std::uint8_t{0});
    duplicate_ = 0;
    unexpected_ = 0;
    wrong_payload_ = 0;
}

}  // namespace tutti
