# Runs PROGRAM with WORDS, a list, and compares what it prints with the file EXPECTED.
execute_process(COMMAND ${PROGRAM} ${WORDS} OUTPUT_VARIABLE printed COMMAND_ERROR_IS_FATAL ANY)
file(READ ${EXPECTED} expected)
if(NOT printed STREQUAL expected)
    message(FATAL_ERROR "${PROGRAM} printed:\n${printed}instead of:\n${expected}")
endif()
