#include "cli/arguments/experiment_options.hpp"
#include "cli/commands.hpp"
#include "cli/output/text_output.hpp"
#include "experiment/network_summary.hpp"

namespace tutti::program {
namespace {

outcome describe(const command_line& arguments, const catalogue& catalogue) {
    const auto text = arguments.argument();
    if (!text) {
        refuse("NETWORK: missing; name one, for example hypercube:10");
    }
    if (arguments.has("--dot") && arguments.has("--json")) {
        refuse("--dot: cannot be combined with --json; use one of them");
    }
    // The network is only outlined: most properties follow from its numbers alone.
    const network net = reading("NETWORK", [&] {
        return network_specification::parse(*text, catalogue.networks())
            .outline(available_memory_bytes());
    });
    if (arguments.has("--dot")) {
        return {.output = reading("--dot", [&] { return to_dot(net); })};
    }
    return {.output = json_or_table(arguments, tutti::describe(*text, net))};
}

}  // namespace

command describe_command() {
    return {.name = "describe",
            .argument = "NETWORK",
            .argument_meaning = "a network, as for --network, such as torus:4x5",
            .meaning = "print size, degree, diameter and a Hamiltonian cycle of a network",
            .options = {{.name = "--json", .meaning = "print the description as one JSON object"},
                        {.name = "--dot",
                         .meaning = "print nodes and links in Graphviz's DOT language"}},
            .carry_out = describe};
}

}  // namespace tutti::program
