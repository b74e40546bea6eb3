#include "progress_line.hpp"

#include <array>
#include <cmath>
#include <ranges>

#include <fmt/ranges.h>

#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Three digits and a power of 1000. Whole numbers only: 1.13 in a double is less than 1.13.
std::string human_count(std::uint64_t count) {
    if (count < 1000) {
        return fmt::format("{}", count);
    }
    constexpr std::string_view prefixes = "kMGTPE";
    std::size_t power = 0;
    std::uint64_t unit = 1000;
    while (count / unit >= 1000) {
        unit *= 1000;
        ++power;
    }
    const std::uint64_t whole = count / unit;
    const std::uint64_t thousandths = count % unit / (unit / 1000);
    const std::string fraction = whole < 10    ? fmt::format(".{:02}", thousandths / 10)
                                 : whole < 100 ? fmt::format(".{}", thousandths / 100)
                                               : "";
    return fmt::format("{}{} {}", whole, fraction, prefixes[power]);
}

// Negated comparisons are false for NaN, too.
std::string human_rate(double per_second) {
    constexpr auto most = std::numeric_limits<std::uint64_t>::max();
    if (!(per_second > 0)) {
        return "0";
    }
    return human_count(per_second < static_cast<double>(most) ? whole_part(per_second) : most);
}

// 100 % are reserved for completion: a share just below is rounded down, not up.
double percent_of(std::uint64_t required, std::uint64_t delivered) {
    const double percent = std::floor(ratio(product(100, delivered), required));
    return delivered < required ? std::min(percent, 99.0) : percent;
}

template <class Count>
std::optional<double> seconds_for(Count missing, double per_second) {
    if (!(missing > 0)) {
        return 0.0;
    }
    return per_second > 0 ? std::optional{ratio(missing, per_second)} : std::nullopt;
}

// Deliveries predict the end best. Slots do where none are required and a time is expected.
std::optional<double> seconds_left(const progress_figures& figures, const run_target& target) {
    if (target.deliveries > 0) {
        const std::uint64_t met = std::min(figures.deliveries, target.deliveries);
        return seconds_for(target.deliveries - met, figures.deliveries_per_second);
    }
    return target.slots > 0 && figures.now <= target.slots
               ? seconds_for(target.slots - figures.now, figures.slots_per_second)
               : std::nullopt;
}

std::string slot_part(const progress_figures& figures, const run_target& target) {
    return target.deliveries == 0 && target.slots > 0
               ? fmt::format("slot {} of {}", figures.now, target.slots)
               : fmt::format("slot {}", figures.now);
}

std::string delivery_part(const progress_figures& figures, const run_target& target) {
    return target.deliveries == 0
               ? ""
               : fmt::format("{} of {} delivered ({:.0f}%)", human_count(figures.deliveries),
                             human_count(target.deliveries),
                             percent_of(target.deliveries, figures.deliveries));
}

// "1:23 left"
std::string left_part(const std::optional<double>& seconds) {
    return (seconds ? duration_text(*seconds) : "-") + " left";
}

// "run 345 of 1,000 (34%)"
std::string part_of_all(std::string_view thing, std::uint64_t all, std::uint64_t done) {
    return fmt::format("{} {} of {} ({:.0f}%)", thing, grouped(done), grouped(all),
                       percent_of(std::max<std::uint64_t>(1, all), done));
}

// An empty part is left out.
std::string joined(std::span<const std::string> parts) {
    auto lines = std::views::filter(parts, [](const std::string& part) { return !part.empty(); });
    return fmt::format("{}", fmt::join(lines, ", "));
}

// Parts behind a name, as many as there is room for: those at the places in `dropped` go, in this
// order, but the last that is left. What then remains is cut.
std::string fitted(std::string_view name, std::array<std::string, 4> parts,
                   std::array<std::size_t, 3> dropped, std::size_t columns) {
    std::string line = fmt::format("{}{}", name, joined(parts));
    for (const std::size_t place : dropped) {
        std::string& least = parts.at(place);
        if (line.size() <= columns || line.size() == name.size() + least.size()) {
            break;
        }
        least.clear();
        line = fmt::format("{}{}", name, joined(parts));
    }
    line.resize(std::min(line.size(), columns));
    return line;
}

// Of a place, failures, a rate and the time left, in the order in which they are dropped.
constexpr std::array<std::size_t, 3> rate_first{2, 1, 3};

}  // namespace

