/// @file
/// Reference figures: every row of any_network.csv names a maker of schedules, a network and
/// parameters, and claims the slots and sends of the table.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "network_by_name.hpp"
#include "table_parameters.hpp"
#include "topology/schedules/arborescences.hpp"
#include "topology/schedules/balanced_exchange.hpp"
#include "topology/schedules/balanced_routes.hpp"
#include "topology/schedules/delivery_trees.hpp"
#include "topology/schedules/loudest_first.hpp"
#include "topology/schedules/mirror.hpp"
#include "topology/schedules/mirror_windows.hpp"
#include "topology/schedules/one_port_matching.hpp"
#include "topology/schedules/receiver_matching.hpp"
#include "topology/schedules/translations.hpp"

TEST_SUITE("topology/schedules") {

namespace {

using support::table_parameters;
using tutti::allreduce_sends;
using tutti::distance_matrix;
using tutti::duplex_mode;
using tutti::link_table;
using tutti::node_id;
using tutti::send_table;

/// Slots, sends, and parameters that the maker chose.
struct table_figures {
    std::uint32_t slots = 0;
    std::size_t sends = 0;
    std::string choices{};

    friend bool operator==(const table_figures&, const table_figures&) = default;
};

table_figures figures_of(const send_table& sends) {
    return {.slots = slots_of(sends), .sends = sends.size()};
}
table_figures figures_of(const allreduce_sends& sends, const std::string& choices = {}) {
    return {.slots = std::max(slots_of(sends.partial_sums), slots_of(sends.results)),
            .sends = sends.partial_sums.size() + sends.results.size(),
            .choices = choices};
}

using table_maker = std::function<table_figures(const link_table&, const table_parameters&)>;

send_table pieces_of(const link_table& links, const table_parameters& words, const char* count) {
    return tutti::receiver_matching(
        links, std::vector<node_id>(words.number(count), words.number("root")));
}

table_figures mirror(const link_table& links, const table_parameters& words) {
    const std::uint32_t values = words.number("values");
    const auto schedule = find_mirror(links, distance_matrix{links}, values);
    return figures_of(with_mirror_image(links, schedule, values),
                      fmt::format("values={} owners={} spread={}/4", values, schedule.shape.owners,
                                  schedule.shape.spread));
}

table_figures windows(const link_table& links, const table_parameters& words) {
    const std::uint32_t values = words.number("values");
    const auto schedule = tutti::find_mirror_windows(links, values);
    table_figures figures =
        figures_of(sends_of(links, schedule, values),
                   fmt::format("values={} chunks={} window={} ends={}", values, schedule.chunks,
                               schedule.window_slots, slots_of(schedule.ends)));
    figures.slots = schedule.slots();
    return figures;
}

table_figures arborescences(const link_table& links, const table_parameters& words) {
    const auto trees = tutti::arborescences(links, words.number("root"));
    std::string heights;
    for (const tutti::arborescence& tree : trees) {
        heights += fmt::format("{}{}", heights.empty() ? "" : " ", tree.height);
    }
    const std::uint32_t pieces = words.number("pieces");
    table_figures figures = figures_of(broadcast_over(links, trees, pieces));
    figures.choices = fmt::format("root=0 pieces={} heights={}", pieces, heights);
    return figures;
}

send_table exchange(const link_table& links, const table_parameters& words,
                    std::optional<duplex_mode> mode) {
    const tutti::balanced_routes routes{links, distance_matrix{links}, words.number("detour"),
                                        mode ? tutti::route_load::nodes : tutti::route_load::links};
    return mode ? exchange_with_one_port(links, routes, *mode)
                : exchange_with_all_ports(links, routes);
}

/// Nodes that forward messages over delivery trees; of those that wait for a link, the one that
/// crosses it earliest in the table goes first.
class forwarding_nodes {
public:
    forwarding_nodes(const link_table& links, const send_table& trees)
        : links_{&links}, queues_(links.link_count()) {
        for (const tutti::timed_send& send : trees) {
            rows_[{links[send.link].from, send.packet}].push_back(send);
        }
    }

    void forward(node_id node, node_id source) {
        for (const auto& [slot, link, packet] : rows_[{node, source}]) {
            queues_[link].emplace(slot, source);
        }
    }

    /// A slot; the number of packets that move.
    [[nodiscard]] std::size_t move() {
        std::vector<std::pair<node_id, node_id>> arrivals;
        for (const tutti::link_id link : links_->ids()) {
            if (!queues_[link].empty()) {
                arrivals.emplace_back((*links_)[link].to, queues_[link].begin()->second);
                queues_[link].erase(queues_[link].begin());
            }
        }
        for (const auto& [node, source] : arrivals) {
            forward(node, source);
        }
        return arrivals.size();
    }

private:
    const link_table* links_;
    std::map<std::pair<node_id, node_id>, send_table> rows_;           // by node and source
    std::vector<std::set<std::pair<std::uint32_t, node_id>>> queues_;  // slot and source, by link
};

table_figures simultaneous_broadcast(const link_table& links, const table_parameters& words) {
    forwarding_nodes nodes{links, delivery_trees(links, words.detour())};
    std::istringstream sources{words.text("broadcasters")};
    std::string word;
    sources >> word;  // their number
    while (sources >> word) {
        for (node_id node = 0; node < links.node_count(); ++node) {
            if (word == "all" || word == std::to_string(node)) {
                nodes.forward(node, node);
            }
        }
    }
    table_figures figures;
    for (std::size_t moved = nodes.move(); moved > 0; moved = nodes.move()) {
        figures.sends += moved;
        ++figures.slots;
    }
    return figures;
}

using words = table_parameters;
using net = link_table;

const std::map<std::string, table_maker> makers{
    {"allgather/T1",
     [](const net& links, const words& /*is*/) {
         return figures_of(receiver_matching(links, packets_in_turn(links, links.node_count())));
     }},
    {"allgather/T0",
     [](const net& links, const words& /*is*/) {
         return figures_of(tutti::translation_schedule::of(links).value().sends(links));
     }},
    {"reduce-scatter/T1-reversed",
     [](const net& links, const words& /*is*/) {
         return figures_of(
             reversed(links, receiver_matching(links, packets_in_turn(links, links.node_count()))));
     }},
    {"allreduce/T1-reversed+T1",
     [](const net& links, const words& is) {
         const auto sources = packets_in_turn(links, is.number("values"));
         return figures_of(reduced_and_spread(links, receiver_matching(links, sources)));
     }},
    {"allreduce/M1-mirror", mirror},
    {"allreduce/M2-windows", windows},
    {"allreduce/B1-reversed+B1",
     [](const net& links, const words& is) {
         const auto trees = tutti::arborescences(links, is.number("root"));
         const send_table sends = broadcast_over(links, trees, is.number("values"));
         return figures_of(reduced_and_spread(links, sends));
     }},
    {"broadcast/T1",
     [](const net& links, const words& is) { return figures_of(pieces_of(links, is, "pieces")); }},
    {"reduce/T1-reversed",
     [](const net& links, const words& is) {
         return figures_of(reversed(links, pieces_of(links, is, "values")));
     }},
    {"broadcast/B1-arborescences", arborescences},
    {"total-exchange/X1",
     [](const net& links, const words& is) {
         return figures_of(exchange(links, is, std::nullopt));
     }},
    {"total-exchange/X2",
     [](const net& links, const words& is) {
         return figures_of(exchange(links, is, duplex_mode::full));
     }},
    {"total-exchange/X3",
     [](const net& links, const words& is) {
         return figures_of(exchange(links, is, duplex_mode::half));
     }},
    {"allgather/S1",
     [](const net& links, const words& /*is*/) {
         return figures_of(one_port_matching(links, duplex_mode::full));
     }},
    {"allgather/S2",
     [](const net& links, const words& /*is*/) {
         return figures_of(one_port_matching(links, duplex_mode::half));
     }},
    {"allgather/S3",
     [](const net& links, const words& /*is*/) { return figures_of(loudest_first(links)); }},
    {"simultaneous-broadcast/O1", simultaneous_broadcast}};

struct golden_table {
    std::string rule;
    std::string network;
    std::string parameters;
    table_figures expected;
};

std::vector<golden_table> read_tables() {
    std::ifstream file{fmt::format("{}/any_network.csv", TUTTI_SCHEDULES)};
    std::string line;
    std::getline(file, line);
    std::vector<golden_table> tables;
    while (std::getline(file, line)) {
        std::istringstream fields{line};
        std::array<std::string, 3> text;
        std::getline(fields, text[0], ',');
        for (std::string& field : {std::ref(text[1]), std::ref(text[2])}) {
            fields.ignore();
            std::getline(fields, field, '"');
            fields.ignore();
        }
        table_figures expected;
        char comma = 0;
        fields >> expected.slots >> comma >> expected.sends;
        tables.push_back({text[0], text[1], text[2], expected});
    }
    return tables;
}

}  // namespace

TEST_CASE("every table has the slots and sends of its row") {
    const std::vector<golden_table> tables = read_tables();
    CHECK(tables.size() == 945);
    std::map<std::string, link_table> networks;
    for (auto [rule, name, parameters, expected] : tables) {
        CAPTURE(rule);
        CAPTURE(name);
        CAPTURE(parameters);
        if (!networks.contains(name)) {
            networks.emplace(name, support::links_by_name(name));
        }
        const table_figures figures =
            makers.at(rule)(networks.at(name), table_parameters{parameters});
        CHECK(figures.slots == expected.slots);
        CHECK(figures.sends == expected.sends);
        CHECK((figures.choices.empty() || figures.choices == parameters));
    }
}

}  // TEST_SUITE("topology/schedules")
