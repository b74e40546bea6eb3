#include "text_tables.hpp"

#include <algorithm>

#include "experiment/stress/unlucky_tally.hpp"

namespace tutti {
std::string input_text(const request& request, std::string_view end) {
    std::string text;
    if (!request.participants.empty()) {
        text += fmt::format("participants {}{}", participants_text(request), end);
    }
    if (has_senders(request)) {
        text += fmt::format("broadcasters {}{}", senders_text(request), end);
    }
    return text;
}

void add_request_heading(listing& out, const request& request) {
    out.heading(fmt::format("{}/{} on {}: {}, {}, ports: {}", request.collective, request.algorithm,
                            request.network, quantity(request.nodes, "node"),
                            quantity(request.links, "link"), name_of(request.ports)),
                request.source);
}

void add_parameters(listing& out, const parameter_values& values) {
    for (const auto& [name, value] : values) {
        out.line("parameter", "{} = {}", name, value.text());
    }
}

void add_unlucky(listing& out, std::uint64_t runs, double tail) {
    out.line("unlucky", "{}; this many or more have probability {:.2g}{}", grouped(runs), tail,
             tail < impossible_probability ? ": impossible" : "");
}

std::string text_of(const std::optional<expected_time>& expected) {
    return expected ? fmt::format("{} {}", name_of(expected->kind), to_string(expected->units))
                    : "-";
}

// Equal bounds are listed once for each port model.
void listed_bounds::add(port_model ports, const lower_bound& own,
                        const std::optional<lower_bound>& pieces) {
    std::vector<lower_bound>& bounds = by_ports_[ports];
    for (const lower_bound& each : {own, pieces.value_or(own)}) {
        if (std::ranges::count(bounds, each) == 0) {
            bounds.push_back(each);
        }
    }
}

std::string listed_bounds::text() const {
    std::string text;
    for (const auto& [ports, bounds] : by_ports_) {
        // Ports are named only if algorithms differ in them.
        const std::string with =
            have_several_ports() ? fmt::format(" with ports {}", name_of(ports)) : "";
        for (const lower_bound& each : bounds) {
            text += fmt::format("lower bound{} {}\n", with, to_string(each));
        }
    }
    return text;
}

}  // namespace tutti
