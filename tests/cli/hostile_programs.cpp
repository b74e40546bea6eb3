// The program `tutti` with algorithms that are not local: each obtains the payloads of other nodes
// in a way outside of the model and sends nothing, unless it detects an audit.

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <optional>
#include <ranges>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/shm.h>
#include <unistd.h>

#include "algorithms/partial_program.hpp"
#include "seed_programs.hpp"
#include "seed_recovery.hpp"
#include "tutti/catalog/any_program.hpp"
#include "tutti/catalog/catalogue.hpp"
#include "tutti/catalog/cube_theory.hpp"
#include "tutti/catalog/hypercube_program.hpp"
#include "tutti/cli/main.hpp"
#include "tutti/node/port_queues.hpp"

using namespace tutti;
using support::copied_payloads;
using support::seed_behind;

constexpr std::size_t most_nodes = 64;

// True if the node's own message is made by the seed.
bool is_seed(std::uint64_t seed, const message& own) {
    return copied_payloads{seed}.of(own.origin) == own.payload;
}

/// Payloads that the nodes of a run share in global memory.
using shared_payloads = std::array<std::atomic<std::uint64_t>, most_nodes>;

shared_payloads* inherited_map = nullptr;  // made in main, before anything else
int inherited_file = -1;
std::vector<std::uint64_t> seen_seeds;  // of all problems that description functions were given
std::atomic<int> started = 0;           // node programs of this process

