# Compile commands for clang-tidy. Files of a folder together: what all include is read once.
set(TUTTI_UNITY_BUILD ON CACHE BOOL "" FORCE)
set(TUTTI_OTF2 ON CACHE BOOL "" FORCE)
include(${CMAKE_CURRENT_LIST_DIR}/clang.cmake)
set(TUTTI_BUILD_TESTS ON CACHE BOOL "" FORCE)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON CACHE BOOL "" FORCE)
set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON CACHE BOOL "" FORCE)
