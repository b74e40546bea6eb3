/// @file
/// Scope in which a thread runs functions of an algorithm's description.
#pragma once

#include <stdexcept>
#include <utility>

#include "tutti/node/task.hpp"

namespace tutti {

/// Scope in which this thread calls functions of an algorithm's description. Nothing in it waits
/// for work of another experiment that the thread could take on meanwhile.
class description_scope {
public:
    description_scope() noexcept : before_{std::exchange(here(), true)} {}
    description_scope(const description_scope&) = delete;
    description_scope& operator=(const description_scope&) = delete;
    ~description_scope() { here() = before_; }

    [[nodiscard]] static bool is_open() noexcept { return here(); }

private:
    static bool& here() noexcept {
        thread_local bool is_open = false;
        return is_open;
    }

    bool before_;
};

/// Refuses experiments that a node program or a description would run: they reveal the payloads of
/// a seed. Node programs alone are run while a frame pool is current.
/// @throws std::logic_error
inline void require_outside_of_algorithms() {
    if (description_scope::is_open() || frame_pool::current() != nullptr) {
        throw std::logic_error{
            "an algorithm runs an experiment; node programs and descriptions may run none"};
    }
}

}  // namespace tutti
