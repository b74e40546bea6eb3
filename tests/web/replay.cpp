#include "replay.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "recording/check/recorded_problem.hpp"
#include "recording/recorded.hpp"
#include "support/standard.hpp"
#include "verification/recording/recording_verifier.hpp"

namespace support {

replay replay::of(const tutti::experiment& original) {
    const tutti::recording from = opened(recorded(original));
    replay replayed{
        .plan = from.plan(), .network = from.where(), .result = from.result().value_or("")};
    from.visit([&](const tutti::recorded_slot& record) {
        kept_slot stored{.at = record.at,
                         .delivered = {record.delivered.begin(), record.delivered.end()},
                         .marked = {record.marked.begin(), record.marked.end()},
                         .done = {record.done.begin(), record.done.end()}};
        for (const tutti::recorded_transmission& transmission : record.sent) {
            stored.sent.push_back(
                {.transmission = transmission,
                 .bytes = {transmission.bytes.begin(), transmission.bytes.end()}});
        }
        replayed.slots.push_back(std::move(stored));
    });
    replayed.kinds.assign(from.kinds().begin(), from.kinds().end());
    replayed.mark_names.assign(from.mark_names().begin(), from.mark_names().end());
    return replayed;
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
    tutti::recording_verifier judge{plan, network,
                                    tutti::run_requirements_of(plan, network, standard())};
    for (const kept_slot& stored : slots) {
        std::vector<tutti::recorded_transmission> sent;
        for (const mail_packet& each : stored.sent) {
            sent.push_back(each.transmission);
            sent.back().bytes = each.bytes;
        }
        judge.take({.at = stored.at,
                    .sent = sent,
                    .delivered = stored.delivered,
                    .marked = stored.marked,
                    .done = stored.done},
                   kinds, mark_names);
    }
    return judge.end(result.empty() ? std::nullopt : std::optional{result}, damage);
}

std::string first_violation(const tutti::recording_findings& findings) {
    const auto wrong = std::ranges::find(findings.findings, tutti::check_status::violated,
                                         &tutti::check_finding::status);
    return wrong == findings.findings.end() ? std::string{} : wrong->name + ": " + wrong->text;
}

void check_found(replay replay, const tampering& tamper, std::string_view claim,
                 std::string_view text) {
    CAPTURE(claim);
    CAPTURE(text);
    REQUIRE(first_violation(replay.judged()) == "");
    tamper(replay);
    const tutti::check_finding finding = replay.judged().finding(claim);
    CHECK(finding.status == tutti::check_status::violated);
    CHECK(finding.violations > 0);
    CAPTURE(finding.text);
    CHECK(finding.text.find(text) != std::string::npos);
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

std::pair<tutti::slot, tutti::recorded_delivery> first_heard(const replay& replay) {
    for (const kept_slot& each : replay.slots) {
        for (const tutti::recorded_delivery& delivery : each.delivered) {
            if (delivery.to != delivery.content.origin) {
                return {each.at, delivery};
            }
        }
    }
    return {};
}

}  // namespace support
