#include <array>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <tuple>
#include <utility>

#include <doctest/doctest.h>

#include "engine/exchange/gather.hpp"
#include "several_engines.hpp"
#include "support/line.hpp"
#include "support/recorder.hpp"
#include "support/wandering.hpp"
#include "tutti/engine/emulator.hpp"
#include "tutti/engine/sink.hpp"
#include "tutti/engine/transport.hpp"

TEST_SUITE("machine/transport") {

namespace {

using support::compare_engines;
using support::on_engines;
using support::report_text;
using tutti::node_id;
using tutti::run_ending;
using tutti::run_report;
using tutti::task;
using bed = support::testbed<support::ring>;
using node = bed::node_type;

constexpr node_id nodes = 9;

/// True if a call throws the exception object itself, and not only its text.
template <class Error, class Call>
bool gives(const Call& call) {
    try {
        call();
    } catch (const Error&) {
        return true;
    } catch (...) {
        return false;
    }
    return false;
}

/// Calls a function in slot `at`.
support::function_sink in_slot(tutti::slot at, std::function<void()> call) {
    return {tutti::interest::sums, [at, call = std::move(call)](const tutti::slot_record& record) {
                if (record.at == at) {
                    call();
                }
            }};
}

task<> talk(node& self) {
    for (;;) {
        self.send(0, {self.id()});
        self.send(1, {self.id()});
        co_await self.next_slot();
        std::ignore = self.inbox();
    }
}

}  // namespace

TEST_CASE("an exception is known by its text everywhere, and by itself where it was thrown") {
    const auto fail_from = [](node_id first, bool is_known) {
        return [=](node& self) -> task<> {
            co_await self.until(2);
            if (self.id() >= first) {
                if (is_known) {
                    throw std::domain_error{"node " + std::to_string(self.id())};
                }
                throw self.id();
            }
            co_await self.mail();
        };
    };
    for (const node_id first : {0U, 4U, 8U}) {
        for (const bool is_known : {true, false}) {
            CAPTURE(first);
            const run_report report =
                compare_engines(support::ring{nodes}, fail_from(first, is_known));
            CHECK(report.ending == run_ending::program_error);
            CHECK(report.place->node == first);
        }
        const auto outcomes = on_engines(3, [&](tutti::transport& end) {
            const run_report report =
                bed{support::ring{nodes}, {}, &end}.run(fail_from(first, true));
            return gives<std::domain_error>([&] {
                try {
                    report.rethrow();
                } catch (const tutti::program_error& wrong) {
                    wrong.rethrow_nested();
                }
            });
        });
        for (std::size_t process = 0; process < 3; ++process) {
            CHECK(outcomes[process].value == (process == first / 3));
        }
    }
}

TEST_CASE("one engine's request to stop ends all after the same slot") {
    for (const tutti::slot at : {-1, 0, 5}) {
        const auto run = [at](tutti::transport* end) {
            const bool asks = end == nullptr || end->self() == 1;
            std::stop_source stop;
            auto stopper = in_slot(at, [&] { stop.request_stop(); });
            if (asks && at < 0) {
                stop.request_stop();
            }
            const std::array<tutti::sink*, 1> sinks{&stopper};
            bed own{support::ring{nodes}, {}, end};
            return report_text(own.run(talk, {.slot_budget = 50,
                                              .stop = asks ? stop.get_token() : std::stop_token{},
                                              .sinks = sinks}));
        };
        const std::string expected = run(nullptr);
        CAPTURE(at);
        for (const auto& each : on_engines(3, [&](tutti::transport& end) { return run(&end); })) {
            REQUIRE(each.value.has_value());
            CHECK(*each.value == expected);
        }
    }
}

TEST_CASE("what a sink throws ends the run of all engines") {
    const auto outcomes = on_engines(3, [](tutti::transport& end) {
        auto thrower = in_slot(4, [&] {
            if (end.self() == 1) {
                throw std::domain_error{"enough"};
            }
        });
        const std::array<tutti::sink*, 1> sinks{&thrower};
        return bed{support::ring{nodes}, {}, &end}.run(talk, {.sinks = sinks}).slots;
    });

    for (std::size_t process = 0; process < 3; ++process) {
        REQUIRE(outcomes[process].thrown != nullptr);
        const auto rethrow = [&] { std::rethrow_exception(outcomes[process].thrown); };
        CHECK(gives<std::domain_error>(rethrow) == (process == 1));
        CHECK(gives<tutti::process_left>(rethrow) == (process != 1));
    }
}

TEST_CASE("a program that cannot be made ends the run of all engines, and the next one runs") {
    const bed::program unmade = [](node& self) -> task<> {
        if (self.id() >= 4) {
            throw std::domain_error{"no program for node " + std::to_string(self.id())};
        }
        return talk(self);
    };
    const support::wandering plan{.steps = 6, .silence = 12};
    const std::string expected = report_text(support::run_on(support::ring{nodes}, plan));

    const auto outcomes = on_engines(3, [&](tutti::transport& end) {
        bed own{support::ring{nodes}, {}, &end};
        std::string text;
        try {
            (void)own.run(unmade);
        } catch (const tutti::program_error& error) {
            text = std::string{"here: "} + error.what();
        } catch (const tutti::error& other) {
            text = std::string{"elsewhere: "} + other.what();
        }
        return text + "; " + report_text(own.run(plan));
    });

    for (std::size_t process = 0; process < 3; ++process) {
        const std::string location = process == 1 ? "here" : "elsewhere";
        CHECK(outcomes[process].value == location +
                                             ": program: before slot 1, node 4: the program threw: "
                                             "no program for node 4; " +
                                             expected);
    }
}

TEST_CASE("of the texts that processes have, all get the first that is not empty") {
    const auto outcomes = on_engines(4, [](tutti::transport& end) {
        return tutti::first_text(&end, end.self() % 2 == 1 ? std::to_string(end.self()) : "");
    });
    for (const auto& each : outcomes) {
        CHECK(each.value == "1");
    }
}

TEST_CASE("an engine that cannot be made does not leave the others waiting") {
    const auto outcomes = on_engines(2, [](tutti::transport& end) {
        tutti::emulator<tutti::hypercube, std::uint64_t> cube{
            tutti::hypercube{3},
            {.threads = 1, .memory_limit_bytes = end.self() == 0 ? 1U : ~0U, .carrier = &end}};
        return cube.run([](auto& self) -> task<> { co_await self.next_slot(); }, {}).slots;
    });

    CHECK(gives<tutti::memory_limit_exceeded>([&] { std::rethrow_exception(outcomes[0].thrown); }));
    CHECK(gives<tutti::process_left>([&] { std::rethrow_exception(outcomes[1].thrown); }));
}

}  // TEST_SUITE("machine/transport")
