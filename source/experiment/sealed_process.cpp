#include "sealed_process.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>

#include <fmt/format.h>
#include <sched.h>
#include <seccomp.h>
#include <unistd.h>

namespace tutti {
namespace {

// What a program needs to compute, to take memory, to wait for its own threads, to tell the time
// and to draw entropy, to read and write what is open, and to end.
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

// Threads of its own, its own limits and cores as far as it reads them, and signals to itself, as
// `abort` sends one. What `clone3` is asked for lies in memory; libraries take `clone` where it is
// unknown.
int add_conditional(scmp_filter_ctx filter) {
    const auto own = static_cast<scmp_datum_t>(::getpid());
    int failed = ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                                    SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    failed |= ::seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    failed |= ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 2,
                                 SCMP_A0(SCMP_CMP_EQ, 0), SCMP_A2(SCMP_CMP_EQ, 0));
    failed |= ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(sched_getaffinity), 1,
                                 SCMP_A0(SCMP_CMP_EQ, 0));
    failed |=
        ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, own));
    return failed;
}

}  // namespace

std::string seal_process() {
    const std::unique_ptr<void, filter_end> filter{::seccomp_init(SCMP_ACT_ERRNO(EPERM))};
    int failed = filter == nullptr ? -ENOMEM : add_conditional(filter.get());
    for (const int call : allowed_calls) {
        if (failed == 0) {
            failed = ::seccomp_rule_add(filter.get(), SCMP_ACT_ALLOW, call, 0);
        }
    }
    if (failed == 0) {
        failed = ::seccomp_load(filter.get());
    }
    return failed == 0 ? std::string{}
                       : fmt::format("system calls cannot be refused here ({})",
                                     // NOLINTNEXTLINE(concurrency-mt-unsafe): in a single thread
                                     std::strerror(failed < 0 ? -failed : EINVAL));
}

}  // namespace tutti
