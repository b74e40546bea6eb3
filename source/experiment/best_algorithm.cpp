#include <algorithm>
#include <exception>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>

#include "algorithms/catalog/description_scope.hpp"
#include "bounds.hpp"
#include "candidates.hpp"
#include "tutti/catalog/collective.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Contest of algorithms, which enter in the order of preference. Each is asked as little as will
/// do: its figures, and even whether it fits, may take longer than a run.
class contest {
public:
    /// @param request outlives the contest
    /// @param is_posed whether the problem may be posed; else the first that fits the network wins
    contest(const candidate_request& request, bool is_posed)
        : request_{&request}, is_posed_{is_posed}, participants_{participants_of(request.common)} {}

    void enter(const algorithm& entrant) {
        const experiment plan = experiment_for(entrant, *request_);
        const bool competes = may_be_best(plan);
        if (!competes && (first_taking_input_ != nullptr || (!is_posed_ && first_ != nullptr))) {
            return;
        }
        if (const std::string reason = exclusion_reason(entrant); !reason.empty()) {
            reasons_ += fmt::format("{}{} {}", reasons_.empty() ? "" : "; ", entrant.name, reason);
            return;
        }
        first_ = first_ == nullptr ? &entrant : first_;
        if (!is_posed_) {
            return;
        }
        try {
            const problem input = problem_of(plan);
            first_taking_input_ = first_taking_input_ == nullptr ? &entrant : first_taking_input_;
            compare(entrant, competes ? time_of(entrant, input) : std::nullopt);
        } catch (const std::exception&) {
            // It does not take the input, or its figures are too large: the run of it would say so.
        }
    }

    /// Null if none has competed.
    [[nodiscard]] const algorithm* best() const noexcept { return best_; }
    /// The first that has fitted, if possible with its input, or null.
    [[nodiscard]] const algorithm* first() const noexcept {
        return first_taking_input_ != nullptr ? first_taking_input_ : first_;
    }
    [[nodiscard]] const std::string& reasons() const noexcept { return reasons_; }

private:
    // On networks up to this size all figures are asked for: there they take milliseconds.
    static constexpr std::size_t small_network = 64;

    [[nodiscard]] std::string exclusion_reason(const algorithm& entrant) const {
        if (entrant.failure || entrant.most_chosen_nodes == 0) {
            return "draws random numbers and has to be named";
        }
        for (const auto& [name, value] : request_->common.parameters) {
            if (std::ranges::count(entrant.parameters, name, &parameter::name) == 0) {
                return fmt::format("has no parameter {}", in_quotes(name));
            }
        }
        return inapplicable_reason(entrant, request_->common.built_network, request_->ports,
                                   participants_);
    }

    [[nodiscard]] bool may_be_best(const experiment& plan) {
        const algorithm& entrant = *plan.algorithm;
        const std::size_t nodes = node_count(plan.built_network);
        return is_posed_ && nodes <= entrant.most_chosen_nodes &&
               (nodes <= small_network || !entrant.figure_steps || best_ == nullptr ||
                !is_bound_met(plan));
    }

    // True if nothing that sends whole packets is faster than the best.
    [[nodiscard]] bool is_bound_met(const experiment& plan) {
        const auto [position, is_new] = bounds_.try_emplace(plan.ports);
        if (is_new) {
            try {
                position->second =
                    collective_of(plan)
                        .lower_bound(collective_problem_of(plan), packet_size::whole())
                        .units;
            } catch (const std::exception&) {
                // The figures of the network are too large: then the bound is not met.
            }
        }
        return least_ <= position->second;
    }

    [[nodiscard]] static std::optional<rational> time_of(const algorithm& entrant,
                                                         const problem& input) {
        if (entrant.figure_steps && entrant.figure_steps(input) > most_figure_steps) {
            return std::nullopt;
        }
        const description_scope called;
        const auto time = expected_time_of(entrant, input);
        return time && time->kind != time_kind::high_probability ? std::optional{time->units}
                                                                 : std::nullopt;
    }

    void compare(const algorithm& entrant, const std::optional<rational>& time) {
        if (time && (best_ == nullptr || *time < least_)) {
            best_ = &entrant;
            least_ = *time;
        }
    }

    const candidate_request* request_;
    bool is_posed_;
    participant_set participants_;
    const algorithm* first_ = nullptr;               // on the network
    const algorithm* first_taking_input_ = nullptr;  // of these
    const algorithm* best_ = nullptr;
    rational least_{0};  // its time
    std::map<port_model, std::optional<rational>> bounds_;
    std::string reasons_;
};

// Sets that are drawn and larger would take more time and memory than the choice is worth. Those
// that cannot be drawn are refused by the run.
bool is_quickly_drawn(const experiment& plan) {
    constexpr std::uint64_t most_drawn = std::uint64_t{1} << 22U;
    try {
        return plan.broadcasters.text() == "all" || most_broadcaster_packets(plan) <= most_drawn;
    } catch (const std::invalid_argument&) {
        return false;
    }
}

// Set of the broadcasters, which is the same for all algorithms: null if each has its own worst
// one, or it cannot be drawn.
std::shared_ptr<const broadcaster_set> drawn_once(const experiment& plan) {
    if (plan.drawn || !collective_of(plan).takes_broadcasters || plan.broadcasters.adversary()) {
        return plan.drawn;
    }
    try {
        return std::make_shared<const broadcaster_set>(draw_broadcasters(plan));
    } catch (const std::invalid_argument&) {
        return nullptr;
    }
}

}  // namespace

const algorithm& best_algorithm(const candidate_request& request) {
    candidate_request shared = request;
    shared.common.algorithm = request.algorithms.front();
    const bool is_posed = is_quickly_drawn(shared.common);
    shared.common.drawn = is_posed ? drawn_once(shared.common) : nullptr;
    contest entrants{shared, is_posed};
    for (const bool is_for_all_ports : {true, false}) {
        for (const algorithm* const each : request.algorithms) {
            const port_model ports = request.ports.value_or(each->ports.front());
            if ((request.ports || ports == port_model::all_port) == is_for_all_ports) {
                entrants.enter(*each);
            }
        }
        if (const algorithm* const best = entrants.best()) {
            return *best;
        }
    }
    if (const algorithm* const first = entrants.first()) {
        return *first;
    }
    refuse("no algorithm for {} fits: {}", request.algorithms.front()->collective,
           entrants.reasons());
}

}  // namespace tutti
