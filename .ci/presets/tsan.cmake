# Build for ThreadSanitizer.
set(TUTTI_SANITIZE thread CACHE STRING "" FORCE)
include(${CMAKE_CURRENT_LIST_DIR}/sanitizers.cmake)
