#include "processes.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <stdexcept>
#include <system_error>
#include <utility>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>

#include "tutti/machine/detail/bytes.hpp"
#include "tutti/machine/gather.hpp"
#include "tutti/mpi/process_world.hpp"
#include "tutti/topology/specification.hpp"
#include "tutti/version.hpp"

namespace tutti::program {
namespace {

// The program is one of them from `join` to `part`.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
process_world* world = nullptr;

// What the starters of MPI programs tell these.
int number_in_environment(std::initializer_list<const char*> names, int otherwise = 1) noexcept {
    for (const char* const name : names) {
        // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody changes it
        const char* const text = std::getenv(name);
        int number = 0;
        if (text != nullptr) {
            const std::string_view all{text};
            if (std::from_chars(all.data(), all.data() + all.size(), number).ec == std::errc{}) {
                return number;
            }
        }
    }
    return otherwise;
}

int started_processes() noexcept {
    return number_in_environment({"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"});
}

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

std::vector<std::string> folders_of(const std::vector<std::string>& paths) {
    std::vector<std::string> folders;
    folders.reserve(paths.size());
    for (const std::filesystem::path path : paths) {
        folders.push_back(path.parent_path());
    }
    return folders;
}

// One speaks for all, and nobody ends before.
[[noreturn]] void lack(std::string_view why) {
    constexpr int unknown = 0;
    if (number_in_environment({"OMPI_COMM_WORLD_RANK", "PMI_RANK"}, unknown) != 0) {
        std::_Exit(0);
    }
    throw std::runtime_error{fmt::format(
        "mpirun has started {} processes, but {}; start one, install Debian's tutti-mpi, or build "
        "tutti where MPI's development files are (libopenmpi-dev)",
        started_processes(), why)};
}

void* load() {
    const std::vector<std::string> paths = library_paths();
    const auto there = std::ranges::find_if(paths, [](const std::string& path) {
        std::error_code failure;
        return std::filesystem::exists(path, failure);
    });
    // Global, as MPI loads parts of its own that look for it. A name alone is looked for in
    // LD_LIBRARY_PATH.
    const std::string name{library_name};
    void* const library =
        ::dlopen(there == paths.end() ? name.c_str() : there->c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (library == nullptr && there == paths.end()) {
        lack(fmt::format("there is no {} in {} or LD_LIBRARY_PATH", library_name,
                         fmt::join(folders_of(paths), ", ")));
    }
    if (library == nullptr) {
        lack(::dlerror());  // NOLINT(concurrency-mt-unsafe): there is one thread
    }
    return library;
}

}  // namespace

void processes::join() {
    if (started_processes() <= 1) {
        return;
    }
    void* const found = ::dlsym(load(), "tutti_join_processes");
    if (found == nullptr) {
        lack(fmt::format("{} is another one's", library_name));
    }
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-reinterpret-cast): as POSIX has it
    world = reinterpret_cast<join_processes*>(found)();
    if (world == nullptr) {
        lack("by another MPI than tutti was built with");
    }
}

void processes::require_same(std::span<const std::string_view> words) {
    transport::bytes told;
    detail::append_text(told, version());
    for (const std::string_view word : words) {
        detail::append_text(told, word);
    }
    const std::vector<transport::bytes> all = gather(world, told);
    const auto other = std::ranges::find_if_not(
        all, [&](const transport::bytes& each) { return each == all.front(); });
    if (other != all.end()) {
        refuse(
            "process {} of this mpirun was given another command than process 0, or is another "
            "version; all have to be the same",
            other - all.begin());
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

void processes::heed(const std::stop_token& asked_to_end) {
    if (world != nullptr) {
        world->heed(asked_to_end);
    }
}

processes::ending processes::part(const ending& own) {
    if (world == nullptr) {
        return own;
    }
    const int self = world->self();
    transport::bytes words;
    detail::append(words, own.status);
    detail::append(words, own.is_consequence);
    detail::append_text(words, own.complaint);
    std::vector<ending> all;
    for (const transport::bytes& each : std::exchange(world, nullptr)->part(words)) {
        detail::byte_reader from{each};
        all.push_back(
            {.status = from.take<int>(), .complaint = {}, .is_consequence = from.take<bool>()});
        all.back().complaint = from.take_text();
    }
    if (all.empty()) {
        return {};  // mpirun would end the others at a status that is not 0
    }
    if (self != 0) {
        // Where one has died, that may be process 0: the next one says so, too.
        return self == 1 ? own : ending{.status = own.status};
    }
    // The first that complains of what is its own; usually all complain of the same.
    const auto cause = std::ranges::find_if(
        all, [](const ending& each) { return !each.complaint.empty() && !each.is_consequence; });
    if (cause == all.end()) {
        return all.front();
    }
    if (cause != all.begin() && all.front().complaint != cause->complaint) {
        return {.status = cause->status,
                .complaint = fmt::format("process {}: {}", cause - all.begin(), cause->complaint)};
    }
    return *cause;
}

}  // namespace tutti::program
