/// @file
/// Bodies of `each_slot` that a test gives, with a count of their calls.
#pragma once

#include <utility>

#include "tutti/node/node_interface.hpp"

namespace support {

/// A body that calls a function with the number of calls before.
template <class Work>
struct numbered_body {
    Work work;
    int taken = 0;

    template <tutti::node_at_work Node>
    tutti::wait_for operator()(Node& self) {
        ++taken;
        return work(self, taken - 1);
    }
};
template <class Work>
numbered_body(Work) -> numbered_body<Work>;

/// Takes a node through the loop as a coroutine would.
template <class Node, class Body>
tutti::task<> as_program(Node& self, Body body) {
    return tutti::detail::loop_as_program(self, std::move(body));
}

}  // namespace support
