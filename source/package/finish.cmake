# What Debian wants done to the files of a package: changelogs and manual pages compressed, and static
# libraries without what no linker needs.
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
    set(place ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr)
    file(GLOB changelogs ${place}/share/doc/*/changelog)
    foreach(changelog IN LISTS changelogs)
        file(RENAME ${changelog} ${changelog}.Debian)
    endforeach()
    file(GLOB texts ${place}/share/doc/*/changelog.Debian ${place}/share/man/man1/*.1)
    file(GLOB_RECURSE libraries ${place}/lib/*.a)
    execute_process(COMMAND gzip -9n ${texts} COMMAND_ERROR_IS_FATAL ANY)
    if(libraries)
        execute_process(COMMAND strip --strip-debug --remove-section=.comment --enable-deterministic-archives
            ${libraries} COMMAND_ERROR_IS_FATAL ANY)
    endif()
endforeach()
