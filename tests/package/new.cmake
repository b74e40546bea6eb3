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
    -DCMAKE_CXX_FLAGS_RELEASE=-O0)
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

# One more build has all that goes wrong; two of it are switched on by their letter in PLANTED.
file(READ ${folder}/broadcast_demo.cpp program)
macro(plant old new)
    string(REPLACE "${old}" "${new}" changed "${program}")
    if(changed STREQUAL program)
        fail("'${old}' is not in the program")
    endif()
    set(program "${changed}")
endmacro()
plant("using namespace tutti" "static bool is_planted(char letter) {
    const char* const planted = std::getenv(\"PLANTED\");
    return planted != nullptr && *planted == letter;
}
using namespace tutti")
# Nodes that do not know K, and read it from a variable that the description fills.
plant(".knowledge = {knowledge_item::message_count}," "")
plant("knowledge.message_count()" "kept")
plant("const knowledge& knowledge" "const knowledge&")
plant("slots_for(problem.message_count())" "slots_for(kept = problem.message_count())")
plant("algorithm broadcast_demo() {" "static std::uint64_t kept = 0;\nalgorithm broadcast_demo() {")
# Node 3 forgets the last dimension (f), and a description lacks a field (s).
plant("i < d" "i < (is_planted('f') && self.id() == 3 ? d - 1 : d)")
plant("\"my own\"" "is_planted('s') ? \"\" : \"my own\"")
file(WRITE ${folder}/broadcast_demo.cpp "#include <cstdlib>\n${program}")
expect(0 ${CMAKE_COMMAND} --build ${folder}/build)

set(ENV{PLANTED} f)
execute_process(COMMAND ${demo} stress ${algorithm} -n hypercube:5 --trials 100 -t 1 --json
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

unset(ENV{PLANTED})
expect(0 ${demo} stress ${algorithm} -n hypercube:4 --trials 20 -t 1)
expect(1 ${demo} audit ${algorithm} -n hypercube:4 -b random:5)
expect_said("knowledge        nothing")
expect_said("not local")

set(ENV{PLANTED} s)
expect(2 ${demo} list)
set(said "${complaint}")
expect_said("broadcast-demo lacks its `source`")
file(REMOVE_RECURSE ${place})
