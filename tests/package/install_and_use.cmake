# Installs BUILD to a temporary prefix and builds the consumer in SOURCE against it, outside the
# tree: its only file is EXAMPLE.cpp, which has to print EXAMPLE.expected. Once with CMake, and once
# with what pkg-config says.
cmake_path(GET EXAMPLE FILENAME example)
string(RANDOM LENGTH 10 tag)
if(NOT DEFINED ENV{TMPDIR})
    set(ENV{TMPDIR} /tmp)
endif()
set(place $ENV{TMPDIR}/tutti-package-${tag})

function(try)
    if(NOT failed)
        execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE said
            ERROR_VARIABLE said)
        if(status)
            string(JOIN " " command ${ARGN})
            set(failed "${command}\n${said}" PARENT_SCOPE)
        endif()
    endif()
endfunction()

file(COPY ${SOURCE}/CMakeLists.txt ${EXAMPLE}.cpp ${EXAMPLE}.expected DESTINATION ${place}/source)
try(${CMAKE_COMMAND} --install ${BUILD} --prefix ${place}/prefix)
if(EXISTS ${place}/prefix/bin/tutti)
    foreach(page man/man1/tutti.1 bash-completion/completions/tutti)
        try(${CMAKE_COMMAND} -E cat ${place}/prefix/share/${page})
    endforeach()
endif()
try(${CMAKE_COMMAND} -S ${place}/source -B ${place}/build -G ${GENERATOR}
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_PREFIX_PATH=${place}/prefix -DCMAKE_CXX_COMPILER=${COMPILER}
    -DCMAKE_CXX_FLAGS=${FLAGS} -DSOURCE=${example}.cpp)
try(${CMAKE_COMMAND} --build ${place}/build)
try(${CMAKE_COMMAND} -DPROGRAM=${place}/build/consumer
    -DEXPECTED=${place}/source/${example}.expected -P ${EXPECT_OUTPUT})
find_program(PKG_CONFIG pkg-config REQUIRED)
file(GLOB_RECURSE package_file ${place}/prefix/tutti.pc)
cmake_path(GET package_file PARENT_PATH folder)
set(ENV{PKG_CONFIG_PATH} ${folder})
try(sh -c "${COMPILER} -std=c++20 ${FLAGS} $(${PKG_CONFIG} --cflags tutti) ${place}/source/${example}.cpp \
    -o ${place}/with_pkg_config $(${PKG_CONFIG} --libs tutti)")
try(${CMAKE_COMMAND} -DPROGRAM=${place}/with_pkg_config
    -DEXPECTED=${place}/source/${example}.expected -P ${EXPECT_OUTPUT})
file(REMOVE_RECURSE ${place})
if(failed)
    message(FATAL_ERROR "${failed}")
endif()
