#include "tuning.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "choices.hpp"
#include "collective_trade.hpp"
#include "experiment/time_model/quantities.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// State of a tuning that is under way.
class tuner {
public:
    explicit tuner(const tuning_request& request) : request_{&request} {
        tuned_.model = request.candidates.front().plan.time_model;
        tuned_.range = sizes_of(tuned_.model);
    }

    tuning operator()() && {
        for (const candidate& each : request_->candidates) {
            add(each);
        }
        verify_best();
        while (!tuned_.is_interrupted && refine_best()) {
            verify_best();
        }
        if (tuned_.is_interrupted) {
            return std::move(tuned_);
        }
        if (best_choices(tuned_).empty()) {
            refuse("no algorithm is timed{}", reason());
        }
        set_heading();
        add_sizes();
        return std::move(tuned_);
    }

private:
    // Why the first one that was tried has no time.
    [[nodiscard]] std::string reason() const {
        return !tuned_.failed.empty() ? fmt::format("; {}: {}", tuned_.failed.front().algorithm,
                                                    error_of(tuned_.failed.front()))
               : !tuned_.not_fitting.empty()
                   ? fmt::format("; {}: {}", tuned_.not_fitting.back().algorithm,
                                 tuned_.not_fitting.back().reason)
                   : std::string{};
    }

    // Of the choices of an algorithm, the first says why.
    void exclude(const experiment& plan, std::string_view why) {
        const std::string& name = plan.algorithm->name;
        if (std::ranges::find(tuned_.not_fitting, name, &excluded_algorithm::algorithm) ==
            tuned_.not_fitting.end()) {
            tuned_.not_fitting.push_back({.algorithm = name, .reason = one_line(why)});
        }
    }

    void add(const candidate& from) {
        if (!from.inapplicable_reason.empty()) {
            exclude(from.plan, from.inapplicable_reason);
            return;
        }
        if (from.plan.algorithm->goal->is_dynamic) {
            refuse("{} has no size: messages arrive as long as it runs",
                   from.plan.algorithm->collective);
        }
        std::string wrong;
        const std::size_t before = tuned_.choices.size();
        bool is_as_theory = false;
        for (tuned_choice& each : choices_of(from.plan)) {
            try {
                is_as_theory = add(std::move(each), is_as_theory);
            } catch (const std::invalid_argument& why) {
                wrong = why.what();
            }
        }
        if (tuned_.choices.size() == before && !wrong.empty()) {
            exclude(from.plan, wrong);
        }
    }

    // True if the choice takes what the theory says, as others of its algorithm do.
    bool add(tuned_choice choice, bool is_as_theory) {
        if (tuned_.is_interrupted) {
            return false;
        }
        const auto by_theory =
            has_values(choice) ? std::nullopt : function_by_theory(choice.plan, tuned_.model.by);
        if (is_as_theory && by_theory) {
            choice.seconds = *by_theory;
        } else if (!is_tried_by_runs(choice)) {
            untried_.push_back(std::move(choice));
            return is_as_theory;
        } else if (!run(choice)) {
            return is_as_theory;
        }
        const bool agrees = choice.seconds == by_theory.value_or(size_function{});
        add_bound(choice.plan);
        tuned_.choices.push_back(std::move(choice));
        return agrees;
    }

    // False if it was not complete, or is not timed.
    bool run(tuned_choice& choice) {
        const result outcome = request_->run(choice.plan);
        choice.has_run = true;
        if (outcome.verdict == verdict::interrupted) {
            tuned_.is_interrupted = true;
            return false;
        }
        if (outcome.verdict != verdict::complete || !outcome.model_time) {
            tuned_.failed.push_back(outcome);
            return false;
        }
        auto seconds = function_of_run(choice.plan, *outcome.model_time, tuned_.model.by);
        if (!seconds) {
            exclude(choice.plan, "start-ups: " + outcome.model_time->startups_gap);
            return false;
        }
        choice.seconds = std::move(*seconds);
        return true;
    }

    // The bound of all is the weakest: each is for messages of its own size.
    void add_bound(const experiment& plan) {
        if (!links_) {
            links_ = farthest_journey(plan);
        }
        bounds_.push_back(bound_function(plan, tuned_.model.by, *links_));
    }

    // What is the best for some size has to have run, and may take another time then.
    void verify_best() {
        for (bool is_settled = false; !is_settled && !tuned_.is_interrupted;) {
            is_settled = true;
            for (const best_from& each : best_choices(tuned_)) {
                tuned_choice& choice = tuned_.choices[each.which];
                if (!choice.has_run && !tuned_.is_interrupted) {
                    is_settled = false;
                    choice.is_left_out = !run(choice);
                }
            }
        }
    }

