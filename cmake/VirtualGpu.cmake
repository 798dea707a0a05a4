# Each instruction set has its own build of the virtual GPU's handlers (execute_*.c). isa.c chooses
# at run time. They are the inner loop: without optimisation, a debug build would take 50 times as
# long. So every build type optimises them.
set(warpschool_vgpu_options_portable "")
set(warpschool_vgpu_options_avx2 -mavx2 -mfma -mf16c -mbmi -mbmi2 -mlzcnt -mpopcnt)
set(warpschool_vgpu_options_avx512 ${warpschool_vgpu_options_avx2}
    -mavx512f -mavx512bw -mavx512dq -mavx512vl -mprefer-vector-width=512)

set(vgpu_all_isas portable)
set(vgpu_native_isa portable)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    set(vgpu_all_isas avx512 avx2 portable) # isa.c takes the first one that the CPU has
    file(STRINGS /proc/cpuinfo vgpu_cpu_flags REGEX "^flags" LIMIT_COUNT 1)
    if(vgpu_cpu_flags MATCHES " avx512vl")
        set(vgpu_native_isa avx512)
    elseif(vgpu_cpu_flags MATCHES " avx2")
        set(vgpu_native_isa avx2)
    endif()
endif()

set(WARPSCHOOL_VGPU_ISAS "all" CACHE STRING "Instruction sets of the virtual GPU: portable, avx2, avx512, native, all")
list(TRANSFORM WARPSCHOOL_VGPU_ISAS REPLACE "^native$" "${vgpu_native_isa}" OUTPUT_VARIABLE vgpu_wanted_isas)
list(TRANSFORM vgpu_wanted_isas REPLACE "^all$" "${vgpu_all_isas}")
foreach(isa IN LISTS vgpu_wanted_isas)
    if(NOT isa IN_LIST vgpu_all_isas)
        message(FATAL_ERROR "WARPSCHOOL_VGPU_ISAS: no instruction set '${isa}' here; one of ${vgpu_all_isas}, native, all")
    endif()
endforeach()

# A check is a room of src/vgpu and a row in observers/observers.h. The option leaves both out.
set(WARPSCHOOL_WITHOUT_CHECKS "" CACHE STRING
    "Checks that the virtual GPU is built without: bounds, undefined, races, synchronisation, origins")
set(vgpu_check_room_bounds bounds)
set(vgpu_check_room_undefined undefined)
set(vgpu_check_room_races race)
set(vgpu_check_room_synchronisation synchronisation)
set(vgpu_check_room_origins origin)

get_target_property(vgpu_sources warpschool_vgpu SOURCES)
set(vgpu_check_definitions "")
foreach(check IN LISTS WARPSCHOOL_WITHOUT_CHECKS)
    if(NOT DEFINED vgpu_check_room_${check})
        message(FATAL_ERROR "WARPSCHOOL_WITHOUT_CHECKS: no check '${check}' can be left out")
    endif()
    list(FILTER vgpu_sources EXCLUDE REGEX "/vgpu/${vgpu_check_room_${check}}/")
    string(TOUPPER "VGPU_WITHOUT_${check}" definition)
    list(APPEND vgpu_check_definitions "${definition}")
endforeach()
target_compile_definitions(warpschool_vgpu PRIVATE ${vgpu_check_definitions})
set(vgpu_execute_sources ${vgpu_sources})
list(FILTER vgpu_execute_sources INCLUDE REGEX "/execute_[^/]*\\.c$")
list(FILTER vgpu_sources EXCLUDE REGEX "/execute_[^/]*\\.c$")
set_target_properties(warpschool_vgpu PROPERTIES SOURCES "${vgpu_sources}")

# Sanitizers and -O3 together take minutes per file. The rest of the layer takes half of the time of
# the curriculum's check, so a debug build optimises it too.
set(vgpu_optimisation -O3)
if("${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_DEBUG}" MATCHES "-fsanitize")
    set(vgpu_optimisation -O1)
elseif(CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_options(warpschool_vgpu PRIVATE -O2)
    target_compile_options(warpschool_timing PRIVATE -O2) # every grading runs its samples
    if(TARGET warpschool_grader) # it draws and compares every element
        target_compile_options(warpschool_grader PRIVATE -O2)
    endif()
endif()

# The compiler makes their loops over many numbers wide.
set(many_numbers_sources "${CMAKE_SOURCE_DIR}/src/base/random/random.c"
                         "${CMAKE_SOURCE_DIR}/src/grader/value/input_run.c")
set_source_files_properties(${many_numbers_sources} PROPERTIES COMPILE_OPTIONS ${vgpu_optimisation})

set(vgpu_isa_rows "")
foreach(isa IN LISTS vgpu_all_isas)
    if(NOT isa IN_LIST vgpu_wanted_isas)
        continue()
    endif()
    set(target "warpschool_vgpu_${isa}")
    add_library(${target} OBJECT ${vgpu_execute_sources})
    target_include_directories(${target} PRIVATE "${CMAKE_BINARY_DIR}/layers/vgpu")
    target_compile_definitions(${target} PRIVATE "VGPU_HANDLER_ISA=${isa}" ${vgpu_check_definitions})
    # A debug build is used with this machine's set, if it has that one. The others are only
    # compared with it, so to compile them takes longer than to run them.
    set(optimisation ${vgpu_optimisation})
    if(CMAKE_BUILD_TYPE STREQUAL "Debug" AND NOT isa STREQUAL vgpu_native_isa)
        set(optimisation -O1)
        if(vgpu_native_isa IN_LIST vgpu_wanted_isas)
            set(optimisation -O0)
        endif()
    endif()
    # -g1: a debugger needs only the lines of these thousands of generated functions.
    target_compile_options(${target} PRIVATE -g1 ${optimisation} ${warpschool_vgpu_options_${isa}})
    target_link_libraries(${target} PRIVATE warpschool_flags)
    target_sources(warpschool_vgpu PRIVATE $<TARGET_OBJECTS:${target}>)
    string(APPEND vgpu_isa_rows " ISA(${isa})")
endforeach()
set(vgpu_isa_source ${vgpu_sources})
list(FILTER vgpu_isa_source INCLUDE REGEX "/isa\\.c$")
set_source_files_properties(${vgpu_isa_source} PROPERTIES COMPILE_DEFINITIONS "VGPU_COMPILED_ISAS=${vgpu_isa_rows}")
