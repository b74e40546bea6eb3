#include "support/standard.hpp"
#include "tutti/experiment/audit.hpp"

namespace support {

/// Has the audits of this program execute it again; see tests/main.cpp.
void enter_isolated(int argc, char** argv) { tutti::isolated_entry(argc, argv, standard()); }

}  // namespace support