    // Runs the numbers between the neighbours of those that are the best for some size. False if
    // all of these have run.
    bool refine_best() {
        std::vector<tuned_choice> next;
        for (const best_from& each : best_choices(tuned_)) {
            const tuned_choice& best = tuned_.choices[each.which];
            const auto [before, after] = neighbours_of(best);
            const auto is_between = [&](const tuned_choice& other) {
                return other.plan.algorithm == best.plan.algorithm && before < other.number &&
                       other.number < after;
            };
            std::ranges::copy_if(untried_, std::back_inserter(next), is_between);
            std::erase_if(untried_, is_between);
        }
        for (tuned_choice& each : next) {
            if (!tuned_.is_interrupted && run(each)) {
                add_bound(each.plan);
                tuned_.choices.push_back(std::move(each));
            }
        }
        return !next.empty();
    }

    // The next smaller and the next larger number of the same algorithm that has been tried.
    [[nodiscard]] std::pair<std::uint64_t, std::uint64_t> neighbours_of(
        const tuned_choice& choice) const {
        std::uint64_t before = 0;
        std::uint64_t after = ~std::uint64_t{0};
        for (const tuned_choice& each : tuned_.choices) {
            if (each.plan.algorithm == choice.plan.algorithm && each.number < choice.number) {
                before = std::max(before, each.number);
            } else if (each.plan.algorithm == choice.plan.algorithm &&
                       each.number > choice.number) {
                after = std::min(after, each.number);
            }
        }
        return {before, after};
    }

    void set_heading() {
        const experiment& plan = tuned_.choices.front().plan;
        tuned_.request::operator=(request_of(plan, problem_of(plan)));
    }

    [[nodiscard]] exact_number bound_at(const exact_number& bytes) const {
        const auto values =
            vector_of(bounds_, [&](const size_function& each) { return each.at(bytes); });
        return *std::ranges::min_element(values);
    }

    void add_size(std::uint64_t bytes, std::size_t choice) {
        const exact_number seconds = tuned_.choices[choice].seconds.at(bytes);
        tuned_size size{.bytes = bytes,
                        .choice = choice,
                        .seconds = seconds.convert_to<double>(),
                        .bound_seconds = bound_at(bytes).convert_to<double>()};
        if (seconds > 0) {
            const exact_number rate = bytes / seconds;
            const rational factor = bus_factor(tuned_.collective, tuned_.participant_count);
            size.algorithm_bandwidth = rate.convert_to<double>();
            size.bus_bandwidth =
                exact_number{rate * factor.numerator() / factor.denominator()}.convert_to<double>();
        }
        tuned_.sizes.push_back(size);
    }

    void add_sizes() {
        const std::vector<best_from> best = best_choices(tuned_);
        const size_range& range = tuned_.range;
        std::set<std::uint64_t> sizes{range.least, range.most};
        for (std::uint64_t bytes = 1; bytes < range.most; bytes *= 2) {
            if (bytes > range.least) {
                sizes.insert(bytes);
            }
        }
        for (const std::uint64_t bytes : sizes) {
            const auto after =
                std::ranges::upper_bound(best, exact_number{bytes}, {}, &best_from::bytes);
            add_size(bytes, std::prev(after)->which);
        }
        for (std::size_t i = 1; i < best.size(); ++i) {
            tuned_.crossovers.push_back(
                {.bytes = best[i].bytes, .from = best[i - 1].which, .to = best[i].which});
        }
    }

    const tuning_request* request_;
    tuning tuned_{};
    std::vector<tuned_choice> untried_{};  // numbers that the first round leaves out
    std::vector<size_function> bounds_;
    std::optional<int> links_{};  // that some message has to cross
};

}  // namespace

tuning tune(const tuning_request& request) { return tuner{request}(); }

std::vector<best_from> best_choices(const tuning& tuned,
                                    const std::function<bool(const tuned_choice&)>& takes) {
    std::vector<size_function> functions;
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < tuned.choices.size(); ++i) {
        const tuned_choice& each = tuned.choices[i];
        if (!each.is_left_out && (!takes || takes(each))) {
            functions.push_back(each.seconds);
            places.push_back(i);
        }
    }
    if (functions.empty()) {
        return {};
    }
    std::vector<best_from> best = lower_envelope(functions, tuned.range.least, tuned.range.most);
    for (best_from& each : best) {
        each.which = places[each.which];
    }
    return best;
}

int exit_status(const tuning& tuned) {
    return largest_of(
        tuned.failed, [](const result& ran) { return exit_status(ran.verdict); },
        tuned.is_interrupted ? exit_status(verdict::interrupted) : 0);
}

size_range sizes_of(const time_model_request& request) {
    const size_range usual;
    const std::uint64_t least = request.bytes.value_or(usual.least);
    return {.least = least,
            .most = request.most_bytes.value_or(request.bytes ? least : usual.most)};
}

}  // namespace tutti
