/// @file
/// Algorithms that play a schedule which somebody else made, one for each collective that schedules
/// have.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "algorithms/entry.hpp"
#include "collectives/reduction.hpp"
#include "played_schedule.hpp"
#include "schedule_programs.hpp"
#include "tutti/catalog/any_program.hpp"
#include "util/counts.hpp"
#include "util/recent_results.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

/// The schedule of a setting, by root as nodes know it.
class played_by_root {
public:
    played_by_root(setting context, std::string collective, bool has_root)
        : context_{std::move(context)}, collective_{std::move(collective)}, has_root_{has_root} {}

    [[nodiscard]] std::shared_ptr<const played_schedule> to(const knowledge& items) const {
        const node_id root = has_root_ ? items.root() : 0;
        return known_->of(root, [&] { return played_schedule_of(context_, collective_, root); });
    }

private:
    using shared_schedules = recent_results<node_id, std::shared_ptr<const played_schedule>>;

    setting context_;
    std::string collective_;
    bool has_root_;
    std::shared_ptr<shared_schedules> known_ = std::make_shared<shared_schedules>();
};

bool has_root(const algorithm& entry) {
    return std::ranges::count(entry.knowledge, knowledge_item::root) > 0;
}

// The schedule of a problem that it fits.
auto schedule_finder(const algorithm& entry) {
    return [collective = entry.collective, rooted = has_root(entry)](const problem& input) {
        return played_schedule_of(input, collective, rooted ? input.root : 0);
    };
}

std::vector<parameter> file_parameters() {
    std::vector<std::string> formats{"auto"};
    for (const std::string_view format : schedule_format_names()) {
        formats.emplace_back(format);
    }
    return {{.name = "file",
             .default_value = "",
             .meaning = "the schedule: a file of any format that check reads",
             .range = name_range{.words = "the name of a file"}},
            {.name = "format",
             .default_value = "auto",
             .meaning = "its format; auto: recognised by its content",
             .range = name_range{formats}}};
}

// The number of values is that of the input, and of total exchange the packets are one a pair.
std::string mismatch_of(const problem& input, const played_schedule& played) {
    if (!played.fault.empty()) {
        return played.fault;
    }
    if (reduces(played.numbering.collective) && value_count(input) != played.values) {
        return fmt::format("the file has {}, and the run {}; say --set values={}",
                           quantity(played.values, "value"), value_count(input), played.values);
    }
    if (played.numbering.is_in_order() && input.message_count() != node_count(input.network)) {
        return "a schedule has one value of every node";
    }
    return input.number_or("packets", 1) == 1 ? "" : "a schedule has one packet for each node";
}

void describe_player(algorithm& entry) {
    entry.source = "not in the papers";
    entry.idea =
        "Every node sends what its rows of a file say, which any program or person may have "
        "written. The file is verified first.";
    entry.networks = "any with the file's links";
    entry.ports = {port_model::all_port, port_model::single_port_full_duplex,
                   port_model::single_port_half_duplex, port_model::shout_and_whisper,
                   port_model::one_way};
    entry.time = "the slots of the file";
    entry.most_chosen_nodes = 0;
    entry.takes_participants = true;
    entry.runs_on_array = true;
    entry.plays_a_file = true;
    entry.parameters = file_parameters();
    entry.inapplicable_reason = [](const network& /*network*/) { return std::string{}; };
    const auto find = schedule_finder(entry);
    entry.inapplicable_input_reason = [find](const problem& input) -> std::string {
        try {
            return mismatch_of(input, *find(input));
        } catch (const std::invalid_argument& unreadable) {
            return unreadable.what();
        }
    };
    entry.phases = [find](const problem& input) {
        const auto played = find(input);
        return std::vector{synchronous_phase("schedule", played->rows->slots(),
                                             rational{1, played->numbering.pieces})};
    };
    entry.transmissions = [find](const problem& input) {
        return std::optional<packet_hops>{find(input)->rows->count()};
    };
}

auto played_table(const algorithm& entry) {
    return [collective = entry.collective, rooted = has_root(entry)](const setting& context) {
        return played_by_root{context, collective, rooted};
    };
}

void play_messages(algorithm& entry) {
    describe_player(entry);
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const knowledge& items, const played_by_root& schedules) {
            const auto played = schedules.to(items);
            return play_rows(self, std::move(input.messages), played,
                             played_messages{played->numbering});
        },
        played_table(entry));
}

void play_values(algorithm& entry) {
    describe_player(entry);
    entry.program = network_programs::on_any(
        [](auto& self, node_input input, const knowledge& items, const played_by_root& schedules,
           const reduction_rules& rules) {
            const auto played = schedules.to(items);
            return play_rows(self, std::move(input.messages), played,
                             played_values{played->numbering, rules});
        },
        played_table(entry), rules_of_reduction);
}

}  // namespace

void describe(standard_name<"multinode-broadcast/schedule"> /*name*/, algorithm& entry) {
    play_messages(entry);
}

void describe(standard_name<"total-exchange/schedule"> /*name*/, algorithm& entry) {
    play_messages(entry);
}

void describe(standard_name<"successive-broadcasts/schedule"> /*name*/, algorithm& entry) {
    play_messages(entry);
}

void describe(standard_name<"broadcast/schedule"> /*name*/, algorithm& entry) {
    entry.knowledge = {knowledge_item::root};
    play_messages(entry);
}

void describe(standard_name<"scatter/schedule"> /*name*/, algorithm& entry) {
    entry.knowledge = {knowledge_item::root};
    play_messages(entry);
}

void describe(standard_name<"gather/schedule"> /*name*/, algorithm& entry) {
    entry.knowledge = {knowledge_item::root};
    play_messages(entry);
}

void describe(standard_name<"allreduce/schedule"> /*name*/, algorithm& entry) {
    play_values(entry);
}

void describe(standard_name<"reduce/schedule"> /*name*/, algorithm& entry) {
    entry.knowledge = {knowledge_item::root};
    play_values(entry);
}

void describe(standard_name<"reduce-scatter/schedule"> /*name*/, algorithm& entry) {
    play_values(entry);
}

}  // namespace tutti
