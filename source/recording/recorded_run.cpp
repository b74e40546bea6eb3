#include "recorded_run.hpp"

#include <algorithm>
#include <cmath>
#include <ostream>
#include <stop_token>
#include <streambuf>

#include <fmt/format.h>

#include "algorithms/folded_torus.hpp"
#include "experiment/plan/estimate.hpp"
#include "experiment/plan/plan_command_line.hpp"
#include "experiment/plan/scaled_down_plans.hpp"
#include "experiment/result_json.hpp"
#include "plan_text.hpp"
#include "tutti/experiment/stress.hpp"
#include "tutti/version.hpp"
#include "util/counts.hpp"
#include "util/json_values.hpp"

namespace tutti {
namespace {

// Text of the broadcasters with the content of files in place of their names.
// A node occurs once for each of its messages, as in the specification `nodes:`, so that the plan
// can be run again without the file.
std::string broadcasters_without_files(const experiment& plan) {
    const std::string text = sender_text(plan);
    return text.starts_with("file:") ? broadcaster_specification::at(mentions_of(plan)).text()
                                     : text;
}

/// Bytes that are counted and gone.
class null_buffer final : public std::streambuf {
    int_type overflow(int_type symbol) override { return traits_type::not_eof(symbol); }
    std::streamsize xsputn(const char* /*first*/, std::streamsize count) override { return count; }
};

// Result without the fields that depend on the machine or on the form of the request.
std::string recorded_result(const result& result, const recorded_plan& plan) {
    boost::json::object object = json_of(result);
    for (const std::string_view name :
         {"command", "threads", "processes", "repeat", "account", "setup_seconds", "wall_seconds",
          "packet_hops_per_second", "peak_rss_bytes"}) {
        object.erase(name);
    }
    object["link_load"] = nullptr;  // sinks are no part of the plan either
    object["network"].as_object()["spec"] = plan.network;
    object["broadcasters"].as_object()["spec"] = plan.broadcasters;
    return serialized(object);
}

/// Sink that ends a run when it has enough samples.
/// The limit bounds the time of an estimate, which needs enough events but no complete run.
class sample_limit_sink final : public sink {
public:
    [[nodiscard]] interest wants(tutti::slot /*at*/) noexcept override { return interest::sums; }
    void slot(const slot_record& record) override {
        constexpr std::uint64_t enough = std::uint64_t{1} << 19U;
        events_ += record.packets + record.deliveries;
        if (events_ > enough) {
            (void)stop_.request_stop();
        }
    }
    [[nodiscard]] std::stop_token stop() const { return stop_.get_token(); }

private:
    std::uint64_t events_ = 0;
    std::stop_source stop_;
};

// Sample of a run on a small network.
struct recorded_sample {
    double other_bytes = 0;  ///< of the plan, the result and the index
    double bytes_an_event = 0;
    double id_bits = 0;
};

recorded_sample sample_of(const experiment& small) {
    // The sample passes through the real recorder, and its bytes are counted but not stored.
    null_buffer buffer;
    std::ostream to{&buffer};
    experiment_recorder recorder{small, {}, to};
    const std::uint64_t plan_bytes = recorder.bytes();
    sample_limit_sink enough;
    experiment_options options{
        .threads = 1, .executor = executor_kind::plain_threads, .stop = enough.stop()};
    options.sinks = {&recorder.watcher(), &enough};
    const result ran = run_experiment(small, options, {});
    recorder.finish(ran);
    // The size of the result hardly depends on the network, so that it is no cost of an event.
    constexpr double result_bytes = 1500;
    const double event_bytes = static_cast<double>(recorder.bytes() - plan_bytes) - result_bytes;
    return {
        .other_bytes = static_cast<double>(plan_bytes) + result_bytes,
        .bytes_an_event = ratio(std::max(0.0, event_bytes), ran.transmissions + ran.deliveries + 1),
        .id_bits = std::log2(node_count(small.built_network))};
}

// Larger networks have longer ids.
// Two samples on networks of different size give the growth of bytes per event and bit of a node
// id, which is extrapolated linearly to the network of the plan.
recorded_sample estimate_from_small_runs(const experiment& plan) {
    constexpr recorded_sample where_nothing_is_smaller{.other_bytes = 3000, .bytes_an_event = 12};
    std::vector<experiment> plans = scaled_down_plans(plan, most_messages(plan));
    if (plans.empty()) {
        return where_nothing_is_smaller;
    }
    recorded_sample last = sample_of(plans.back());
    const auto smaller = std::ranges::find_if(plans.rbegin(), plans.rend(), [&](const auto& each) {
        return each.network != plans.back().network;
    });
    if (smaller == plans.rend()) {
        return last;
    }
    const recorded_sample before = sample_of(*smaller);
    const double bits = std::log2(node_count(plan.built_network)) - last.id_bits;
    const double a_bit = std::max(0.0, last.bytes_an_event - before.bytes_an_event) /
                         std::max(1.0, last.id_bits - before.id_bits);
    last.bytes_an_event += a_bit * std::max(0.0, bits);
    return last;
}

}  // namespace

recorded_plan plan_of(const experiment& original, const problem& input, recording_filter filter,
                      const std::optional<slot>& slot_budget) {
    // Everything is derived from one drawn input, so that network, theory and messages agree.
    const theory figures = theory_of(original, input);
    const request heading = request_of(original, input);
    const std::string broadcasters = broadcasters_without_files(original);
    // Defaults are written, too: a program that does not know the algorithm has to read the plan.
    experiment resolved = original;
    resolved.parameters = input.parameters;
    plan_values fields = values_of(resolved, slot_budget);
    fields.set("network", {record::name_without_files(original.network.text(), input.network)});
    fields.set("ports", {std::string{name_of(original.ports)}});
    if (fields.has("participants") || !input.participants.is_everyone()) {
        fields.set("participants", {participant_specification::of(input.participants).text()});
    }
    if (fields.has("broadcasters")) {
        fields.set("broadcasters", {broadcasters});
    }
    recorded_plan plan = record::plan_of_fields(fields);
    plan.program = fmt::format("tutti {}", version());
    plan.source = heading.source;
    plan.nodes = heading.nodes;
    plan.links = heading.links;
    plan.broadcasters = broadcasters;
    plan.broadcaster_nodes = heading.broadcaster_nodes;
    plan.packets = heading.packets;
    plan.time_formula = figures.formula;
    plan.lower_bound = figures.lower_bound.units;
    plan.phases = figures.phases;
    plan.filter = std::move(filter);
    for (const knowledge_item each : original.algorithm->knowledge) {
        plan.knowledge.emplace_back(name_of(each));
    }
    if (!input.participants.is_everyone()) {
        plan.knowledge.emplace_back("participants");
    }
    if (figures.expected) {
        plan.expected_units = figures.expected->units;
        plan.expected_kind = name_of(figures.expected->kind);
    }
    return plan;
}

std::uint64_t estimate_recording(const experiment& plan, std::uint64_t events,
                                 const recording_filter& filter) {
    const std::uint64_t nodes = node_count(plan.built_network);
    const std::uint64_t links = link_count(plan.built_network);
    auto most = static_cast<double>(events);
    double payload_bytes = 0;
    if (filter.last != never) {
        // A link carries one packet a slot, most are delivered at most once, and of few slots each
        // may be the first of its message.
        const slot slots = filter.last - filter.first + 1;
        most = std::min(most, product(slots, 2 * links + nodes));
        payload_bytes = std::min(product(8, most_messages(plan)), 8 * product(slots, links));
    }
    if (!filter.nodes.empty()) {
        // A packet is kept for its sender and for its receiver, hence the factor 2.
        most *= std::min(1.0, ratio(2 * filter.nodes.size(), nodes));
    }
    const recorded_sample small = estimate_from_small_runs(plan);
    return whole_part(small.other_bytes + payload_bytes + small.bytes_an_event * most);
}

experiment_recorder::experiment_recorder(const experiment& plan, recording_filter filter,
                                         std::ostream& to, std::uint64_t most_bytes,
                                         const std::optional<slot>& slot_budget) {
    const problem input = problem_of(plan);
    plan_ = plan_of(plan, input, std::move(filter), slot_budget);
    recorder_ =
        make_recorder(to, plan_, input.network, most_bytes, names_on_array(*plan.algorithm, input));
}

std::uint64_t experiment_recorder::bytes_for(const experiment& plan) {
    return recorder_bytes(plan.built_network, most_messages(plan));
}

void experiment_recorder::finish(const result& result) {
    recorder_->finish(recorded_result(result, plan_));
}

}  // namespace tutti
