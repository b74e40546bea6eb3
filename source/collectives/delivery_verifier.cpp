#include "delivery_verifier.hpp"

#include <algorithm>
#include <bitset>
#include <numeric>

#include "collectives/input/derived_payloads.hpp"
#include "util/counts.hpp"

namespace tutti {

// Before those that call it, so that it is compiled into them: some call it for every delivery.
std::uint64_t delivery_verifier::payload_of(node_id origin, std::uint32_t number) const noexcept {
    return results_.empty() ? derived_payloads{contents_}.of(origin, number) : results_[number];
}

bool delivery_verifier::is_wanted(node_id node, std::uint64_t index) const noexcept {
    index += nodes_.own_index(node) * row_words_ * 64;
    return wanted_.empty() ? receivers_.contains(node)
                           : (wanted_[index / 64] >> index % 64 & 1U) != 0;
}

void delivery_verifier::sum::add(const message& content) noexcept {
    ++count;
    const std::uint64_t share = delivery_digest(0, content, 0);
    const std::uint64_t before = low;
    low += share;
    high += delivery_digest(1, content, 1) + (low < before ? 1 : 0);
}

bool delivery_verifier::has_wrong_payload(const message& content) noexcept {
    if (content.payload == payload_of(content.origin, content.number)) {
        return false;
    }
    count(unexpected_);
    count(wrong_payload_);
    return true;
}

// Takes deliveries that are not as required, or repeated. Of nodes that should get none the first
// ones are in the bits.
void delivery_verifier::accept_beside_bits(node_id node, const message& content) noexcept {
    if (const std::uint64_t index = index_of(content);
        index == unknown || !is_wanted(node, index)) {
        count(unexpected_);
    } else if (!has_wrong_payload(content)) {
        count(duplicate_);
    }
}

void delivery_verifier::accept_sum(node_id node, const message& content) noexcept {
    if (sums_.empty() || index_of(content) == unknown || !receivers_.contains(node)) {
        count(unexpected_);
    } else if (!has_wrong_payload(content)) {
        sums_[nodes_.own_index(node)].add(content);
    }
}

void delivery_verifier::accept_single(node_id node, const message& content) noexcept {
    const message& expected = expected_[node];
    if (!receivers_.contains(node)) {
        count(unexpected_);
        return;
    }
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

// Only the destination touches a message's byte.
void delivery_verifier::accept_addressed(node_id node, const message& content) noexcept {
    const std::uint64_t at = index_of(content);
    if (at == unknown || destination_(content.origin, content.number) != node) {
        count(unexpected_);
    } else if (!has_wrong_payload(content)) {
        if (arrived_[at] != 0) {
            count(duplicate_);
        }
        arrived_[at] = 1;
    }
}

// A message out of its order is unexpected, and those before it stay missing.
void delivery_verifier::accept_ordered(node_id node, const message& content) noexcept {
    std::uint32_t& next = next_[nodes_.own_index(node)];
    if (next == order_.size() || content.origin != order_[next] ||
        content.number != order_numbers_[next]) {
        count(unexpected_);
    } else if (!has_wrong_payload(content)) {
        ++next;
    }
}

void delivery_verifier::accept_streamed(node_id node, const message& content) noexcept {
    if (content.origin >= node_count_) {
        count(unexpected_);
        return;
    }
    std::uint32_t& next = next_[nodes_.own_index(node) * node_count_ + content.origin];
    if (content.number < next) {
        count(duplicate_);
    } else if (content.number > next) {
        count(unexpected_);
    } else if (!has_wrong_payload(content)) {
        ++next;
    }
}

std::vector<std::uint32_t> delivery_verifier::longest_streams() const {
    std::vector<std::uint32_t> longest;
    if (accept_ == &delivery_verifier::accept_streamed) {
        longest.resize(node_count_);
        for (std::size_t at = 0; at < next_.size(); ++at) {
            std::uint32_t& most = longest[at % node_count_];
            most = std::max(most, next_[at]);
        }
    }
    return longest;
}

std::uint64_t delivery_verifier::required() const noexcept { return required_; }

void delivery_verifier::count_bits(delivery_counts& counts) const {
    for (const std::uint64_t word : bits_) {
        counts.delivered += std::bitset<64>{word}.count();
    }
    for (std::size_t i = 0; i < wanted_.size(); ++i) {
        const std::uint64_t others = std::bitset<64>{bits_[i] & ~wanted_[i]}.count();
        counts.delivered -= others;
        counts.unexpected += others;
    }
    if (receivers_.is_everyone() || bits_.empty()) {
        return;
    }
    for (std::size_t number = 0; number < own_count(); ++number) {
        const node_id node = nodes_.own_node(number);
        if (!receivers_.contains(node)) {
            for (const std::uint64_t word :
                 std::span{bits_}.subspan(nodes_.own_index(node) * row_words_, row_words_)) {
                counts.delivered -= std::bitset<64>{word}.count();
                counts.unexpected += std::bitset<64>{word}.count();
            }
        }
    }
}

// Each node that has the right number of the wrong messages misses at least one and has at least
// one twice.
void delivery_verifier::count_sums(delivery_counts& counts) const {
    for (const sum& got : sums_) {
        const bool is_mixed_up = got.count == message_count_ && got != expected_sum_;
        counts.delivered += std::min(got.count, message_count_) - (is_mixed_up ? 1 : 0);
        counts.duplicate += got.count - std::min(got.count, message_count_) + (is_mixed_up ? 1 : 0);
    }
}

// Of every origin, as many messages are required at every node as the node has that has most.
delivery_counts delivery_verifier::counts(std::span<const std::uint32_t> longest) const {
    delivery_counts counts{.required = required(),
                           .duplicate = duplicate_.load(std::memory_order_relaxed),
                           .unexpected = unexpected_.load(std::memory_order_relaxed),
                           .wrong_payload = wrong_payload_.load(std::memory_order_relaxed)};
    counts.required +=
        own_count() * std::accumulate(longest.begin(), longest.end(), std::uint64_t{0});
    count_bits(counts);
    count_sums(counts);
    counts.delivered += count_of(arrived_, 1);
    counts.delivered += std::accumulate(next_.begin(), next_.end(), std::uint64_t{0});
    counts.missing = counts.required - counts.delivered;
    return counts;
}

void delivery_verifier::reset() noexcept {
    std::ranges::fill(bits_, 0);
    std::ranges::fill(sums_, sum{});
    std::ranges::fill(arrived_, std::uint8_t{0});
    std::ranges::fill(next_, 0U);
    duplicate_ = 0;
    unexpected_ = 0;
    wrong_payload_ = 0;
}

}  // namespace tutti
