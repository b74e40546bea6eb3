#include "interned_name.hpp"

#include <mutex>
#include <set>
#include <utility>

namespace tutti::detail {

// Elements of a set do not move, so that views of them are valid until the process ends.
std::string_view interned_name(std::string name) {
    static std::mutex access;
    static std::set<std::string> names;
    const std::lock_guard hold{access};
    return *names.insert(std::move(name)).first;
}

}  // namespace tutti::detail