// Seconds are rounded up: the line never shows 0:00 while there is work left.
std::string duration_text(double seconds) {
    constexpr int minute = 60;
    constexpr int hour = 60 * minute;
    constexpr int day = 24 * hour;
    constexpr int most_days = 99;
    if (!(seconds < most_days * day)) {
        return fmt::format("over {} d", most_days);
    }
    const auto whole = std::lround(std::ceil(seconds));
    if (whole >= day) {
        return fmt::format("{} d {} h", whole / day, whole % day / hour);
    }
    return whole >= hour
               ? fmt::format("{}:{:02}:{:02}", whole / hour, whole % hour / minute, whole % minute)
               : fmt::format("{}:{:02}", whole / minute, whole % minute);
}

void progress_meter::add(const progress_sample& latest) {
    // A slot before the latest one belongs to the next run, and the samples begin anew.
    if (!changes_.empty() && latest.now < changes_.back().now) {
        changes_.clear();
    }
    latest_seconds_ = latest.seconds;
    if (changes_.empty() || changes_.back().now != latest.now ||
        changes_.back().transmissions != latest.transmissions ||
        changes_.back().deliveries != latest.deliveries) {
        changes_.push_back(latest);
    }
    // The oldest sample is the last one before the window, so that a rate always spans all of it.
    while (changes_.size() > 2 && latest.seconds - changes_[1].seconds >= recent_seconds_) {
        changes_.erase(changes_.begin());
    }
}

progress_figures progress_meter::figures() const {
    if (changes_.empty()) {
        return {};
    }
    return {.now = changes_.back().now,
            .deliveries = changes_.back().deliveries,
            .slots_per_second = per_second(&progress_sample::now),
            .hops_per_second = per_second(&progress_sample::transmissions),
            .deliveries_per_second = per_second(&progress_sample::deliveries)};
}

// Without a change for long, the rate falls: it is taken over the time that has passed since.
double progress_meter::per_second(auto progress_sample::*count) const {
    const progress_sample& from = changes_.front();
    const progress_sample& to = changes_.back();
    const double seconds = std::max(to.seconds - from.seconds, latest_seconds_ - to.seconds);
    return seconds > 0 && to.*count > from.*count ? ratio(to.*count - from.*count, seconds) : 0;
}

std::string progress_line(const progress_figures& figures, const run_target& target,
                          std::size_t columns) {
    const std::string name = target.name.empty() ? "" : fmt::format("{}: ", target.name);
    return fitted(name,
                  {slot_part(figures, target), delivery_part(figures, target),
                   human_rate(figures.hops_per_second) + " packet-hops/s",
                   left_part(seconds_left(figures, target))},
                  {2, 3, 0}, columns);
}

std::optional<double> seconds_left(const batch_figures& figures) {
    return figures.finished < figures.trials
               ? seconds_for(figures.work - figures.work_done,
                             rate_of(figures.work_done, figures.seconds) * figures.workers)
               : std::optional{0.0};
}

std::string batch_line(const batch_figures& figures, std::size_t columns) {
    const std::string failed = fmt::format("{} failed", grouped(figures.failed));
    // While a failure is shrunk no trial ends, and a rate would mislead.
    if (figures.shrinking > 0) {
        const std::string now = fmt::format("shrinking failure {}", grouped(figures.shrinking));
        const std::string line =
            fmt::format("{}, {}, {}", quantity(figures.finished, "trial"), failed, now);
        return line.size() <= columns ? line : now.substr(0, columns);
    }
    // Of all workers, if the finished trials took so long.
    const double rate = rate_of(figures.finished, figures.seconds) * figures.workers;
    return fitted("",
                  {part_of_all("trial", figures.trials, figures.finished), failed,
                   fmt::format("{} trials/s",
                               rate > 0 && rate < 10 ? fmt::format("{:.1f}", rate) : grouped(rate)),
                   left_part(seconds_left(figures))},
                  rate_first, columns);
}

std::string sweep_line(const sweep_figures& figures, std::size_t columns) {
    return fitted("",
                  {part_of_all("run", figures.runs, figures.finished),
                   fmt::format("{} failed", grouped(figures.failed)),
                   fmt::format("{} runs/s", grouped(figures.runs_per_second)),
                   figures.is_ending ? "stopping when the current runs have ended"
                                     : left_part(seconds_for(figures.work - figures.work_done,
                                                             figures.work_per_second))},
                  rate_first, columns);
}

std::string lookup_line(std::uint64_t runs, std::uint64_t looked_up, std::size_t columns) {
    return part_of_all("looking up stored runs,", runs, looked_up).substr(0, columns);
}

}  // namespace tutti
