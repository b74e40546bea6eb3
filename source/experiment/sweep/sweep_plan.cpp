#include "sweep_plan.hpp"

#include <algorithm>
#include <ranges>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "engine/memory/address_space.hpp"
#include "experiment/candidates.hpp"
#include "experiment/plan/estimate.hpp"
#include "experiment/plan/plan_schema.hpp"
#include "topology/node_naming.hpp"
#include "util/collect.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// Cost of a run up to a factor: about as many steps as it has deliveries and nodes, and a
// constant.
double work_of(const experiment& plan) {
    constexpr double each_run = 300;
    constexpr double each_node = 20;
    constexpr double each_delivery = 1;
    const std::uint64_t nodes = node_count(plan.built_network);
    return each_run + product(each_node, nodes) +
           product(each_delivery, deliveries_of(plan, most_messages(plan)));
}

// Calls `visit(field, value)` with the value that each field has at a place among all combinations.
// The last field changes first.
void each_value(const sweep_axes& axes, std::uint64_t place, const auto& visit) {
    for (const plan_field* const field : swept_fields() | std::views::reverse) {
        const std::size_t size = axes.size_of(*field);
        visit(*field, static_cast<std::uint32_t>(std::exchange(place, place / size) % size));
    }
}

// The place on an axis of its own type; null for one of texts.
std::uint32_t* own_place(sweep_cell& cell, std::string_view field) {
    return field == "network"        ? &cell.network
           : field == "broadcasters" ? &cell.broadcasters
           : field == "set"          ? &cell.settings
                                     : nullptr;
}

}  // namespace

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
        const std::uint64_t total = plan_->axes_.cell_count();
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

    // The algorithm changes first.
    [[nodiscard]] sweep_cell cell(std::uint64_t at) const {
        const sweep_axes& axes = plan_->axes_;
        sweep_cell made{.algorithm = axes.algorithms[at % axes.algorithms.size()],
                        .place = at / axes.algorithms.size()};
        each_value(axes, made.place, [&](const plan_field& field, std::uint32_t value) {
            if (std::uint32_t* const own = own_place(made, field.name())) {
                *own = value;
            }
        });
        return made;
    }

    void look_at(sweep_cell next_cell) {
        if (const std::string reason = mismatch(next_cell); !reason.empty()) {
            misfits_[{next_cell.algorithm->name, reason}] += plan_->seed_count_;
        }
    }

    std::string mismatch(sweep_cell& cell) {
        try {
            candidate_request request = plan_->request_of(cell, plan_->seed_at(0));
            std::string reason =
                inapplicable_reason(*cell.algorithm, request.common.built_network, request.ports,
                                    participants_of(request.common));
            if (reason.empty()) {
                reason = seed_mismatch(cell, experiment_for(*cell.algorithm, std::move(request)));
            }
            return reason;
        } catch (const std::invalid_argument& wrong) {
            return wrong.what();
        }
    }

    // Why a root that is named cannot be that of every run, or an empty text.
    std::string root_mismatch(experiment plan) const {
        if (!plan.root || !collective_of(plan).takes_root) {
            return {};
        }
        const std::size_t nodes = node_count(plan.built_network);
        if (*plan.root >= nodes) {
            return fmt::format("has no root {} among {} nodes", *plan.root, nodes);
        }
        const std::uint64_t draws = plan.participants.is_drawn() ? plan_->seed_count_ : 1;
        for (std::uint64_t at = 0; at < draws && !stop_.stop_requested(); ++at) {
            plan.seed = plan_->seed_at(at);
            if (const auto participants = participants_of(plan);
                !participants.contains(*plan.root)) {
                return fmt::format(
                    "root {} takes no part{}; participants: {}",
                    node_naming{plan.built_network}.text(*plan.root),
                    plan.participants.is_drawn() ? fmt::format(" with seed {}", plan.seed) : "",
                    short_text(participants));
            }
        }
        return {};
    }

    // Why the first seed's run cannot be done, or an empty text; then the cell is among the plan's.
    std::string seed_mismatch(sweep_cell& cell, experiment plan) {
        // The identity of a plan has its root.
        if (std::string reason = root_mismatch(plan); !reason.empty()) {
            return reason;
        }
        const plan_identity identity =
            identity_of(plan, plan_->axes_.slot_budget, plan_->contents_of(cell));
        // Combinations that differ only in parameters that the algorithm does not take are the same
        // run.
        if (!names_.insert(identity.key()).second) {
            plan_->repeated_ += plan_->seed_count_;
            return {};
        }
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
    }

    // The broadcasters of a file, once for all runs; null for others.
    std::shared_ptr<const broadcaster_set> read_broadcasters(const sweep_cell& cell,
                                                             const experiment& plan) {
        if (plan_->contents_of(cell).broadcasters.empty()) {
            return nullptr;
        }
        auto& read = plan_->read_[{cell.broadcasters, cell.network}];
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
    return {.networks = vector_of(axes_.networks,
                                  [](const sweep_network& each) { return content_of(each.named); }),
            .broadcasters =
                vector_of(axes_.broadcasters,
                          [](const broadcaster_share& each) { return content_of(each.among(1)); }),
            .settings = vector_of(axes_.settings, &tutti::contents_of)};
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

// A root without a name is compared with the nodes of the network later.
candidate_request sweep_plan::request_of(const sweep_cell& cell, std::uint64_t seed) const {
    const sweep_network& entry = axes_.networks[cell.network];
    candidate_request request = swept_request();
    if (node_naming{entry.outline}.has_names()) {
        request.common.built_network = entry.outline;
    }
    each_value(axes_, cell.place, [&](const plan_field& field, std::uint32_t value) {
        if (const auto& texts = axes_.texts.values(field.name()); !texts.empty()) {
            field.read(request, texts[value]);
        }
    });
    const auto read = read_.find({cell.broadcasters, cell.network});
    experiment& common = request.common;
    common.catalogue = axes_.catalogue;
    common.program = axes_.program;
    common.network = entry.named;
    common.built_network = entry.outline;
    common.seed = seed;
    common.broadcasters = axes_.broadcasters[cell.broadcasters].among(participant_count(common));
    common.drawn = read == read_.end() ? nullptr : read->second;
    common.parameters = axes_.settings[cell.settings];
    common.measured = measured_;
    return request;
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
    const sweep_cell& cell = cell_of(run);
    return experiment_for(*cell.algorithm, request_of(cell, seed_at(run % seed_count_)));
}

}  // namespace tutti
