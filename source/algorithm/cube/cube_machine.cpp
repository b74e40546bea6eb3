#include "tutti/algorithm/cube/cube_machine.hpp"

namespace tutti {

template class detail::sweeper<hypercube, cube_packet>;
template class emulator<hypercube, cube_packet>;

}  // namespace tutti
