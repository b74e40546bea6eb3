# Fails unless README.md in FOLDER names every example, and each has an expected output.
cmake_minimum_required(VERSION 3.25)

file(READ ${FOLDER}/README.md readme)
file(GLOB programs ${FOLDER}/*.cpp)
if(NOT programs)
    message(FATAL_ERROR "there is no example in ${FOLDER}")
endif()
foreach(program IN LISTS programs)
    cmake_path(GET program FILENAME file)
    cmake_path(GET program STEM name)
    string(FIND "${readme}" "| [${file}](${file}) | " place)
    if(place EQUAL -1 OR NOT EXISTS ${FOLDER}/${name}.expected)
        message(FATAL_ERROR "${file} is not in the table of ${FOLDER}/README.md, or has no "
            "${name}.expected")
    endif()
endforeach()
