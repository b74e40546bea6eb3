#include "interval_record.hpp"

#include <bit>
#include <cmath>
#include <numeric>

#include "topology/random.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

// An octave has 128 bins: the middle of a bin is less than 0.5 % away from every delay in it.
constexpr int bins_an_octave_bits = 7;
constexpr double units_a_slot = 4294967296.0;

// Below 2^8 units every delay has a separate bin; above, bins grow with the delay.
std::size_t bin_of(std::uint64_t delay) {
    const int width = 64 - std::countl_zero(delay);
    const int shift = std::max(0, width - bins_an_octave_bits - 1);
    return (static_cast<std::size_t>(shift) << bins_an_octave_bits) + (delay >> shift);
}

// The middle of a bin, in units.
double middle_of(std::size_t bin) {
    const std::size_t in_octave = std::size_t{1} << bins_an_octave_bits;
    const std::size_t shift = bin < 2 * in_octave ? 0 : bin / in_octave - 1;
    const auto low = static_cast<double>(bin - shift * in_octave);
    return shift == 0 ? low : std::ldexp(low + 0.5, static_cast<int>(shift));
}

}  // namespace

void delay_histogram::add(instant delay) {
    const std::size_t bin = bin_of(static_cast<std::uint64_t>(delay));
    cover(bin, bin + 1);
    ++bins_[bin - first_];
}

void delay_histogram::cover(std::size_t first, std::size_t end) {
    if (!bins_.empty() && first >= first_ && end <= first_ + bins_.size()) {
        return;
    }
    // Whole octaves, and no more of them than are used.
    const std::size_t octave = std::size_t{1} << bins_an_octave_bits;
    first = first / octave * octave;
    end = (end + octave - 1) / octave * octave;
    first_ = bins_.empty() ? first : first_;
    if (first < first_) {
        bins_.insert(bins_.begin(), first_ - first, 0);
        first_ = first;
    }
    bins_.resize(std::max(bins_.size(), end - first_));
    bins_.shrink_to_fit();
}

void delay_histogram::add(const delay_histogram& other) {
    if (other.bins_.empty()) {
        return;
    }
    cover(other.first_, other.first_ + other.bins_.size());
    for (std::size_t i = 0; i < other.bins_.size(); ++i) {
        bins_[other.first_ - first_ + i] += other.bins_[i];
    }
}

// The quantile is that of the nearest rank.
double delay_histogram::quantile(double share) const {
    const std::uint64_t total = std::accumulate(bins_.begin(), bins_.end(), std::uint64_t{0});
    const double expected = std::ceil(product(share, total));
    std::uint64_t so_far = 0;
    std::size_t bin = 0;
    for (; bin < bins_.size(); ++bin) {
        so_far += bins_[bin];
        if (static_cast<double>(so_far) >= expected) {
            break;
        }
    }
    return middle_of(first_ + bin) / units_a_slot;
}

void interval_record::reset(std::uint64_t intervals, std::uint64_t warm_up) {
    *this = interval_record{};
    intervals_ = intervals;
    warm_up_ = warm_up;
}

// Batches are equal parts of the planned run, whether it is run to its end or not.
std::size_t interval_record::batch_of(std::uint64_t interval) const noexcept {
    return interval * batches / std::max<std::uint64_t>(1, intervals_);
}

void interval_record::begin(std::uint64_t waiting, instant now) {
    totals_.busy += waiting > 0 ? 1 : 0;
    totals_.arrived = served_ + waiting;
    totals_.last_begin = now;
    totals_.most_waiting = std::max(totals_.most_waiting, waiting);
    queues_.at(batch_of(totals_.intervals)) += static_cast<double>(waiting);
}

void interval_record::served(instant delay) {
    ++served_;
    // Queues are not in a steady state during the warm-up.
    if (totals_.intervals < warm_up_) {
        return;
    }
    batch& part = delays_.at(batch_of(totals_.intervals));
    ++part.packets;
    part.delay += ratio(delay, units_a_slot);
    longest_ = std::max(longest_, delay);
    histogram_.add(delay);
}

void interval_record::end(std::uint64_t active, const rational& at) {
    ++totals_.intervals;
    totals_.time = at;
    totals_.active += active;
    totals_.active_squares += product(active, active);
    for (const std::uint64_t part : {active, static_cast<std::uint64_t>(at.numerator()),
                                     static_cast<std::uint64_t>(at.denominator())}) {
        // The hash of active counts and times agrees at all nodes if they have seen the same
        // intervals.
        totals_.agreement = mix(totals_.agreement ^ part) + 0x9E3779B97F4A7C15U;
    }
}

void delay_histogram::append_to(std::vector<std::byte>& bytes) const {
    detail::append(bytes, first_);
    detail::append(bytes, bins_.size());
    detail::append_values(bytes, std::span<const std::uint64_t>{bins_});
}

void delay_histogram::take_from(detail::byte_reader& bytes) {
    first_ = bytes.take<std::size_t>();
    bins_.resize(bytes.take<std::size_t>());
    for (std::uint64_t& bin : bins_) {
        bin = bytes.take<std::uint64_t>();
    }
}

void interval_record::append_to(std::vector<std::byte>& bytes) const {
    detail::append_together(bytes, intervals_, warm_up_, served_, longest_, totals_, delays_,
                            queues_);
    histogram_.append_to(bytes);
}

void interval_record::take_from(detail::byte_reader& bytes) {
    intervals_ = bytes.take<std::uint64_t>();
    warm_up_ = bytes.take<std::uint64_t>();
    served_ = bytes.take<std::uint64_t>();
    longest_ = bytes.take<instant>();
    totals_ = bytes.take<totals>();
    delays_ = bytes.take<std::array<batch, batches>>();
    queues_ = bytes.take<std::array<double, batches>>();
    histogram_.take_from(bytes);
}

}  // namespace tutti
