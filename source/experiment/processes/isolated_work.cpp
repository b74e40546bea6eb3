#include "isolated_work.hpp"

#include <array>
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "experiment/audit/audited_run.hpp"
#include "experiment/audit/isolated_run.hpp"
#include "node/schedule_cache.hpp"
#include "sandbox.hpp"
#include "tutti/experiment/audit.hpp"

namespace tutti {
namespace {

using detail::byte_reader;

// The only argument of a program that an audit has started.
constexpr std::string_view isolated_word = "--isolated-run";
constexpr std::string_view program_name = "tutti";

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): whether `main` has called
// `isolated_entry` is a property of the process.
std::atomic<const catalogue*> entered_with = nullptr;
std::atomic<bool> is_on_command_line = false;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

/// Kind of failure of an isolated process: input, memory or failure.
enum class refusal_kind : std::uint8_t { input, memory, failure };

/// Failure of an isolated process, as it is sent.
struct refusal {
    refusal_kind kind = refusal_kind::failure;
    std::string text;
};

/// Memory that another process would have needed.
class memory_refused final : public memory_limit_exceeded {
public:
    explicit memory_refused(std::string text)
        : memory_limit_exceeded{0, 0}, text_{std::move(text)} {}
    [[nodiscard]] const char* what() const noexcept override { return text_.c_str(); }

private:
    std::string text_;
};

// Sends errors as text: a process cannot throw into another.
template <class Work>
void refuse_with_words(const output_handler& say, const Work& work) noexcept {
    const auto refuse_with = [&](refusal_kind kind, const char* text) {
        write_piece(say, piece_kind::refusal, bytes_of(refusal{.kind = kind, .text = text}));
    };
    try {
        work();
    } catch (const memory_limit_exceeded& wrong) {
        refuse_with(refusal_kind::memory, wrong.what());
    } catch (const std::invalid_argument& wrong) {
        refuse_with(refusal_kind::input, wrong.what());
    } catch (const std::exception& wrong) {
        refuse_with(refusal_kind::failure, wrong.what());
    } catch (...) {
        refuse_with(refusal_kind::failure, "an exception without a text");
    }
}

// True if the process has memory that other processes may share: of a file that still exists, or
// of System V. Executing the program has ended all that came before.
bool shares_memory() {
    std::ifstream maps{"/proc/self/maps"};
    for (std::string range, rights, rest; maps >> range >> rights && std::getline(maps, rest);) {
        const bool is_gone = rest.ends_with("(deleted)") && rest.find("/SYSV") == std::string::npos;
        if (rights.ends_with('s') && !is_gone) {
            return true;
        }
    }
    return !maps.eof();
}

// Why the process can reach others, or an empty text.
std::string sandbox_error() {
    // Mappings are looked at before the seal, which forbids to open files.
    const bool shares = shares_memory();
    const std::string inapplicable_reason = seal_process();
    return shares ? "`main` has mapped shared memory before it called `isolated_entry`"
                  : inapplicable_reason;
}

// If a user passes the reserved word, the answer is a line and the status of bad input.
[[noreturn]] void live_isolated(const catalogue& catalogue) noexcept {
    std::vector<std::byte> work;
    try {
        work = read_work();
    } catch (const std::exception&) {
        constexpr std::string_view line = "tutti: --isolated-run: reserved for audits\n";
        [[maybe_unused]] const ssize_t written = ::write(STDERR_FILENO, line.data(), line.size());
        ::_exit(2);
    }
    // The child has its own catalogue, in which it finds the algorithm by its names.
    const experiment_resolver resolve = [&](experiment& named, std::string_view task,
                                            std::string_view name) {
        named.algorithm = catalogue.find(task, name);
        named.catalogue = &catalogue;
        named.network = network_specification::parse(named.network.text(), catalogue.networks());
        named.built_network = built(named.network.build());
        if (named.algorithm == nullptr) {
            throw std::runtime_error{fmt::format("{}/{} is in no catalogue", task, name)};
        }
    };
    const auto seal = [] {
        write_piece(send_to_parent, piece_kind::sealed, bytes_of(sandbox_error()));
    };
    do_work(work, resolve, seal, send_to_parent);
    ::_exit(EXIT_SUCCESS);
}

// Variables that libraries of this process may need to be found, and the options of sanitizers.
std::vector<std::string> small_environment() {
    std::vector<std::string> texts;
    for (const char* const name :
         {"LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS"}) {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread changes it
        if (const char* const value = std::getenv(name); value != nullptr) {
            texts.push_back(fmt::format("{}={}", name, value));
        }
    }
    return texts;
}

// Without an entry that can start the program anew, isolated processes are forked, and may see
// memory of this one.
std::string fork_reason_for(const experiment& plan) {
    const catalogue* const catalogue = entered_with;
    if (catalogue == nullptr) {
        return "`isolated_entry` was not called in `main`";
    }
    if (catalogue->find(plan.algorithm->collective, plan.algorithm->name) != plan.algorithm) {
        return fmt::format("{}/{} is not in the catalogue that `isolated_entry` was given",
                           plan.algorithm->collective, plan.algorithm->name);
    }
    if (plan.network.is_name()) {
        return "its network was built in code";
    }
    const auto nodes = plan.network.node_count();
    if (nodes && *nodes != node_count(plan.built_network)) {
        return "its network is not that of its specification";
    }
    return ::access("/proc/self/exe", X_OK) == 0
               ? std::string{}
               : std::string{"the file of this program cannot be executed"};
}

}  // namespace