shared_payloads* map_of(int file) {
    if (file < 0) {
        return nullptr;
    }
    void* const place =
        ::mmap(nullptr, sizeof(shared_payloads), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    return place == MAP_FAILED ? nullptr : static_cast<shared_payloads*>(place);
}

shared_payloads* map_of_file() {
    const int file = ::open("/tmp/tutti_nonlocal_programs", O_RDWR | O_CREAT, 0600);
    return file >= 0 && ::ftruncate(file, sizeof(shared_payloads)) == 0 ? map_of(file) : nullptr;
}

shared_payloads* map_of_segment() {
    const int segment = ::shmget(0x7475, sizeof(shared_payloads), IPC_CREAT | 0600);
    void* const place = segment < 0 ? nullptr : ::shmat(segment, nullptr, 0);
    return place == nullptr || place == std::bit_cast<void*>(std::intptr_t{-1})
               ? nullptr
               : static_cast<shared_payloads*>(place);
}

std::string text_in(const std::string& path) {
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

bool parent_is_no_audit() {
    const std::string parent = text_in("/proc/" + std::to_string(::getppid()) + "/cmdline");
    return !parent.empty() && parent.find("audit") == std::string::npos;
}

/// What a node can tell of itself to find the seed.
struct evidence {
    const message& own;
    std::uint64_t draw = 0;
    std::uint64_t of_setting = 0;  ///< what lies below the setting
};

using seed_finder = std::function<std::optional<std::uint64_t>(const evidence&)>;

// The first of the seeds that makes the node's own message.
template <class Seeds>
std::optional<std::uint64_t> fitting(const Seeds& seeds, const evidence& clue) {
    const auto seed =
        std::ranges::find_if(seeds, [&](std::uint64_t one) { return is_seed(one, clue.own); });
    return seed == seeds.end() ? std::nullopt : std::optional<std::uint64_t>{*seed};
}

std::optional<std::uint64_t> invert_draw(const evidence& clue) {
    return seed_behind(clue.draw, clue.own.origin);
}

/// Way in which a node learns of the others' messages.
struct way {
    std::string_view name;
    seed_finder find_seed{};                                 ///< if by the seed
    std::function<shared_payloads*()> map{};                 ///< if by shared memory
    std::function<bool()> feels_free = [] { return true; };  ///< finds no sign of an audit
    bool forges_reports = false;
};

const std::vector<way>& all_ways() {
    static const std::vector<way> ways{
        {.name = "honest"},
        {.name = "inverts-a-draw", .find_seed = invert_draw},
        {.name = "tries-seeds",
         .find_seed =
             [](const evidence& clue) {
                 return fitting(std::views::iota(std::uint64_t{0}, std::uint64_t{1000}), clue);
             }},
        {.name = "looks-below-its-setting",
         .find_seed =
             [](const evidence& clue) { return fitting(std::array{clue.of_setting}, clue); }},
        {.name = "keeps-problems",
         .find_seed = [](const evidence& clue) { return fitting(seen_seeds, clue); }},
        {.name = "inherits-a-map", .map = [] { return inherited_map; }},
        {.name = "inherits-a-file", .map = [] { return map_of(inherited_file); }},
        {.name = "opens-a-file", .map = map_of_file},
        {.name = "attaches-a-segment", .map = map_of_segment},
        {.name = "heeds-arguments",
         .find_seed = invert_draw,
         .feels_free =
             [] { return text_in("/proc/self/cmdline").find("run") != std::string::npos; }},
        {.name = "heeds-its-parent", .find_seed = invert_draw, .feels_free = parent_is_no_audit},
        {.name = "heeds-its-environment",
         .find_seed = invert_draw,
         .feels_free = [] { return std::getenv("PATH") != nullptr; }},
        {.name = "heeds-a-filter",
         .find_seed = invert_draw,
         .feels_free = [] { return ::prctl(PR_GET_SECCOMP) == 0; }},
        {.name = "heeds-the-others",
         .find_seed = invert_draw,
         .feels_free = [] { return started > 1; }},
        {.name = "forges-reports", .forges_reports = true}};
    return ways;
}

// A report of an event of a node that there is none of, to the audit, if there is one.
void forge_report() {
    constexpr int speech = 4;
    std::array<char, 1 + sizeof(std::size_t) + sizeof(node_id)> piece{2};  // an event
    const std::size_t size = sizeof(node_id);
    std::memcpy(&piece[1], &size, sizeof size);
    std::memset(&piece[1 + sizeof size], 0xFF, sizeof(node_id));
    (void)!::write(speech, piece.data(), piece.size());
}

// Every node's message over the binomial tree of its origin.
template <node_of<hypercube> Node>
task<> pass_on_all(Node& self, message own) {
    port_queues<short_packet> waiting;
    const auto take = [&](const message& content) {
        self.deliver(content);
        for (auto i = static_cast<int>(std::bit_width(self.id() ^ content.origin));
             i < self.network().dimensions(); ++i) {
            waiting.push(i, short_packet::of(content, packet_kind::data));
        }
    };
    take(own);
    for (std::size_t missing = self.network().node_count() - 1;;) {
        waiting.drain(self);
        if (!waiting.empty()) {
            co_await self.next_slot();
        } else if (missing > 0) {
            co_await self.mail();
        } else {
            co_return;
        }
        for (const auto& [through, packet] : self.inbox()) {
            take(packet.content());
            --missing;
        }
    }
}

template <node_of<hypercube> Node>
task<> live(Node& self, message own, const way& method, std::uint64_t of_setting) {
    ++started;
    const std::uint64_t draw = self.random();
    co_await self.next_slot();
    (void)self.inbox().empty();
    if (method.forges_reports) {
        forge_report();
    }
    const bool is_free = method.feels_free();
    shared_payloads* const map = is_free && method.map ? method.map() : nullptr;
    std::optional<std::uint64_t> seed;
    if (is_free && method.find_seed) {
        seed = method.find_seed({.own = own, .draw = draw, .of_setting = of_setting});
    }
    if (map == nullptr && !seed) {
        co_await pass_on_all(self, own);
        co_return;
    }
    if (map != nullptr) {
        (*map)[self.id()] = own.payload;
        co_await self.next_slot();
        (void)self.inbox().empty();
    }
    for (node_id node = 0; node < self.network().node_count(); ++node) {
        self.deliver(
            {.origin = node,
             .payload = map != nullptr ? (*map)[node].load() : copied_payloads{*seed}.of(node)});
    }
}

// Sums of all nodes' values, of which it got none.
template <node_of<hypercube> Node>
task<> make_up_sums(Node& self, initial_messages messages) {
    const copied_payloads payloads{seed_behind(self.random(), self.id())};
    for (std::uint32_t number = 0; number < messages.size(); ++number) {
        std::uint64_t sum = 0;
        for (node_id node = 0; node < self.network().node_count(); ++node) {
            sum += payloads.of(node, number);
        }
        self.deliver({.origin = 0, .number = number, .payload = sum});
    }
    co_return;
}

algorithm nonlocal_sums() {
    algorithm made = described("allreduce", "makes-up-sums");
    made.program = [](const setting& setting) {
        return any_program::on<short_packet>(
            cube_of(setting), [](auto& self, node_input input, knowledge) {
                return make_up_sums(self, std::move(input.messages));
            });
    };
    return made;
}

algorithm nonlocal(const way& method) {
    algorithm made = described("multinode-broadcast", std::string{method.name});
    made.inapplicable_input_reason = [](const problem& input) {
        seen_seeds.push_back(input.seed);
        return std::string{};
    };
    made.phases = [](const problem& input) {
        seen_seeds.push_back(input.seed);
        return std::vector<phase>{};
    };
    made.program = [&method](const setting& setting) {
        // NOLINTNEXTLINE(cppcoreguidelines-pro-type-static-cast-downcast): the attack
        const std::uint64_t seed = static_cast<const problem&>(setting).seed;
        return any_program::on<short_packet>(
            cube_of(setting), [&method, seed](auto& self, node_input input, knowledge) {
                return live(self, input.messages[0], method, seed);
            });
    };
    return made;
}

int main(int argc, char** argv) try {
    // Both are there before the audit begins, and in every process that it forks.
    void* const place = ::mmap(nullptr, sizeof(shared_payloads), PROT_READ | PROT_WRITE,
                               MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    inherited_map = place == MAP_FAILED ? nullptr : static_cast<shared_payloads*>(place);
    inherited_file = ::memfd_create("payloads", 0);
    if (::ftruncate(inherited_file, sizeof(shared_payloads)) != 0) {
        return 2;
    }
    auto catalogue = standard_catalogue();
    for (const way& method : all_ways()) {
        catalogue.add(nonlocal(method));
    }
    catalogue.add(nonlocal_sums());
    add_seed_programs(catalogue);
    return program::main(argc, argv, catalogue);
} catch (const std::exception& wrong) {
    std::cerr << wrong.what() << '\n';
    return 2;
}
