# tests/fuzz/fuzz_NAME.c becomes one or two programs. Every build links it with replay.c, which runs
# the kept corpus as the ctest case fuzz.NAME (label unit). The fuzz preset also links it with
# libFuzzer, as fuzz_NAME:
#     cmake --preset fuzz && cmake --build --preset fuzz --target fuzz_lesson
#     build/fuzz/fuzz_lesson -max_len=8192 SCRATCH_FOLDER tests/fuzz/corpus/lesson
# The first include of a layer above base names the program's layer.
option(WARPSCHOOL_FUZZ "Build the libFuzzer programs (clang)" OFF)

function(warpschool_fuzz_layer source out_layer)
    file(STRINGS "${source}" includes REGEX "^#include \"[a-z]+/")
    set(layer base)
    foreach(include IN LISTS includes)
        string(REGEX REPLACE "^#include \"([a-z]+)/.*" "\\1" named "${include}")
        if(layer STREQUAL base)
            set(layer "${named}")
        endif()
    endforeach()
    set(${out_layer} "${layer}" PARENT_SCOPE)
endfunction()

function(warpschool_fuzz_target target layer)
    add_executable(${target} ${ARGN})
    target_include_directories(${target} PRIVATE "${CMAKE_BINARY_DIR}/layers/${layer}"
                               "${CMAKE_SOURCE_DIR}/tests/support")
    target_compile_definitions(${target} PRIVATE WARPSCHOOL_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
    target_link_libraries(${target} PRIVATE warpschool_${layer})
endfunction()

file(GLOB fuzz_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/fuzz/fuzz_*.c")
foreach(source IN LISTS fuzz_sources)
    get_filename_component(target "${source}" NAME_WE)
    string(REGEX REPLACE "^fuzz_" "" name "${target}")
    warpschool_fuzz_layer("${source}" layer)
    if(NOT TARGET warpschool_${layer})
        continue()
    endif()
    warpschool_fuzz_target(replay_${name} ${layer} "${source}" "${CMAKE_SOURCE_DIR}/tests/fuzz/replay.c")
    add_dependencies(tests_unit replay_${name})
    set_target_properties(replay_${name} PROPERTIES EXCLUDE_FROM_ALL ON)
    add_test(NAME "fuzz.${name}" COMMAND replay_${name} "${CMAKE_SOURCE_DIR}/tests/fuzz/corpus/${name}")
    set_tests_properties("fuzz.${name}" PROPERTIES LABELS unit TIMEOUT 30)
    if(WARPSCHOOL_FUZZ)
        warpschool_fuzz_target(${target} ${layer} "${source}")
        target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    endif()
endforeach()
