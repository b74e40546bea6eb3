/// @file
/// A node program as a value: whoever has it can run it.
#pragma once

#include <any>
#include <functional>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "tutti/algorithm/any_node.hpp"
#include "tutti/algorithm/emulation.hpp"
#include "tutti/algorithm/told.hpp"
#include "tutti/collective/node_input.hpp"
#include "tutti/model/face.hpp"
#include "tutti/model/packet.hpp"
#include "tutti/model/task.hpp"
#include "tutti/topology/topology.hpp"

namespace tutti {

/// What the nodes of one run are given. All three may be called at the same time for different
/// nodes.
struct run_inputs {
    std::function<node_input(node_id)> input;  ///< each node's own; never null
    std::function<told(node_id)> told_to;      ///< null: nobody is told anything
    /// Takes what a node's program returned; null: nobody wants it.
    std::function<void(node_id, std::any)> outcome{};
};

/// A node program: a callable `body(self, node_input, const told&)` that gives a `task<Outcome>`,
/// for one network and packet type, compiled for the machine's own nodes. It holds nothing but what
/// follows from the network, the ports and the algorithm's parameters, such as tables of trees.
///
/// A value: copies share what they hold, which nobody changes.
class any_program {
public:
    /// No program.
    any_program() = default;

    /// For the machine's own nodes.
    template <packet Packet, topology Network, class Body>
    [[nodiscard]] static any_program on(const Network& where, Body body) {
        return any_program{std::make_shared<held<Network, Packet, Body>>(where, std::move(body))};
    }
    /// For these, and for any node with the same network and packets, as other programs make them
    /// that run this one as a part of theirs.
    template <packet Packet, topology Network, class Body>
    [[nodiscard]] static any_program on_any(const Network& where, Body body) {
        return any_program{
            std::make_shared<held_for_any<Network, Packet, Body>>(where, std::move(body))};
    }

    [[nodiscard]] explicit operator bool() const noexcept { return held_ != nullptr; }

    /// Runs it on every node of its network, as `how` says.
    /// @throws memory_limit_exceeded, std::invalid_argument (threads)
    void run(const run_inputs& inputs, const emulation& how) const { held_->run(inputs, how); }

    /// The coroutine for one node, as a part of another program.
    /// @param self outlives the task
    /// @return what the program returns
    /// @throws std::logic_error if the program is for other networks or packets, or not `on_any`
    template <topology Network, packet Packet>
    [[nodiscard]] task<std::any> start(any_node<Network, Packet>& self, node_input mine,
                                       const told& known) const {
        const auto* const fitting = dynamic_cast<const starts_on<Network, Packet>*>(held_.get());
        if (fitting == nullptr) {
            throw std::logic_error{"the program was not made for such nodes"};
        }
        return fitting->start(self, std::move(mine), known);
    }

private:
    struct runs {
        runs() = default;
        runs(const runs&) = delete;
        runs& operator=(const runs&) = delete;
        runs(runs&&) = delete;
        runs& operator=(runs&&) = delete;
        virtual ~runs() = default;
        virtual void run(const run_inputs& inputs, const emulation& how) const = 0;
    };
    template <class Network, class Packet>
    struct starts_on {
        starts_on() = default;
        starts_on(const starts_on&) = delete;
        starts_on& operator=(const starts_on&) = delete;
        starts_on(starts_on&&) = delete;
        starts_on& operator=(starts_on&&) = delete;
        virtual ~starts_on() = default;
        [[nodiscard]] virtual task<std::any> start(any_node<Network, Packet>& self, node_input mine,
                                                   const told& known) const = 0;
    };

    template <class Network, class Packet, class Body>
    class held : public runs {
    public:
        held(const Network& where, Body body) : where_{where}, body_{std::move(body)} {}

        void run(const run_inputs& inputs, const emulation& how) const override {
            emulate<Packet>(where_, how, [&](auto& self) {
                return with_outcome(self.id(), inputs,
                                    body_(self, inputs.input(self.id()),
                                          inputs.told_to ? inputs.told_to(self.id()) : told{}));
            });
        }

    protected:
        [[nodiscard]] const Body& body() const noexcept { return body_; }

    private:
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

        Network where_;
        Body body_;
    };

    template <class Network, class Packet, class Body>
    class held_for_any final : public held<Network, Packet, Body>,
                               public starts_on<Network, Packet> {
    public:
        using held<Network, Packet, Body>::held;

        [[nodiscard]] task<std::any> start(any_node<Network, Packet>& self, node_input mine,
                                           const told& known) const override {
            return as_any(this->body()(self, std::move(mine), known));
        }

    private:
        static task<std::any> as_any(task<> program) {
            co_await std::move(program);
            co_return std::any{};
        }
        template <class Outcome>
        static task<std::any> as_any(task<Outcome> program) {
            co_return std::any{co_await std::move(program)};
        }
    };

    explicit any_program(std::shared_ptr<const runs> what) noexcept : held_{std::move(what)} {}

    std::shared_ptr<const runs> held_;
};

}  // namespace tutti
