# Pages as C++, which names their style and their script by their hashes, so that a browser runs nothing
# else in them.

# SHA-256 as content security policies have it, in base64.
function(hash_for_policy text variable)
    string(SHA256 digits "${text}")
    string(TOUPPER ${digits} digits)
    execute_process(COMMAND printf ${digits} COMMAND basenc --base16 --decode COMMAND base64
        OUTPUT_VARIABLE hash OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    set(${variable} sha256-${hash} PARENT_SCOPE)
endfunction()

# The bytes of a file as characters of C++. Of a compressed one without its time.
function(as_characters file variable)
    file(READ ${file} bytes HEX)
    string(REGEX REPLACE "^(1f8b0800)........" "\\100000000" bytes ${bytes})
    string(REGEX REPLACE "(................................)" "\\1\n    " bytes ${bytes})
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
    set(${variable} "${bytes}" PARENT_SCOPE)
endfunction()

# The text of a file, which the build depends on.
function(read_page file variable)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${file})
    file(READ ${file} text)
    if("${text}" MATCHES "[^\t\n -~]")
        message(FATAL_ERROR "${file} is plain ASCII; write other signs as entities or escapes")
    endif()
    set(${variable} "${text}" PARENT_SCOPE)
endfunction()

# Writes a page's parts to a C++ file: its styles, scripts and body, each of files in their order. Modules
# without imports become parts of the one script.
function(embed_page output)
    foreach(file ${ARGN})
        read_page(${file} text)
        string(REGEX REPLACE "(^|\n)export " "\\1" text "${text}")
        string(REGEX REPLACE ".*\\." "" ending ${file})
        string(APPEND ${ending}_text "${text}")
    endforeach()
    foreach(ending css js html)
        hash_for_policy("${${ending}_text}" ${ending}_hash)
        file(WRITE ${output}.${ending} "${${ending}_text}")
        as_characters(${output}.${ending} ${ending})
    endforeach()
    configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/page_parts.cpp.in ${output} @ONLY)
endfunction()

# Writes files to be served to a C++ file: their bytes, as they are and compressed, and their hashes.
# A file of another folder is served under its last name.
function(embed_files output folder)
    set(arrays "")
    set(entries "")
    file(MAKE_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}/served)
    foreach(path ${ARGN})
        cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY ${folder} OUTPUT_VARIABLE file)
        string(REGEX REPLACE "^/.*/" "" name ${path})
        read_page(${file} text)
        string(MAKE_C_IDENTIFIER ${name} identifier)
        set(packed ${CMAKE_CURRENT_BINARY_DIR}/served/${identifier}.gz)
        file(ARCHIVE_CREATE OUTPUT ${packed} PATHS ${file} FORMAT raw COMPRESSION GZip)
        file(SHA256 ${file} digest)
        string(SUBSTRING ${digest} 0 16 digest)
        as_characters(${file} plain)
        as_characters(${packed} compressed)
        string(REGEX REPLACE ".*\\." "" ending ${name})
        set(type_of_js "text/javascript; charset=utf-8")
        set(type_of_css "text/css; charset=utf-8")
        set(type_of_html "text/html; charset=utf-8")
        string(APPEND arrays
            "constexpr char ${identifier}_text[]{\n    ${plain}};\n"
            "constexpr char ${identifier}_compressed[]{\n    ${compressed}};\n")
        string(APPEND entries
            "    page_file{.name = \"${name}\", .type = \"${type_of_${ending}}\", .etag = \"\\\"${digest}\\\"\",\n"
            "     .text = {${identifier}_text, sizeof(${identifier}_text)},\n"
            "     .compressed = {${identifier}_compressed, sizeof(${identifier}_compressed)}},\n")
    endforeach()
    configure_file(${CMAKE_CURRENT_FUNCTION_LIST_DIR}/page_files.cpp.in ${output} @ONLY)
endfunction()
