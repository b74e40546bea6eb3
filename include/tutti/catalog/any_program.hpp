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
#include "algorithms/program_part.hpp"
#include "collectives/input/node_input.hpp"
#include "node/erased_node.hpp"
#include "topology/embeddings/torus_folding.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/node/node_interface.hpp"
#include "tutti/topology/grid.hpp"
#include "tutti/topology/network.hpp"
#include "tutti/topology/topology.hpp"
#include "util/function_ref.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// Inputs of the nodes in one run. All three may be called at the same time for different nodes.
struct run_inputs {
    std::function<node_input(node_id)> input;          ///< each node's own; never null
    std::function<knowledge(node_id)> node_knowledge;  ///< null: nobody is told anything
    /// The same for every node, where it is: `node_knowledge` is not asked then, and programs share
    /// this.
    std::shared_ptr<const knowledge> common_knowledge{};
    /// Receiver of the return values of nodes' programs; null: none.
    std::function<void(node_id, std::any)> outcome{};
    /// Mapping of a delivered message to its name outside the run; null: the same name.
    origin_mapping name{};
};

/// Node program: a callable `body(self, node_input, const told&)` that gives a `task<Outcome>`, for
/// one network and packet type, compiled for the engine's own nodes. It holds nothing but what
/// follows from the network, the ports and the algorithm's parameters, such as tables of trees.
///
/// The node and what it is told outlive the task, so that the callable may be a coroutine that
/// takes both by reference. The input is its own: taken by value.
///
/// A value: copies share what they hold, which nobody changes.
class any_program {
public:
    /// No program.
    any_program() = default;

    /// For the machine's own nodes.
    template <packet Packet, topology Network, class Body>
    [[nodiscard]] static any_program on(const Network& where, Body body) {
        return any_program{
            std::make_shared<program_model<Network, Packet, Body>>(where, std::move(body))};
    }
    /// For these, and for any node with the same network and packets, as other programs make them
    /// that run this one as a part of theirs.
    template <packet Packet, topology Network, class Body>
    [[nodiscard]] static any_program on_any(const Network& where, Body body) {
        return any_program{
            std::make_shared<erased_program<Network, Packet, Body>>(where, std::move(body))};
    }

    [[nodiscard]] explicit operator bool() const noexcept { return held_ != nullptr; }

    /// Program whose nodes run `whole`, with this one as a part of it, on the engine's nodes
    /// without a view in between. @pre it is no such program itself
    [[nodiscard]] any_program within(whole_program whole) const {
        any_program made = *this;
        made.whole_ = std::make_shared<const whole_program>(std::move(whole));
        return made;
    }

    /// The same program, which keeps something alive that it refers to.
    [[nodiscard]] any_program keeping(std::shared_ptr<const void> what) const {
        any_program made = *this;
        made.referred_ = std::move(what);
        return made;
    }

    /// The program for a torus, on the nodes of the array that `shape` folds it onto, through the
    /// view `folded`. @pre it was made for the torus
    /// @throws std::invalid_argument if it was not made `on_any`, or is a part of a whole program
    [[nodiscard]] any_program on_array(fold shape) const {
        if (!held_->is_for_any_node() || whole_ != nullptr) {
            throw std::invalid_argument{
                "the program is for the machine's own nodes (`any_program::on`); on folded tori "
                "run those that are made `on_any`, by themselves"};
        }
        any_program made = *this;
        made.shape_ = std::make_shared<const fold>(std::move(shape));
        return made;
    }

    /// Runs it on every node of its network, `how.repeats` times or until a run is interrupted.
    /// @throws memory_limit_exceeded, std::invalid_argument (threads)
    void run(const run_inputs& inputs, const emulation& how) const {
        if (shape_ != nullptr) {
            held_->run_folded(inputs, how, *shape_);
        } else {
            held_->run(inputs, how, whole_.get());
        }
    }

    /// Memory of an emulator that runs the program on `where`, the node programs aside, when it
    /// uses that share of the mailboxes. Null if it is not for networks of that type.
    [[nodiscard]] std::optional<memory_estimate> emulator_bytes(const network& where,
                                                                double used_mailboxes) const {
        return held_->emulator_bytes(where, used_mailboxes);
    }

    /// Traits that its packets declare.
    [[nodiscard]] packet_traits packets() const noexcept { return held_->packets(); }

