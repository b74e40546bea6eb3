#include "drawn_loads.hpp"

#include <algorithm>
#include <cmath>

#include "picture_frame.hpp"

namespace tutti::picture {
namespace {

constexpr std::size_t most_counted_ports = std::size_t{1} << 26U;
constexpr std::uint64_t most_bins = 10;

}  // namespace

drawn_loads::drawn_loads(const network& where) : where_{&where} {
    const std::size_t ports = size_of(where).ports;
    if (ports > most_counted_ports) {
        return;
    }
    std::visit(
        [&]<class Network>(const Network& its) {
            if constexpr (regular_topology<Network>) {
                ports_ = static_cast<std::size_t>(its.uniform_ports());
            } else {
                first_.reserve(its.node_count() + 1);
                first_.push_back(0);
                for (std::size_t node = 0; node < its.node_count(); ++node) {
                    const port limit = its.port_limit(static_cast<node_id>(node));
                    first_.push_back(first_.back() + static_cast<std::size_t>(limit));
                }
            }
        },
        where);
    loads_.resize(first_.empty() ? node_count(where) * ports_ : first_.back());
}

load_summary drawn_loads::summary() const {
    load_summary found{
        .is_known_by_link = !loads_.empty(), .links = link_count(*where_), .packets = packets_};
    if (!found.is_known_by_link) {
        return found;
    }
    for_each_link(*where_, [&](node_id from, port through, node_id to) {
        const std::uint64_t load = at(from, through);
        found.idle += load == 0 ? 1 : 0;
        found.least = load > 0 && (found.least == 0 || load < found.least) ? load : found.least;
        if (load > found.largest) {
            found.largest = load;
            found.from = from;
            found.to = to;
            found.as_loaded = 0;
        }
        found.as_loaded += load == found.largest ? 1 : 0;
    });
    fill_bins(found);
    return found;
}

void drawn_loads::fill_bins(load_summary& found) const {
    const std::uint64_t begin = std::max<std::uint64_t>(found.least, 1);
    const std::uint64_t range = found.largest < begin ? 0 : found.largest - begin + 1;
    const auto width = static_cast<std::uint64_t>(
        round_step(static_cast<double>(range) / static_cast<double>(most_bins)));
    // None are apart from few.
    found.bins.push_back({.least = 0, .most = 0, .links = found.idle});
    for (std::uint64_t least = begin; least <= found.largest; least += width) {
        found.bins.push_back({.least = least, .most = std::min(least + width - 1, found.largest)});
    }
    for_each_link(*where_, [&](node_id from, port through, node_id /*to*/) {
        const std::uint64_t load = at(from, through);
        if (load > 0) {
            ++found.bins[1 + (load - begin) / width].links;
        }
    });
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
