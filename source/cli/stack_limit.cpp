#include "stack_limit.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstdlib>
#include <string_view>

#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

namespace tutti::program {
namespace {

// Below 128 KiB the program ends with a message; new threads get a stack of 1 MiB where the limit
// would make it smaller.
constexpr rlim_t least_stack_bytes = 128U << 10U;
constexpr std::size_t thread_stack_bytes = 1U << 20U;
constexpr int small_stack_status = 4;

// With as little of the stack as can be.
void write_to_terminal(std::string_view text) noexcept {
    static_cast<void>(::write(STDERR_FILENO, text.data(), text.size()));
}

}  // namespace

void require_stack() noexcept {
    rlimit stack{};
    if (::getrlimit(RLIMIT_STACK, &stack) != 0) {
        return;
    }
    // No function of the library formats the line: it might take more stack than there is.
    if (stack.rlim_cur < least_stack_bytes) {
        std::array<char, 20> digits{};
        auto* const end =
            std::to_chars(digits.data(), digits.data() + digits.size(), stack.rlim_cur).ptr;
        write_to_terminal("tutti: the stack is limited to ");
        write_to_terminal({digits.data(), static_cast<std::size_t>(end - digits.data())});
        write_to_terminal(" bytes, and needs at least 131072; ulimit -s 8192 is usual\n");
        std::_Exit(small_stack_status);
    }
#ifdef __GLIBC__
    pthread_attr_t usual{};
    if (stack.rlim_cur < thread_stack_bytes && ::pthread_getattr_default_np(&usual) == 0) {
        static_cast<void>(::pthread_attr_setstacksize(&usual, thread_stack_bytes));
        static_cast<void>(::pthread_setattr_default_np(&usual));
        static_cast<void>(::pthread_attr_destroy(&usual));
    }
#endif
}

}  // namespace tutti::program
