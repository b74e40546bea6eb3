#include "promise.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <stdexcept>

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "algorithms/trial.hpp"
#include "support/standard.hpp"
#include "tutti/experiment/experiment.hpp"

namespace support {
namespace {

using tutti::node_id;
using tutti::rational;

std::uint64_t ceil_of(std::uint64_t a, std::uint64_t b) { return (a + b - 1) / b; }

std::uint64_t power(int base, int exponent) {
    std::uint64_t value = 1;
    for (int i = 0; i < exponent; ++i) {
        value *= static_cast<std::uint64_t>(base);
    }
    return value;
}

// M(1-1/N), the leading term of the bounds.
rational nearly(std::uint64_t m, const mesh& mesh) {
    return rational{m} * rational{mesh.nodes() - 1, mesh.nodes()};
}

// Sections 6.1 and 6.3: pieces for this number of classes.
mesh_promise with_pieces(const mesh& mesh, int classes, const std::vector<node_id>& sources) {
    const std::uint64_t m = sources.size();
    const rational reach{mesh.p - 1, mesh.gamma() * classes};
    mesh_promise made;
    made.time = rational{mesh.d * (mesh.p - 1), classes} + reach * mesh.sigma(m);
    made.bound = nearly(m, mesh) / (mesh.gamma() * classes) + reach * mesh.d +
                 rational{mesh.d * (mesh.p - 1), classes};
    made.data = m * (mesh.nodes() - 1) * static_cast<std::uint64_t>(classes * mesh.gamma());
    for (int c = 0; c < classes; ++c) {
        made.data += hops_of_packing(mesh, c, sources);
    }
    made.control = 2 * static_cast<std::uint64_t>(classes) * (mesh.nodes() - 1);
    return made;
}

// Section 6.4.
mesh_promise with_whole_packets(const mesh& mesh, bool alternates,
                                const std::vector<node_id>& sources) {
    const std::uint64_t share = ceil_of(sources.size(), static_cast<std::uint64_t>(mesh.d));
    const int sweep = mesh.d * (mesh.p - 1);
    const bool is_shorter = alternates && mesh.p % 2 == 0;
    mesh_promise made;
    made.time =
        sweep + (alternates ? alternating_steps(mesh, share) : mesh.round() * mesh.sigma(share));
    made.bound =
        sweep + mesh.d * mesh.round() +
        nearly(share, mesh) * (is_shorter ? rational{1, 2} : rational{mesh.round(), mesh.p - 1});
    made.data = sources.size() * (mesh.nodes() - 1);
    const auto classes = sources_of_classes(mesh, sources);
    for (int c = 0; c < mesh.d; ++c) {
        made.data += hops_of_packing(mesh, c, classes[static_cast<std::size_t>(c)]);
    }
    made.control = 2 * static_cast<std::uint64_t>(mesh.d + 1) * (mesh.nodes() - 1);
    return made;
}

// Section 7, pieces: they are where packing would bring them.
mesh_promise without_packing(const mesh& mesh, int classes) {
    mesh_promise made;
    made.time = rational{mesh.nodes() - 1, mesh.gamma() * classes};
    made.bound = made.time;
    made.data =
        mesh.nodes() * (mesh.nodes() - 1) * static_cast<std::uint64_t>(classes * mesh.gamma());
    return made;
}

bool is_whole(std::string_view rule) { return rule.find("nosplit") != std::string_view::npos; }

// Pieces that messages are cut into.
int pieces(std::string_view rule, const mesh& mesh) {
    return is_whole(rule) ? 1 : mesh.gamma() * (rule.ends_with("_split") ? mesh.d : 1);
}

// Links to the node farthest from one of the sources.
int farthest(const mesh& mesh, const std::vector<node_id>& sources) {
    int most = 0;
    for (const node_id source : sources) {
        int links = mesh.is_torus ? mesh.d * (mesh.p / 2) : 0;
        for (int i = 0; i < mesh.d && !mesh.is_torus; ++i) {
            links += std::max(mesh.digit(source, i), mesh.p - 1 - mesh.digit(source, i));
        }
        most = std::max(most, links);
    }
    return most;
}

// Of whole packets on a path: those up to node j cross the link after it, and the last goes on.
std::int64_t crossing(const mesh& mesh, const std::vector<node_id>& sources) {
    std::int64_t most = 0;
    for (int j = 0; j + 1 < mesh.p; ++j) {
        const auto at = static_cast<node_id>(j);
        const auto other = static_cast<node_id>(mesh.p - 1 - j);
        const auto below = std::ranges::count_if(sources, [=](node_id x) { return x <= at; });
        const auto above = std::ranges::count_if(sources, [=](node_id x) { return x >= other; });
        most = std::max<std::int64_t>(most, below > 0 ? below + mesh.p - 2 - j : 0);
        most = std::max<std::int64_t>(most, above > 0 ? above + mesh.p - 2 - j : 0);
    }
    return most;
}

// Section 6.5, in pieces as the rule cuts them, and the way to the farthest node. On a ring some
// node hears all messages if not all nodes have one.
rational lower_bound_of(std::string_view rule, const mesh& mesh,
                        const std::vector<node_id>& sources) {
    const bool is_line = mesh.d == 1 && rule.starts_with("pmnb");
    const std::size_t own = is_line && sources.size() < mesh.nodes() ? 0 : 1;
    const int m = pieces(rule, mesh);
    const rational heard = rational{sources.size() - own, mesh.d * mesh.gamma()} * m;
    const std::int64_t least = std::max<std::int64_t>(heard.ceil(), farthest(mesh, sources));
    return {is_line && !mesh.is_torus ? crossing(mesh, sources) : least, m};
}

// The algorithm that the catalogue has for a rule.
const tutti::algorithm* entry_with_rule(std::string_view rule) {
    for (const tutti::algorithm& algorithm : standard_algorithms()) {
        if ((", " + std::string{algorithm.rule} + ",").find(fmt::format(", {},", rule)) !=
            std::string::npos) {
            return &algorithm;
        }
    }
    return nullptr;
}

mesh_promise broadcast_part(std::string_view rule, const mesh& mesh,
                            const std::vector<node_id>& sources) {
    const bool alternates = rule.ends_with("_alt");
    if (is_whole(rule)) {
        return with_whole_packets(mesh, alternates, sources);
    }
    if (!rule.ends_with("_A0") && !rule.ends_with("_split")) {
        throw std::invalid_argument{"no promise is known for " + std::string{rule}};
    }
    const int classes = rule.ends_with("_split") ? mesh.d : 1;
    return rule.starts_with("mnb") ? without_packing(mesh, classes)
                                   : with_pieces(mesh, classes, sources);
}

}  // namespace

std::int64_t alternating_steps(const mesh& mesh, std::uint64_t m) {
    std::uint64_t sum = 0;
    for (int k = 1; k <= mesh.d; ++k) {
        sum += ceil_of(ceil_of(m, power(mesh.p, k)) * static_cast<std::uint64_t>(mesh.p - 1), 2);
    }
    return static_cast<std::int64_t>(sum);
}

std::uint64_t mesh::nodes() const { return power(p, d); }

std::string mesh::text() const {
    std::string sides = std::to_string(p);
    for (int i = 1; i < d; ++i) {
        sides += fmt::format("x{}", p);
    }
    return fmt::format("{}:{}", is_torus ? "torus" : "array", sides);
}

int mesh::digit(node_id node, int i) const {
    return static_cast<int>(node / power(p, i) % static_cast<std::uint64_t>(p));
}

std::uint64_t mesh::place(node_id node, int c) const {
    std::uint64_t sum = 0;
    for (int l = 0; l < d; ++l) {
        sum += static_cast<std::uint64_t>(digit(node, (l + c) % d)) * power(p, l);
    }
    return sum;
}

std::int64_t mesh::sigma(std::uint64_t m) const {
    std::uint64_t sum = 0;
    for (int k = 1; k <= d; ++k) {
        sum += ceil_of(m, power(p, k));
    }
    return static_cast<std::int64_t>(sum);
}

std::uint64_t hops_of_packing(const mesh& mesh, int c, std::vector<node_id> sources) {
    std::ranges::sort(sources, {}, [&](node_id node) { return mesh.place(node, c); });
    std::uint64_t hops = 0;
    for (std::size_t rank = 0; rank < sources.size(); ++rank) {
        for (int l = 0; l < mesh.d; ++l) {
            const int from = mesh.digit(sources[rank], (l + c) % mesh.d);
            const int to = mesh.digit(static_cast<node_id>(rank), l);
            hops += static_cast<std::uint64_t>(std::abs(from - to));
        }
    }
    return hops;
}

std::vector<std::vector<node_id>> sources_of_classes(const mesh& mesh,
                                                     const std::vector<node_id>& sources) {
    std::vector<std::vector<node_id>> classes(static_cast<std::size_t>(mesh.d));
    for (std::size_t rank = 0; rank < sources.size(); ++rank) {
        classes[rank % classes.size()].push_back(sources[rank]);
    }
    return classes;
}

mesh_promise promise_of(std::string_view rule, const mesh& mesh,
                        const std::vector<node_id>& sources, const rational& step) {
    mesh_promise made = broadcast_part(rule, mesh, sources);
    if (rule.starts_with("mnb")) {
        made.control = 0;
    } else {
        const rational sums = rational{(is_whole(rule) ? 4 : 2) * mesh.d * (mesh.p - 1)} * step;
        made.time += sums;
        made.bound += sums;
    }
    if (!sources.empty()) {
        made.lower_bound = lower_bound_of(rule, mesh, sources);
    }
    return made;
}

void check_promise(std::string_view rule, const mesh& mesh, std::vector<node_id> sources,
                   const rational& step) {
    std::ranges::sort(sources);
    const tutti::algorithm* const algorithm = entry_with_rule(rule);
    REQUIRE(algorithm != nullptr);
    tutti::experiment plan =
        on_network(*algorithm, mesh.text(), written(tutti::broadcasters_at(sources)));
    if (rule.starts_with("pmnb")) {
        plan.parameters["prefix-step"] = to_string(step);
    }
    if (rule == "mnb_nosplit_alt") {
        plan.parameters["alternate"] = "true";
    }
    const mesh_promise expected = promise_of(rule, mesh, sources, step);
    const tutti::result outcome = run(plan);
    CAPTURE(rule);
    CAPTURE(mesh.text());
    CAPTURE(outcome.broadcasters);
    CAPTURE(to_string(step));

    CHECK(verdict_line(outcome) == "complete");
    CHECK(outcome.units == expected.time);
    CHECK(outcome.units <= expected.bound);
    CHECK(outcome.units >= expected.lower_bound);
    CHECK(outcome.lower_bound.units == expected.lower_bound);
    CHECK(outcome.transmissions - outcome.control_transmissions == expected.data);
    CHECK(outcome.control_transmissions == expected.control);
    if (!sources.empty()) {
        CHECK(outcome.last_arrival == outcome.slots);
    }
}

std::vector<mesh> meshes(int most_side, int most_dimensions, std::uint64_t most_nodes) {
    std::vector<mesh> networks;
    for (const bool is_torus : {false, true}) {
        for (int p = is_torus ? 3 : 2; p <= most_side; ++p) {
            for (int d = 1; d <= most_dimensions; ++d) {
                const mesh mesh{.is_torus = is_torus, .p = p, .d = d};
                if (mesh.nodes() <= most_nodes) {
                    networks.push_back(mesh);
                }
            }
        }
    }
    return networks;
}

std::vector<node_id> members_of(std::uint64_t members) {
    std::vector<node_id> nodes;
    for (node_id node = 0; node < 64; ++node) {
        if ((members >> node & 1U) != 0) {
            nodes.push_back(node);
        }
    }
    return nodes;
}

}  // namespace support
