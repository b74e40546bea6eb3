# Build of the fuzzers: as for AddressSanitizer, and with the coverage that guides them.
set(TUTTI_BUILD_FUZZERS ON CACHE BOOL "" FORCE)
include(${CMAKE_CURRENT_LIST_DIR}/asan.cmake)
