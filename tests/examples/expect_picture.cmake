# Records a run, draws it and compares the picture with the file EXPECTED. Without RECORDED, DRAWN is a command that
# draws.
cmake_minimum_required(VERSION 3.25)

cmake_path(GET EXPECTED STEM name)
set(recording ${FOLDER}/${name}.tutti)
if(RECORDED)
    execute_process(COMMAND ${PROGRAM} record ${RECORDED} -o ${recording} --quiet
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${PROGRAM} draw ${recording} ${DRAWN}
        OUTPUT_FILE ${FOLDER}/${name}.svg COMMAND_ERROR_IS_FATAL ANY)
else()
    execute_process(COMMAND ${PROGRAM} ${DRAWN} -o ${FOLDER}/${name}.svg --quiet
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E compare_files ${FOLDER}/${name}.svg ${EXPECTED}
    RESULT_VARIABLE differs)
if(differs)
    message(FATAL_ERROR "${FOLDER}/${name}.svg is not ${EXPECTED}")
endif()
