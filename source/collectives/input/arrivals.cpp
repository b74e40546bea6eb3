#include "tutti/catalog/arrivals.hpp"

#include "derived_payloads.hpp"
#include "util/bits.hpp"

namespace tutti {
namespace {

__extension__ using wide = __int128;
__extension__ using unsigned_wide = unsigned __int128;

// Instants are slots in fixed-point numbers with 32 bits behind the point.
constexpr instant end_of_time = std::numeric_limits<instant>::max();
constexpr unsigned int instant_bits = 32;
constexpr unsigned int logarithm_bits = 40;
constexpr unsigned int constant_bits = 60;
constexpr std::uint64_t natural_logarithm_of_2 = 799144290325165979;  // in units of 2^-60

}  // namespace

// Negative times and those beyond 2^31 slots have no representation.
instant instant_at(const rational& slots) {
    constexpr std::int64_t most = std::int64_t{1} << 31U;
    if (slots < rational{0} || slots >= rational{most}) {
        throw std::overflow_error{"a run of more than 2^31 slots has no clock"};
    }
    return static_cast<instant>((wide{slots.numerator()} << instant_bits) / slots.denominator());
}

// The logarithm of the mantissa, bit by bit: squaring it doubles its logarithm.
std::uint64_t binary_logarithm_of_draw(std::uint64_t draw) noexcept {
    if (draw == std::numeric_limits<std::uint64_t>::max()) {
        return 0;
    }
    const std::uint64_t value = draw + 1;
    const std::uint32_t exponent = width_of(value) - 1;
    std::uint64_t mantissa = value << (63 - exponent);  // in units of 2^-63, from 1 to below 2
    std::uint64_t fraction = 0;
    for (unsigned int i = 0; i < logarithm_bits; ++i) {
        unsigned_wide square = unsigned_wide{mantissa} * mantissa >> 63U;
        fraction <<= 1U;
        if (square >> 64U != 0) {
            fraction |= 1U;
            square >>= 1U;
        }
        mantissa = static_cast<std::uint64_t>(square);
    }
    return (std::uint64_t{64 - exponent} << logarithm_bits) - fraction;
}

arrival_source::arrival_source(node_id node, const rational& rate, payloads contents)
    : node_{node},
      rate_{rate},
      contents_{contents},
      gaps_{derived_payloads{contents}.of_another_kind()},
      next_{draw_gap()} {}

// Of another kind, so that no key leads to the payloads of a run.
arrival_source::arrival_source(node_id node, const rational& rate, std::uint64_t key)
    : arrival_source{node, rate, derived_payloads{key}.of_another_kind()} {}

// Gaps have an exponential distribution: the logarithm of a uniform draw, divided by the rate. All
// numbers are integers, so that every machine draws the same.
instant arrival_source::draw_gap() {
    const std::uint64_t halvings =
        binary_logarithm_of_draw(derived_payloads{gaps_}.of(node_, draws_++));
    const wide units = (wide{halvings} * natural_logarithm_of_2) >>
                       (logarithm_bits + constant_bits - instant_bits);
    const wide gap = units * rate_.denominator() / rate_.numerator();
    return gap < end_of_time ? static_cast<instant>(gap) : end_of_time;
}

void arrival_source::redraw_after(instant last, payloads others) {
    others_ = others;
    last_ = last;
    resample_late();
}

// The process has no memory: what is still to come after a moment may be drawn from there.
void arrival_source::resample_late() {
    if (others_ && next_ > last_) {
        contents_ = *others_;
        gaps_ = derived_payloads{*others_}.of_another_kind();
        others_.reset();
        const instant gap = draw_gap();
        next_ = gap < end_of_time - last_ ? last_ + gap + 1 : end_of_time;
    }
}

// The next gap is drawn when a message leaves, so that the source always knows its next time.
std::optional<timed_message> arrival_source::next_until(instant now) {
    if (next_ > now || next_ == end_of_time) {
        return std::nullopt;
    }
    const timed_message arrived{
        .content = {.origin = node_,
                    .number = number_,
                    .payload = derived_payloads{contents_}.of(node_, number_)},
        .at = next_};
    ++number_;
    const instant gap = draw_gap();
    next_ = gap < end_of_time - next_ ? next_ + gap : end_of_time;
    resample_late();
    return arrived;
}

}  // namespace tutti
