#include "web_views.hpp"

#include <algorithm>
#include <ranges>

#include "experiment/network_summary.hpp"
#include "experiment/plan/plan_json.hpp"
#include "experiment/plan/plan_schema.hpp"
#include "pictures/drawing.hpp"
#include "pictures/layout/network_layout.hpp"
#include "results/catalogue_json.hpp"
#include "results/schema/result_parts.hpp"
#include "topology/networks/each_link.hpp"
#include "topology/networks/network_kinds.hpp"
#include "topology/networks/network_size.hpp"
#include "tutti/recording/recording.hpp"
#include "tutti/version.hpp"
#include "util/json_values.hpp"
#include "web/replay/replay_page.hpp"

namespace tutti::program {
namespace {

namespace json = boost::json;

constexpr std::size_t most_described_nodes = 65'536;
constexpr std::uint64_t most_described_ports = 1'000'000;
constexpr std::size_t most_placed_nodes = 1024;
constexpr std::uint64_t most_placed_links = 200'000;  // more take long, and are a black square

// A recording, as long as a client waits for what is made of it.
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

json::array switches_of(const picture::network_layout& layout) {
    json::array switches;
    for (node_id node = 0; node < layout.size(); ++node) {
        if (layout.is_switch(node)) {
            switches.emplace_back(node);
        }
    }
    return switches;
}

// A network without a layout is described all the same; the page then draws none.
json::value layout_of(const network& net) {
    if (node_count(net) > most_placed_nodes || size_of(net).links > most_placed_links) {
        return nullptr;
    }
    picture::network_layout layout;
    try {
        layout = picture::lay_out(net, most_placed_nodes);
    } catch (const drawing_refused&) {
        return nullptr;
    }
    if (layout.size() != node_count(net)) {
        return nullptr;
    }
    const auto x = std::ranges::minmax(layout.places | std::views::transform(&svg_point::x));
    const auto y = std::ranges::minmax(layout.places | std::views::transform(&svg_point::y));
    // Places are scaled to the unit square with their proportions, and centred.
    const double scale = std::max(x.max - x.min, y.max - y.min);
    const auto within = [scale](double place, const auto& range) {
        const double margin = (scale - (range.max - range.min)) / 2;
        return rounded(scale > 0 ? (place - range.min + margin) / scale : 0.5, 5);
    };
    json::array nodes;
    for (node_id node = 0; node < node_count(net); ++node) {
        const std::size_t group = layout.group_of(node);
        const svg_point place = layout.places[group];
        const auto& names = layout.own_names.empty() ? layout.names : layout.own_names;
        nodes.push_back(json::array{within(place.x, x), within(place.y, y), names[group]});
    }
    json::array links;
    for_each_link(net, [&](node_id from, port through, node_id to) {
        links.push_back(json::array{from, through, to});
    });
    json::object object{{"nodes", std::move(nodes)}, {"links", std::move(links)}};
    if (json::array switches = switches_of(layout); !switches.empty()) {
        object["switches"] = std::move(switches);
    }
    return object;
}

}  // namespace

json::object web_catalogue(const web_context& context) {
    json::array networks;
    for (const network_kind* const each : context.catalogue->networks().kinds()) {
        if (each->is_listed) {
            networks.emplace_back(each->form);
        }
    }
    return {{"schema", "tutti.api/2"},
            {"program", json::object{{"name", name_in_stores(*context.catalogue, context.program)},
                                     {"version", version()}}},
            {"networks", std::move(networks)},
            {"plan", json_of_plan_fields()},
            {"collectives", json_of(*context.catalogue)},
            {"fields", json_of_result_fields()}};
}

serve::answer network_view(const serve::api_request& request, const web_context& context) {
    const std::string specification = request.target.value("spec");
    const std::string real = with_uploads(specification, *context.archive);
    const network whole = reading("NETWORK", [&] {
        const auto named = network_specification::parse(real, context.catalogue->networks());
        // The size is an upper bound that is known before the network is built.
        const graph_size size = largest_size(named, context.limits.memory_bytes);
        if (size.nodes > most_described_nodes || size.ports > most_described_ports) {
            refuse("{} has {} nodes and up to {} links; up to {} with {} links are described",
                   in_quotes(specification), grouped(size.nodes), grouped(size.links),
                   grouped(most_described_nodes), grouped(most_described_ports));
        }
        return named.build(context.limits.memory_bytes);
    });
    serve::require_wanted(request.stop);
    const json::value described = json::parse(to_json(describe(specification, whole)));
    serve::require_wanted(request.stop);
    const json::object object{{"description", described}, {"layout", layout_of(whole)}};
    return {.body = serialized(object) + "\n"};
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
    const auto as = choice_named<picture_kind>("as", kind, picture_kind_names);
    const recording shown = recording::open(path);
    return {.type = "image/svg+xml", .body = draw(wanted_source(shown, stop), as)};
}

}  // namespace tutti::program
