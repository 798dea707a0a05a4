# tests/{unit,integration,stress}/LAYER/test_NAME.c become the ctest cases LAYER.NAME. They are
# built against LAYER's view of the sources. A test's folder is its label.
pkg_check_modules(CMOCKA REQUIRED IMPORTED_TARGET cmocka)

# About 200 programs are linked. gold halves the processor time; Debian 12 has it in binutils. A
# hash of the program and the relocations of a program without fixed addresses are half of what is
# left. ThreadSanitizer maps memory as a program without fixed addresses needs it.
find_program(WARPSCHOOL_GOLD ld.gold)
if(WARPSCHOOL_GOLD AND CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    add_link_options(-fuse-ld=gold -Wl,--build-id=none)
    if(NOT "${CMAKE_C_FLAGS_DEBUG}" MATCHES "-fsanitize=thread")
        add_link_options(-no-pie)
    endif()
endif()

set(warpschool_is_sanitized OFF)
if("${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_DEBUG}" MATCHES "-fsanitize")
    set(warpschool_is_sanitized ON)
endif()
set(warpschool_is_thread_sanitized OFF)
if("${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_DEBUG}" MATCHES "-fsanitize=thread")
    set(warpschool_is_thread_sanitized ON)
endif()

function(warpschool_c_test tier layer source)
    get_filename_component(stem "${source}" NAME_WE)
    string(REGEX REPLACE "^test_" "" name "${stem}")
    set(target "test_${layer}_${name}")
    add_executable(${target} "${source}")
    target_include_directories(${target} PRIVATE
        "${CMAKE_BINARY_DIR}/layers/${layer}" "${CMAKE_SOURCE_DIR}/tests/support")
    target_compile_definitions(${target} PRIVATE
        WARPSCHOOL_SOURCE_DIR="${CMAKE_SOURCE_DIR}" WARPSCHOOL_BINARY_DIR="${CMAKE_BINARY_DIR}")
    target_link_libraries(${target} PRIVATE warpschool_${layer} PkgConfig::CMOCKA)
    if(warpschool_is_sanitized) # the layers take the time, not the test itself
        target_compile_options(${target} PRIVATE -O0)
    endif()
    add_test(NAME "${layer}.${name}" COMMAND ${target} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
    set(labels ${tier})
    add_dependencies(tests_${tier} ${target})
    if(NOT warpschool_is_sanitized AND "${layer}.${name}" IN_LIST warpschool_compares_sets)
        list(APPEND labels integration)
        add_dependencies(tests_integration ${target})
    elseif(tier STREQUAL "unit") # ./check runs them with sanitizers, ./check unit without
        set_target_properties(${target} PROPERTIES EXCLUDE_FROM_ALL ON)
    endif()
    if(layer IN_LIST warpschool_threaded_layers AND NOT "${layer}.${name}" IN_LIST warpschool_one_thread)
        if(warpschool_is_thread_sanitized AND "${layer}.${name}" IN_LIST warpschool_threads_as_others)
            set(labels course)
        endif()
        list(APPEND labels threads)
        add_dependencies(tests_threads ${target})
    endif()
    set_tests_properties("${layer}.${name}" PROPERTIES LABELS "${labels}" TIMEOUT ${warpschool_timeout_${tier}})
endfunction()

# The sanitizer tiers build the tests of one tier, or those of the layers that start threads.
set(warpschool_threaded_layers vgpu timing app)
set(warpschool_one_thread vgpu.schedule vgpu.poll vgpu.decode_limits) # one worker runs all of their blocks
# They start the same threads as others do: under ThreadSanitizer only in the tier course.
set(warpschool_threads_as_others timing.atomic timing.link timing.repeats timing.time_model vgpu.step_snapshot vgpu.cache
    vgpu.conformance vgpu.launch_limits vgpu.race_history app.lesson_figures app.full_check)
# They need all instruction sets, and a build with sanitizers has one.
set(warpschool_compares_sets vgpu.isa vgpu.affine vgpu.cache vgpu.conformance vgpu.math_mma vgpu.race_history
    vgpu.race_reads)
foreach(group unit integration stress threads)
    add_custom_target(tests_${group})
endforeach()

get_property(warpschool_layers GLOBAL PROPERTY WARPSCHOOL_LAYERS)
set(warpschool_timeout_unit 60)
set(warpschool_timeout_integration 300)
set(warpschool_timeout_stress 1800)
if(warpschool_is_sanitized) # threads of the virtual GPU take 30 times as long
    set(warpschool_timeout_unit 240)
    set(warpschool_timeout_integration 900)
endif()
foreach(tier unit integration stress)
    foreach(layer IN LISTS warpschool_layers)
        file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/${tier}/${layer}/test_*.c")
        foreach(source IN LISTS sources)
            warpschool_c_test(${tier} ${layer} "${source}")
        endforeach()
    endforeach()
endforeach()

# Suites that take minutes. The tier course runs all of each. The suite's own tier runs a part,
# always the same (tests/support/part.h). COST starts the longest tests first, so that no
# processor is idle at the end.
function(warpschool_part_of name target part)
    if(NOT TARGET ${target})
        return()
    endif()
    get_test_property(${name} LABELS labels)
    add_test(NAME ${name}_part COMMAND ${target} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
    set_tests_properties(${name}_part PROPERTIES
        LABELS "${labels}" TIMEOUT 900 COST 100 ENVIRONMENT "WARPSCHOOL_TEST_PART=${part}")
    list(REMOVE_ITEM labels integration)
    set_tests_properties(${name} PROPERTIES LABELS "course;${labels}" TIMEOUT 1800 COST 100)
endfunction()
if(TARGET test_vgpu_math_portability) # compares programs that it builds itself
    set_tests_properties(vgpu.math_portability PROPERTIES LABELS integration)
endif()
warpschool_part_of(grader.judge test_grader_judge 16) # about 570 gradings
warpschool_part_of(grader.judge_full test_grader_judge_full 16)
warpschool_part_of(grader.plan_formats test_grader_plan_formats 3)
warpschool_part_of(compiler.headers test_compiler_headers 12)
warpschool_part_of(vgpu.determinism test_vgpu_determinism 12)
if(NOT warpschool_is_sanitized)
    warpschool_part_of(compiler.compile test_compiler_compile 6) # all: once more with CUB
    warpschool_part_of(grader.submissions test_grader_submissions 3)
    warpschool_part_of(app.lesson_figures test_app_lesson_figures 4)
    warpschool_part_of(vgpu.math_portability test_vgpu_math_portability 5) # AVX-512, clang
endif()
if(warpschool_is_sanitized)
    warpschool_part_of(vgpu.corpus test_vgpu_corpus 8)
    warpschool_part_of(timing.atomic test_timing_atomic 3)
    if(TEST tui.monkey)
        set_tests_properties(tui.monkey PROPERTIES ENVIRONMENT "WARPSCHOOL_MONKEY_KEYS=15000")
    endif()
endif()
if(TARGET test_program_requests_on_gpu) # its GPU is the driver's stand-in of the device's tests
    target_include_directories(test_program_requests_on_gpu PRIVATE "${CMAKE_BINARY_DIR}/layers/device")
endif()
foreach(long app.assessment app.full_check app.grading app.lab_runner grader.modelled_time timing.time_model
        tui.assessment_screen tui.monkey tui.screens compiler.compile_part)
    if(TEST ${long})
        set_tests_properties(${long} PROPERTIES COST 50)
    endif()
endforeach()

foreach(target test_app_lab test_curriculum_catalogue test_grader_sentences test_grader_trial
        test_timing_sentence test_tui_languages) # they read the catalogues
    if(TARGET ${target})
        add_dependencies(${target} translations)
    endif()
endforeach()

# The shell in tmux, with a learner's keys; in the tier stress a million random keys and a thousand
# kills.
if(TARGET warpschool)
    add_test(NAME tui.tmux_story
        COMMAND "${CMAKE_SOURCE_DIR}/tests/screens/tmux_story.sh" $<TARGET_FILE:warpschool> "${CMAKE_SOURCE_DIR}")
    add_test(NAME tui.tmux_terminals
        COMMAND "${CMAKE_SOURCE_DIR}/tests/screens/tmux_terminals.sh" $<TARGET_FILE:warpschool>)
    add_test(NAME tui.tmux_microscope
        COMMAND "${CMAKE_SOURCE_DIR}/tests/screens/tmux_microscope.sh" $<TARGET_FILE:warpschool>)
    set_tests_properties(tui.tmux_microscope PROPERTIES LABELS integration TIMEOUT 180 SKIP_RETURN_CODE 77)
    set_tests_properties(tui.tmux_terminals PROPERTIES LABELS integration TIMEOUT 120 SKIP_RETURN_CODE 77)
    set_tests_properties(tui.tmux_story PROPERTIES LABELS integration TIMEOUT 120 SKIP_RETURN_CODE 77)
endif()
if(TARGET test_tui_monkey)
    add_test(NAME tui.monkey_million COMMAND test_tui_monkey WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
    set_tests_properties(tui.monkey_million PROPERTIES LABELS stress TIMEOUT 1800
        ENVIRONMENT "WARPSCHOOL_MONKEY_KEYS=1000000;WARPSCHOOL_MONKEY_SEED=2")
endif()
