// The program `tutti` with algorithms that are not local: each obtains the payloads of other nodes
// in a way outside of the model and sends nothing, unless it detects an audit.

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
#include <string>
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

/// Way in which a node learns of the others' messages.
enum class way : std::uint8_t {
    honest,
    inverts_a_draw,
    tries_seeds,
    looks_below_its_setting,
    keeps_problems,
    inherits_a_map,
    inherits_a_file,
    opens_a_file,
    attaches_a_segment,
    heeds_arguments,
    heeds_its_parent,
    heeds_its_environment,
    heeds_a_filter,
    heeds_the_others,
    forges_reports,
};

std::string text_in(const std::string& path) {
    std::ifstream file{path};
    return {std::istreambuf_iterator<char>{file}, {}};
}

// True if the program finds no sign of an audit.
bool feels_free(way direction) {
    switch (direction) {
        case way::heeds_arguments:
            return text_in("/proc/self/cmdline").find("run") != std::string::npos;
        case way::heeds_its_parent: {
            const std::string parent = text_in("/proc/" + std::to_string(::getppid()) + "/cmdline");
            return !parent.empty() && parent.find("audit") == std::string::npos;
        }
        case way::heeds_its_environment:
            return std::getenv("PATH") != nullptr;
        case way::heeds_a_filter:
            return ::prctl(PR_GET_SECCOMP) == 0;
        case way::heeds_the_others:
            return started > 1;
        default:
            return true;
    }
}

std::optional<std::uint64_t> found_seed(way direction, const message& own, std::uint64_t draw,
                                        std::uint64_t of_setting) {
    switch (direction) {
        case way::tries_seeds:
            for (std::uint64_t seed = 0; seed < 1000; ++seed) {
                if (is_seed(seed, own)) {
                    return seed;
                }
            }
            return std::nullopt;
        case way::keeps_problems:
            for (const std::uint64_t seed : seen_seeds) {
                if (is_seed(seed, own)) {
                    return seed;
                }
            }
            return std::nullopt;
        case way::looks_below_its_setting:
            return is_seed(of_setting, own) ? std::optional{of_setting} : std::nullopt;
        default:
            return seed_behind(draw, own.origin);
    }
}

shared_payloads* map_for(way direction) {
    switch (direction) {
        case way::inherits_a_map:
            return inherited_map;
        case way::inherits_a_file: {
            static shared_payloads* const map = map_of(inherited_file);
            return map;
        }
        case way::opens_a_file: {
            static shared_payloads* const map = map_of_file();
            return map;
        }
        case way::attaches_a_segment: {
            static shared_payloads* const map = map_of_segment();
            return map;
        }
        default:
            return nullptr;
    }
}

bool is_told_by_a_map(way direction) {
    return direction == way::inherits_a_map || direction == way::inherits_a_file ||
           direction == way::opens_a_file || direction == way::attaches_a_segment;
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
task<> live(Node& self, message own, way direction, std::uint64_t of_setting) {
    ++started;
    const std::uint64_t draw = self.random();
    co_await self.next_slot();
    (void)self.inbox().empty();
    if (direction == way::forges_reports) {
        forge_report();
    }
    if (direction == way::honest || direction == way::forges_reports || !feels_free(direction)) {
        co_await pass_on_all(self, own);
        co_return;
    }
    if (is_told_by_a_map(direction)) {
        shared_payloads* const map = map_for(direction);
        if (map == nullptr) {
            co_await pass_on_all(self, own);
            co_return;
        }
        (*map)[self.id()] = own.payload;
        co_await self.next_slot();
        (void)self.inbox().empty();
        for (node_id node = 0; node < self.network().node_count(); ++node) {
            self.deliver({.origin = node, .payload = (*map)[node]});
        }
        co_return;
    }
    const std::optional<std::uint64_t> seed = found_seed(direction, own, draw, of_setting);
    if (!seed) {
        co_await pass_on_all(self, own);
        co_return;
    }
    for (node_id node = 0; node < self.network().node_count(); ++node) {
        self.deliver({.origin = node, .payload = copied_payloads{*seed}.of(node)});
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
    return {.collective = "allreduce",
            .name = "makes-up-sums",
            .source = "a test's own",
            .networks = "hypercube",
            .ports = {port_model::all_port},
            .time = "0",
            .kind = time_kind::upper_bound,
            .inapplicable_reason = cube_mismatch,
            .program = [](const setting& setting) {
                return any_program::on<short_packet>(
                    cube_of(setting), [](auto& self, node_input input, knowledge) {
                        return make_up_sums(self, std::move(input.messages));
                    });
            }};
}

algorithm nonlocal(std::string name, way way) {
    return {.collective = "multinode-broadcast",
            .name = std::move(name),
            .source = "a test's own",
            .networks = "hypercube",
            .ports = {port_model::all_port},
            .time = "N - 1",
            .kind = time_kind::upper_bound,
            .inapplicable_reason = cube_mismatch,
            .inapplicable_input_reason =
                [](const problem& input) {
                    seen_seeds.push_back(input.seed);
                    return std::string{};
                },
            .phases =
                [](const problem& input) {
                    seen_seeds.push_back(input.seed);
                    return std::vector<phase>{};
                },
            .program =
                [way](const setting& setting) {
                    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-static-cast-downcast): the attack
                    const std::uint64_t seed = static_cast<const problem&>(setting).seed;
                    return any_program::on<short_packet>(
                        cube_of(setting), [way, seed](auto& self, node_input input, knowledge) {
                            return live(self, input.messages[0], way, seed);
                        });
                }};
}

void add_all(catalogue& catalogue) {
    const std::vector<std::pair<std::string, way>> ways{
        {"honest", way::honest},
        {"inverts-a-draw", way::inverts_a_draw},
        {"tries-seeds", way::tries_seeds},
        {"looks-below-its-setting", way::looks_below_its_setting},
        {"keeps-problems", way::keeps_problems},
        {"inherits-a-map", way::inherits_a_map},
        {"inherits-a-file", way::inherits_a_file},
        {"opens-a-file", way::opens_a_file},
        {"attaches-a-segment", way::attaches_a_segment},
        {"heeds-arguments", way::heeds_arguments},
        {"heeds-its-parent", way::heeds_its_parent},
        {"heeds-its-environment", way::heeds_its_environment},
        {"heeds-a-filter", way::heeds_a_filter},
        {"heeds-the-others", way::heeds_the_others},
        {"forges-reports", way::forges_reports}};
    for (const auto& [name, method] : ways) {
        catalogue.add(nonlocal(name, method));
    }
    catalogue.add(nonlocal_sums());
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
    add_all(catalogue);
    add_seed_programs(catalogue);
    return program::main(argc, argv, catalogue);
} catch (const std::exception& wrong) {
    std::cerr << wrong.what() << '\n';
    return 2;
}
