#include "sweep_plan.hpp"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "engine/memory/address_space.hpp"
#include "experiment/plan/estimate.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

constexpr std::uint64_t any_seed = ~std::uint64_t{0};

// The denominator leaves room for the product with a number of nodes.
constexpr std::int64_t most_parts_of_percent = 10'000'000;

// The share of the nodes that `percent` is, which is text of the specification `whole`.
rational share_in(std::string_view percent, std::string_view whole) {
    const rational number = [&] {
        try {
            return parse_rational(percent);
        } catch (const std::invalid_argument& why) {
            refuse("{} is not a share: {}", in_quotes(whole), why.what());
        }
    }();
    if (number <= 0 || number > 100 || number.denominator() > most_parts_of_percent) {
        refuse(
            "{} is not a share; write a number above 0 and at most 100, as random:50%, in lowest "
            "terms with a denominator up to {}",
            in_quotes(whole), most_parts_of_percent);
    }
    return number / 100;
}

// Cost of a run up to a factor: about as many steps as it has deliveries and nodes, and a
// constant.
double work_of(const experiment& plan) {
    constexpr double each_run = 300;
    constexpr double each_node = 20;
    const auto nodes = static_cast<double>(node_count(plan.built_network));
    const auto deliveries = static_cast<double>(
        collective_of(plan).deliveries(node_count(plan.built_network), most_messages(plan)));
    return each_run + each_node * nodes + deliveries;
}

}  // namespace

// The content is hashed before the network is read, so that a change in between is detected.
sweep_network read_network(const network_specification& named, std::uint64_t most_bytes) {
    std::string content = content_of(named);
    return {.named = named, .outline = named.outline(most_bytes), .content = std::move(content)};
}

broadcaster_share broadcaster_share::parse(std::string_view text) {
    broadcaster_share read;
    read.text_ = text;
    if (text.empty() || text.back() != '%') {
        static_cast<void>(broadcaster_specification::parse(text));
        return read;
    }
    const std::size_t colon = text.rfind(':');
    const std::size_t begin = colon == std::string_view::npos ? 0 : colon + 1;
    read.share_ = share_in(text.substr(begin, text.size() - 1 - begin), text);
    read.text_ = text.substr(0, begin);
    // The form is checked with a number in place of the share.
    static_cast<void>(broadcaster_specification::parse(read.text_ + "1"));
    return read;
}

broadcaster_specification broadcaster_share::among(std::size_t nodes) const {
    if (!share_) {
        return broadcaster_specification::parse(text_);
    }
    // The number is rounded to the nearest, and is 1 at least.
    const rational number = *share_ * rational{nodes} + rational{1, 2};
    return broadcaster_specification::parse(
        text_ + std::to_string(std::max<std::int64_t>(1, number.floor())));
}

std::vector<seed_range> parse_seeds(std::string_view text) {
    std::vector<seed_range> seeds;
    for (const std::string_view each : split(text, ',')) {
        const std::size_t dash = each.find('-');
        const auto first = number_between(each.substr(0, dash), 0, any_seed);
        const auto last = dash == std::string_view::npos
                              ? first
                              : number_between(each.substr(dash + 1), 0, any_seed);
        if (!first || !last) {
            refuse(
                "{} is not a seed; write N, A-B, or several of these with commas between, each {}",
                in_quotes(each), whole_number_from(0, any_seed));
        }
        if (*last < *first) {
            refuse("{} ends before it begins; write {}-{}", in_quotes(each), *last, *first);
        }
        seeds.push_back({.first = *first, .last = *last});
    }
    std::vector<seed_range> sorted = seeds;
    // Overlaps are found in sorted order; the result keeps the order that was given.
    std::ranges::sort(sorted, {}, &seed_range::first);
    const auto twice = std::ranges::adjacent_find(
        sorted,
        [](const seed_range& one, const seed_range& next) { return next.first <= one.last; });
    if (twice != sorted.end()) {
        refuse("{} has {} twice; list it once", in_quotes(text), std::next(twice)->first);
    }
    return seeds;
}

/// Looks at the cells of a plan, one after the other.
class sweep_plan::builder {
public:
    builder(sweep_plan& plan, const experiment_options& options)
        : plan_{&plan},
          stop_{options.stop},
          limit_{usable_memory_bytes(options.memory_limit_bytes, options.threads)},
          enough_{limit_ / static_cast<std::uint64_t>(options.threads)} {}

