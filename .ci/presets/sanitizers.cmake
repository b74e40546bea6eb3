# What builds with sanitizers share. Debug keeps the asserts; at -O0 it would be too slow. clang++ takes half the
# time of g++, and has libFuzzer.
set(CMAKE_CXX_COMPILER clang++-16 CACHE STRING "")
set(CMAKE_BUILD_TYPE Debug CACHE STRING "" FORCE)
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1" CACHE STRING "" FORCE)
set(TUTTI_BUILD_TESTS ON CACHE BOOL "" FORCE)
