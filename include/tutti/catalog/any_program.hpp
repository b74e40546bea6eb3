/// @file
/// Node program as a value, for any network and packet type.
#pragma once

#include <any>
#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>

#include "algorithms/emulation.hpp"
#include "algorithms/folded_node.hpp"
#include "algorithms/program_handle.hpp"
#include "algorithms/program_part.hpp"
#include "algorithms/run_inputs.hpp"
#include "collectives/input/node_input.hpp"
#include "node/erased_node.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"
#include "util/counts.hpp"
#include "util/function_ref.hpp"
#include "util/pinned.hpp"

namespace tutti {
namespace detail {

class program_model : polymorphic {
public:
    // The program alone if there is no whole.
    virtual void run(const run_inputs& inputs, const emulation& emulation,
                     const whole_program* whole) const = 0;
    [[nodiscard]] virtual bool is_for_any_node() const noexcept { return false; }
    [[nodiscard]] virtual packet_traits packets() const noexcept = 0;
    // @pre it is for any node of a grid
    virtual void run_folded(const run_inputs& /*inputs*/, const emulation& /*emulation*/,
                            const fold& /*shape*/) const {}
    [[nodiscard]] virtual std::optional<memory_estimate> emulator_bytes(
        const network& net, double used_mailboxes) const = 0;
};
// A program as a part of a whole one. @tparam Program has `start_on(Node&, ..)`
template <class Node, class Program>
class part final : public part_on<Node> {
public:
    part(Node& self, const Program& program) noexcept : part_on<Node>{self}, program_{&program} {}

    [[nodiscard]] task<std::any> start(node_input own_input, const knowledge& items) override {
        return program_->start_on(this->self(), std::move(own_input), items);
    }

private:
    const Program* program_;
};

template <class Node, class Program>
[[nodiscard]] task<> run_around(Node& self, const Program& program, const whole_program& whole,
                                node_input&& own_input, const knowledge& items) {
    return run_whole(std::make_unique<part<Node, Program>>(self, program), whole,
                     std::move(own_input), items);
}

// Part that does not depend on the program itself: compiled once for all programs of a
// network's type.
template <class Network, class Packet>
class typed_program : public program_model {
public:
    void run(const run_inputs& inputs, const emulation& emulation,
             const whole_program* whole) const override {
        const knowledge nothing;
        const bool is_alike = inputs.common_knowledge != nullptr || !inputs.node_knowledge;
        const knowledge& alike =
            inputs.common_knowledge != nullptr ? *inputs.common_knowledge : nothing;
        repeat(network_, emulation, [&](node<Network, Packet>& self) {
            node_input own_input = inputs.input(self.id());
            if (own_input.arrivals) {
                own_input.arrivals->follow([&self] { return self.time(); });
            }
            return is_alike ? begin(self, inputs, whole, std::move(own_input), alike)
                            : begin_with_knowledge(self, inputs, whole, std::move(own_input),
                                                   inputs.node_knowledge(self.id()));
        });
    }

    [[nodiscard]] packet_traits packets() const noexcept override {
        return packet_traits::of<Packet>();
    }

    [[nodiscard]] std::optional<memory_estimate> emulator_bytes(
        const network& net, double used_mailboxes) const override {
        const auto* const shape = std::get_if<Network>(&net);
        if (shape == nullptr) {
            return std::nullopt;
        }
        memory_estimate bytes = emulator<Network, Packet>::estimate(*shape, 0);
        bytes.mailbox_bytes -=
            whole_part(product(2 * sizeof(Packet) * shape->link_count(), 1 - used_mailboxes));
        return bytes;
    }

    [[nodiscard]] virtual task<std::any> start_on(node<Network, Packet>& self,
                                                  node_input&& own_input,
                                                  const knowledge& items) const = 0;

protected:
    // NOLINTNEXTLINE(modernize-pass-by-value): most networks are a few numbers
    explicit typed_program(const Network& net) : network_{net} {}

    /// All the runs, on the machine's nodes.
    static void repeat(const Network& net, const emulation& emulation,
                       function_ref<task<>(node<Network, Packet>&)> program) {
        const auto use = [&](emulator<Network, Packet>& machine) {
            for (int i = 0; i < emulation.repeats; ++i) {
                emulation.receiver->reset();
                run_report report = machine.try_run(program, emulation.run);
                const bool is_interrupted = report.ending == run_ending::interrupted;
                emulation.ended(std::move(report));
                if (is_interrupted) {
                    return;
                }
            }
        };
        emulator_cache of_this_run;
        emulator_cache& machines = emulation.cache != nullptr ? *emulation.cache : of_this_run;
        machines.with<Network, Packet>(net, emulation.machine, *emulation.receiver, use);
    }

private:
    // One node's program by itself.
    [[nodiscard]] virtual task<> begin_alone(node<Network, Packet>& self, const run_inputs& inputs,
                                             node_input&& own_input,
                                             const knowledge& items) const = 0;

    // The whole one if there is one.
    [[nodiscard]] task<> begin(node<Network, Packet>& self, const run_inputs& inputs,
                               const whole_program* whole, node_input&& own_input,
                               const knowledge& items) const {
        return whole != nullptr ? run_around(self, *this, *whole, std::move(own_input), items)
                                : begin_alone(self, inputs, std::move(own_input), items);
    }

