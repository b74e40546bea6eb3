# What makes the build fast: optimisation where it pays, a precompiled header, and several files
# compiled as one. Builds without all this are the same program (TUTTI_UNITY_BUILD=OFF,
# CMAKE_DISABLE_PRECOMPILE_HEADERS=ON).

# All but tutti_machine takes little of a run's time, and at -O3 half as much again of the compiler's.
# With clang++ a precompiled header takes one level for all.
set(is_release_of_gcc $<AND:$<CONFIG:Release>,$<CXX_COMPILER_ID:GNU>>)
add_library(tutti_cold INTERFACE)
target_compile_options(tutti_cold INTERFACE $<${is_release_of_gcc}:-O1>)
# Its templates take twice as long as any other file, and nothing waits for what they do.
target_compile_options(tutti_http PRIVATE $<${is_release_of_gcc}:-Og>)

# Half of the time that most files take is what they include.
target_precompile_headers(tutti_machine PRIVATE
    <tutti/catalog/any_program.hpp> <boost/json.hpp> <fmt/format.h> <fmt/ranges.h> <filesystem> <map>
    <mutex> <set>)
foreach(target tutti_library tutti_serve tutti_program)
    target_precompile_headers(${target} REUSE_FROM tutti_machine)
endforeach()
set_source_files_properties(version.cpp TARGET_DIRECTORY tutti_library
    PROPERTIES SKIP_PRECOMPILE_HEADERS ON)

# Compiled alone: files that instantiate emulators, which take long.
set(compiled_alone "_emulators\\.cpp")

# The files of a folder of source/ are compiled together, small folders with others, in parts that can be
# built side by side.
function(compile_folders_together target)
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "/.*\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "${compiled_alone}")
    foreach(source IN LISTS sources)
        cmake_path(IS_PREFIX CMAKE_CURRENT_SOURCE_DIR ${source} is_ours)
        if(NOT is_ours)
            continue()  # made by the build
        endif()
        cmake_path(RELATIVE_PATH source BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        # The large families of algorithms are folders, too.
        string(REGEX REPLACE "^algorithms/(hypercube|mesh)/.*" "algorithms_\\1" folder ${source})
        string(REGEX REPLACE "^algorithms/(any|ring)/.*" "algorithms_any" folder ${folder})
        string(REGEX REPLACE "/.*" "" folder ${folder})
        string(REGEX REPLACE "^node$" "collectives" folder ${folder})
        string(REGEX REPLACE "^bounds$" "topology" folder ${folder})
        string(REGEX REPLACE "^util$" "algorithms" folder ${folder})
        string(REGEX REPLACE "^web$" "verification" folder ${folder})
        list(APPEND in_${folder} ${source})
        list(LENGTH in_${folder} count)
        math(EXPR part "(${count} - 1) / 26")
        set_source_files_properties(${CMAKE_CURRENT_SOURCE_DIR}/${source} TARGET_DIRECTORY ${target}
            PROPERTIES UNITY_GROUP ${folder}_${part})
    endforeach()
    set_target_properties(${target} PROPERTIES
        UNITY_BUILD ${TUTTI_UNITY_BUILD} UNITY_BUILD_MODE GROUP)
endfunction()
compile_folders_together(tutti_machine)
compile_folders_together(tutti_library)
set_target_properties(tutti_program tutti_serve tutti_http PROPERTIES
    UNITY_BUILD ${TUTTI_UNITY_BUILD} UNITY_BUILD_BATCH_SIZE 15)
# What it includes is not what others include.
set_source_files_properties(web/server/request.cpp TARGET_DIRECTORY tutti_serve
    PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON SKIP_PRECOMPILE_HEADERS ON)
# Its classes are its own.
set_source_files_properties(cli/signal_and_progress_scope.cpp TARGET_DIRECTORY tutti_program
    PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
