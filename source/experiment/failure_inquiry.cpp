#include "failure_inquiry.hpp"

#include <tuple>

#include "tutti/experiment/command_text.hpp"
#include "tutti/experiment/shrink.hpp"

namespace tutti {
namespace {

using std::chrono::steady_clock;

class inquiry {
public:
    inquiry(const experiment& asked, const stress_options& how, const experiment_options& each)
        : asked_{&asked}, how_{&how}, each_{&each} {}

    std::vector<failed_trial> pass(const trial_failures& failures) {
        std::vector<failed_trial> told;
        std::map<std::tuple<tutti::verdict, std::string, std::string>, std::uint64_t> distinct;
        for (const auto& [number, what] : failures) {
            if (distinct.size() >= how_->most_distinct) {
                break;
            }
            if (how_->progress != nullptr) {
                how_->progress->shrinking = told.size() + 1;
            }
            failed_trial one = look_into(number, what);
            const auto [first, is_new] =
                distinct.try_emplace({one.verdict, one.network, senders_of(one)}, number);
            if (!is_new) {
                one.same_as = first->second;
            }
            told.push_back(std::move(one));
        }
        return told;
    }

private:
    static std::string senders_of(const failed_trial& one) {
        return one.root ? std::to_string(*one.root) : one.broadcasters.value_or("");
    }

    [[nodiscard]] bool fails_so(const experiment& candidate, tutti::verdict wanted) const {
        try {
            const result found = run_experiment(candidate, *each_, {});
            return found.verdict == wanted && !is_unlucky(*candidate.what, found);
        } catch (const std::invalid_argument&) {
            return false;  // it does not fit
        }
    }

    failed_trial look_into(std::uint64_t number, const trial_failure& what) {
        const experiment drawn = draw_trial(*asked_, how_->messages, number);
        const double left = how_->shrink_seconds_in_all -
                            std::chrono::duration<double>(steady_clock::now() - begin_).count();
        if (left <= 0 || how_->run.stop.stop_requested()) {
            return describe(number, drawn, what);
        }
        const auto fails = [&](const experiment& candidate) {
            return fails_so(candidate, what.verdict);
        };
        const double seconds = std::min(left, how_->shrink_seconds);
        const shrunk_experiment found = shrink(
            drawn, fails, {.time = std::chrono::duration<double>{seconds}, .stop = how_->run.stop});
        failed_trial one = describe(number, found.smallest, what);
        one.is_shrunk = found.is_finished;
        if (found.runs > 0 && !how_->run.stop.stop_requested()) {
            one.text = complaint_of(run_experiment(found.smallest, *each_, {}));
        }
        return one;
    }

    [[nodiscard]] failed_trial describe(std::uint64_t number, const experiment& smallest,
                                        const trial_failure& what) const {
        const collective& goal = *smallest.what->goal;
        return {.number = number,
                .seed = smallest.seed,
                .verdict = what.verdict,
                .text = what.text,
                .network = smallest.network.text(),
                .broadcasters = goal.takes_broadcasters
                                    ? std::optional{smallest.broadcasters.text()}
                                    : std::nullopt,
                .root = goal.takes_root ? std::optional{smallest.root} : std::nullopt,
                .command = repeat_command(smallest, how_->run.slot_budget),
                .same_as = std::nullopt};
    }

    const experiment* asked_;
    const stress_options* how_;
    const experiment_options* each_;
    steady_clock::time_point begin_ = steady_clock::now();
};

}  // namespace

std::vector<failed_trial> look_into(const trial_failures& failures, const experiment& asked,
                                    const stress_options& how, const experiment_options& each) {
    return inquiry{asked, how, each}.pass(failures);
}

}  // namespace tutti
