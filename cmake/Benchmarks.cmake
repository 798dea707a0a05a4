# tests/bench/bench_NAME.c: programs that print a table. People run them; no test asserts their
# numbers. The first include of a layer above base names the program's layer, as for fuzz targets.
file(GLOB bench_sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/bench/bench_*.c"
     "${CMAKE_SOURCE_DIR}/tests/bench/gpu/bench_*.c")
foreach(source IN LISTS bench_sources)
    get_filename_component(target "${source}" NAME_WE)
    warpschool_fuzz_layer("${source}" layer)
    if(NOT TARGET warpschool_${layer})
        continue()
    endif()
    add_executable(${target} EXCLUDE_FROM_ALL "${source}")
    target_include_directories(${target} PRIVATE
        "${CMAKE_BINARY_DIR}/layers/${layer}" "${CMAKE_SOURCE_DIR}/tests/support")
    target_compile_definitions(${target} PRIVATE
        WARPSCHOOL_SOURCE_DIR="${CMAKE_SOURCE_DIR}" WARPSCHOOL_BINARY_DIR="${CMAKE_BINARY_DIR}")
    target_link_libraries(${target} PRIVATE warpschool_${layer})
endforeach()
