# Release build with all tests: the step `test`, whose programs later steps run.
set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
set(TUTTI_BUILD_TESTS ON CACHE BOOL "" FORCE)
set(TUTTI_WARNINGS_AS_ERRORS ON CACHE BOOL "" FORCE)
# Notes what the compiler takes, for perf/compile_times.sh --check.
set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_CURRENT_LIST_DIR}/../../perf/compile_times.sh --launch CACHE STRING "" FORCE)
