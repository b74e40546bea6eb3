# Installs BUILD to a temporary prefix, has TUTTI write a folder with an algorithm of one's own, and
# does there what its README says; then plants a fault, which has to be shrunk to a line that
# repeats it, and leaves out a field, which has to be named.
string(RANDOM LENGTH 10 tag)
if(NOT DEFINED ENV{TMPDIR})
    set(ENV{TMPDIR} /tmp)
endif()
set(place $ENV{TMPDIR}/tutti-new-${tag})
set(folder ${place}/broadcast-demo)
set(demo ${folder}/build/broadcast-demo)
set(algorithm simultaneous-broadcast/broadcast-demo)

function(fail text)
    file(REMOVE_RECURSE ${place})
    message(FATAL_ERROR "${text}")
endfunction()

# What a command says; it has to end with `wanted`.
macro(expect wanted)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${place} RESULT_VARIABLE status
        OUTPUT_VARIABLE said ERROR_VARIABLE complaint)
    if(NOT status EQUAL ${wanted})
        string(JOIN " " command ${ARGN})
        fail("${command}: status ${status}, not ${wanted}\n${said}\n${complaint}")
    endif()
endmacro()

macro(expect_said text)
    string(FIND "${said}" "${text}" at)
    if(at EQUAL -1)
        fail("'${text}' is not in:\n${said}")
    endif()
endmacro()

file(MAKE_DIRECTORY ${place})
expect(0 ${CMAKE_COMMAND} --install ${BUILD} --prefix ${place}/prefix)
expect(0 ${TUTTI} new broadcast-demo)
expect(2 ${TUTTI} new broadcast-demo)
expect(2 ${TUTTI} new ../elsewhere)
expect(0 ${CMAKE_COMMAND} -S ${folder} -B ${folder}/build -G ${GENERATOR}
    -DCMAKE_PREFIX_PATH=${place}/prefix -DCMAKE_CXX_COMPILER=${COMPILER} -DCMAKE_CXX_FLAGS=${FLAGS}
    -DCMAKE_CXX_FLAGS_RELEASE=-O1)
expect(0 ${CMAKE_COMMAND} --build ${folder}/build)

expect(0 ${demo} run ${algorithm} -n hypercube:6 -b random:20 --log ${place}/events.jsonl)
expect_said("complete: every check holds")
file(STRINGS ${place}/events.jsonl events LIMIT_COUNT 1)
if(NOT events)
    fail("nothing was logged")
endif()
expect(0 ${demo} run ${algorithm} -n hypercube:6 -b all --json)
expect_said("\"verdict\":\"complete\"")
expect(0 ${demo} stress ${algorithm} -n hypercube:5 --trials 1000)
expect(0 ${demo} audit ${algorithm} -n hypercube:4 -b random:5)
expect_said("knowledge        K")
expect_said("local: every node does the same alone, in every world")
expect(1 ${demo} audit ${algorithm} -n hypercube:4 -b random:5 --withhold K)
expect(0 ${demo} compare simultaneous-broadcast -n hypercube:5 -b random:9)
expect_said("broadcast-demo")
expect_said("prefix-roots")

# Builds the program that was written with one text in place of another.
file(READ ${folder}/broadcast_demo.cpp program)
macro(build_with new old)
    string(REPLACE "${old}" "${new}" changed "${program}")
    if(changed STREQUAL program)
        fail("'${old}' is not in the program")
    endif()
    file(WRITE ${folder}/broadcast_demo.cpp "${changed}")
    expect(0 ${CMAKE_COMMAND} --build ${folder}/build)
endmacro()

# Node 3 forgets the last dimension.
build_with("i < (self.id() == 3 ? d - 1 : d)" "i < d")
execute_process(COMMAND ${demo} stress ${algorithm} -n hypercube:5 --trials 100 --json
    OUTPUT_VARIABLE said RESULT_VARIABLE status)
if(status EQUAL 0)
    fail("the planted fault was not found")
endif()
string(REGEX MATCH "\"command\":\"([^\"]*broadcast-demo run [^\"]*)\"" found "${said}")
if(NOT found)
    fail("no line repeats the failure:\n${said}")
endif()
execute_process(COMMAND sh -c "${CMAKE_MATCH_1}" RESULT_VARIABLE repeated OUTPUT_VARIABLE said
    ERROR_VARIABLE said)
if(NOT repeated EQUAL status)
    fail("${CMAKE_MATCH_1}: status ${repeated}, not ${status}\n${said}")
endif()

# Nodes that do not know K, and read it from a variable that the description fills.
string(REPLACE ".knowledge = {knowledge_item::message_count}," "" leaky "${program}")
string(REPLACE "knowledge.message_count()" "kept" leaky "${leaky}")
string(REPLACE "const knowledge& knowledge" "const knowledge&" leaky "${leaky}")
string(REPLACE "<slot>(problem.message_count())" "<slot>(kept = problem.message_count())" leaky "${leaky}")
string(REPLACE "algorithm broadcast_demo() {"
    "static std::uint64_t kept = 0;\nalgorithm broadcast_demo() {" leaky "${leaky}")
file(WRITE ${folder}/broadcast_demo.cpp "${leaky}")
expect(0 ${CMAKE_COMMAND} --build ${folder}/build)
expect(0 ${demo} stress ${algorithm} -n hypercube:4 --trials 20 -t 1)
expect(1 ${demo} audit ${algorithm} -n hypercube:4 -b random:5)
expect_said("knowledge        nothing")
expect_said("not local")

# A description that lacks a field.
build_with("" ".source = \"my own\",")
expect(2 ${demo} list)
set(said "${complaint}")
expect_said("broadcast-demo lacks its `source`")
file(REMOVE_RECURSE ${place})
