# Fails unless every command of PROGRAM, which has the family of networks `moebius`, takes it, and unless
# TUTTI, which lacks it, reads a recording and a store of it. Files go to FOLDER.
cmake_minimum_required(VERSION 3.25)

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})

# Runs the words behind `expected`, a regular expression for both streams.
function(expect status expected)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${FOLDER}
        RESULT_VARIABLE ended OUTPUT_VARIABLE said ERROR_VARIABLE said)
    if(NOT ended EQUAL status OR NOT said MATCHES "${expected}")
        message(FATAL_ERROR
            "${ARGN}: status ${ended}, not ${status}, or \"${expected}\" is not in\n${said}")
    endif()
endfunction()

set(on -n moebius:5)
expect(0 "tree-periodic on moebius:5: 10 nodes" ${PROGRAM} run multinode-broadcast/tree-periodic ${on} --ports single)
expect(0 "\"spec\": ?\"moebius:5\"" ${PROGRAM} run broadcast ${on} --json)
expect(0 "flooding" ${PROGRAM} compare broadcast ${on})
expect(0 "trials" ${PROGRAM} stress simultaneous-broadcast ${on} --trials 5)
expect(0 "flooding" ${PROGRAM} bounds broadcast ${on})
expect(0 "own processes.*local: every node" ${PROGRAM} audit broadcast ${on} --nodes 2 --trials 1)
expect(0 "nodes +10" ${PROGRAM} describe moebius:5)
expect(0 "graph G" ${PROGRAM} describe moebius:5 --dot)
expect(0 "moebius:RUNGS: a family of networks.*half the number" ${PROGRAM} explain moebius)
expect(0 "graph6:TEXT, moebius:RUNGS, graph:FILE" ${PROGRAM} run --help)
expect(0 "moebius:" ${PROGRAM} complete "tutti run broadcast -n moeb")
expect(2 "--network: 'moebius:1' has '1' for rungs; use 2 to 1000000, in plain digits"
    ${PROGRAM} run broadcast -n moebius:1)
expect(0 "nodes +20" ${PROGRAM} describe "product(moebius:5,path:2)")

# Recordings have the links themselves.
foreach(network moebius:5 "product(moebius:5,path:2)")
    expect(0 "complete" ${PROGRAM} record broadcast -n ${network} -o run.tutti --force)
    expect(0 "everything .*holds" ${PROGRAM} check run.tutti)
    expect(0 "moebius:5" ${TUTTI} show run.tutti)
    expect(0 "<svg" ${TUTTI} draw run.tutti --as network -o -)
    expect(5 "not verified: links \\(the network family 'moebius' is not known here\\)"
        ${TUTTI} check run.tutti)
    expect(0 "not verified: links" ${TUTTI} check run.tutti --allow-partial)
endforeach()

foreach(before 0 15)
    expect(0 "15; ${before} in the store before" ${PROGRAM} sweep broadcast -n "moebius:{3..5}" --store runs.db)
endforeach()
expect(0 "moebius:4" ${TUTTI} results runs.db --by network)
expect(0 "moebius" ${TUTTI} results runs.db --where "family = moebius" --of network)
expect(2 "'moebius:5' is an unknown network" ${TUTTI} run broadcast ${on})
