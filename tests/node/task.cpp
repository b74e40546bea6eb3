#include "tutti/node/task.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

#include "engine/memory/huge_pages.hpp"
#include "support/testbed.hpp"
#include "topology/random.hpp"

namespace {

using support::path;
using support::run_on;
using tutti::frame_pool;
using tutti::task;

/// Its frame is not the caller's own, as clang++ would have it.
template <class Make>
[[gnu::noinline]] task<> made(const Make& make) {
    return make();
}

/// Runs a task that never waits, its frames from a separate pool; all must be back at the end.
template <class Make>
void run_isolated_node(const Make& make) {
    std::pmr::monotonic_buffer_resource memory;
    frame_pool pool{memory};
    {
        const frame_pool::scope frames{pool};
        const task<> alone = made(make);
        CHECK(pool.bytes_in_use() > 0);
        alone.handle().resume();
        REQUIRE(alone.handle().done());
        alone.handle().promise().result();
    }
    CHECK(pool.bytes_in_use() == 0);
}

task<int> number(int value) { co_return value; }

// Not with `?:`, for g++ 12 evaluates an await in it whatever the condition.
// NOLINTNEXTLINE(misc-no-recursion): depth is what is tested
task<int> sum_to(int last) {
    if (last == 0) {
        co_return 0;
    }
    co_return last + co_await sum_to(last - 1);
}

template <class Node>
task<int> descend(Node& self, int depth) {  // NOLINT(misc-no-recursion): likewise
    if (depth == 0) {
        co_await self.next_slot();
        co_return 0;
    }
    co_return 1 + co_await descend(self, depth - 1);
}

/// Writes its name down when it ends.
class witness {
public:
    witness(std::vector<std::string>& list, std::string name)
        : list_{&list}, name_{std::move(name)} {}
    witness(const witness&) = delete;
    witness& operator=(const witness&) = delete;
    ~witness() { list_->push_back(name_); }

private:
    std::vector<std::string>* list_;
    std::string name_;
};

template <class Node>
task<> sleep_for_ever(Node& self, std::vector<std::string>& names) {
    const witness inner{names, "inner"};
    co_await self.until(tutti::never);
}

template <class Node>
task<> hold(Node& self, std::vector<std::string>& names) {
    const witness middle{names, "middle"};
    co_await sleep_for_ever(self, names);
}

}  // namespace

TEST_SUITE("model/task") {

TEST_CASE("a million parts that end at once cost no stack") {
    std::int64_t sum = 0;
    run_isolated_node([&]() -> task<> {
        for (int i = 0; i < 1'000'000; ++i) {
            sum += co_await number(i);
        }
    });

    CHECK(sum == 499'999'500'000);
}

TEST_CASE("ten thousand parts in each other, without a wait and with one") {
    int without = 0;
    int with = 0;
    run_isolated_node([&]() -> task<> { without = co_await sum_to(10'000); });
    run_on(path{1}, [&](auto& self) -> task<> { with = co_await descend(self, 10'000); }).rethrow();

    CHECK(without == 50'005'000);
    CHECK(with == 10'000);
}

TEST_CASE("a part hands over values, also those that only move, and pointers") {
    int own = 7;
    std::vector<std::string> texts;
    std::unique_ptr<int> moved;
    const int* lent = nullptr;
    const auto text = [](std::string value) -> task<std::string> { co_return value + "!"; };
    const auto owner = []() -> task<std::unique_ptr<int>> { co_return std::make_unique<int>(5); };
    const auto lender = [](const int* number) -> task<const int*> { co_return number; };
    run_isolated_node([&]() -> task<> {
        texts.push_back(co_await text(std::string(100, 'x')));
        texts.push_back(co_await text("y"));
        moved = co_await owner();
        lent = co_await lender(&own);
    });

    CHECK(texts == std::vector<std::string>{std::string(100, 'x').append("!"), "y!"});
    REQUIRE(moved != nullptr);
    CHECK(*moved == 5);
    CHECK(lent == &own);
}

TEST_CASE("an exception is thrown where the part is awaited, through any number of parts") {
    std::vector<std::string> names;
    std::string caught;
    const auto thrower = [&](auto& self) -> task<int> {
        const witness inner{names, "inner"};
        co_await self.next_slot();
        throw std::runtime_error{"deep"};
    };
    const auto passer = [&](auto& self) -> task<int> {
        const witness middle{names, "middle"};
        co_return co_await thrower(self);
    };
    tutti::slot after = 0;
    run_on(path{1}, [&](auto& self) -> task<> {
        try {
            co_await passer(self);
        } catch (const std::runtime_error& error) {
            caught = error.what();
        }
        co_await self.next_slot();
        after = self.slot();
    }).rethrow();

    CHECK(caught == "deep");
    CHECK(names == std::vector<std::string>{"inner", "middle"});
    CHECK(after == 2);
}

TEST_CASE("what has not ended when the run is over is destroyed, innermost first") {
    std::vector<std::string> names;
    const auto report = run_on(path{1}, [&](auto& self) -> task<> {
        const witness outer{names, "outer"};
        co_await hold(self, names);
    });

    CHECK(report.ending == tutti::run_ending::stalled);
    CHECK(names == std::vector<std::string>{"inner", "middle", "outer"});
}

}  // TEST_SUITE("model/task")

TEST_SUITE("model/frame_pool") {

TEST_CASE("frames of any size are whole and aligned, and are used again when given back") {
    std::pmr::monotonic_buffer_resource memory;
    frame_pool pool{memory};
    tutti::split_mix random{5};
    std::size_t taken_at_first = 0;
    for (int round = 0; round < 2; ++round) {
        for (const std::size_t most : {100U, 5000U, 200'000U}) {
            std::vector<std::span<std::uint8_t>> frames;
            std::size_t in_use = 0;
            for (int i = 0; i < 60; ++i) {
                const std::size_t bytes = 1 + most * static_cast<std::size_t>(60 - i) / 60;
                auto* const frame = static_cast<std::uint8_t*>(pool.take(bytes));
                CHECK(std::bit_cast<std::uintptr_t>(frame) % alignof(std::max_align_t) == 0);
                std::fill_n(frame, bytes, static_cast<std::uint8_t>(i));
                frames.emplace_back(frame, bytes);
                in_use += bytes;
            }
            CHECK(pool.bytes_in_use() == in_use);
            while (!frames.empty()) {
                const std::size_t which = random.next() % frames.size();
                const auto frame = frames[which];
                CHECK(std::ranges::count(frame, frame[0]) == std::ssize(frame));
                pool.give(frame.data(), frame.size());
                frames[which] = frames.back();
                frames.pop_back();
            }
        }
        CHECK(pool.bytes_in_use() == 0);
        taken_at_first = round == 0 ? pool.bytes_taken() : taken_at_first;
    }
    CHECK(pool.bytes_taken() == taken_at_first);
}

TEST_CASE("memory in large pages is aligned and whole, and small pieces are served too") {
    std::pmr::memory_resource& memory = tutti::huge_pages();
    for (const std::size_t bytes : {1U, 4096U, (16U << 20U) - 1, 16U << 20U, 20'000'001U}) {
        auto* const piece = static_cast<std::uint8_t*>(memory.allocate(bytes));
        CHECK(std::bit_cast<std::uintptr_t>(piece) % alignof(std::max_align_t) == 0);
        std::fill_n(piece, bytes, std::uint8_t{3});
        CHECK(std::all_of(piece, piece + bytes, [](auto byte) { return byte == 3; }));
        memory.deallocate(piece, bytes);
    }
}

}  // TEST_SUITE("model/frame_pool")
