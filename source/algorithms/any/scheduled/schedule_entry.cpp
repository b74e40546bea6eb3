#include "schedule_entry.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <fmt/format.h>

#include "algorithms/reduction_entry.hpp"
#include "algorithms/shared_table.hpp"
#include "algorithms/table_memory.hpp"
#include "broadcast_by_rows.hpp"
#include "broadcast_by_schedule.hpp"
#include "node/pieces.hpp"
#include "node/schedule_cache.hpp"
#include "topology/schedules/receiver_matching.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/node/rational.hpp"
#include "util/counts.hpp"

namespace tutti {
namespace {

using shared_parts = std::shared_ptr<const scheduled_parts>;

// Of a table as sends and as rows beside what it takes to make it.
template <class Rule>
schedule_cost cost_of(const link_table& links, const Rule& rule, std::uint64_t packets) {
    constexpr std::uint64_t bytes_a_send = 2 * sizeof(timed_send) + sizeof(node_rows::row);
    const std::uint64_t nodes = links.node_count();
    schedule_cost cost = rule.cost(nodes, links.link_count(), packets);
    cost.bytes += packets * nodes * bytes_a_send;
    cost.operations = whole_part(static_cast<double>(cost.operations) * rule.nanoseconds);
    return cost;
}

// The schedule of a rule, as the cache has it or as `make` makes it.
// @param key without the fields that the rule and its setting have
template <class Rule>
send_table found_or_made(const link_table& links, const setting& setting, const Rule& rule,
                         schedule_key key, detail::function_ref<schedule_requirement()> required,
                         detail::function_ref<send_table()> make) {
    const schedule_cost cost = cost_of(links, rule, key.packets);
    table_memory_limit::require(cost);
    key.rule = rule.name;
    key.version = rule.version;
    key.ports = setting.ports;
    key.participants = setting.participants;
    return find_or_make_schedule(links, key, cost, required, make);
}

/// Directions in which a collective plays a table.
struct table_use {
    bool reduces = false;     ///< backwards
    bool spreads = false;     ///< forwards, after that
    bool has_places = false;  ///< in rows instead of numbers: `with_places`
};

table_use use_in(const algorithm& entry) {
    return {.reduces = entry.collective.find("reduce") != std::string::npos,
            .spreads = entry.collective != "reduce" && entry.collective != "reduce-scatter"};
}

shared_parts table_of(const setting& setting, const schedule_rule& rule, table_use use,
                      std::uint64_t packets, node_id root = 0) {
    const std::uint64_t variant = std::uint64_t{root} << 8U | (use.has_places ? 128U : 0U) |
                                  std::uint64_t{to_underlying(setting.ports)} << 2U |
                                  (use.reduces ? 2U : 0U) | (use.spreads ? 1U : 0U);
    return shared_table<scheduled_parts>(
        setting.network,
        {.maker = rule.name, .sizes = {packets, variant}, .participants = setting.participants},
        [&](const link_table& links) {
            send_table sends = sends_of(links, setting, rule, packets, root);
            if (use.has_places) {
                sends = with_places(links, std::move(sends), packets, setting.participants);
            }
            scheduled_parts table;
            if (use.reduces) {
                table.parts.emplace_back(links, reversed(links, sends));
            }
            if (use.spreads) {
                table.parts.emplace_back(links, sends);
            }
            return table;
        });
}

send_table sends_of(const link_table& links, const setting& setting, const allreduce_rule& rule,
                    std::uint64_t values, std::uint64_t variant) {
    if (values == 0) {
        return {};
    }
    const auto count = static_cast<std::uint32_t>(values);
    return found_or_made(
        links, setting, rule, {.packets = values, .variant = variant},
        [&] {
            return schedule_requirement{
                .ports = setting.ports, .values = count, .participants = setting.participants};
        },
        [&] {
            static_assert(result_flag == result_row);
            return merged(rule.make(links, setting, count));
        });
}

// A multiple of the number of participants, so that in every round value i is for rank i mod k.
std::uint64_t most_packets_of(const setting& setting, const schedule_rule& rule) {
    const std::uint64_t most = rule.most_packets(node_count(setting.network));
    const std::uint64_t participants = setting.participant_count();
    return rule.is_rooted ? most : most / participants * participants;
}

// The number of values in a round.
std::uint64_t packets_of_rule(const setting& setting, const schedule_rule& rule) {
    return rule.most_packets == nullptr
               ? setting.participant_count()
               : std::min(value_count(setting), most_packets_of(setting, rule));
}

// Of the rows of all rounds, of which the last may have fewer values; without nodes that only
// forward the algorithm's formula.
void describe_transmissions(algorithm& entry, auto table, auto packets) {
    entry.transmissions = [formula = entry.transmissions, table,
                           packets](const problem& posed) -> std::optional<packet_hops> {
        const std::uint64_t values = value_count(posed);
        if (posed.participants.is_everyone() || values == 0) {
            return formula(posed);
        }
        const std::uint64_t round = packets(posed);
        std::uint64_t sends = 0;
        for (const node_rows& rows : table(posed)->parts) {
            sends += values / round * rows.count() + rows.count_below(values % round);
        }
        return sends;
    };
}

template <class Rule>
void describe_cost(algorithm& entry, const Rule& rule, auto packets) {
    entry.figure_steps = [cost = rule.cost, packets](const problem& problem) {
        constexpr std::uint64_t operations_a_step = 50;
        return cost(node_count(problem.network), link_count(problem.network), packets(problem))
                   .operations /
               operations_a_step;
    };
}

std::uint64_t pieces_in(const setting& setting) { return setting.number_or("pieces", 1); }

// One of every participant, or the pieces of these.
std::uint64_t packets_of_broadcast(const setting& setting) {
    return setting.participant_count() * pieces_in(setting);
}

// What a node plays in a broadcast.
struct played_rows {
    shared_parts table;
    participant_set participants;
    std::size_t packets;
    std::uint8_t pieces;
};

void broadcast_by_rule(algorithm& entry, const schedule_rule& rule) {
    const auto table = [rule](const setting& setting) {
        return table_of(setting, rule, {.spreads = true, .has_places = true},
                        packets_of_broadcast(setting));
    };
    entry.transmissions = [table](const problem& input) {
        return packet_hops{table(input)->parts[0].count()};
    };
    entry.phases = [table](const problem& input) {
        return std::vector{synchronous_phase("broadcast", table(input)->parts[0].slots(),
                                             rational{1, pieces_in(input)})};
    };
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const played_rows& played) {
            const auto by_rows = [&]<delivered_packets Delivered>() {
                return broadcast_by_rows<Delivered>(self, std::move(input.messages), played.packets,
                                                    played.pieces, played.table->parts[0]);
            };
            if (!played.participants.contains(self.id())) {
                return by_rows.template operator()<delivered_packets::none>();
            }
            return played.pieces == 1 ? by_rows.template operator()<delivered_packets::messages>()
                                      : by_rows.template operator()<delivered_packets::pieces>();
        },
        [table](const setting& setting) {
            return played_rows{.table = table(setting),
                               .participants = setting.participants,
                               .packets = packets_of_broadcast(setting),
                               .pieces = static_cast<std::uint8_t>(pieces_in(setting))};
        });
}

