# Fails unless README names 01_first_program.cpp, and shows its code, from the first #include on, and
# what it prints, each at the end of a code block.
cmake_minimum_required(VERSION 3.25)

file(READ ${README} readme)
function(expect_text text what)
    string(FIND "${readme}" "${text}" place)
    if(place EQUAL -1)
        message(FATAL_ERROR "${README} does not ${what}")
    endif()
endfunction()

file(READ ${FOLDER}/01_first_program.cpp program)
file(READ ${FOLDER}/01_first_program.expected printed)
string(FIND "${program}" "#include" start)
string(SUBSTRING "${program}" ${start} -1 code)
expect_text("tests/examples/01_first_program.cpp" "name 01_first_program.cpp")
expect_text("\n${code}```\n" "show the code of 01_first_program.cpp as it is")
expect_text("```\n${printed}```\n" "show 01_first_program.expected as it is")
