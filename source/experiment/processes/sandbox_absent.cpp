#include "sandbox.hpp"

namespace tutti {

std::string seal_process() {
    return "this build has no libseccomp, which refuses files and sockets";
}

}  // namespace tutti
