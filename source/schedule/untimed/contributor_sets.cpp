#include "contributor_sets.hpp"

#include "util/bits.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

constexpr std::uint32_t contributors_a_word = 64;

std::uint64_t bit_of_contributor(std::uint32_t element) {
    return std::uint64_t{1} << (element % contributors_a_word);
}

}  // namespace

contributor_sets::contributor_sets(std::uint32_t contributors)
    : contributors_{contributors}, words_each_{divided_up(contributors, contributors_a_word)} {}

bool contributor_sets::contains(std::uint32_t set, std::uint32_t element) const {
    return is_single(set)
               ? set == element
               : (words(set)[element / contributors_a_word] & bit_of_contributor(element)) != 0;
}

std::optional<std::uint32_t> contributor_sets::first_common(std::uint32_t a,
                                                            std::uint32_t b) const {
    if (is_single(a) || is_single(b)) {
        const std::uint32_t single = is_single(a) ? a : b;
        const bool meets = contains(single == a ? b : a, single);
        return meets ? std::optional{single} : std::nullopt;
    }
    const auto left = words(a);
    const auto right = words(b);
    for (std::uint32_t i = 0; i < words_each_; ++i) {
        if (const std::uint64_t common = left[i] & right[i]; common != 0) {
            return i * contributors_a_word + lowest_bit(common);
        }
    }
    return std::nullopt;
}

std::uint32_t contributor_sets::join(std::uint32_t a, std::uint32_t b) {
    const std::size_t begin = words_.size();
    words_.resize(begin + words_each_);
    for (const std::uint32_t set : {a, b}) {
        if (is_single(set)) {
            words_[begin + set / contributors_a_word] |= bit_of_contributor(set);
            continue;
        }
        for (std::uint32_t i = 0; i < words_each_; ++i) {
            words_[begin + i] |= words(set)[i];
        }
    }
    return contributors_ + unions_++;
}

std::uint32_t contributor_sets::first(std::uint32_t set) const {
    if (is_single(set)) {
        return set;
    }
    std::uint32_t i = 0;
    while (words(set)[i] == 0) {
        ++i;
    }
    return i * contributors_a_word + lowest_bit(words(set)[i]);
}

std::uint32_t contributor_sets::size(std::uint32_t set) const {
    if (is_single(set)) {
        return 1;
    }
    std::uint32_t size = 0;
    for (const std::uint64_t word : words(set)) {
        size += bit_count(word);
    }
    return size;
}

}  // namespace tutti