    void build() {
        count_seeds();
        const std::uint64_t total = cell_count();
        // The limits are checked before any cell is looked at, by a division that cannot overflow.
        if (total > most_cells || plan_->seed_count_ > most_runs / total) {
            refuse("the axes expand to {} x {} seeds, and at most {} runs of {} kinds are allowed",
                   total, plan_->seed_count_, grouped(most_runs), grouped(most_cells));
        }
        for (std::uint64_t at = 0; at < total; ++at) {
            if (stop_.stop_requested()) {
                refuse("stopped before all of {} kinds of runs were looked at", grouped(total));
            }
            look_at(cell(at));
        }
        for (const auto& [misfit, runs] : misfits_) {
            plan_->misfits_.push_back(
                {.algorithm = misfit.first, .reason = misfit.second, .runs = runs});
        }
        // The reason that excludes most runs comes first.
        std::ranges::stable_sort(plan_->misfits_, std::greater{}, &inapplicable_combination::runs);
        if (plan_->cells_.empty()) {
            const inapplicable_combination& first = plan_->misfits_.front();
            refuse("none of {} runs fits; {}: {}", grouped(total * plan_->seed_count_),
                   first.algorithm, first.reason);
        }
    }

private:
    void count_seeds() {
        std::uint64_t count = 0;
        for (const seed_range& each : plan_->axes_.seeds) {
            const std::uint64_t more = each.last - each.first;
            // Differences are compared before 1 is added: a range of all seeds would overflow.
            if (more >= most_runs || count + more >= most_runs) {
                refuse("there are over {} seeds; give fewer", grouped(most_runs));
            }
            count += more + 1;
        }
        plan_->seed_count_ = count;
    }

    [[nodiscard]] std::uint64_t cell_count() const {
        const sweep_axes& axes = plan_->axes_;
        std::uint64_t count = axes.networks.size();
        for (const std::size_t size :
             {axes.broadcasters.size(), axes.roots.size(), axes.settings.size(), axes.ports.size(),
              axes.algorithms.size()}) {
            count = bounded_product(count, size);
        }
        return count;
    }

    // The last axis changes first.
    [[nodiscard]] std::pair<sweep_cell, std::optional<port_model>> cell(std::uint64_t at) const {
        const sweep_axes& axes = plan_->axes_;
        const auto next = [&](std::size_t size) {
            return static_cast<std::uint32_t>(std::exchange(at, at / size) % size);
        };
        sweep_cell made;
        made.algorithm = axes.algorithms[next(axes.algorithms.size())];
        const std::optional<port_model> ports = axes.ports[next(axes.ports.size())];
        made.ports = ports.value_or(made.algorithm->ports.front());
        made.settings = next(axes.settings.size());
        made.root = next(axes.roots.size());
        made.broadcasters = next(axes.broadcasters.size());
        made.network = next(axes.networks.size());
        return {made, ports};
    }

    void look_at(std::pair<sweep_cell, std::optional<port_model>> at) {
        sweep_cell& next_cell = at.first;
        std::string reason = inapplicable_reason(
            *next_cell.algorithm, plan_->axes_.networks[next_cell.network].outline, at.second);
        if (reason.empty()) {
            reason = seed_mismatch(next_cell);
        }
        if (!reason.empty()) {
            misfits_[{next_cell.algorithm->name, reason}] += plan_->seed_count_;
        }
    }

    // Why the first seed's run cannot be done, or an empty text; then the cell is among the plan's.
    std::string seed_mismatch(sweep_cell& cell) {
        try {
            experiment plan = plan_->of_cell(cell);
            const plan_identity identity =
                identity_of(plan, plan_->axes_.slot_budget, plan_->contents_of(cell));
            // Combinations that differ only in parameters that the algorithm does not take are the
            // same run.
            if (!names_.insert(identity.key()).second) {
                plan_->repeated_ += plan_->seed_count_;
                return {};
            }
            const std::size_t nodes = node_count(plan.built_network);
            if (collective_of(plan).takes_root && plan.root >= nodes) {
                return fmt::format("has no root {} among {} nodes", plan.root, nodes);
            }
            plan.seed = plan_->seed_at(0);
            plan.drawn = read_broadcasters(cell, plan);
            cell.work = work_of(plan);
            cell.bytes = bytes_needed(plan, most_messages(plan), enough_);
            // A run that needs more than the limit would fail in the middle of the sweep.
            std::string reason = inapplicable_reason(cell.bytes, limit_);
            if (reason.empty()) {
                reason = inapplicable_reason(plan);
            }
            if (reason.empty()) {
                plan_->cells_.push_back(cell);
            }
            return reason;
        } catch (const std::invalid_argument& wrong) {
            return wrong.what();
        }
    }

