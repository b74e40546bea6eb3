# Release build with all tests: the step `test`, whose programs later steps run.
set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
set(TUTTI_BUILD_TESTS ON CACHE BOOL "" FORCE)
set(TUTTI_WARNINGS_AS_ERRORS ON CACHE BOOL "" FORCE)
