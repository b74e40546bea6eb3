#include "drawn_loads.hpp"

#include <algorithm>
#include <cmath>

#include "pictures/picture_frame.hpp"
#include "util/counts.hpp"

namespace tutti::picture {
namespace {

constexpr std::uint64_t most_bins = 10;

// @param found whose least and largest loads are known
// Bins have equal round widths. Loads of 0 have a separate bin at the front.
void fill_bins(load_summary& summary, const link_load_result& loads) {
    const std::uint64_t begin = std::max<std::uint64_t>(summary.least, 1);
    const std::uint64_t range = summary.largest < begin ? 0 : summary.largest - begin + 1;
    const auto width = static_cast<std::uint64_t>(whole_step(ratio(range, most_bins)));
    // None is distinguished from few.
    summary.bins.push_back({.least = 0, .most = 0, .links = summary.idle});
    for (std::uint64_t least = begin; least <= summary.largest; least += width) {
        summary.bins.push_back(
            {.least = least, .most = std::min(least + width - 1, summary.largest)});
    }
    for (const auto& [load, links] : loads.histogram) {
        if (load > 0) {
            summary.bins[1 + (load - begin) / width].links += links;
        }
    }
}

}  // namespace

load_summary summary_of(const network& net, std::uint64_t packets,
                        const std::optional<link_loads>& loads) {
    load_summary summary{
        .is_known_by_link = loads.has_value(), .links = link_count(net), .packets = packets};
    if (!loads) {
        return summary;
    }
    const link_load_result totals = loads->sum_up();
    summary.idle = totals.idle;
    summary.largest = totals.largest_load();
    if (totals.busiest) {
        summary.from = totals.busiest->node;
        summary.to = totals.busiest->to;
        summary.as_loaded = totals.histogram.back().second;
        // The histogram is sorted by load; the least load that is not 0 begins the scale.
        const auto& first = totals.histogram.front();
        summary.least = first.first > 0 ? first.first : totals.histogram[1].first;
    }
    fill_bins(summary, totals);
    return summary;
}

load_scale load_table::scale() const {
    load_scale chosen;
    for (std::size_t i = 0; i < links_.size(); ++i) {
        const double load = mean(i / columns_, i % columns_);
        const bool is_first = chosen.largest == 0;
        if (load > 0) {
            chosen.least = is_first ? load : std::min(chosen.least, load);
            chosen.largest = std::max(chosen.largest, load);
        }
    }
    return chosen;
}

std::size_t load_scale::shade(double load) const noexcept {
    constexpr double darkest = 8;
    constexpr std::size_t alike = 5;
    if (load <= 0) {
        return 0;
    }
    if (largest - least < 1e-9) {
        return alike;
    }
    // Loads that differ little look so.
    const double base = std::min(least, largest / 2);
    const double part = (load - base) / (largest - base);
    return whole_part(std::clamp(1 + std::floor(part * (darkest - 1) + 0.5), 1.0, darkest));
}

}  // namespace tutti::picture
