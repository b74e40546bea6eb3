#include "teccl_volumes.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "schedule/foreign_schedule.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

constexpr std::uint32_t most_divisor = 64;

/// A volume in the lowest terms.
struct fraction {
    std::uint64_t numerator = 0;
    std::uint64_t denominator = 1;
};

std::optional<fraction> fraction_of(double volume) {
    constexpr double tolerance = 2e-5;
    for (std::uint64_t denominator = 1; denominator <= most_divisor; ++denominator) {
        const double parts = std::round(product(volume, denominator));
        if (parts > 0 && std::abs(volume - parts / ratio(denominator, 1)) <= tolerance) {
            return fraction{.numerator = whole_part(parts), .denominator = denominator};
        }
    }
    return std::nullopt;
}

/// Volumes of a file's paths.
class volume_table {
public:
    volume_table(const teccl_file& file, const std::string& name) : file_{&file}, name_{&name} {}

    teccl_pieces divide() {
        read_volumes();
        teccl_pieces pieces;
        const std::uint64_t divisor = std::accumulate(
            divisors_.begin(), divisors_.end(), std::uint64_t{1}, [](auto left, auto right) {
                return left > most_divisor ? left : std::lcm(left, right);
            });
        if (divisor > most_divisor) {
            refuse_schedule(*name_, fmt::format("the volumes need pieces of 1/{}; at most 1/{}",
                                                divisor, most_divisor));
        }
        pieces.divisor = remainder_of(divisor, ~std::uint32_t{0});
        for (std::size_t i = 0; i < volumes_.size(); ++i) {
            pieces.ranges.push_back(ranges_of(file_->deliveries[i].demand, volumes_[i], divisor));
        }
        return pieces;
    }

private:
    void read_volumes() {
        for (const teccl_delivery& delivery : file_->deliveries) {
            volumes_.emplace_back();
            for (const auto& path : delivery.paths) {
                volumes_.back().push_back(volume_of(delivery.demand, path));
                divisors_.push_back(volumes_.back().back().denominator);
            }
        }
    }

    [[nodiscard]] fraction volume_of(const teccl_demand& demand,
                                     const std::vector<teccl_hop>& path) const {
        if (path.empty()) {
            return {};
        }
        constexpr double tolerance = 1e-6;
        const double volume = path.front().volume;
        for (const teccl_hop& hop : path) {
            if (std::abs(hop.volume - volume) > tolerance) {
                refuse_schedule(*name_, fmt::format("a path of chunk {} from {} to {} has the "
                                                    "volumes {} and {}",
                                                    demand.chunk, demand.source, demand.at, volume,
                                                    hop.volume));
            }
        }
        const auto found = fraction_of(volume);
        if (!found) {
            refuse_schedule(*name_,
                            fmt::format("volume {} of chunk {} from {} is no fraction with a "
                                        "denominator up to {}",
                                        volume, demand.chunk, demand.source, most_divisor));
        }
        return *found;
    }

    [[nodiscard]] std::vector<piece_range> ranges_of(const teccl_demand& demand,
                                                     const std::vector<fraction>& volumes,
                                                     std::uint64_t divisor) const {
        std::vector<piece_range> ranges;
        std::uint64_t first = 0;
        for (const fraction& volume : volumes) {
            const std::uint64_t count = volume.numerator * (divisor / volume.denominator);
            ranges.push_back({.first = remainder_of(first, ~std::uint32_t{0}),
                              .count = remainder_of(count, ~std::uint32_t{0})});
            first += count;
        }
        if (first > divisor) {
            refuse_schedule(
                *name_, fmt::format("the paths of chunk {} from {} to {} carry {:.6g} "
                                    "of it in all",
                                    demand.chunk, demand.source, demand.at, ratio(first, divisor)));
        }
        return ranges;
    }

    const teccl_file* file_;
    const std::string* name_;
    std::vector<std::vector<fraction>> volumes_{};
    std::vector<std::uint64_t> divisors_{};
};

}  // namespace

teccl_pieces divide_volumes(const teccl_file& file, const std::string& name) {
    return volume_table{file, name}.divide();
}

}  // namespace tutti