/// Tables of a network, one for each root, worked out when a node first asks for it.
///
/// Thread safety: any thread may ask.
class tables_by_root {
public:
    tables_by_root(tutti::setting context, schedule_rule rule, table_use use, std::uint64_t packets)
        : setting_{std::move(context)},
          rule_{rule},
          use_{use},
          packets_{packets},
          places_(node_count(setting_.network)) {}

    [[nodiscard]] const node_rows& to(node_id root) const {
        place& entry = places_.at(root);
        std::call_once(entry.once,
                       [&] { entry.table = table_of(setting_, rule_, use_, packets_, root); });
        return entry.table->parts[0];
    }

private:
    struct place {
        std::once_flag once;
        shared_parts table;
    };

    tutti::setting setting_;
    schedule_rule rule_;
    table_use use_;
    std::uint64_t packets_;
    mutable std::vector<place> places_;
};

/// Schedule with a table for each root.
struct rooted_schedule {
    rooted_schedule(const setting& context, const schedule_rule& rule, table_use use,
                    std::uint64_t count)
        : packets{count},
          participants{context.participants},
          tables{std::make_shared<const tables_by_root>(context, rule, use, count)},
          sends{[tables = tables](const schedule_step& now, const schedule_row& send) {
              send_rows(tables->to(now.root), now, send);
          }} {}

    std::uint64_t packets;
    participant_set participants;
    std::shared_ptr<const tables_by_root> tables;
    schedule sends;
};

void broadcast_from_root(algorithm& entry, const schedule_rule& rule) {
    static constexpr table_use forwards{.spreads = true};
    entry.knowledge = {knowledge_item::root};
    entry.parameters = {pieces_of_a_message()};
    entry.transmissions = [rule](const problem& input) {
        return packet_hops{
            table_of(input, rule, forwards, pieces_in(input), input.root)->parts[0].count()};
    };
    entry.phases = [rule](const problem& input) {
        const std::uint64_t pieces = pieces_in(input);
        const auto table = table_of(input, rule, forwards, pieces, input.root);
        return std::vector{
            synchronous_phase("broadcast", table->parts[0].slots(), rational{1, pieces})};
    };
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const knowledge& items, const rooted_schedule& rows) {
            const node_id root = items.root();
            return broadcast_by_schedule(
                self, std::move(input.messages), static_cast<std::uint8_t>(rows.packets), root,
                rows.sends, rows.tables->to(root).slots(), rows.participants.contains(self.id()));
        },
        [rule](const setting& setting) {
            return rooted_schedule{setting, rule, forwards, pieces_in(setting)};
        });
    describe_cost(entry, rule, pieces_in);
}

}  // namespace

