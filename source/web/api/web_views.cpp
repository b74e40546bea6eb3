#include "web_views.hpp"

#include <algorithm>
#include <array>

#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "experiment/network_summary.hpp"
#include "pictures/drawing.hpp"
#include "pictures/layout/network_layout.hpp"
#include "results/json.hpp"
#include "topology/networks/each_link.hpp"
#include "topology/networks/network_size.hpp"
#include "tutti/recording/recording.hpp"
#include "tutti/version.hpp"
#include "web/replay/replay_page.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

constexpr std::size_t most_described_nodes = 65'536;
constexpr std::uint64_t most_described_ports = 1'000'000;
constexpr std::size_t most_placed_nodes = 1024;
constexpr std::uint64_t most_placed_links = 200'000;  // more take long, and are a black square

// JSON output of a command.
json::value printed_by(const command& chosen, const web_context& all) {
    const std::array words{chosen.name, std::string_view{"--json"}};
    const command_line given{{&chosen, 1}, words, all.program};
    return json::parse(chosen.carry_out(given, *all.known).output);
}

json::object task_of(const collective& goal) {
    return {{"name", goal.name},
            {"trade_names", array_of(goal.aliases, [](const std::string& each) { return each; })},
            {"meaning", goal.meaning},
            {"takes_broadcasters", goal.takes_broadcasters},
            {"takes_root", goal.takes_root},
            {"algorithms", json::array{}}};
}

json::array tasks_of(const web_context& all) {
    json::array tasks;
    const json::value listed = printed_by(list_command(), all);
    for (const json::value& each : listed.as_array()) {
        json::object entry = each.as_object();
        const std::string task{entry["task"].as_string()};
        if (tasks.empty() || tasks.back().as_object()["name"].as_string() != task) {
            tasks.push_back(task_of(*all.known->find_collective(task)));
        }
        entry["name"] = entry["algorithm"];
        entry.erase("algorithm");
        entry.erase("task");
        tasks.back().as_object()["algorithms"].as_array().push_back(std::move(entry));
    }
    return tasks;
}

struct box {
    double left = 0;
    double top = 0;
    double width = 1;
    double height = 1;
};

box box_of(const std::vector<svg_point>& places) {
    box found{.left = places.front().x, .top = places.front().y, .width = 0, .height = 0};
    for (const svg_point& each : places) {
        found.left = std::min(found.left, each.x);
        found.top = std::min(found.top, each.y);
    }
    for (const svg_point& each : places) {
        found.width = std::max(found.width, each.x - found.left);
        found.height = std::max(found.height, each.y - found.top);
    }
    return found;
}

// A recording, as long as somebody waits for what is made of it.
picture_source wanted_source(const recording& shown, const std::stop_token& stop) {
    picture_source source = source_of(shown);
    source.visit = [visit = source.visit, stop](
                       slot first, slot last,
                       const std::function<void(const recorded_slot&)>& show) {
        visit(first, last, [&](const recorded_slot& each) {
            serve::require_wanted(stop);
            show(each);
        });
    };
    return source;
}

json::value layout_of(const network& where) {
    if (node_count(where) > most_placed_nodes || size_of(where).links > most_placed_links) {
        return nullptr;
    }
    picture::network_layout layout;
    try {
        layout = picture::lay_out(where, most_placed_nodes);
    } catch (const drawing_refused&) {
        return nullptr;
    }
    if (layout.size() != node_count(where)) {
        return nullptr;
    }
    const box all = box_of(layout.places);
    const double scale = std::max(all.width, all.height);
    const auto within = [scale](double offset, double length) {
        return rounded(scale > 0 ? (offset + (scale - length) / 2) / scale : 0.5, 5);
    };
    json::array nodes;
    for (std::size_t node = 0; node < node_count(where); ++node) {
        const std::size_t group = layout.group_of(static_cast<node_id>(node));
        const svg_point place = layout.places[group];
        nodes.push_back(json::array{within(place.x - all.left, all.width),
                                    within(place.y - all.top, all.height), layout.names[group]});
    }
    json::array links;
    for_each_link(where, [&](node_id from, port through, node_id to) {
        links.push_back(json::array{from, through, to});
    });
    return json::object{{"nodes", std::move(nodes)}, {"links", std::move(links)}};
}

}  // namespace

json::object web_catalogue(const web_context& all) {
    json::array networks;
    const std::vector<option> options = experiment_options_and({}, {"--network"});
    for (const std::string_view each : split(options.front().meaning, ' ')) {
        const std::string_view name = each.ends_with(',') ? each.substr(0, each.size() - 1) : each;
        if (name.find_first_of(":(") != std::string_view::npos || name == "petersen") {
            networks.emplace_back(name);
        }
    }
    return {{"schema", "tutti.api/1"},
            {"program", json::object{{"name", name_in_stores(*all.known, all.program)},
                                     {"version", version()}}},
            {"networks", std::move(networks)},
            {"tasks", tasks_of(all)}};
}

serve::answer network_view(const std::string& specification, const web_context& all,
                           const std::stop_token& stop) {
    const std::string real = with_graphs(specification, *all.kept);
    check_networks(real, *all.kept);
    const network whole = reading("NETWORK", [&] {
        const auto named = network_specification::parse(real);
        const graph_size size = largest_size(named, all.limits.memory_bytes);
        if (size.nodes > most_described_nodes || size.ports > most_described_ports) {
            refuse("{} has {} nodes and up to {} links; up to {} with {} links are described",
                   in_quotes(specification), grouped(size.nodes), grouped(size.links),
                   grouped(most_described_nodes), grouped(most_described_ports));
        }
        return named.build(all.limits.memory_bytes);
    });
    serve::require_wanted(stop);
    const json::value described = json::parse(to_json(describe(specification, whole)));
    serve::require_wanted(stop);
    const json::object said{{"description", described}, {"layout", layout_of(whole)}};
    return {.body = serialized(said) + "\n"};
}

serve::answer replay_view(const std::string& path, const std::stop_token& stop) {
    const recording shown = recording::open(path);
    const replay_content content = replay_of(wanted_source(shown, stop));
    return {.type = "text/html; charset=utf-8",
            .body = replay_page(shown.plan(), content),
            .policy = replay_page_policy() + "; frame-ancestors 'none'"};
}

serve::answer picture_view(const std::string& path, const std::string& kind,
                           const std::stop_token& stop) {
    const auto names = picture_kind_names();
    const auto found = std::ranges::find(names, kind);
    if (found == names.end()) {
        refuse("as: {} is unknown{}", in_quotes(kind), did_you_mean(kind, names));
    }
    const recording shown = recording::open(path);
    return {
        .type = "image/svg+xml",
        .body = draw(wanted_source(shown, stop), static_cast<picture_kind>(found - names.begin()))};
}

}  // namespace tutti::program
