#include "quantities.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <stdexcept>

#include <fmt/format.h>

#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Unit with its value: this many parts of a whole of the first unit, or of it a part.
struct unit {
    std::string_view name;
    std::uint64_t numerator;
    std::uint64_t denominator = 1;

    [[nodiscard]] exact_number value() const { return exact_number{numerator, denominator}; }
    [[nodiscard]] double scale() const { return rational{numerator, denominator}.to_double(); }
};

constexpr std::uint64_t kilo = 1000;
constexpr std::uint64_t kibi = 1024;

constexpr std::array duration_units{unit{"ns", 1, kilo* kilo* kilo}, unit{"us", 1, kilo* kilo},
                                    unit{"ms", 1, kilo}, unit{"s", 1}};
constexpr std::array size_units{unit{"GiB", kibi* kibi* kibi},
                                unit{"MiB", kibi* kibi},
                                unit{"KiB", kibi},
                                unit{"GB", kilo* kilo* kilo},
                                unit{"MB", kilo* kilo},
                                unit{"KB", kilo},
                                unit{"B", 1}};
constexpr std::array bandwidth_units{unit{"B/s", 1},
                                     unit{"KB/s", kilo},
                                     unit{"MB/s", kilo* kilo},
                                     unit{"GB/s", kilo* kilo* kilo},
                                     unit{"KiB/s", kibi},
                                     unit{"MiB/s", kibi* kibi},
                                     unit{"GiB/s", kibi* kibi* kibi},
                                     unit{"b/s", 1, 8},
                                     unit{"Kb/s", kilo, 8},
                                     unit{"Mb/s", kilo* kilo, 8},
                                     unit{"Gb/s", kilo* kilo* kilo, 8}};

/// A kind of quantities: its units, and words for a refusal.
struct quantity_kind {
    std::string_view noun;
    std::string_view example;
    std::span<const unit> units;
};

constexpr quantity_kind duration_kind{"a duration", "0.7us; the units are ns, us, ms and s",
                                      duration_units};
constexpr quantity_kind bandwidth_kind{"a bandwidth",
                                       "50GB/s or 400Gb/s; the units are B/s, KB/s, MB/s, GB/s, "
                                       "KiB/s, MiB/s, GiB/s, b/s, Kb/s, Mb/s and Gb/s",
                                       bandwidth_units};
constexpr quantity_kind size_kind{"a size", "1MiB; the units are B, KB, MB, GB, KiB, MiB and GiB",
                                  size_units};

[[noreturn]] void refuse_quantity(std::string_view text, const quantity_kind& kind,
                                  std::string_view why = {}) {
    refuse("{} is not {}{}{}; write it as {}", in_quotes(text), kind.noun, why.empty() ? "" : ": ",
           why, kind.example);
}

// An exponent's `e` belongs to the number; a unit begins with the last letter that follows a digit
// or a point.
std::size_t end_of_number(std::string_view text) {
    const std::size_t last_digit = text.find_last_of("0123456789.");
    return last_digit == std::string_view::npos ? 0 : last_digit + 1;
}

exact_number parse_quantity(std::string_view text, const quantity_kind& kind) {
    const std::size_t end = end_of_number(text);
    const auto found = std::ranges::find(kind.units, text.substr(end), &unit::name);
    if (found == kind.units.end()) {
        refuse_quantity(text, kind);
    }
    try {
        return parse_exact_number(text.substr(0, end)) * found->value();
    } catch (const std::invalid_argument& why) {
        refuse_quantity(text, kind,
                        fmt::format("{} {}", in_quotes(text.substr(0, end)), why.what()));
    }
}

constexpr std::uint64_t most_seconds = kilo * kilo * kilo;
constexpr std::uint64_t most_bandwidth = kilo * kilo * kilo * kilo * kilo * kilo;

// Of units in ascending order the largest that leaves 1 at least.
std::string scaled_text(double value, std::span<const unit> units) {
    const unit* best = &units.front();
    for (const unit& each : units) {
        // What four digits round up to 1 of the next is that.
        if (value >= each.scale() * 0.99995) {
            best = &each;
        }
    }
    return fmt::format("{:.4g} {}", value / best->scale(), best->name);
}

}  // namespace

exact_number parse_duration(std::string_view text) {
    exact_number seconds = parse_quantity(text, duration_kind);
    if (seconds > most_seconds) {
        refuse("{} is more than {} s", in_quotes(text), most_seconds);
    }
    return seconds;
}

exact_number parse_bandwidth(std::string_view text) {
    exact_number rate = parse_quantity(text, bandwidth_kind);
    if (rate < 1 || rate > most_bandwidth) {
        refuse("{} is not from 1 B/s to 10^9 GB/s", in_quotes(text));
    }
    return rate;
}

std::uint64_t parse_size(std::string_view text) {
    const exact_number bytes =
        is_plain_number(text) ? parse_exact_number(text) : parse_quantity(text, size_kind);
    if (bytes < 1 || bytes > most_size_bytes || boost::multiprecision::denominator(bytes) != 1) {
        refuse("{} is not a whole number of bytes from 1 to {} (1 EiB)", in_quotes(text),
               most_size_bytes);
    }
    return boost::multiprecision::numerator(bytes).convert_to<std::uint64_t>();
}

std::string seconds_text(double seconds) { return scaled_text(seconds, duration_units); }

std::string bandwidth_text(double bytes_a_second) {
    return scaled_text(bytes_a_second, std::span{bandwidth_units}.first<4>());
}

std::string size_text(std::uint64_t bytes) {
    const auto fits = [&](const unit& each) { return bytes % each.numerator == 0; };
    const unit& largest = *std::ranges::find_if(size_units, fits);
    return fmt::format("{}{}", bytes / largest.numerator, largest.name);
}

}  // namespace tutti
