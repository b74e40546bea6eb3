# The target `package` makes Debian packages in packages/: tutti, and tutti-mpi, which alone needs MPI.
set(component_files ${CMAKE_CURRENT_LIST_DIR})

# The changelog says which revision of this version it is.
file(STRINGS ${component_files}/changelog newest LIMIT_COUNT 1)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${component_files}/changelog)
if(NOT newest MATCHES "^tutti \\(([0-9.]+)-([0-9]+)\\) " OR NOT CMAKE_MATCH_1 STREQUAL PROJECT_VERSION)
    message(FATAL_ERROR "source/package/changelog does not begin with version ${PROJECT_VERSION}: ${newest}")
endif()
set(revision ${CMAKE_MATCH_2})

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_COMPONENTS_ALL tutti)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PRE_BUILD_SCRIPTS ${component_files}/finish.cmake)

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SOURCE tutti)
set(CPACK_DEBIAN_PACKAGE_RELEASE ${revision})
set(CPACK_DEBIAN_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER
    "The authors of tutti <maintainers@users.noreply.a-seed-9277a427.example>")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Otherwise it would be the first line of both descriptions.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")

set(CPACK_DEBIAN_TUTTI_PACKAGE_NAME tutti)
set(CPACK_DEBIAN_TUTTI_DESCRIPTION
"communication algorithms on an emulated multiprocessor network
Processors of a parallel computer are connected by a network, such as a
hypercube or a torus, and exchange messages over it: one processor sends to
all, all exchange with all, or all add up their values. tutti emulates such
networks of up to millions of processors, runs a program on every one of
them, verifies every delivery, and compares the time with the theory.

This package contains the program and, for user-defined node programs in
C++20, the static library, its headers and files for CMake and pkg-config,
whose dependencies are recommended.")
# What the headers and the static library need, the program does not.
set(recommended libboost-json1.81-dev libfmt-dev libpugixml-dev libsqlite3-dev libsqlitecpp-dev libtbb-dev
    libzstd-dev)
if(otf2_library)
    list(APPEND recommended libopen-trace-format2-dev)
endif()
if(seccomp_library)
    list(APPEND recommended libseccomp-dev)
endif()
if(cadical_library)
    list(APPEND recommended libcadical-dev)
endif()
list(JOIN recommended ", " CPACK_DEBIAN_TUTTI_PACKAGE_RECOMMENDS)
set(CPACK_DEBIAN_TUTTI_PACKAGE_SUGGESTS tutti-mpi)

if(TARGET tutti_mpi)
    list(APPEND CPACK_COMPONENTS_ALL mpi)
    set(CPACK_DEBIAN_MPI_PACKAGE_DEPENDS "tutti (= ${PROJECT_VERSION}-${revision})")
    set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS openmpi-bin)
    if("${MPI_CXX_LIBRARIES}" MATCHES mpich)
        set(CPACK_DEBIAN_MPI_PACKAGE_RECOMMENDS mpich)
    endif()
    set(CPACK_DEBIAN_MPI_DESCRIPTION
"communication algorithms on an emulated multiprocessor network, with MPI
tutti emulates a network of up to millions of processors and runs
communication algorithms on it.

With this package, a network that exceeds the memory of one machine runs on
the processes of an mpirun, which also share the runs of a sweep.")
endif()

# For Debian alone: other installations go without.
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    string(REPLACE tutti-tutti tutti name tutti-${component})
    install(FILES ${component_files}/copyright ${component_files}/changelog
        DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${name} COMPONENT ${component} EXCLUDE_FROM_ALL)
endforeach()
include(CPack)
