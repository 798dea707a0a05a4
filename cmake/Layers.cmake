# A layer may include only the layers that it lists. Each layer is compiled against a view of src/
# made of symbolic links. The view holds the layer's whole folder, and the top headers of each layer
# it uses. An include that LayerList.cmake does not allow does not compile.
#
# A room, which is a folder inside a layer, is private to that layer. The list src/rooms.txt says
# which room may include which other room of its layer. tests/style/rooms.py checks it.
#
# A public header may itself include the layers that *its* layer uses. The folder public/LAYER holds
# links to the public folders of those layers. `#include "x/y.h"` looks beside the including header
# first and finds them there. A source file of the layer above is elsewhere, so it finds nothing.

function(warpschool_public_headers name)
    cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
    set(folder "${CMAKE_BINARY_DIR}/public/${name}")
    file(REMOVE_RECURSE "${folder}")
    file(MAKE_DIRECTORY "${folder}")
    file(GLOB headers CONFIGURE_DEPENDS
        "${CMAKE_SOURCE_DIR}/src/${name}/*.h" "${CMAKE_SOURCE_DIR}/src/${name}/*.def")
    foreach(header IN LISTS headers)
        get_filename_component(leaf "${header}" NAME)
        file(CREATE_LINK "${header}" "${folder}/${leaf}" SYMBOLIC)
    endforeach()
    foreach(used IN LISTS ARG_USES)
        file(CREATE_LINK "../${used}" "${folder}/${used}" SYMBOLIC)
    endforeach()
    # In its own public header a layer uses its full name too.
    file(CREATE_LINK "../${name}" "${folder}/${name}" SYMBOLIC)
endfunction()

function(warpschool_layer_view name)
    cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
    set(view "${CMAKE_BINARY_DIR}/layers/${name}")
    file(REMOVE_RECURSE "${view}")
    file(MAKE_DIRECTORY "${view}")
    file(CREATE_LINK "${CMAKE_SOURCE_DIR}/src/${name}" "${view}/${name}" SYMBOLIC)
    foreach(used IN LISTS ARG_USES)
        file(CREATE_LINK "${CMAKE_BINARY_DIR}/public/${used}" "${view}/${used}" SYMBOLIC)
    endforeach()
endfunction()

# A header must compile by itself. The source file that includes it first proves it, so
# all_verify_interface_header_sets compiles only the others.
function(warpschool_unproven_headers out_headers)
    cmake_parse_arguments(ARG "" "" "HEADERS;SOURCES" ${ARGN})
    foreach(source IN LISTS ARG_SOURCES)
        file(STRINGS "${source}" include LIMIT_COUNT 1 REGEX "^#include")
        string(REGEX REPLACE "^#include \"([^\"]*)\".*" "\\1" include "${include}")
        list(REMOVE_ITEM ARG_HEADERS "${include}")
    endforeach()
    set(${out_headers} ${ARG_HEADERS} PARENT_SCOPE)
endfunction()

# warpschool_layer(NAME USES layer... LIBRARIES target...)
function(warpschool_layer name)
    cmake_parse_arguments(ARG "" "" "USES;LIBRARIES" ${ARGN})
    warpschool_public_headers(${name} USES ${ARG_USES})
    warpschool_layer_view(${name} USES ${ARG_USES})
    set(view "${CMAKE_BINARY_DIR}/layers/${name}")

    file(GLOB_RECURSE sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${name}/*.c")
    list(FILTER sources EXCLUDE REGEX "/main\\.c$")
    file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE "${CMAKE_SOURCE_DIR}/src" "${CMAKE_SOURCE_DIR}/src/${name}/*.h")
    warpschool_unproven_headers(headers HEADERS ${headers} SOURCES ${sources})
    list(TRANSFORM headers PREPEND "${view}/")

    if(NOT sources)
        return()
    endif()
    add_library(warpschool_${name} STATIC ${sources})
    target_sources(warpschool_${name} PUBLIC FILE_SET HEADERS BASE_DIRS "${view}" FILES ${headers})
    target_include_directories(warpschool_${name} PRIVATE "${view}")
    foreach(used IN LISTS ARG_USES)
        if(TARGET warpschool_${used})
            target_link_libraries(warpschool_${name} PRIVATE $<LINK_ONLY:warpschool_${used}>)
        endif()
    endforeach()
    target_link_libraries(warpschool_${name} PUBLIC warpschool_flags ${ARG_LIBRARIES})
    set_property(GLOBAL APPEND PROPERTY WARPSCHOOL_LAYERS ${name})
    set_property(GLOBAL PROPERTY WARPSCHOOL_USES_${name} ${ARG_USES})
endfunction()
