# Build for AddressSanitizer, and of undefined behaviour all but wrong pointers: AddressSanitizer sees most of
# these as well, and to look for them twice would double the time to build.
set(kinds address bounds bool enum float-cast-overflow integer-divide-by-zero return shift
    signed-integer-overflow unreachable vla-bound)
list(JOIN kinds "," kinds)
set(TUTTI_SANITIZE ${kinds} CACHE STRING "" FORCE)
include(${CMAKE_CURRENT_LIST_DIR}/sanitizers.cmake)
