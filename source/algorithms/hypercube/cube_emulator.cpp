#include "tutti/catalog/hypercube_program.hpp"

namespace tutti {

// NOLINTBEGIN(cppcoreguidelines-virtual-class-destructor): of final classes within
template class detail::slot_executor<hypercube, cube_packet>;
template class emulator<hypercube, cube_packet>;
// NOLINTEND(cppcoreguidelines-virtual-class-destructor)

}  // namespace tutti
