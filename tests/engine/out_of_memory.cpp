// Every allocation of a small run fails once.
#include "engine/memory/out_of_memory.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

#include "collectives/delivery_verifier.hpp"
#include "support/derived_payloads.hpp"
#include "support/numbered_body.hpp"
#include "support/shortage.hpp"
#include "support/testbed.hpp"
#include "tutti/engine/run.hpp"
#include "tutti/node/port_queues.hpp"
#include "tutti/tutti.hpp"

TEST_SUITE("machine/out_of_memory") {

namespace {

using support::shortage;
using tutti::hypercube;
using tutti::task;
using machine = tutti::emulator<hypercube, std::uint64_t>;
using node = machine::node_type;

/// Keeps all that it receives, and counts what was kept of each.
class hoarder final : public tutti::sink {
public:
    [[nodiscard]] tutti::interest wants(tutti::slot /*at*/) noexcept override {
        return tutti::interest::events;
    }
    void slot(const tutti::slot_record& record) override {
        sent_.insert(sent_.end(), record.sent.begin(), record.sent.end());
        delivered_.insert(delivered_.end(), record.delivered.begin(), record.delivered.end());
        marked_.insert(marked_.end(), record.marked.begin(), record.marked.end());
    }

private:
    std::vector<tutti::transmission> sent_;
    std::vector<tutti::delivery> delivered_;
    std::vector<tutti::mark> marked_;
};

constexpr tutti::derived_payloads contents{7};

tutti::message message_of(tutti::node_id origin) {
    return {.origin = origin, .number = 0, .payload = contents.of(origin, 0)};
}

/// Marks the end of its program, however that comes.
class farewell {
public:
    explicit farewell(node& self) noexcept : self_{&self} {}
    farewell(const farewell&) = delete;
    farewell& operator=(const farewell&) = delete;
    ~farewell() {
        try {
            self_->mark("farewell");
        } catch (const std::bad_alloc&) {
            is_unheard_ = true;
        }
    }

private:
    node* self_;
    bool is_unheard_ = false;
};

/// Sends on what waits, and keeps what comes.
task<std::uint64_t> exchange(node& self, tutti::port_queues<std::uint64_t>& waiting) {
    waiting.drain(self);
    co_await self.next_slot();
    tutti::node_vector<std::uint64_t> heard;
    for (const auto& [through, packet] : self.inbox()) {
        heard.push_back(packet);
    }
    co_return heard.size();
}

/// Uses all that takes memory: frames, queues, what it keeps, timers, marks, steps, deliveries.
task<> live(node& self) {
    const farewell last{self};
    self.deliver(message_of(self.id()));
    tutti::port_queues<std::uint64_t> waiting;
    for (int round = 0; round < 3; ++round) {
        waiting.push_each((1U << static_cast<unsigned>(self.degree())) - 1, self.id());
        self.mark("asked");
    }
    std::vector<std::uint64_t> heard;
    while (!waiting.empty()) {
        heard.push_back(co_await exchange(self, waiting));
    }
    co_await self.until(10 + self.id() % 3);
    co_await tutti::each_slot(
        self, support::numbered_body{[](auto& /*at*/, int before) {
            constexpr std::array pauses{tutti::wait_for::next_slot(), tutti::wait_for::mail_or(20)};
            return before < 2 ? pauses.at(static_cast<std::size_t>(before))
                              : tutti::wait_for::nothing();
        }});
    self.mark("answered");
    self.deliver(message_of(heard.size() == 3 ? self.id() : 0));
}

/// Two runs of a network that is made for them, which are watched and checked.
void run_small_network(const support::team& threads) {
    const hypercube cube{3};
    tutti::delivery_verifier check{
        tutti::all_messages_everywhere{.node_count = cube.node_count(),
                                       .senders = tutti::every_node(cube.node_count())},
        contents};
    machine emulated{cube,
                     {.threads = threads.threads, .executor = threads.executor, .parallel_work = 0},
                     check};
    hoarder watching;
    const std::array<tutti::sink*, 1> sinks{&watching};
    for (int time = 0; time < 2; ++time) {
        emulated.run([](node& self) { return live(self); }, {.sinks = sinks}).rethrow();
    }
    if (check.counts().duplicate != 3 * cube.node_count()) {
        throw std::logic_error{"not all that was delivered is counted"};
    }
}

}  // namespace

TEST_CASE("whatever allocation of a run fails, it ends with that and nothing else") {
    for (const support::team& threads : support::starved_teams()) {
        for (const shortage shortage : support::shortages) {
            CAPTURE(threads.threads);
            CAPTURE(threads.executor);
            CAPTURE(shortage);
            run_small_network(threads);

            const support::endurance endurance =
                support::endure(shortage, [&] { run_small_network(threads); });

            CHECK(endurance.wrong == "");
            CHECK(endurance.allocations > 100);
        }
    }
}

TEST_CASE("an emulator that ran out of memory can be used again") {
    for (const support::team& threads : support::starved_teams()) {
        CAPTURE(threads.threads);
        CAPTURE(threads.executor);
        machine emulated{
            hypercube{3},
            {.threads = threads.threads, .executor = threads.executor, .parallel_work = 0}};
        hoarder watching;
        const std::array<tutti::sink*, 1> sinks{&watching};
        const auto run = [&] {
            return emulated.run([](node& self) { return live(self); }, {.sinks = sinks});
        };
        const std::uint64_t digest = run().digest;

        std::uint64_t wrong = 0;
        const support::endurance endurance = support::endure(
            shortage::once, [&] { run().rethrow(); },
            [&] { wrong += run().digest == digest ? 0U : 1U; });

        CHECK(endurance.wrong == "");
        CHECK(wrong == 0);
    }
}

TEST_CASE("what runs out of memory is named in one line, however long its name is") {
    CHECK(std::string_view{tutti::out_of_memory{"task/name", 4, 7}.what()} ==
          "task/name: out of memory in slot 5 at node 7");
    CHECK(std::string_view{tutti::out_of_memory{"task/name", 0, {}}.what()} ==
          "task/name: out of memory in slot 1");

    const tutti::out_of_memory long_named{std::string(1000, 'a'), tutti::never - 1,
                                          ~tutti::node_id{0}};
    CHECK(std::string_view{long_named.what()}.ends_with(" at node 4294967295"));
}

}  // TEST_SUITE("machine/out_of_memory")
