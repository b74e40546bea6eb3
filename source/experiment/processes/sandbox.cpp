#include "sandbox.hpp"

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <memory>
#include <string_view>

#include <fmt/format.h>
#include <sched.h>
#include <seccomp.h>
#include <unistd.h>

#include "util/counts.hpp"
#include "util/value_syntax.hpp"

namespace tutti {
namespace {

// System calls that a program needs to compute, to allocate memory, to wait for its own threads,
// to read the time and to draw entropy, to read and write open files, and to end.
constexpr std::string_view allowed_calls =
    "brk mmap munmap mremap mprotect madvise mincore futex sched_yield getcpu membarrier "
    "rseq set_robust_list get_robust_list set_tid_address arch_prctl rt_sigaction "
    "rt_sigprocmask rt_sigreturn sigaltstack clock_gettime clock_getres clock_nanosleep "
    "nanosleep gettimeofday time times getrusage getrandom getpid gettid getuid geteuid "
    "getgid getegid uname read readv write writev close fstat lseek poll ppoll "
    "restart_syscall exit exit_group";

struct filter_end {
    void operator()(void* filter) const noexcept { ::seccomp_release(filter); }
};

// Failures are negative; the caller collects them and reports one.
int add_rule(scmp_filter_ctx filter, std::uint32_t action, int call,
             std::initializer_list<scmp_arg_cmp> conditions) {
    return ::seccomp_rule_add_array(filter, action, call, size_as<unsigned>(conditions),
                                    std::data(conditions));
}

// New threads, its own limits and cores as far as it reads them, and signals to itself, as `abort`
// sends one. The arguments of `clone3` are in memory, where a filter cannot read them; libraries
// take `clone` where it is unknown.
int add_conditional(scmp_filter_ctx filter) {
    const auto own = static_cast<scmp_datum_t>(::getpid());
    const auto equals = [](unsigned argument, scmp_datum_t value) {
        return scmp_arg_cmp{.arg = argument, .op = SCMP_CMP_EQ, .datum_a = value, .datum_b = 0};
    };
    const auto allow = [&](int call, std::initializer_list<scmp_arg_cmp> conditions) {
        return add_rule(filter, SCMP_ACT_ALLOW, call, conditions);
    };
    int failed = allow(
        SCMP_SYS(clone),
        {{.arg = 0, .op = SCMP_CMP_MASKED_EQ, .datum_a = CLONE_THREAD, .datum_b = CLONE_THREAD}});
    failed |= add_rule(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), {});
    failed |= allow(SCMP_SYS(prlimit64), {equals(0, 0), equals(2, 0)});
    failed |= allow(SCMP_SYS(sched_getaffinity), {equals(0, 0)});
    failed |= allow(SCMP_SYS(tgkill), {equals(0, own)});
    return failed;
}

}  // namespace

// The default refuses with EPERM, so that a program sees an error and does not crash.
std::string seal_process() {
    const std::unique_ptr<void, filter_end> filter{::seccomp_init(SCMP_ACT_ERRNO(EPERM))};
    int failed = filter == nullptr ? -ENOMEM : add_conditional(filter.get());
    for (const std::string_view call : split(allowed_calls, ' ')) {
        if (failed == 0) {
            failed = add_rule(filter.get(), SCMP_ACT_ALLOW,
                              ::seccomp_syscall_resolve_name(std::string{call}.c_str()), {});
        }
    }
    // From here on the rules hold for this thread and for all that it starts.
    if (failed == 0) {
        failed = ::seccomp_load(filter.get());
    }
    return failed == 0 ? std::string{}
                       : fmt::format("system calls cannot be refused here ({})",
                                     // NOLINTNEXTLINE(concurrency-mt-unsafe): in a single thread
                                     std::strerror(failed < 0 ? -failed : EINVAL));
}

}  // namespace tutti
