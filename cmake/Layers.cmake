# A layer may include only the layers that it lists. Each layer is compiled against a view of src/ made of symbolic
# links: its own folder whole, and of every layer it uses the public headers. `*_internal.h` stay inside their layer,
# so an include that DESIGN does not allow does not compile.
#
# A public header may itself include the layers that *its* layer uses. For that the folder public/LAYER holds links to
# the public folders of those layers, and `#include "x/y.h"`, which looks first beside the including header, finds them
# there; a source file of the layer above, which lies elsewhere, does not.

function(warpschool_public_headers name)
    cmake_parse_arguments(ARG "" "" "USES" ${ARGN})
    set(folder "${CMAKE_BINARY_DIR}/public/${name}")
    file(REMOVE_RECURSE "${folder}")
    file(MAKE_DIRECTORY "${folder}")
    file(GLOB headers CONFIGURE_DEPENDS
        "${CMAKE_SOURCE_DIR}/src/${name}/*.h" "${CMAKE_SOURCE_DIR}/src/${name}/*.def")
    list(FILTER headers EXCLUDE REGEX "_internal\\.h$")
    foreach(header IN LISTS headers)
        get_filename_component(leaf "${header}" NAME)
        file(CREATE_LINK "${header}" "${folder}/${leaf}" SYMBOLIC)
    endforeach()
    foreach(used IN LISTS ARG_USES)
        file(CREATE_LINK "../${used}" "${folder}/${used}" SYMBOLIC)
    endforeach()
    # Inside its own public header a layer names itself in full too.
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

# warpschool_layer(NAME USES layer... LIBRARIES target...)
function(warpschool_layer name)
    cmake_parse_arguments(ARG "" "" "USES;LIBRARIES" ${ARGN})
    warpschool_public_headers(${name} USES ${ARG_USES})
    warpschool_layer_view(${name} USES ${ARG_USES})
    set(view "${CMAKE_BINARY_DIR}/layers/${name}")

    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${name}/*.c")
    list(FILTER sources EXCLUDE REGEX "/main\\.c$")
    file(GLOB headers CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/${name}/*.h")
    set(viewed_headers "")
    foreach(header IN LISTS headers)
        get_filename_component(leaf "${header}" NAME)
        list(APPEND viewed_headers "${view}/${name}/${leaf}")
    endforeach()

    if(NOT sources)
        return()
    endif()
    add_library(warpschool_${name} STATIC ${sources})
    target_sources(warpschool_${name} PUBLIC FILE_SET HEADERS BASE_DIRS "${view}" FILES ${viewed_headers})
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
