#include "tutti/experiment/audit.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "algorithms/trial.hpp"
#include "support/standard.hpp"
#include "tutti/catalog/collective.hpp"
#include "tutti/catalog/knowledge.hpp"

TEST_SUITE("tutti/experiment/audit.hpp") {

namespace {

using support::entry;
using support::on_network;
using tutti::audit_report;
using tutti::experiment;
using tutti::knowledge_item;
using tutti::locality;

constexpr std::array<std::string_view, 8> small_networks{
    "hypercube:3", "array:3x3", "torus:3x3", "array:4x4",
    "torus:4x4",   "ring:6",    "path:5",    "product(ring:3,path:2)"};

// Few of all, so that there are others; where the algorithm takes no others, what it takes.
constexpr std::array<std::string_view, 4> small_sets{"nodes:1,1,5", "random:3", "random:2", "all"};

bool can_run(const experiment& asked) {
    if (!tutti::network_mismatch(*asked.what, asked.where, asked.ports).empty()) {
        return false;
    }
    try {
        return tutti::input_mismatch(asked).empty();
    } catch (const std::invalid_argument&) {
        return false;
    }
}

experiment small(experiment asked) {
    if (asked.what->goal->is_dynamic) {
        asked.parameters.insert_or_assign("intervals", 8);
        asked.parameters.insert_or_assign("rate", tutti::rational{1, 30});
    }
    return asked;
}

/// The first of the small networks, with the first of the sets, that the algorithm takes.
experiment small_experiment(const tutti::algorithm& what) {
    for (const std::string_view network : small_networks) {
        for (const std::string_view set : small_sets) {
            experiment asked = small(on_network(what, network, set));
            if (can_run(asked) && (what.goal->takes_broadcasters || set == "all")) {
                return asked;
            }
        }
    }
    throw std::logic_error{what.name + " runs nowhere"};
}

audit_report audited(const experiment& asked, tutti::audit_options how) {
    how.audit_seed = 1;  // others may happen to draw a world in which a leak makes no difference
    return tutti::audit(asked, how, "audit");
}

std::string difference_of(const audit_report& found) {
    return found.difference ? found.difference->together + " / " + found.difference->alone : "";
}

void check_local(const experiment& asked, const tutti::audit_options& how) {
    CAPTURE(asked.what->collective);
    CAPTURE(asked.what->name);
    CAPTURE(asked.network.text());
    CAPTURE(asked.broadcasters.text());
    const audit_report found = audited(asked, how);
    CHECK(difference_of(found) == "");
    CHECK(found.first_text == "");
    CHECK(found.verdict == locality::local);
    CHECK(found.runs == found.audited.size() * how.trials);
    CHECK(found.isolation.has_own_processes);
    CHECK(found.isolation.rekeyed + found.isolation.kept == found.runs);
}

}  // namespace

TEST_CASE("all algorithms are local with what they declare, and not without any of it") {
    std::set<knowledge_item> needed;
    for (const tutti::algorithm& what : support::standard_algorithms()) {
        CAPTURE(what.collective);
        CAPTURE(what.name);
        const experiment asked = small_experiment(what);
        // Arrivals are resampled from the second world on.
        check_local(asked, {.nodes = 4, .trials = what.goal->is_dynamic ? 2U : 1U});
        for (const knowledge_item each : what.knowledge) {
            CAPTURE(tutti::name_of(each));
            needed.insert(each);
            const audit_report found = audited(asked, {.nodes = 4, .withheld = {each}});
            CHECK(found.verdict == locality::not_local);
        }
    }
    CHECK(needed.size() == tutti::all_knowledge_items.size());
}

TEST_CASE("views, tables, randomised and dynamic programs are local everywhere") {
    for (const std::string_view network : {"folded-torus:4x4", "torus:3x3x3"}) {
        check_local(on_network(entry("multinode-broadcast/split-classes"), network),
                    {.nodes = 5, .trials = 2});
    }
    check_local(on_network(entry("multinode-broadcast/product"), "product(ring:3,path:3)"),
                {.nodes = 9, .trials = 1});
    check_local(on_network(entry("simultaneous-broadcast/random-roots"), "hypercube:4", "random:5"),
                {.nodes = 16, .trials = 1});
    check_local(small(on_network(entry("dynamic-broadcast/intervals"), "hypercube:3")),
                {.nodes = 8, .trials = 3});
    check_local(on_network(entry("total-exchange/one-way"), "hypercube:3"),
                {.nodes = 4, .trials = 2});
}

TEST_CASE("nodes that pass messages on get other ones, those that fold values do not") {
    const tutti::audit_options few{.nodes = 3, .trials = 1};
    for (const std::string_view network : {"torus:4x4", "folded-torus:4x4"}) {
        CAPTURE(network);
        const audit_report passed =
            audited(on_network(entry("multinode-broadcast/split-classes"), network), few);
        CHECK(passed.isolation.rekeyed == 3);
        CHECK(passed.isolation.why_kept == "");
    }
    const audit_report folded = audited(on_network(entry("allreduce/tree"), "ring:6"), few);
    CHECK(folded.verdict == locality::local);
    CHECK(folded.isolation.kept > 0);
    CHECK(tutti::to_table(folded).ends_with(
        "; contents not re-keyed: packets carry values that are made of messages\n"));
    tutti::audit_options keeping = few;
    keeping.keeps_contents = true;
    const audit_report kept =
        audited(on_network(entry("broadcast/binomial"), "hypercube:3"), keeping);
    CHECK(kept.isolation.kept == 3);
    CHECK(kept.isolation.why_kept == "as was asked for");
}

TEST_CASE("items of knowledge have names and numbers") {
    for (const knowledge_item each : tutti::all_knowledge_items) {
        CHECK(tutti::knowledge_item_named(tutti::name_of(each)) == each);
    }
    CHECK(tutti::knowledge_item_named("slot-budget") == knowledge_item::slot_budget);
    CHECK(tutti::knowledge_item_named("k") == std::nullopt);
    tutti::knowledge known;
    CHECK(to_string(known) == "");
    known.tell(knowledge_item::root, 3);
    known.tell(knowledge_item::message_count, 12);
    CHECK(to_string(known) == "K = 12, root = 3");
    CHECK(known.knows(knowledge_item::root));
    CHECK(!known.knows(knowledge_item::rank));
    CHECK_THROWS_AS(std::ignore = known.number(knowledge_item::rank), std::logic_error);
}

TEST_CASE("nodes of every kind are audited before others") {
    experiment asked = on_network(entry("reduce/shortest-paths"), "array:5x5");
    asked.root = 17;

    const audit_report few = audited(asked, {.nodes = 5, .trials = 1});
    const audit_report all = audited(asked, {.nodes = 100, .trials = 1});

    // Node 0 with a message, which is a corner; the root; an edge; one inside; the last.
    CHECK(few.audited == std::vector<tutti::node_id>{0, 1, 6, 17, 24});
    CHECK(all.audited.size() == 25);
    const audit_report some =
        audited(on_network(entry("simultaneous-broadcast/greedy"), "hypercube:4", "nodes:0,1,2,7"),
                {.nodes = 3, .trials = 1});
    CHECK(some.audited == std::vector<tutti::node_id>{0, 3, 15});
}

TEST_CASE("a run of all that goes wrong is audited up to there, and said to have gone wrong") {
    experiment asked = on_network(entry("multinode-broadcast/rotation-classes"), "hypercube:3");
    asked.ports = tutti::port_model::single_port_full_duplex;

    const audit_report found = audited(asked, {.nodes = 8, .trials = 1});

    CHECK(found.verdict == locality::local);
    CHECK(found.first_run == tutti::verdict::model_violation);
    CHECK(found.first_text.find("slot 1, node 0, port 1") != std::string::npos);
    CHECK(tutti::exit_status(found) == 3);
    CHECK(tutti::to_table(found).ends_with(
        "\nlocal up to the slot in which the run of all was broken off\n"));
}

TEST_CASE("what does not fit is refused as a run refuses it") {
    const experiment asked =
        on_network(entry("simultaneous-broadcast/pair"), "hypercube:3", "random:3");
    CHECK_THROWS_WITH_AS(audited(asked, {}), "'random:3': K = 3 packets, and pair takes exactly 2",
                         std::invalid_argument);
    const experiment greedy =
        on_network(entry("simultaneous-broadcast/greedy"), "hypercube:3", "random:3");
    CHECK_THROWS_AS(audited(greedy, {.memory_limit_bytes = 1}), tutti::memory_limit_exceeded);
    CHECK_THROWS_WITH_AS(
        audited(greedy, {.withheld = {knowledge_item::root}}),
        "root cannot be withheld: the nodes of simultaneous-broadcast/greedy know K",
        std::invalid_argument);
}

TEST_CASE("an audit that is stopped reports its findings so far") {
    std::stop_source stop;
    tutti::audit_progress progress;
    const audit_report found =
        audited(on_network(entry("simultaneous-broadcast/greedy"), "hypercube:3", "random:3"),
                {.stop = stop.get_token(), .progress = &progress, .begins = [&](const auto& scale) {
                     CHECK(scale.nodes == 8);
                     CHECK(scale.trials == 4);
                     CHECK(scale.events == 21 + 24 + 8);
                     stop.request_stop();
                 }});

    CHECK(found.verdict == locality::interrupted);
    CHECK(found.runs == 0);
    CHECK(tutti::exit_status(found) == 130);
}

TEST_CASE("an audit reports its findings as text and as JSON") {
    const experiment asked =
        on_network(entry("simultaneous-broadcast/greedy"), "hypercube:3", "nodes:0,5");
    const audit_report found = audited(asked, {.withheld = {knowledge_item::message_count}});

    const std::string table = tutti::to_table(found);
    CHECK(table.starts_with("simultaneous-broadcast/greedy on hypercube:3, nodes:0,5\n"));
    CHECK(table.find("  nodes are told   K; alone something else in place of K\n") !=
          std::string::npos);
    CHECK(table.find("  first difference node ") != std::string::npos);
    CHECK(table.ends_with("\nnot local\n"));
    const std::string json = tutti::to_json(found);
    CHECK(json.starts_with("{\"schema\":\"tutti.audit/1\","));
    CHECK(json.find("\"told\":[\"K\"],\"withheld\":[\"K\"]") != std::string::npos);
    CHECK(json.find("\"verdict\":\"not-local\"") != std::string::npos);
    CHECK(json.find("\"isolation\":{\"process\":\"own\"") != std::string::npos);
    CHECK(table.find("  plain run        not compared\n") != std::string::npos);
}

}  // TEST_SUITE("tutti/experiment/audit.hpp")
