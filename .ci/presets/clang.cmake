# Build by clang++ with each file by itself, which has to include what it uses.
set(CMAKE_CXX_COMPILER clang++-16 CACHE STRING "")
set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
# -O0 warns of the same as -O3, in a third of the time.
set(CMAKE_CXX_FLAGS_RELEASE "-O0 -DNDEBUG" CACHE STRING "" FORCE)
set(TUTTI_WARNINGS_AS_ERRORS ON CACHE BOOL "" FORCE)
set(TUTTI_UNITY_BUILD OFF CACHE BOOL "")
set(TUTTI_OTF2 OFF CACHE BOOL "")
set(TUTTI_BUILD_PERF ON CACHE BOOL "" FORCE)
set(TUTTI_BUILD_PEERS ON CACHE BOOL "" FORCE)
