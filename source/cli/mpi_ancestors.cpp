#include "mpi_ancestors.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include <fcntl.h>

#include "util/value_syntax.hpp"

namespace tutti::program {
namespace {

using text_set = std::set<std::string, std::less<>>;

// "NAME=VALUE" of the variables that give a process of an MPI job its number.
text_set job_variables(const std::filesystem::path& process) {
    constexpr std::array<std::string_view, 6> names{
        "OMPI_COMM_WORLD_RANK=", "PMI_RANK=", "PMIX_RANK=",
        "PMIX_NAMESPACE=",       "PMI_FD=",   "PMI_PORT="};
    std::ifstream file{process / "environ"};
    text_set texts;
    for (std::string each; std::getline(file, each, '\0');) {
        if (std::ranges::any_of(names,
                                [&](std::string_view name) { return each.starts_with(name); })) {
            texts.insert(each);
        }
    }
    return texts;
}

// The number of a process in a line of its status; 0 where there is none.
int parent_of(const std::filesystem::path& process) {
    std::ifstream file{process / "status"};
    for (std::string name; file >> name;) {
        if (int number = 0; name == "PPid:" && file >> number) {
            return number;
        }
    }
    return 0;
}

// The mapped files of a process name the libraries that it has loaded, whatever language it is
// written in. Files of other users cannot be read and yield false.
bool uses_mpi(const std::filesystem::path& process) {
    std::ifstream file{process / "maps"};
    for (std::string line; std::getline(file, line);) {
        if (line.find("/libmpi") != std::string::npos) {
            return true;
        }
    }
    return false;
}

}  // namespace

bool is_subprocess_of_mpi_process(const std::filesystem::path& proc) {
    constexpr int most_ancestors = 64;
    const std::filesystem::path self = proc / "self";
    // A subprocess inherits the variables of its parent: equal variables mean the same rank, and
    // one of the two has been started by mpirun.
    const text_set own = job_variables(self);
    int process = parent_of(self);
    for (int i = 0; i < most_ancestors && process > 1; ++i) {
        const std::filesystem::path ancestor = proc / std::to_string(process);
        if (own.empty() || job_variables(ancestor) != own) {
            return false;
        }
        if (uses_mpi(ancestor)) {
            return true;
        }
        process = parent_of(ancestor);
    }
    return false;
}

bool is_out_of_reach_of_job() {
    // NOLINTBEGIN(concurrency-mt-unsafe): no thread changes them
    const char* const folder = std::getenv("PMIX_SERVER_TMPDIR");
    const char* const descriptor = std::getenv("PMI_FD");
    // NOLINTEND(concurrency-mt-unsafe)
    // Open MPI keeps a directory for the job, and MPICH hands an open descriptor down. Without them
    // the variables were inherited, but not the job.
    if (std::error_code failure;
        folder != nullptr && !std::filesystem::is_directory(folder, failure)) {
        return true;
    }
    const auto number = number_between<int>(descriptor == nullptr ? "" : descriptor, 0,
                                            std::numeric_limits<int>::max());
    // NOLINTNEXTLINE(cppcoreguidelines-pro-type-vararg): POSIX declares it so.
    return number && ::fcntl(*number, F_GETFD) < 0;
}

}  // namespace tutti::program
