#include "processes.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include "engine/exchange/bytes.hpp"
#include "engine/exchange/gather.hpp"
#include "mpi/process_launcher.hpp"
#include "mpi_ancestors.hpp"
#include "tutti/version.hpp"
#include "util/collect.hpp"
#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

// The program is one of them from `join` to `part`.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
process_launcher* world = nullptr;

// Why the processes that mpirun's variables name were not joined; empty: they were, or there are
// none.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::string missing_world;

bool is_in_environment(const char* name) noexcept {
    return std::getenv(name) != nullptr;  // NOLINT(concurrency-mt-unsafe): no thread changes it
}

// Number of processes, as the starters of MPI programs state it.
int number_in_environment(std::initializer_list<const char*> names, int otherwise = 1) noexcept {
    for (const char* const name : names) {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): no thread changes it
        const char* const text = std::getenv(name);
        const auto number =
            number_between<int>(text == nullptr ? "" : text, 0, std::numeric_limits<int>::max());
        if (number) {
            return *number;
        }
    }
    return otherwise;
}

// Of a step of a Slurm job. A batch script is one process, however many its steps may have.
int slurm_tasks() noexcept {
    const bool is_batch_script = is_in_environment("SLURM_JOB_ID") &&
                                 !is_in_environment("SLURM_STEP_ID") &&
                                 !is_in_environment("SLURM_STEP_NUM_TASKS");
    return is_batch_script || !is_in_environment("SLURM_PROCID")
               ? 1
               : number_in_environment({"SLURM_STEP_NUM_TASKS", "SLURM_NTASKS"});
}

// By mpirun, or by srun with PMIx.
int started_processes() noexcept {
    return number_in_environment({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"},
                                 is_in_environment("PMIX_NAMESPACE") ? slurm_tasks() : 1);
}

// State of a join in progress, shared with its thread and with the end of the process.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<bool> is_joining = false;

constexpr int lost_processes_status = 4;

[[noreturn]] void end_join(std::string_view why) {
    std::array<char, 301> line{};
    const auto made = fmt::format_to_n(
        line.data(), line.size() - 1,
        "tutti: the variables of mpirun name {} processes, but {}; in a subprocess of an MPI job, "
        "unset OMPI_COMM_WORLD_SIZE and PMI_SIZE to run alone\n",
        started_processes(), why);
    [[maybe_unused]] const ssize_t written =
        ::write(STDERR_FILENO, line.data(), std::min(line.size(), made.size));
    std::_Exit(lost_processes_status);
}

// MPI ends the process where it cannot begin, and waits without end for an mpirun that has gone.
class join_watch {
public:
    join_watch() {
        is_joining = true;
        std::atexit([] {
            if (is_joining) {
                end_join("MPI cannot start");
            }
        });
        thread_ = std::jthread{[this] {
            std::unique_lock guard{lock_};
            if (!joined_.wait_for(guard, patience, [] { return !is_joining; })) {
                end_join("MPI does not start within 30 seconds");
            }
        }};
    }
    join_watch(const join_watch&) = delete;
    join_watch& operator=(const join_watch&) = delete;
    ~join_watch() {
        const std::scoped_lock guard{lock_};
        is_joining = false;
        joined_.notify_all();
    }

private:
    static constexpr std::chrono::seconds patience{30};

    std::mutex lock_;
    std::condition_variable joined_;
    std::jthread thread_;
};

constexpr std::string_view library_name = "libtutti_mpi.so";

// Beside the program, where it was built, or where it was installed.
std::vector<std::string> library_paths() {
    std::vector<std::string> paths;
    std::error_code failure;
    const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failure);
    if (!failure) {
        paths.push_back(program.parent_path() / library_name);
        paths.push_back(program.parent_path().parent_path() / "lib/tutti" / library_name);
    }
    paths.emplace_back(std::string{TUTTI_INSTALLED_LIBRARIES "/"}.append(library_name));
    return paths;
}

// Null: `missing_world` says why.
void* load() {
    const std::vector<std::string> paths = library_paths();
    const auto there = std::ranges::find_if(paths, [](const std::string& path) {
        std::error_code failure;
        return std::filesystem::exists(path, failure);
    });
    // Global, as MPI loads plug-ins that look for its symbols. A name alone is looked for in
    // LD_LIBRARY_PATH.
    const std::string name{library_name};
    void* const library =
        ::dlopen(there == paths.end() ? name.c_str() : there->c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr && there == paths.end()) {
        missing_world =
            fmt::format("there is no {} in {} or LD_LIBRARY_PATH", library_name,
                        joined_texts(paths, ", ", [](const std::filesystem::path& each) {
                            return each.parent_path().string();
                        }));
    } else if (library == nullptr) {
        missing_world = ::dlerror();  // NOLINT(concurrency-mt-unsafe): there is one thread
    }
    return library;
}

}  // namespace

