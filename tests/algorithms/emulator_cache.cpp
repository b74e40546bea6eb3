#include "algorithms/emulator_cache.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include <doctest/doctest.h>

#include "tutti/topology/graph.hpp"
#include "tutti/topology/hypercube.hpp"

TEST_SUITE("algorithms/emulator_cache.hpp") {

namespace {

using tutti::emulator_cache;
using tutti::graph;
using tutti::hypercube;
using tutti::task;

using packet = std::uint64_t;

const tutti::emulator_options calmly{
    .threads = 1,
    .executor = tutti::executor_kind::plain_threads,
    .memory_limit_bytes = std::numeric_limits<std::uint64_t>::max()};

/// Counts what nodes deliver.
class counter final : public tutti::delivery_sink {
public:
    [[nodiscard]] int count() const noexcept { return count_; }

private:
    void accept_slow_path(tutti::node_id /*node*/, tutti::message /*content*/) noexcept override {
        ++count_;
    }

    int count_ = 0;
};

/// Every node delivers something, and sends something that no node reads if it is to fail.
template <class Network>
tutti::run_report run_once(tutti::emulator<Network, packet>& machine, bool fails = false) {
    return machine.try_run(
        [fails](auto& self) -> task<> {
            self.deliver({.origin = self.id(), .number = 0, .payload = 7});
            if (fails) {
                self.send(0, 1);
                co_await self.next_slot();
            }
        },
        {});
}

/// The most that programs have needed on the machine, in this run, in which they need next to
/// nothing, and in earlier ones.
template <class Network>
std::uint64_t remembered(emulator_cache& cache, const Network& net,
                         const tutti::emulator_options& options = calmly) {
    counter receiver;
    std::uint64_t bytes = 0;
    cache.with<Network, packet>(net, options, receiver, [&](auto& machine) {
        bytes =
            machine.run([](auto& self) -> task<> { co_await self.next_slot(); }, {}).frame_bytes;
    });
    return bytes;
}

/// Leaves its mark on a machine for this network.
template <class Network>
std::uint64_t need_much(emulator_cache& cache, const Network& net) {
    counter receiver;
    std::uint64_t bytes = 0;
    cache.with<Network, packet>(net, calmly, receiver, [&](auto& machine) {
        const auto program = [](auto& self) -> task<> {
            const std::array<std::uint64_t, 1000> much{self.id()};
            co_await self.next_slot();
            CHECK(much.front() == self.id());
        };
        bytes = machine.run(program, {}).frame_bytes;
    });
    return bytes;
}

}  // namespace

TEST_CASE("the machine of a run serves the next one of the same kind") {
    emulator_cache cache;
    const std::uint64_t much = need_much(cache, hypercube{3});
    CHECK(much > 8 * 1000 * sizeof(std::uint64_t));
    CHECK(remembered(cache, hypercube{3}) >= much);
    CHECK(remembered(cache, hypercube{3}) >= much);
}

TEST_CASE("copies of a graph are the same network") {
    const graph square{4, std::vector<graph::link>{{0, 1}, {1, 2}, {2, 3}, {3, 0}}};
    const graph copy = square;
    const graph alike{4, std::vector<graph::link>{{0, 1}, {1, 2}, {2, 3}, {3, 0}}};
    emulator_cache cache;
    const std::uint64_t much = need_much(cache, square);
    CHECK(remembered(cache, copy) >= much);
    CHECK(remembered(cache, alike) < much);
}

TEST_CASE("another network, packet or way to run takes a machine of its own") {
    emulator_cache cache;
    tutti::emulator_options otherwise = calmly;
    otherwise.parallel_work = 0;
    const std::uint64_t much = need_much(cache, hypercube{3});
    CHECK(remembered(cache, hypercube{3}, otherwise) < much);
    CHECK(remembered(cache, hypercube{3}) < much);
    CHECK(need_much(cache, hypercube{3}) >= much);
    CHECK(remembered(cache, hypercube{2}) < much);
    CHECK(need_much(cache, hypercube{3}) >= much);
    cache.forget();
    CHECK(remembered(cache, hypercube{3}) < much);
}

TEST_CASE("what nodes deliver goes to the receiver of the run") {
    emulator_cache cache;
    counter first;
    counter second;
    for (counter* const receiver : {&first, &second, &second}) {
        cache.with<hypercube, packet>(hypercube{3}, calmly, *receiver, [](auto& machine) {
            CHECK(run_once(machine).ending == tutti::run_ending::completed);
        });
    }
    CHECK(first.count() == 8);
    CHECK(second.count() == 16);
}

TEST_CASE("after an exception no machine is kept") {
    emulator_cache cache;
    counter receiver;
    const std::uint64_t much = need_much(cache, hypercube{3});
    const auto fail = [&] {
        cache.with<hypercube, packet>(hypercube{3}, calmly, receiver,
                                      [](auto&) { throw std::runtime_error{"no"}; });
    };
    CHECK_THROWS_AS(fail(), std::runtime_error);
    CHECK(remembered(cache, hypercube{3}) < much);
}

TEST_CASE("what ended badly leaves nothing behind for the next run") {
    emulator_cache cache;
    counter receiver;
    const auto run = [&](bool fails) {
        tutti::run_ending ending{};
        cache.with<hypercube, packet>(hypercube{3}, calmly, receiver, [&](auto& machine) {
            ending = run_once(machine, fails).ending;
        });
        return ending;
    };
    CHECK(run(false) == tutti::run_ending::completed);
    CHECK(run(true) == tutti::run_ending::model_violation);
    CHECK(run(false) == tutti::run_ending::completed);
}

}  // TEST_SUITE("algorithms/emulator_cache.hpp")