    // Keeps this node's own knowledge alive for as long as its program runs.
    [[nodiscard]] task<> begin_with_knowledge(node<Network, Packet>& self, const run_inputs& inputs,
                                              const whole_program* whole, node_input own_input,
                                              knowledge items) const {
        co_await begin(self, inputs, whole, std::move(own_input), items);
    }

    Network network_;
};

// The same of programs for any node.
template <class Network, class Packet>
class startable : public typed_program<Network, Packet> {
public:
    using typed_program<Network, Packet>::start_on;
    [[nodiscard]] virtual task<std::any> start_on(erased_node<Network, Packet>& self,
                                                  node_input&& own_input,
                                                  const knowledge& items) const = 0;

    [[nodiscard]] task<std::any> start(erased_node<Network, Packet>& self, node_input&& own_input,
                                       const knowledge& items, const whole_program* whole) const {
        return whole != nullptr
                   ? with_any_outcome(run_around(self, *this, *whole, std::move(own_input), items))
                   : start_on(self, std::move(own_input), items);
    }

    [[nodiscard]] bool is_for_any_node() const noexcept override { return true; }

    void run_folded(const run_inputs& inputs, const emulation& emulation,
                    const fold& shape) const override {
        if constexpr (std::same_as<Network, grid>) {
            this->repeat(shape.array(), emulation, [&](node<grid, Packet>& self) {
                return run_on_torus(self, shape, inputs, inputs.input(self.id()),
                                    inputs.common_knowledge != nullptr ? *inputs.common_knowledge
                                    : inputs.node_knowledge ? inputs.node_knowledge(self.id())
                                                            : knowledge{});
            });
        }
    }

protected:
    using typed_program<Network, Packet>::typed_program;

private:
    [[nodiscard]] task<> run_on_torus(node<grid, Packet>& below, const fold& shape,
                                      const run_inputs& inputs, node_input own_input,
                                      knowledge items) const {
        folded_node<node<grid, Packet>> self{below, shape, inputs.name};
        std::any outcome = co_await start_on(self, std::move(own_input), items);
        if (inputs.outcome && outcome.has_value()) {
            inputs.outcome(below.id(), std::move(outcome));
        }
        co_await self.retire();
    }
};

template <class Network, class Packet, class Body, class Base = typed_program<Network, Packet>>
class bound_program : public Base {
public:
    bound_program(const Network& net, Body body) : Base{net}, body_{std::move(body)} {}

    using Base::start_on;
    [[nodiscard]] task<std::any> start_on(node<Network, Packet>& self, node_input&& own_input,
                                          const knowledge& items) const override {
        return with_any_outcome(call(self, std::move(own_input), items));
    }

protected:
    [[nodiscard]] const Body& body() const noexcept { return body_; }

private:
    [[nodiscard]] task<> begin_alone(node<Network, Packet>& self, const run_inputs& inputs,
                                     node_input&& own_input,
                                     const knowledge& items) const override {
        return with_outcome(self.id(), inputs, call(self, std::move(own_input), items));
    }

    // Two callers share it: the body is compiled once.
    [[nodiscard, gnu::noinline]] auto call(node<Network, Packet>& self, node_input&& own_input,
                                           const knowledge& items) const {
        return body_(self, std::move(own_input), items);
    }

    static task<> with_outcome(node_id /*node*/, const run_inputs& /*inputs*/, task<> program) {
        return program;
    }
    template <class Outcome>
    static task<> with_outcome(node_id node, const run_inputs& inputs, task<Outcome> program) {
        Outcome outcome = co_await std::move(program);
        if (inputs.outcome) {
            inputs.outcome(node, std::any{std::move(outcome)});
        }
    }

    Body body_;
};

template <class Network, class Packet, class Body>
class erased_program final
    : public bound_program<Network, Packet, Body, startable<Network, Packet>> {
public:
    using bound = bound_program<Network, Packet, Body, startable<Network, Packet>>;
    using bound::bound;

    using bound::start_on;
    [[nodiscard]] task<std::any> start_on(erased_node<Network, Packet>& self,
                                          node_input&& own_input,
                                          const knowledge& items) const override {
        return with_any_outcome(this->body()(self, std::move(own_input), items));
    }
};

}  // namespace detail

template <packet Packet, topology Network, class Body>
any_program any_program::on(const Network& net, Body body) {
    return any_program{
        std::make_unique<detail::bound_program<Network, Packet, Body>>(net, std::move(body))};
}

template <packet Packet, topology Network, class Body>
any_program any_program::on_any(const Network& net, Body body) {
    return any_program{
        std::make_unique<detail::erased_program<Network, Packet, Body>>(net, std::move(body))};
}

template <topology Network, packet Packet>
task<std::any> any_program::start(erased_node<Network, Packet>& self, node_input own_input,
                                  const knowledge& items) const {
    const auto* const fitting =
        dynamic_cast<const detail::startable<Network, Packet>*>(model_.get());
    if (fitting == nullptr || shape_ != nullptr) {
        throw std::logic_error{"the program was not made for such nodes"};
    }
    return fitting->start(self, std::move(own_input), items, whole_.get());
}

}  // namespace tutti