    /// The coroutine for one node, as a part of another program.
    /// @param self, known outlive the task
    /// @return what the program returns
    /// @throws std::logic_error if the program is for other networks or packets, not `on_any`, or
    /// `on_array`
    template <topology Network, packet Packet>
    [[nodiscard]] task<std::any> start(erased_node<Network, Packet>& self, node_input mine,
                                       const knowledge& known) const {
        const auto* const fitting = dynamic_cast<const startable<Network, Packet>*>(held_.get());
        if (fitting == nullptr || shape_ != nullptr) {
            throw std::logic_error{"the program was not made for such nodes"};
        }
        return fitting->start(self, std::move(mine), known, whole_.get());
    }

private:
    struct runs : polymorphic {
        // The program alone if there is no whole.
        virtual void run(const run_inputs& inputs, const emulation& how,
                         const whole_program* whole) const = 0;
        [[nodiscard]] virtual bool is_for_any_node() const noexcept { return false; }
        [[nodiscard]] virtual packet_traits packets() const noexcept = 0;
        // @pre it is for any node of a grid
        virtual void run_folded(const run_inputs& /*inputs*/, const emulation& /*how*/,
                                const fold& /*shape*/) const {}
        [[nodiscard]] virtual std::optional<memory_estimate> emulator_bytes(
            const network& where, double used_mailboxes) const = 0;
    };
    template <class Network, class Packet>
    struct startable : polymorphic {
        [[nodiscard]] virtual task<std::any> start(erased_node<Network, Packet>& self,
                                                   node_input mine, const knowledge& known,
                                                   const whole_program* whole) const = 0;
    };

    template <class Packet>
    static task<> run_on_torus(node<grid, Packet>& below, const fold& shape,
                               const startable<grid, Packet>& program, const run_inputs& inputs,
                               node_input mine, knowledge known) {
        folded_node<node<grid, Packet>> self{below, shape, inputs.name};
        std::any outcome = co_await program.start(self, std::move(mine), known, nullptr);
        if (inputs.outcome && outcome.has_value()) {
            inputs.outcome(below.id(), std::move(outcome));
        }
        co_await self.retire();
    }

    template <class Node, class Body>
    class part final : public detail::part_on<Node> {
    public:
        part(Node& self, const Body& body) noexcept : detail::part_on<Node>{self}, body_{&body} {}

        [[nodiscard]] task<std::any> start(node_input mine, const knowledge& known) override {
            return detail::with_any_outcome((*body_)(this->self(), std::move(mine), known));
        }

    private:
        const Body* body_;
    };

    // Part that does not depend on the program itself: compiled once for all programs of a
    // network's type.
    template <class Network, class Packet>
    class typed_program : public runs {
    public:
        void run(const run_inputs& inputs, const emulation& how,
                 const whole_program* whole) const override {
            const knowledge nothing;
            const bool is_alike = inputs.common_knowledge != nullptr || !inputs.node_knowledge;
            const knowledge& alike =
                inputs.common_knowledge != nullptr ? *inputs.common_knowledge : nothing;
            repeat(where_, how, [&](node<Network, Packet>& self) {
                node_input mine = inputs.input(self.id());
                if (mine.arrivals) {
                    mine.arrivals->follow([&self] { return self.time(); });
                }
                return is_alike ? begin(self, inputs, whole, std::move(mine), alike)
                                : begin_with_knowledge(self, inputs, whole, std::move(mine),
                                                       inputs.node_knowledge(self.id()));
            });
        }

        [[nodiscard]] packet_traits packets() const noexcept override {
            return packet_traits::of<Packet>();
        }

        [[nodiscard]] std::optional<memory_estimate> emulator_bytes(
            const network& where, double used_mailboxes) const override {
            const auto* const shape = std::get_if<Network>(&where);
            if (shape == nullptr) {
                return std::nullopt;
            }
            memory_estimate bytes = emulator<Network, Packet>::estimate(*shape, 0);
            const auto packets = static_cast<double>(2 * sizeof(Packet) * shape->link_count());
            bytes.mailbox_bytes -= static_cast<std::uint64_t>(packets * (1 - used_mailboxes));
            return bytes;
        }

    protected:
        // NOLINTNEXTLINE(modernize-pass-by-value): most networks are a few numbers
        explicit typed_program(const Network& where) : where_{where} {}

