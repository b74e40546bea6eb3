#include "pipe_through.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#define BOOST_PROCESS_USE_STD_FS  // NOLINT(cppcoreguidelines-macro-usage): as Boost reads it
#include <boost/process.hpp>
#include <sys/mman.h>
#include <sys/wait.h>

namespace tutti {
namespace {

namespace process = boost::process;

using open_file = std::unique_ptr<std::FILE, decltype(&std::fclose)>;

void require(bool is_done) {
    if (!is_done) {
        throw std::system_error{errno, std::generic_category(), "another program cannot be run"};
    }
}

// Input and output are files in memory, not pipes: reader and writer need not take turns.
open_file file_in_memory(const char* name) {
    const int number = ::memfd_create(name, MFD_CLOEXEC);
    require(number >= 0);
    open_file file{::fdopen(number, "w+"), &std::fclose};
    require(file != nullptr);
    return file;
}

std::string content_of(std::FILE* file) {
    require(std::fseek(file, 0, SEEK_END) == 0);
    std::string text(static_cast<std::size_t>(std::max(0L, std::ftell(file))), '\0');
    std::rewind(file);
    require(std::fread(text.data(), 1, text.size(), file) == text.size());
    return text;
}

}  // namespace

std::optional<filter_result> filter_by(const std::vector<std::string>& words,
                                       std::string_view input) {
    const auto program = process::search_path(words.front());
    // An absent program is an expected outcome, which the caller explains.
    if (program.empty()) {
        return std::nullopt;
    }
    const open_file from = file_in_memory("input");
    require(std::fwrite(input.data(), 1, input.size(), from.get()) == input.size());
    std::rewind(from.get());
    const open_file to = file_in_memory("output");
    // A fixed date for programs that would write today's: the same input gives the same output.
    process::environment surroundings = boost::this_process::environment();
    surroundings["SOURCE_DATE_EPOCH"] = "0";
    process::child filter{program,
                          process::args(std::vector<std::string>{words.begin() + 1, words.end()}),
                          surroundings, process::std_in<from.get(), process::std_out> to.get(),
                          process::std_err > process::null};
    filter.wait();
    const int status = filter.native_exit_code();
    return filter_result{.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status),
                         .output = content_of(to.get())};
}

}  // namespace tutti
