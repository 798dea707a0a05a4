# The handlers of the virtual GPU (src/vgpu/execute_*.c) are compiled once per instruction set; isa.c chooses at run time.
# They are optimised in every build type: they are the inner loop, and a debug build that is fifty times slower helps
# nobody.
get_target_property(vgpu_sources warpschool_vgpu SOURCES)
set(vgpu_execute_sources ${vgpu_sources})
list(FILTER vgpu_execute_sources INCLUDE REGEX "/execute_[^/]*\\.c$")
list(FILTER vgpu_sources EXCLUDE REGEX "/execute_[^/]*\\.c$")
set_target_properties(warpschool_vgpu PROPERTIES SOURCES "${vgpu_sources}")

# Sanitizers and -O3 together take minutes a file. The rest of the layer is half of the time that the curriculum's own
# check takes, so a debug build optimises it too.
set(vgpu_optimisation -O3)
if("${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_DEBUG}" MATCHES "-fsanitize")
    set(vgpu_optimisation -O1)
elseif(CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_options(warpschool_vgpu PRIVATE -O2)
endif()

function(warpschool_vgpu_isa isa)
    set(target "warpschool_vgpu_${isa}")
    add_library(${target} OBJECT ${vgpu_execute_sources})
    target_include_directories(${target} PRIVATE "${CMAKE_BINARY_DIR}/layers/vgpu")
    target_compile_definitions(${target} PRIVATE "VGPU_HANDLER_ISA=${isa}")
    target_compile_options(${target} PRIVATE ${vgpu_optimisation} ${ARGN})
    target_link_libraries(${target} PRIVATE warpschool_flags)
    target_sources(warpschool_vgpu PRIVATE $<TARGET_OBJECTS:${target}>)
endfunction()

warpschool_vgpu_isa(portable)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    warpschool_vgpu_isa(avx2 -mavx2 -mfma -mf16c -mbmi -mbmi2 -mlzcnt -mpopcnt)
    warpschool_vgpu_isa(avx512 -mavx2 -mfma -mf16c -mbmi -mbmi2 -mlzcnt -mpopcnt
        -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512)
endif()
