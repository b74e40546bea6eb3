#include "misuse.hpp"

#include <fmt/format.h>

#include "violation.hpp"

// These functions are out of line, so that the checks in the headers stay short.
namespace tutti::detail {

void refuse_empty_task() {
    throw error{
        "an empty task was awaited or given as a program: use the task that a call of a coroutine "
        "returns"};
}

void refuse_second_await() {
    throw error{"a task was awaited twice: call its coroutine again for another one"};
}

void refuse_task_without_value() {
    throw error{
        "a task that owes a value ended without one: every way through it has to end with "
        "co_return and the value"};
}

void refuse_missing_packet(port through) {
    if (through < 0) {
        throw error{"nothing came: test what was received before using it"};
    }
    throw error{fmt::format(
        "nothing came through port {0} in this slot: test received({0}) before using it", through)};
}

void refuse_empty_inbox() {
    throw error{"nothing came in this slot: test inbox().empty() before using inbox().front()"};
}

void refuse_old_inbox() {
    throw error{
        "an inbox was read after its slot: take what is in it before the next co_await, and ask "
        "for another inbox() after it"};
}

void refuse_port(std::string_view table, port through, int ports) {
    throw error{
        fmt::format("port {} of {}, which has room for ports 0 to {}: for nodes of a larger degree "
                    "use a container with an element for each port",
                    through, table, ports - 1)};
}

void refuse_turn(std::string_view call, node_id node, bool is_in_slot) {
    if (is_in_slot) {
        throw error{fmt::format(
            "{} at node {} outside of that node's turn: a node acts in its own program only, "
            "while that runs",
            call, node)};
    }
    throw error{
        fmt::format("{} at node {} before its program has begun: a program that does something is "
                    "a coroutine, with a co_await or co_return of its own",
                    call, node)};
}

}  // namespace tutti::detail
