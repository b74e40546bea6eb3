#include "collective_question.hpp"

#include <algorithm>
#include <map>

#include "bounds/all_links.hpp"
#include "collectives/reduction.hpp"
#include "schedule/played/packet_numbering.hpp"
#include "schedule/schedule_contents.hpp"
#include "topology/networks/network_specification.hpp"
#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// Maker of a question.
class question_builder {
public:
    question_builder(collective_question& asked, const problem& input)
        : asked_{&asked}, input_{&input}, links_{input.network} {
        optimum_question& question = asked.question;
        question.ports = input.ports;
        question.nodes = links_.node_count();
        for (const node_id node : input.participants.nodes(question.nodes)) {
            question.participants.push_back(node);
        }
        add_links();
    }

    void add_packets() {
        switch (asked_->collective) {
            case schedule_collective::broadcast:
                return add_everywhere(input_->root, 0);
            case schedule_collective::reduce:
                return add_values(0);
            case schedule_collective::reduce_scatter:
                return add_values(participants().size());
            case schedule_collective::successive_broadcasts:
                return add_in_order();
            case schedule_collective::allgather:
                return for_each_participant([&](node_id node) { add_everywhere(node, node); });
            case schedule_collective::scatter:
            case schedule_collective::gather:
                return for_each_participant([&](node_id node) { add(input_->root, {node}, node); });
            case schedule_collective::alltoall:
                return for_each_participant([&](node_id origin) {
                    for_each_participant([&](node_id to) {
                        add(origin, {to}, std::uint64_t{origin} * links_.node_count() + to);
                    });
                });
            default:
                asked_->question.kind = question_kind::allreduce;
                asked_->question.values = remainder_of(value_count(*input_), ~std::uint32_t{0});
                asked_->question.may_count_twice = false;
        }
    }

private:
    [[nodiscard]] const std::vector<node_id>& participants() const noexcept {
        return asked_->question.participants;
    }

    void for_each_participant(const auto& visit) {
        for (const node_id node : participants()) {
            visit(node);
        }
    }

    void add_links() {
        std::map<timetable_link, std::uint32_t> copies;
        for (const directed_link& link : links_.links()) {
            ++copies[{.from = link.from, .to = link.to}];
        }
        std::vector<std::uint32_t> capacities;
        for (const auto& [link, count] : copies) {
            asked_->question.links.push_back(link);
            capacities.push_back(count);
        }
        std::vector<bool> has_gate(links_.node_count(), true);
        for (const node_id node : switches_in(input_->network)) {
            has_gate[node] = false;
        }
        asked_->question.resources =
            slot_resources_of(asked_->question.links, capacities, input_->ports, has_gate);
    }

    void add_in_order() {
        const packet_numbering numbering{
            .collective = asked_->collective,
            .is_hypercube = std::holds_alternative<hypercube>(input_->network),
            .nodes = links_.node_count()};
        std::vector<node_id> order = participants();
        std::ranges::sort(order, {}, [&](node_id node) { return numbering.place_of(node); });
        asked_->question.kind = question_kind::in_order;
        for (const node_id node : order) {
            add_everywhere(node, node);
        }
    }

    // Backwards a value goes from its result to all who contribute to it.
    void add_values(std::size_t owners) {
        const std::uint64_t count = value_count(*input_);
        for (std::uint64_t value = 0; value < count; ++value) {
            add_everywhere(owners == 0 ? input_->root : participants()[value * owners / count],
                           value);
        }
    }

    void add_everywhere(node_id origin, std::uint64_t message) {
        add(origin, participants(), message);
    }

    void add(node_id origin, std::vector<node_id> destinations, std::uint64_t message) {
        std::erase(destinations, origin);
        for (std::uint32_t piece = 0; piece < asked_->pieces && !destinations.empty(); ++piece) {
            asked_->question.packets.push_back({origin, destinations});
            asked_->messages.push_back(message);
        }
    }

    collective_question* asked_;
    const problem* input_;
    all_links links_;
};

void require_questionable(const collective_question& asked, const problem& input) {
    const std::size_t nodes = node_count(input.network);
    if (nodes > most_nodes_of_optima) {
        refuse("optima are for {} nodes at most; the network has {}", most_nodes_of_optima, nodes);
    }
    if (asked.collective == schedule_collective::successive_broadcasts &&
        (input.message_count() != nodes || asked.pieces > 1)) {
        refuse("the optimum of successive broadcasts is for one whole value of every node");
    }
    if (reduces(asked.collective) && asked.pieces > 1) {
        refuse("values are not cut into pieces; say --set values=M");
    }
    if (reduces(asked.collective) && input.ports == port_model::shout_and_whisper) {
        refuse("nodes that shout have no reductions; all, one-way, single and single-half have");
    }
    if (asked.collective == schedule_collective::reduce_scatter &&
        value_count(input) % input.participant_count() != 0) {
        refuse("values {}: reduce-scatter needs a multiple of the {} participants",
               value_count(input), input.participant_count());
    }
}

schedule_row schedule_row_of(const collective_question& asked, const timetable_row& row) {
    const auto [from, to] = asked.question.links[row.link];
    if (asked.question.kind == question_kind::allreduce) {
        return {
            .at = row.at, .from = from, .to = to, .message = row.packet, .reduces = row.reduces};
    }
    return {.at = row.at,
            .from = from,
            .to = to,
            .message = asked.messages[row.packet],
            .piece = row.packet % asked.pieces,
            .reduces = reduces(asked.collective)};
}

// @param end slot behind the last
schedule_row reversed(const schedule_row& row, slot end) {
    schedule_row back = row;
    back.at = end - row.at;
    std::swap(back.from, back.to);
    return back;
}

}  // namespace

collective_question question_of(std::string_view name, const problem& input, std::uint32_t pieces) {
    const auto collective = schedule_collective_of(name);
    if (!collective) {
        refuse(
            "{} has no optimum here; allgather, alltoall, broadcast, scatter, gather, allreduce, "
            "reduce, reduce-scatter and successive-broadcasts have one",
            name);
    }
    collective_question asked{.collective = *collective, .pieces = pieces};
    require_questionable(asked, input);
    asked.is_reversed = asked.collective == schedule_collective::gather ||
                        asked.collective == schedule_collective::reduce ||
                        asked.collective == schedule_collective::reduce_scatter;
    question_builder{asked, input}.add_packets();
    return asked;
}

foreign_schedule schedule_of(const collective_question& asked, const timetable& rows,
                             const problem& input) {
    foreign_schedule schedule{.file = "optimum",
                              .network_text = specification_of(input.network),
                              .network_source = "-n",
                              .is_network_named = true};
    schedule.links = schedule_links{input.network};
    schedule.collective = asked.collective;
    schedule.root = input.root;
    schedule.pieces = asked.pieces;
    for (node_id node = 0; node < asked.question.nodes; ++node) {
        schedule.is_participant.push_back(input.participants.contains(node));
    }
    set_messages(schedule, reduces(asked.collective) ? value_count(input) : 1);
    const slot end = rows.empty() ? 0 : rows.back().at + 1;
    for (const timetable_row& row : rows) {
        schedule.rows.push_back(asked.is_reversed ? reversed(schedule_row_of(asked, row), end)
                                                  : schedule_row_of(asked, row));
    }
    std::ranges::sort(schedule.rows);
    schedule.place_of = [](std::uint32_t /*position*/) { return std::string{"optimum"}; };
    return schedule;
}

}  // namespace tutti
