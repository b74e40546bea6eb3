/// @file
/// Node program as a value: the class alone, without the engine that runs it.
///
/// `tutti/catalog/any_program.hpp` has what makes a program of a coroutine.
#pragma once

#include <any>
#include <functional>
#include <memory>
#include <optional>

#include "tutti/node/packet.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

class fold;
class knowledge;
class program_part;
struct emulation;
struct memory_estimate;
struct node_input;
struct packet_traits;
struct run_inputs;
template <topology Network, packet Packet>
class erased_node;
template <class T>
class task;

/// A whole program with another one as its part. It is called for every node, at the same time on
/// several threads; the part and the node's knowledge outlive its task.
using whole_program =
    std::function<task<void>(program_part& part, node_input own_input, const knowledge& items)>;

namespace detail {

/// Program behind an `any_program`, compiled for one network and packet type.
class program_model;

}  // namespace detail

/// Node program: a callable `body(self, node_input, const knowledge&)` that gives a
/// `task<Outcome>`, for one network and packet type, compiled for the engine's own nodes. It holds
/// nothing but what follows from the network, the ports and the algorithm's parameters, such as
/// tables of trees.
///
/// The node and its knowledge outlive the task, so that the callable may be a coroutine that
/// takes both by reference. The input is its own: taken by value.
///
/// A value: copies share what they hold, which is constant.
class any_program {
public:
    /// No program.
    any_program() = default;

    /// For the engine's own nodes.
    template <packet Packet, topology Network, class Body>
    [[nodiscard]] static any_program on(const Network& net, Body body);
    /// For these, and for any node with the same network and packets, as other programs make them
    /// that run this one as a part of theirs.
    template <packet Packet, topology Network, class Body>
    [[nodiscard]] static any_program on_any(const Network& net, Body body);

    [[nodiscard]] explicit operator bool() const noexcept { return model_ != nullptr; }

    /// Program whose nodes run `whole`, with this one as a part of it, on the engine's nodes
    /// without a view in between. @pre it is no such program itself
    [[nodiscard]] any_program within(whole_program whole) const;

    /// The same program, which keeps something alive that it refers to.
    [[nodiscard]] any_program keeping(std::shared_ptr<const void> owner) const;

    /// The program for a torus, on the nodes of the array that `shape` folds it onto, through the
    /// view `folded`. @pre it was made for the torus
    /// @throws std::invalid_argument if it was not made `on_any`, or is a part of a whole program
    [[nodiscard]] any_program on_array(fold shape) const;

    /// Runs it on every node of its network, `emulation.repeats` times or until a run is
    /// interrupted.
    /// @throws memory_limit_exceeded, std::invalid_argument (threads)
    void run(const run_inputs& inputs, const emulation& emulation) const;

    /// Memory of an emulator that runs the program on `net`, the node programs aside, when it
    /// uses that share of the mailboxes. Null if it is not for networks of that type.
    [[nodiscard]] std::optional<memory_estimate> emulator_bytes(const network& net,
                                                                double used_mailboxes) const;

    /// Traits that its packets declare.
    [[nodiscard]] packet_traits packets() const noexcept;

    /// The coroutine for one node, as a part of another program.
    /// @param self, items outlive the task
    /// @return what the program returns
    /// @throws std::logic_error if the program is for other networks or packets, not `on_any`, or
    /// `on_array`
    template <topology Network, packet Packet>
    [[nodiscard]] task<std::any> start(erased_node<Network, Packet>& self, node_input own_input,
                                       const knowledge& items) const;

private:
    explicit any_program(std::unique_ptr<const detail::program_model> model);

    std::shared_ptr<const void> referred_;  // goes after what refers to it
    std::shared_ptr<const detail::program_model> model_;
    std::shared_ptr<const whole_program> whole_;  // shared as the program is; null: none
    std::shared_ptr<const fold> shape_;           // of the array that it runs on; null: none
};

}  // namespace tutti
