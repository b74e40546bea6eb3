#include "host_name.hpp"

#include <array>
#include <climits>

#include <unistd.h>

namespace tutti {

const std::string& name_of_host() {
    static const std::string name = [] {
        std::array<char, HOST_NAME_MAX + 1> text{};
        const bool is_known = ::gethostname(text.data(), text.size() - 1) == 0;
        return std::string{is_known ? text.data() : "unknown"};
    }();
    return name;
}

}  // namespace tutti