send_table sends_of(const link_table& links, const setting& setting, const schedule_rule& rule,
                    std::uint64_t packets, node_id root) {
    const auto count = static_cast<std::uint32_t>(packets);
    return found_or_made(
        links, setting, rule, {.packets = packets, .root = root},
        [&] {
            return schedule_requirement{
                .ports = setting.ports,
                .begins = rule.is_rooted ? std::vector<node_id>(count, root)
                                         : packets_in_turn(links, count, setting.participants),
                .participants = setting.participants};
        },
        [&] { return rule.make(links, setting, count, root); });
}

parameter pieces_of_a_message() {
    return {.name = "pieces",
            .default_value = std::uint64_t{1},
            .meaning = "m, how many pieces a message is cut into",
            .range = integer_range{.least = 1, .most = most_pieces}};
}

std::uint64_t most_scheduled_packets(std::uint64_t nodes) {
    // Receiver matching takes about K^2 N / 8 operations, and has K N rows.
    constexpr std::uint64_t most_work = std::uint64_t{1} << 32U;
    std::uint64_t turns = 1;
    while (4 * turns * turns * nodes * nodes * nodes <= most_work) {
        turns *= 2;
    }
    return turns * nodes;
}

void run_by_rule(algorithm& entry, const schedule_rule& rule) {
    const table_use use = use_in(entry);
    if (!use.reduces) {
        broadcast_by_rule(entry, rule);
        describe_cost(entry, rule, packets_of_broadcast);
        return;
    }
    describe_reduction(entry);
    const auto packets = [rule](const setting& setting) { return packets_of_rule(setting, rule); };
    const auto table = [rule, use, packets](const setting& setting) {
        return table_of(setting, rule, use, packets(setting),
                        rule.is_rooted ? setting.participants.at(0) : 0);
    };
    run_by_schedule(
        entry,
        [table, use, packets](const setting& setting) {
            return plan_of_halves(setting, use.spreads, table(setting)->parts[0].slots(),
                                  packets(setting));
        },
        [table](const setting& setting) { return schedule_of(table(setting)); });
    describe_transmissions(entry, table, packets);
    describe_cost(entry, rule, packets);
}

void run_by_rooted_rule(algorithm& entry, const schedule_rule& rule) {
    if (entry.collective == "broadcast") {
        broadcast_from_root(entry, rule);
        return;
    }
    static constexpr table_use backwards{.reduces = true};
    describe_reduction(entry);
    entry.inapplicable_input_reason = [rule](const problem& problem) {
        const std::uint64_t most = rule.most_packets(node_count(problem.network));
        return value_count(problem) > most
                   ? fmt::format("has timetables for {} values at most here, not {}", most,
                                 value_count(problem))
                   : std::string{};
    };
    reduce_in(
        entry,
        [rule](const problem& posed) {
            return table_of(posed, rule, backwards, value_count(posed), posed.root)
                ->parts[0]
                .slots();
        },
        [rule](const setting& setting) {
            return rooted_schedule{setting, rule, backwards, value_count(setting)}.sends;
        });
    describe_transmissions(
        entry,
        [rule](const problem& posed) {
            return table_of(posed, rule, backwards, value_count(posed), posed.root);
        },
        value_count);
    describe_cost(entry, rule, value_count);
}

void run_by_rule(algorithm& entry, const allreduce_rule& rule) {
    describe_reduction(entry);
    const auto values = [rule](const setting& setting) {
        return std::min(value_count(setting), rule.most_values(setting));
    };
    const auto table = [rule, values](const setting& setting) {
        const std::uint64_t count = values(setting);
        const std::uint64_t variant = rule.variant != nullptr ? rule.variant(setting) : 0;
        return shared_table<scheduled_parts>(
            setting.network,
            {.maker = rule.name, .sizes = {count, variant}, .participants = setting.participants},
            [&](const link_table& links) {
                scheduled_parts both;
                both.parts.emplace_back(links, sends_of(links, setting, rule, count, variant));
                return both;
            });
    };
    run_by_schedule(
        entry,
        [table, values](const setting& setting) {
            return plan_of(setting,
                           {{.end = "allreduce", .slots = table(setting)->parts[0].slots()}},
                           values(setting));
        },
        [table](const setting& setting) { return schedule_of(table(setting)); });
    describe_transmissions(entry, table, values);
    describe_cost(entry, rule, values);
}

}  // namespace tutti
