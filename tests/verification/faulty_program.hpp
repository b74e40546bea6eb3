/// @file
/// Faulty programs: correct broadcasts, with one fault each.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "node/erased_node.hpp"
#include "tutti/catalog/algorithm.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/experiment/experiment.hpp"
#include "tutti/experiment/result.hpp"
#include "tutti/node/message.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/hypercube.hpp"

namespace support {

using node_interface_view = tutti::erased_node<tutti::hypercube, tutti::short_packet>;

/// Something that is done in its turn.
using act = std::function<tutti::task<>(node_interface_view&)>;

/// Handler of a message at a node: returns how often the node delivers `told`, and may change that
/// or the message that it forwards.
using hearing = std::function<int(node_interface_view& self, tutti::message& delivered,
                                  tutti::message& passed_on)>;

/// A faulty program: a correct broadcast, and its additional actions.
struct faulty_program {
    std::string_view name;
    std::string_view outcome;
    std::string_view text{};  ///< that the first complaint, or the error, has in it
    hearing hears{};
    act first{};  ///< at the beginning
    act last{};   ///< after its end was marked
    bool marks = true;
    bool looks = true;                                   ///< at its mail, in every slot
    bool disguises = false;                              ///< calls what it passes on control
    std::function<void(tutti::algorithm&)> describes{};  ///< changes its description
};

/// The node that goes wrong.
inline constexpr tutti::node_id faulty_node = 3;

/// A packet with a message.
[[nodiscard]] tutti::short_packet data(const tutti::message& content);

/// Only the faulty node does it, at once.
[[nodiscard]] act at_once(std::function<void(node_interface_view&)> action);

/// Only the faulty node does it, in a later slot.
[[nodiscard]] act in_slot(tutti::slot at, std::function<void(node_interface_view&)> action);

/// The faulty node throws it.
template <class Thrown>
[[nodiscard]] act throwing(Thrown thrown) {
    return at_once([thrown](node_interface_view& /*self*/) { throw thrown; });
}

/// Handler that delivers the faulty node's messages `times` times, after a change.
[[nodiscard]] hearing heard(
    int times,
    std::function<void(tutti::message& delivered, tutti::message& passed_on)> change = {});

/// Calls `visit` with the plans of the faulty program: nodes 0 and 5 of the 3-cube broadcast.
void for_creature(const faulty_program& program,
                  const std::function<void(const tutti::experiment& plan)>& visit);

/// The verdict; of a run that came to its end also what does not hold.
[[nodiscard]] std::string outcome_in_short(const tutti::result& outcome);

/// Checks the verdict. Of its runs on every team of threads; where recordings are tested, of a
/// recording of it too.
void check_verdict(const faulty_program& program);

}  // namespace support