byte_string work_on(work_kind kind, const experiment& plan) {
    byte_string work = bytes_of(kind);
    append_experiment(work, plan);
    return work;
}

byte_string work_on(work_kind kind, std::span<const std::byte> packed_plan) {
    byte_string work = bytes_of(kind);
    work.insert(work.end(), packed_plan.begin(), packed_plan.end());
    return work;
}

// The experiment is read before the seal, since its network may be in a file. Schedules are made
// anew: a child by fork has the setting of its parent.
void do_work(std::span<const std::byte> work, const experiment_resolver& resolve,
             const std::function<void()>& seal, const output_handler& say) noexcept {
    refuse_with_words(say, [&] {
        use_schedule_cache({});
        byte_reader from{work};
        const auto kind = from.take<work_kind>();
        const experiment plan = take_experiment(from, resolve);
        if (plan.algorithm->plays_a_file) {
            (void)inapplicable_reason(plan);  // the file is kept
        }
        seal();
        // In the order of the kinds.
        constexpr std::array works{run_all_nodes, prepare_isolated_inputs, run_isolated_node};
        works.at(fmt::underlying(kind))(plan, from, say);
    });
}

std::string refusal_in(std::span<const std::byte> content) {
    return value_in<refusal>(content).text;
}

void throw_refusal(std::span<const std::byte> content) {
    const auto why = value_in<refusal>(content);
    if (why.kind == refusal_kind::memory) {
        throw memory_refused{why.text};
    }
    if (why.kind == refusal_kind::input) {
        throw std::invalid_argument{why.text};
    }
    throw std::runtime_error{why.text};
}

process_starter::process_starter(const experiment& plan)
    : plan_{&plan}, fork_reason_{fork_reason_for(plan)} {
    if (fork_reason_.empty()) {
        program_ = {.words = {std::string{program_name}, std::string{isolated_word}},
                    .environment = small_environment()};
    }
}

// A fork inherits the plan, so that its resolver takes the network and the algorithm from it.
process_end process_starter::start(std::span<const std::byte> work,
                                   const piece_reader::visitor& hear,
                                   const process_limits& limits) const {
    piece_reader pieces;
    const auto hear_some = [&](std::span<const std::byte> some) { pieces.hear(some, hear); };
    if (fork_reason_.empty()) {
        return run_in_new_process(program_, work, hear_some, limits);
    }
    const experiment_resolver resolve = [this](experiment& named, std::string_view /*task*/,
                                               std::string_view /*name*/) {
        named.algorithm = plan_->algorithm;
        named.catalogue = plan_->catalogue;
        named.built_network = plan_->built_network;
    };
    return run_in_fork(
        [&](const output_handler& say) {
            do_work(
                work, resolve, [] {}, say);
        },
        hear_some, limits);
}

bool has_command_line() noexcept { return is_on_command_line; }

void note_command_line() noexcept { is_on_command_line = true; }

void isolated_entry(int argc, char** argv, const catalogue& catalogue) {
    const std::span words{argv, std::next(argv, argc)};
    if (words.size() == 2 && words[1] == isolated_word) {
        live_isolated(catalogue);
    }
    entered_with = &catalogue;
}

}  // namespace tutti
