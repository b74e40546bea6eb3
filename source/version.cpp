#include "tutti/version.hpp"

namespace tutti {

std::string_view version() noexcept {
    return TUTTI_VERSION;  // from CMakeLists.txt
}

}  // namespace tutti
