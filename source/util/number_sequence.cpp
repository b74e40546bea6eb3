#include "number_sequence.hpp"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include <fmt/format.h>

namespace tutti {

// Numbers in order take no memory: size, first, step and one gap describe them.
number_sequence number_sequence::ascending(std::size_t limit, std::optional<value_type> without) {
    number_sequence numbers;
    const bool is_gap = without && *without < limit;
    numbers.size_ = limit - (is_gap ? 1 : 0);
    numbers.step_ = 1;
    numbers.gap_ = is_gap ? *without : no_gap;
    return numbers;
}

number_sequence number_sequence::repeated(std::size_t size, value_type number) {
    number_sequence numbers;
    numbers.size_ = size;
    numbers.first_ = number;
    return numbers;
}

number_sequence::operator std::vector<value_type>() const {
    std::vector<value_type> values(size_);
    std::ranges::copy(*this, values.begin());
    return values;
}

number_sequence::value_type number_sequence::at(std::size_t place) const {
    if (place >= size_) {
        throw std::out_of_range{fmt::format("there are {} numbers, and none at {}", size_, place)};
    }
    return (*this)[place];
}

bool number_sequence::is_all_below(std::size_t limit) const noexcept {
    if (size_ != limit) {
        return false;
    }
    // An ascending sequence is complete unless its gap is within.
    if (listed_.empty() && step_ == 1) {
        return gap_ >= size_;
    }
    for (std::size_t place = 0; place < size_; ++place) {
        if ((*this)[place] != place) {
            return false;
        }
    }
    return true;
}

std::uint64_t number_sequence::sum() const noexcept {
    return listed_.empty() && step_ == 0 ? std::uint64_t{first_} * size_
                                         : std::accumulate(begin(), end(), std::uint64_t{0});
}

number_sequence::value_type number_sequence::least() const noexcept {
    return listed_.empty() ? front() : std::ranges::min(listed_);
}

number_sequence::value_type number_sequence::most() const noexcept {
    return listed_.empty() ? back() : std::ranges::max(listed_);
}

// The first number that is added turns a description into a list.
void number_sequence::push_back(value_type number) {
    if (listed_.size() != size_) {
        *this = number_sequence{std::vector<value_type>(*this)};
    }
    listed_.push_back(number);
    ++size_;
}

bool operator==(const number_sequence& left, const number_sequence& right) noexcept {
    return left.size_ == right.size_ && std::equal(left.begin(), left.end(), right.begin());
}

}  // namespace tutti
