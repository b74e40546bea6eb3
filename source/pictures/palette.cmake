# Makes the palette's table of C++, palette.inc, and its custom properties of CSS, palette.css.
function(embed_palette file folder)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(STRINGS ${file} lines REGEX "^[^#]")
    foreach(line IN LISTS lines)
        if(NOT line MATCHES "^([a-z0-9-]+) +(#[0-9a-f]+) (#[0-9a-f]+) ([a-z]+)")
            message(FATAL_ERROR "${file}: '${line}' is not NAME #LIGHT #DARK ROLE USE")
        endif()
        string(APPEND table "{\"${CMAKE_MATCH_1}\", \"${CMAKE_MATCH_2}\", \"${CMAKE_MATCH_3}\", \"${CMAKE_MATCH_4}\"},\n")
        string(APPEND light "  --${CMAKE_MATCH_1}: ${CMAKE_MATCH_2};\n")
        string(APPEND dark "    --${CMAKE_MATCH_1}: ${CMAKE_MATCH_3};\n")
    endforeach()
    file(CONFIGURE OUTPUT ${folder}/palette.inc CONTENT "${table}" @ONLY)
    file(CONFIGURE OUTPUT ${folder}/palette.css @ONLY CONTENT
":root {
  color-scheme: light dark;
${light}}
@media (prefers-color-scheme: dark) {
  :root {
${dark}  }
}
")
endfunction()
