# tests/setup/ tests the scripts of ./learn and ./check.
add_test(NAME setup.moved_checkout COMMAND "${CMAKE_SOURCE_DIR}/tests/setup/moved_checkout.sh" "${CMAKE_SOURCE_DIR}")
set_tests_properties(setup.moved_checkout PROPERTIES LABELS integration TIMEOUT 60)

# Tests of the built program: scripts under tests/cli/, and author-check of the curriculum. 77 means
# skipped.
if(NOT TARGET warpschool)
    return()
endif()

function(warpschool_program_test tier name)
    add_test(NAME "${name}" COMMAND ${ARGN} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
    set_tests_properties("${name}" PROPERTIES LABELS ${tier} TIMEOUT ${warpschool_timeout_${tier}} SKIP_RETURN_CODE 77)
endfunction()

file(GLOB scripts CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/cli/*.sh")
list(FILTER scripts EXCLUDE REGEX "/support\\.sh$")
foreach(script IN LISTS scripts)
    get_filename_component(name "${script}" NAME_WE)
    warpschool_program_test(integration "cli.${name}" "${script}" $<TARGET_FILE:warpschool>)
endforeach()

warpschool_program_test(integration curriculum.author_check $<TARGET_FILE:warpschool> author-check)
set_tests_properties(curriculum.author_check PROPERTIES TIMEOUT 900) # about 600 gradings

# The executor on another architecture, under emulation. Skipped without a compiler or emulator.
add_test(NAME vgpu.aarch64 COMMAND "${CMAKE_SOURCE_DIR}/tests/ptx/aarch64.sh" "${CMAKE_BINARY_DIR}/aarch64")
set_tests_properties(vgpu.aarch64 PROPERTIES LABELS emulated TIMEOUT 1800 SKIP_RETURN_CODE 77)
