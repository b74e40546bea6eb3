#include "sandbox.hpp"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <memory>

#include <fmt/format.h>
#include <sched.h>
#include <seccomp.h>
#include <unistd.h>

namespace tutti {
namespace {

// System calls that a program needs to compute, to allocate memory, to wait for its own threads,
// to read the time and to draw entropy, to read and write open files, and to end.
constexpr std::array allowed_calls{SCMP_SYS(brk),
                                   SCMP_SYS(mmap),
                                   SCMP_SYS(munmap),
                                   SCMP_SYS(mremap),
                                   SCMP_SYS(mprotect),
                                   SCMP_SYS(madvise),
                                   SCMP_SYS(mincore),
                                   SCMP_SYS(futex),
                                   SCMP_SYS(sched_yield),
                                   SCMP_SYS(getcpu),
                                   SCMP_SYS(membarrier),
                                   SCMP_SYS(rseq),
                                   SCMP_SYS(set_robust_list),
                                   SCMP_SYS(get_robust_list),
                                   SCMP_SYS(set_tid_address),
                                   SCMP_SYS(arch_prctl),
                                   SCMP_SYS(rt_sigaction),
                                   SCMP_SYS(rt_sigprocmask),
                                   SCMP_SYS(rt_sigreturn),
                                   SCMP_SYS(sigaltstack),
                                   SCMP_SYS(clock_gettime),
                                   SCMP_SYS(clock_getres),
                                   SCMP_SYS(clock_nanosleep),
                                   SCMP_SYS(nanosleep),
                                   SCMP_SYS(gettimeofday),
                                   SCMP_SYS(time),
                                   SCMP_SYS(times),
                                   SCMP_SYS(getrusage),
                                   SCMP_SYS(getrandom),
                                   SCMP_SYS(getpid),
                                   SCMP_SYS(gettid),
                                   SCMP_SYS(getuid),
                                   SCMP_SYS(geteuid),
                                   SCMP_SYS(getgid),
                                   SCMP_SYS(getegid),
                                   SCMP_SYS(uname),
                                   SCMP_SYS(read),
                                   SCMP_SYS(readv),
                                   SCMP_SYS(write),
                                   SCMP_SYS(writev),
                                   SCMP_SYS(close),
                                   SCMP_SYS(fstat),
                                   SCMP_SYS(lseek),
                                   SCMP_SYS(poll),
                                   SCMP_SYS(ppoll),
                                   SCMP_SYS(restart_syscall),
                                   SCMP_SYS(exit),
                                   SCMP_SYS(exit_group)};

struct filter_end {
    void operator()(void* filter) const noexcept { ::seccomp_release(filter); }
};

// Failures are negative; the caller collects them and reports one.
int add_rule(scmp_filter_ctx filter, std::uint32_t action, int call,
             std::initializer_list<scmp_arg_cmp> conditions) {
    return ::seccomp_rule_add_array(filter, action, call, static_cast<unsigned>(conditions.size()),
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
    for (const int call : allowed_calls) {
        if (failed == 0) {
            failed = add_rule(filter.get(), SCMP_ACT_ALLOW, call, {});
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