    // The broadcasters of a file, once for all runs; null for others.
    std::shared_ptr<const broadcaster_set> read_broadcasters(const sweep_cell& cell,
                                                             const experiment& plan) {
        if (plan_->contents_of(cell).broadcasters.empty()) {
            return nullptr;
        }
        auto& read = plan_->read_[{cell.broadcasters, node_count(plan.built_network)}];
        if (read == nullptr) {
            read = std::make_shared<const broadcaster_set>(draw_broadcasters(plan));
        }
        return read;
    }

    sweep_plan* plan_;
    std::stop_token stop_;
    std::uint64_t limit_;
    std::uint64_t enough_;
    std::unordered_set<std::string> names_;
    std::map<std::pair<std::string, std::string>, std::uint64_t> misfits_;
};

sweep_plan::sweep_plan(sweep_axes axes, const experiment_options& options)
    : axes_{std::move(axes)} {
    for (const sweep_network& each : axes_.networks) {
        require_outline(each.named, each.outline);
    }
    // Contents are read before and after the cells are built: a plan is made of one version of its
    // files.
    contents_ = read_contents();
    for (std::size_t i = 0; i < axes_.networks.size(); ++i) {
        const std::string& before = axes_.networks[i].content;
        contents_.networks[i] = before.empty() ? contents_.networks[i] : before;
    }
    builder{*this, options}.build();
    if (read_contents() != contents_) {
        refuse("a file that the sweep names changes while it is read");
    }
}

sweep_plan::axis_contents sweep_plan::read_contents() const {
    axis_contents contents;
    for (const sweep_network& each : axes_.networks) {
        contents.networks.push_back(content_of(each.named));
    }
    for (const broadcaster_share& each : axes_.broadcasters) {
        contents.broadcasters.push_back(content_of(each.among(1)));
    }
    for (const parameter_values& each : axes_.settings) {
        contents.settings.push_back(tutti::contents_of(each));
    }
    return contents;
}

file_contents sweep_plan::contents_of(const sweep_cell& cell) const {
    file_contents contents{.network = contents_.networks[cell.network]};
    if (cell.algorithm->goal->takes_broadcasters) {
        contents.broadcasters = contents_.broadcasters[cell.broadcasters];
        // Only files of parameters that the algorithm takes are part of a run.
    }
    const auto& settings = contents_.settings[cell.settings];
    if (settings.empty()) {
        return contents;
    }
    const parameter_values taken =
        taken_by(cell.algorithm->parameters, axes_.settings[cell.settings]);
    for (const auto& [name, hash] : settings) {
        if (taken.contains(name)) {
            contents.parameters.emplace(name, hash);
        }
    }
    return contents;
}

plan_identity sweep_plan::identity_at(std::uint64_t run) const {
    return identity_of(at(run), axes_.slot_budget, contents_at(run));
}

// A store has runs by these names, and shows with them if a file has changed.
std::map<std::string, std::string> sweep_plan::named_contents() const {
    std::map<std::string, std::string> named;
    for (const sweep_cell& cell : cells_) {
        const file_contents contents = contents_of(cell);
        if (!contents.network.empty()) {
            named[axes_.networks[cell.network].named.text()] = "network:" + contents.network;
        }
        if (!contents.broadcasters.empty()) {
            named[axes_.broadcasters[cell.broadcasters].among(1).text()] =
                "broadcasters:" + contents.broadcasters;
        }
    }
    return named;
}

experiment sweep_plan::of_cell(const sweep_cell& cell) const {
    const sweep_network& entry = axes_.networks[cell.network];
    const auto read = read_.find({cell.broadcasters, node_count(entry.outline)});
    return {.algorithm = cell.algorithm,
            .catalogue = axes_.catalogue,
            .program = axes_.program,
            .network = entry.named,
            .built_network = entry.outline,
            .broadcasters = axes_.broadcasters[cell.broadcasters].among(node_count(entry.outline)),
            .drawn = read == read_.end() ? nullptr : read->second,
            .root = axes_.roots[cell.root],
            .ports = cell.ports,
            .parameters = taken_by(cell.algorithm->parameters, axes_.settings[cell.settings]),
            .measured = measured_};
}

// Seeds are not expanded, as a range may have millions.
std::uint64_t sweep_plan::seed_at(std::uint64_t place) const {
    for (const seed_range& each : axes_.seeds) {
        const std::uint64_t count = each.last - each.first + 1;
        if (place < count) {
            return each.first + place;
        }
        place -= count;
    }
    return axes_.seeds.back().last;
}

// Runs are numbered by cell, and within a cell by seed.
experiment sweep_plan::at(std::uint64_t run) const {
    experiment plan = of_cell(cell_of(run));
    plan.seed = seed_at(run % seed_count_);
    return plan;
}

}  // namespace tutti
