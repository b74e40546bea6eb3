#include "drawn_loads.hpp"

#include <algorithm>
#include <cmath>

#include "pictures/picture_frame.hpp"

namespace tutti::picture {
namespace {

constexpr std::size_t most_counted_ports = std::size_t{1} << 25U;
constexpr std::uint64_t most_bins = 10;

// @param found whose least and largest loads are known
void fill_bins(load_summary& found, const link_load_result& all) {
    const std::uint64_t begin = std::max<std::uint64_t>(found.least, 1);
    const std::uint64_t range = found.largest < begin ? 0 : found.largest - begin + 1;
    const auto width = static_cast<std::uint64_t>(
        round_step(static_cast<double>(range) / static_cast<double>(most_bins)));
    // None are apart from few.
    found.bins.push_back({.least = 0, .most = 0, .links = found.idle});
    for (std::uint64_t least = begin; least <= found.largest; least += width) {
        found.bins.push_back({.least = least, .most = std::min(least + width - 1, found.largest)});
    }
    for (const auto& [load, links] : all.histogram) {
        if (load > 0) {
            found.bins[1 + (load - begin) / width].links += links;
        }
    }
}

}  // namespace

drawn_loads::drawn_loads(const network& where) : links_{link_count(where)} {
    if (size_of(where).ports <= most_counted_ports) {
        loads_.emplace(where);
    }
}

load_summary drawn_loads::summary() const {
    load_summary found{
        .is_known_by_link = loads_.has_value(), .links = links_, .packets = packets_};
    if (!loads_) {
        return found;
    }
    const link_load_result all = loads_->sum_up();
    found.idle = all.idle;
    found.largest = all.largest_load();
    if (all.busiest) {
        found.from = all.busiest->node;
        found.to = all.busiest->to;
        found.as_loaded = all.histogram.back().second;
        const auto& first = all.histogram.front();
        found.least = first.first > 0 ? first.first : all.histogram[1].first;
    }
    fill_bins(found, all);
    return found;
}

load_scale scale_of(const load_summary& found) {
    return {.least = static_cast<double>(found.least),
            .largest = static_cast<double>(found.largest)};
}

load_scale load_table::scale() const {
    load_scale found;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const double load = mean(i / columns_, i % columns_);
        const bool is_first = found.largest == 0;
        if (load > 0) {
            found.least = is_first ? load : std::min(found.least, load);
            found.largest = std::max(found.largest, load);
        }
    }
    return found;
}

int load_scale::shade(double load) const noexcept {
    constexpr int darkest = 8;
    constexpr int alike = 5;
    if (load <= 0) {
        return 0;
    }
    if (largest - least < 1e-9) {
        return alike;
    }
    // Loads that differ little look so.
    const double base = std::min(least, largest / 2);
    const double part = (load - base) / (largest - base);
    return std::clamp(1 + static_cast<int>(std::floor(part * (darkest - 1) + 0.5)), 1, darkest);
}

}  // namespace tutti::picture
