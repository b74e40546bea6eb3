#include "replay.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "recording/recorded.hpp"
#include "support/standard.hpp"

namespace support {

replay replay::of(const tutti::experiment& asked) {
    const tutti::recording from = opened(recorded(asked));
    replay all{.plan = from.plan(), .where = from.where(), .result = from.result().value_or("")};
    from.visit([&](const tutti::recorded_slot& what) {
        kept_slot kept{.at = what.at,
                       .delivered = {what.delivered.begin(), what.delivered.end()},
                       .marked = {what.marked.begin(), what.marked.end()},
                       .done = {what.done.begin(), what.done.end()}};
        for (const tutti::recorded_transmission& one : what.sent) {
            kept.sent.push_back({.what = one, .bytes = {one.bytes.begin(), one.bytes.end()}});
        }
        all.slots.push_back(std::move(kept));
    });
    all.kinds.assign(from.kinds().begin(), from.kinds().end());
    all.mark_names.assign(from.mark_names().begin(), from.mark_names().end());
    return all;
}

kept_slot& replay::at(tutti::slot number) {
    const auto place = std::ranges::lower_bound(slots, number, {}, &kept_slot::at);
    return place != slots.end() && place->at == number ? *place
                                                       : *slots.insert(place, {.at = number});
}

void replay::replace_in_result(std::string_view from, std::string_view to) {
    const std::size_t place = result.find(from);
    if (place == std::string::npos) {
        throw std::invalid_argument{"no " + std::string{from} + " in " + result};
    }
    result.replace(place, from.size(), to);
}

tutti::recording_findings replay::judged() const {
    tutti::recording_verifier judge{plan, where, tutti::task_of(plan, where, standard())};
    for (const kept_slot& kept : slots) {
        std::vector<tutti::recorded_transmission> sent;
        for (const mail_packet& each : kept.sent) {
            sent.push_back(each.what);
            sent.back().bytes = each.bytes;
        }
        judge.take({.at = kept.at,
                    .sent = sent,
                    .delivered = kept.delivered,
                    .marked = kept.marked,
                    .done = kept.done},
                   kinds, mark_names);
    }
    return judge.end(result.empty() ? std::nullopt : std::optional{result}, damage);
}

std::string first_violation(const tutti::recording_findings& found) {
    const auto wrong = std::ranges::find(found.findings, tutti::check_status::violated,
                                         &tutti::check_finding::found);
    return wrong == found.findings.end() ? std::string{} : wrong->name + ": " + wrong->text;
}

void check_found(replay all, const tampering& tamper, std::string_view claim,
                 std::string_view text) {
    CAPTURE(claim);
    CAPTURE(text);
    REQUIRE(first_violation(all.judged()) == "");
    tamper(all);
    const tutti::check_finding found = all.judged().finding(claim);
    CHECK(found.found == tutti::check_status::violated);
    CHECK(found.violations > 0);
    CAPTURE(found.text);
    CHECK(found.text.find(text) != std::string::npos);
}

replay broadcast() {
    return replay::of(
        on_network(entry("simultaneous-broadcast/greedy"), "hypercube:3", "nodes:0,5,5"));
}
replay with_phases() {
    return replay::of(
        on_network(entry("simultaneous-broadcast/prefix-roots"), "hypercube:3", "nodes:0,5,5"));
}
replay in_pieces() {
    return replay::of(on_network(entry("multinode-broadcast/split-classes"), "torus:3x3"));
}

std::pair<tutti::slot, tutti::recorded_delivery> first_heard(const replay& all) {
    for (const kept_slot& each : all.slots) {
        for (const tutti::recorded_delivery& one : each.delivered) {
            if (one.to != one.content.origin) {
                return {each.at, one};
            }
        }
    }
    return {};
}

}  // namespace support
