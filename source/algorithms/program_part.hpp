/// @file
/// Node program that runs as a part of another one.
#pragma once

#include <any>
#include <memory>
#include <utility>

#include "algorithms/program_handle.hpp"
#include "collectives/input/node_input.hpp"
#include "node/mark.hpp"
#include "tutti/catalog/knowledge.hpp"
#include "tutti/node/slot.hpp"
#include "tutti/node/task.hpp"
#include "tutti/topology/topology.hpp"
#include "util/pinned.hpp"

namespace tutti {

/// Interface of a program that another node program runs as a part, for any network and packet
/// type: the caller runs it as often as it likes, and waits in between.
class program_part : polymorphic {
public:
    /// The node's own id.
    [[nodiscard]] virtual node_id id() const noexcept = 0;
    /// The current slot of the clock, from 0.
    [[nodiscard]] virtual tutti::slot slot() const noexcept = 0;
    /// Sleeps until a slot before which no mail may come; ends at once if that is not later.
    [[nodiscard]] virtual task<> until(tutti::slot at) = 0;
    /// Says that this node has itself detected a phase's end.
    virtual void mark(milestone end) = 0;
    /// Runs the part from its beginning, and returns its value, nothing if it returns nothing.
    /// @param knowledge outlives the task
    [[nodiscard]] virtual task<std::any> start(node_input input, const knowledge& knowledge) = 0;
};

namespace detail {

/// Keeps the part for as long as the whole runs. @param whole outlives the task
inline task<> run_whole(std::unique_ptr<program_part> part, const whole_program& whole,
                        node_input input, knowledge knowledge) {
    co_await whole(*part, std::move(input), knowledge);
}

/// A part on a node; how it starts depends on the program. @tparam Node outlives the part
template <class Node>
class part_on : public program_part {
public:
    explicit part_on(Node& self) noexcept : self_{&self} {}

    [[nodiscard]] node_id id() const noexcept override { return self_->id(); }
    [[nodiscard]] tutti::slot slot() const noexcept override { return self_->slot(); }
    [[nodiscard]] task<> until(tutti::slot at) override { co_await self_->until(at); }
    void mark(milestone end) override { self_->mark(end); }

protected:
    [[nodiscard]] Node& self() const noexcept { return *self_; }

private:
    Node* self_;
};

/// A task whatever it gives.
inline task<std::any> with_any_outcome(task<> program) {
    co_await std::move(program);
    co_return std::any{};
}
template <class Outcome>
task<std::any> with_any_outcome(task<Outcome> program) {
    co_return std::any{co_await std::move(program)};
}

}  // namespace detail
}  // namespace tutti
