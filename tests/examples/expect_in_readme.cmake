# Fails unless README shows first_program.cpp and first_program.expected, each as a code block.
cmake_minimum_required(VERSION 3.25)

file(READ ${README} readme)
function(expect_block language name)
    file(READ ${FOLDER}/${name} text)
    string(FIND "${readme}" "```${language}\n${text}```\n" place)
    if(place EQUAL -1)
        message(FATAL_ERROR "${README} does not show ${name} as it is")
    endif()
endfunction()

expect_block(cpp first_program.cpp)
expect_block("" first_program.expected)