        /// All the runs, on the machine's nodes.
        static void repeat(const Network& where, const emulation& how,
                           detail::function_ref<task<>(node<Network, Packet>&)> program) {
            const auto use = [&](emulator<Network, Packet>& machine) {
                for (int i = 0; i < how.repeats; ++i) {
                    how.receiver->reset();
                    run_report report = machine.try_run(program, how.run);
                    const bool is_interrupted = report.ending == run_ending::interrupted;
                    how.ended(std::move(report));
                    if (is_interrupted) {
                        return;
                    }
                }
            };
            emulator_cache of_this_run;
            emulator_cache& machines = how.kept != nullptr ? *how.kept : of_this_run;
            machines.with<Network, Packet>(where, how.machine, *how.receiver, use);
        }

        /// The same on the array that a torus is folded onto.
        static void repeat_on_array(const run_inputs& inputs, const emulation& how,
                                    const fold& shape, const startable<grid, Packet>& program) {
            repeat(shape.array(), how, [&](node<grid, Packet>& self) {
                return run_on_torus(self, shape, program, inputs, inputs.input(self.id()),
                                    inputs.common_knowledge != nullptr ? *inputs.common_knowledge
                                    : inputs.node_knowledge ? inputs.node_knowledge(self.id())
                                                            : knowledge{});
            });
        }

    private:
        // One node's program, the whole one if there is one.
        [[nodiscard]] virtual task<> begin(node<Network, Packet>& self, const run_inputs& inputs,
                                           const whole_program* whole, node_input mine,
                                           const knowledge& known) const = 0;

        // Keeps what this node alone is told for as long as its program runs.
        [[nodiscard]] task<> begin_with_knowledge(node<Network, Packet>& self,
                                                  const run_inputs& inputs,
                                                  const whole_program* whole, node_input mine,
                                                  knowledge known) const {
            co_await begin(self, inputs, whole, std::move(mine), known);
        }

        Network where_;
    };

    template <class Network, class Packet, class Body>
    class program_model : public typed_program<Network, Packet> {
    public:
        program_model(const Network& where, Body body)
            : typed_program<Network, Packet>{where}, body_{std::move(body)} {}

    protected:
        [[nodiscard]] const Body& body() const noexcept { return body_; }

        template <class Node>
        // NOLINTNEXTLINE(performance-unnecessary-value-param): it is moved on
        [[nodiscard]] task<> whole_on(Node& self, const whole_program& whole, node_input mine,
                                      const knowledge& known) const {
            return detail::run_whole(std::make_unique<part<Node, Body>>(self, body_), whole,
                                     std::move(mine), known);
        }

    private:
        [[nodiscard]] task<> begin(node<Network, Packet>& self, const run_inputs& inputs,
                                   const whole_program* whole, node_input mine,
                                   const knowledge& known) const override {
            return whole != nullptr
                       ? this->whole_on(self, *whole, std::move(mine), known)
                       : with_outcome(self.id(), inputs, body_(self, std::move(mine), known));
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
    class erased_program final : public program_model<Network, Packet, Body>,
                                 public startable<Network, Packet> {
    public:
        using program_model<Network, Packet, Body>::program_model;

        [[nodiscard]] task<std::any> start(erased_node<Network, Packet>& self, node_input mine,
                                           const knowledge& known,
                                           const whole_program* whole) const override {
            return whole != nullptr
                       ? detail::with_any_outcome(
                             this->whole_on(self, *whole, std::move(mine), known))
                       : detail::with_any_outcome(this->body()(self, std::move(mine), known));
        }

        [[nodiscard]] bool is_for_any_node() const noexcept override { return true; }

        void run_folded(const run_inputs& inputs, const emulation& how,
                        const fold& shape) const override {
            if constexpr (std::same_as<Network, grid>) {
                this->repeat_on_array(inputs, how, shape, *this);
            }
        }
    };

    explicit any_program(std::shared_ptr<const runs> what) noexcept : held_{std::move(what)} {}

    std::shared_ptr<const void> referred_;  // goes after what refers to it
    std::shared_ptr<const runs> held_;
    std::shared_ptr<const whole_program> whole_;  // shared as the program is; null: none
    std::shared_ptr<const fold> shape_;           // of the array that it runs on; null: none
};

}  // namespace tutti