void processes::join() {
    if (started_processes() <= 1 || is_out_of_reach_of_job() || is_subprocess_of_mpi_process()) {
        return;
    }
    void* const library = load();
    if (library == nullptr) {
        return;
    }
    void* const address = ::dlsym(library, "tutti_join_processes");
    // A library of an older build may have another interface under the name of the file.
    if (address == nullptr) {
        missing_world = fmt::format("{} belongs to another build of tutti", library_name);
        return;
    }
    const join_watch watch;
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as POSIX has it
    world = reinterpret_cast<join_processes*>(address)();
    if (world == nullptr) {
        missing_world = "the MPI that tutti was built with sees only this process";
    }
}

// Commands that do not run experiments need no MPI: the error is kept until one does.
void processes::require_all() {
    if (!missing_world.empty()) {
        throw std::runtime_error{
            fmt::format("mpirun's variables name {} processes, but {}; start one, unset PMI_SIZE "
                        "and OMPI_COMM_WORLD_SIZE, install Debian's tutti-mpi, or build tutti with "
                        "this MPI",
                        started_processes(), missing_world)};
    }
    constexpr int unknown = 0;
    // Only the first of them prints the warning.
    if (world == nullptr && started_processes() <= 1 && slurm_tasks() > 1 &&
        number_in_environment({"SLURM_PROCID"}, unknown) == 0) {
        fmt::print(stderr,
                   "tutti: srun has started {} processes without MPI, and each "
                   "runs alone; use srun --mpi=pmix for one run on all of them\n",
                   slurm_tasks());
    }
}

// Every process reads its own command line and its own program; a difference would end in
// processes that wait for each other without end.
void processes::require_same(std::span<const std::string_view> words) {
    transport::bytes bytes;
    detail::append_text(bytes, version());
    for (const std::string_view word : words) {
        detail::append_text(bytes, word);
    }
    const std::vector<transport::bytes> messages = gather(world, bytes);
    const auto other = std::ranges::find_if_not(
        messages, [&](const transport::bytes& each) { return each == messages.front(); });
    if (other != messages.end()) {
        refuse(
            "process {} of this mpirun has another command or another version than process 0; all "
            "need the same",
            other - messages.begin());
    }
}

transport* processes::carrier() noexcept { return world; }

bool processes::is_first() noexcept { return world == nullptr || world->self() == 0; }

int processes::on_this_machine() noexcept {
    return world == nullptr
               ? 1
               : std::max(1,
                          number_in_environment({"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}));
}

void processes::watch_stop(const std::stop_token& asked_to_end) {
    if (world != nullptr) {
        world->watch_stop(asked_to_end);
    }
}

// After this the process belongs to the job no more: `world` is null, and no message can be sent.
processes::ending processes::part(const ending& own) {
    if (world == nullptr) {
        return own;
    }
    const int self = world->self();
    transport::bytes words;
    detail::append(words, own.status);
    detail::append(words, own.is_consequence);
    detail::append_text(words, own.complaint);
    // The endings are in the order of the processes, and only process 0 has all of them.
    std::vector<ending> endings;
    for (const transport::bytes& each : std::exchange(world, nullptr)->part(words)) {
        detail::byte_reader from{each};
        endings.push_back(
            {.status = from.take<int>(), .complaint = {}, .is_consequence = from.take<bool>()});
        endings.back().complaint = from.take_text();
    }
    if (endings.empty()) {
        return {};  // mpirun would end the others at a status that is not 0
    }
    if (self != 0) {
        // If process 0 has died, the next one reports it.
        return self == 1 ? own : ending{.status = own.status};
    }
    // The first that complains of what is its own; usually all complain of the same.
    const auto cause = std::ranges::find_if(endings, [](const ending& each) {
        return !each.complaint.empty() && !each.is_consequence;
    });
    if (cause == endings.end()) {
        return endings.front();
    }
    if (cause != endings.begin() && endings.front().complaint != cause->complaint) {
        return {
            .status = cause->status,
            .complaint = fmt::format("process {}: {}", cause - endings.begin(), cause->complaint)};
    }
    return *cause;
}

}  // namespace tutti::program
