# tests/setup/ tests the scripts of ./learn and ./check.
add_test(NAME setup.moved_checkout COMMAND "${CMAKE_SOURCE_DIR}/tests/setup/moved_checkout.sh" "${CMAKE_SOURCE_DIR}")
set_tests_properties(setup.moved_checkout PROPERTIES LABELS integration TIMEOUT 60)

# Tests of the built program: scripts under tests/cli/, and author-check of the curriculum. 77 means
# skipped.
if(NOT TARGET warpschool)
    return()
endif()

add_test(NAME setup.installed_manuals COMMAND "${CMAKE_SOURCE_DIR}/tests/setup/installed_manuals.sh" "${CMAKE_BINARY_DIR}")
set_tests_properties(setup.installed_manuals PROPERTIES LABELS integration TIMEOUT 120)

function(warpschool_program_test tier name)
    add_test(NAME "${name}" COMMAND ${ARGN} WORKING_DIRECTORY "${CMAKE_SOURCE_DIR}")
    set_tests_properties("${name}" PROPERTIES LABELS ${tier} TIMEOUT 300 SKIP_RETURN_CODE 77)
endfunction()

file(GLOB scripts CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/cli/*.sh")
list(FILTER scripts EXCLUDE REGEX "/support\\.sh$")
foreach(script IN LISTS scripts)
    get_filename_component(name "${script}" NAME_WE)
    if(name MATCHES "^(grade_full|course_times|demo)$") # half a minute each, and others come near
        warpschool_program_test(course "cli.${name}" "${script}" $<TARGET_FILE:warpschool>)
    else()
        warpschool_program_test(integration "cli.${name}" "${script}" $<TARGET_FILE:warpschool>)
    endif()
endforeach()

# The program with a stand-in for a GPU: what author-check measures there.
add_executable(warpschool_clocked
    "${CMAKE_SOURCE_DIR}/src/cli/main.c" "${CMAKE_SOURCE_DIR}/tests/support/clocked/clocked_gpu.c")
target_include_directories(warpschool_clocked PRIVATE
    "${CMAKE_BINARY_DIR}/layers/cli" "${CMAKE_BINARY_DIR}/layers/device")
get_target_property(libraries warpschool LINK_LIBRARIES)
target_link_libraries(warpschool_clocked PRIVATE ${libraries})
warpschool_program_test(integration cli.measured_steps "${CMAKE_SOURCE_DIR}/tests/cli/measured/steps.sh"
    $<TARGET_FILE:warpschool_clocked>)

# Whole CUDA programs: some of each kind, and all of them.
warpschool_program_test(integration programs.part "${CMAKE_SOURCE_DIR}/tests/programs/run.sh"
    $<TARGET_FILE:warpschool> reduction streams managed graph lambdas several_files symbols
    mistakes/host_pointer_to_kernel mistakes/host_reads_device mistakes/copy_too_long mistakes/use_after_free
    mistakes/read_before_copy mistakes/stream_race mistakes/unchecked_launch mistakes/behind_header)
warpschool_program_test(course programs.all "${CMAKE_SOURCE_DIR}/tests/programs/run.sh" $<TARGET_FILE:warpschool>)

# The learner's page in a browser, and credentials before verifiers of others, where there are such.
warpschool_program_test(web web.report "${CMAKE_SOURCE_DIR}/tests/web/report.sh" $<TARGET_FILE:warpschool>)
warpschool_program_test(web web.credentials "${CMAKE_SOURCE_DIR}/tests/web/credentials.sh" $<TARGET_FILE:warpschool>)

# clang over every kernel; cli.editors reads a part.
warpschool_program_test(course editors.every_kernel "${CMAKE_SOURCE_DIR}/tests/cli/editors.sh"
    $<TARGET_FILE:warpschool> all)

# All of the course is about 950 checks. The part has each kind of exercise once.
warpschool_program_test(course curriculum.author_check $<TARGET_FILE:warpschool> author-check)
warpschool_program_test(integration curriculum.author_check_part $<TARGET_FILE:warpschool> author-check --jobs 1
    first_steps hello_grid transpose_coalesced block_sum swiglu allclose hunt_race fusion_rows)

# And the exercises whose files the working tree or the last commit changed, as far as time allows.
warpschool_program_test(integration curriculum.author_check_changed
    "${CMAKE_SOURCE_DIR}/tests/curriculum/changed.sh" $<TARGET_FILE:warpschool> "${CMAKE_SOURCE_DIR}")

# Right kernels pass on every seed: fixed seeds of the hard exercises, fresh ones of all.
warpschool_program_test(integration curriculum.seeds_part $<TARGET_FILE:warpschool> author-check --jobs 1
    --device virtual --seeds 2 --first-seed 1003 softmax_three_pass layernorm block_sum warp_sum linear_relu
    matmul_naive pool_dot pool_column_sum)
# Refused once: in a row of two, nearly equal numbers cancel.
warpschool_program_test(integration curriculum.seeds_found $<TARGET_FILE:warpschool> author-check --jobs 1
    --device virtual --seeds 1 --first-seed 187 layernorm layernorm_gelu layernorm_silu)
warpschool_program_test(integration curriculum.seeds_found_blocks $<TARGET_FILE:warpschool> author-check --jobs 1
    --device virtual --seeds 1 --first-seed 1044 block_l1)
warpschool_program_test(integration curriculum.seeds_found_logarithms $<TARGET_FILE:warpschool> author-check --jobs 1
    --device virtual --seeds 1 --first-seed 1161 log_softmax)
# Refused once: a gate on a drawn size just over its limit, a rounding of log(sum of exp), and a
# norm of four halves, twice. Those that take 20 s are in the tier course.
warpschool_program_test(integration curriculum.seeds_found_backward $<TARGET_FILE:warpschool> author-check --jobs 1
    --device virtual --seeds 1 --first-seed 9022 layernorm_backward)
warpschool_program_test(integration curriculum.seeds_found_entropy $<TARGET_FILE:warpschool> author-check --jobs 1
    --device virtual --seeds 1 --first-seed 5002 cross_entropy_ignored)
warpschool_program_test(course curriculum.seeds_found_halves $<TARGET_FILE:warpschool> author-check --jobs 1
    --device virtual --seeds 1 --first-seed 7002 block_l5)
warpschool_program_test(course curriculum.seeds_found_width $<TARGET_FILE:warpschool> author-check --jobs 1
    --device virtual --seeds 1 --first-seed 70006 block_l5)
# Refused once: one sum of thousands that cancels.
warpschool_program_test(course curriculum.seeds_found_sum $<TARGET_FILE:warpschool> author-check --jobs 1
    --device virtual --seeds 1 --first-seed 31 fused_linear_gelu_tiled)
# Stopped once: a tile of 128 x 128 does much for a small matrix.
warpschool_program_test(integration curriculum.seeds_found_tile $<TARGET_FILE:warpschool> author-check --jobs 1
    --device virtual --seeds 1 --first-seed 89 gemm_2d_patch)
warpschool_program_test(integration curriculum.seeds_found_patch $<TARGET_FILE:warpschool> author-check --jobs 1
    --device virtual --seeds 1 --first-seed 86 gradient_accumulate)
warpschool_program_test(integration grader.judge_seeds_found $<TARGET_FILE:warpschool> author-check --jobs 1
    --device virtual --seeds 1 --first-seed 360760377 --root "${CMAKE_SOURCE_DIR}/tests/judge" matmul)
warpschool_program_test(course curriculum.seeds $<TARGET_FILE:warpschool> author-check --device virtual --seeds 20)
warpschool_program_test(course grader.judge_seeds $<TARGET_FILE:warpschool> author-check --device virtual --seeds 20
    --root "${CMAKE_SOURCE_DIR}/tests/judge")
set_tests_properties(curriculum.seeds grader.judge_seeds PROPERTIES TIMEOUT 10800 COST 300)
set_tests_properties(curriculum.author_check curriculum.author_check_part curriculum.author_check_changed
    PROPERTIES TIMEOUT 1800 COST 200)
set_tests_properties(curriculum.seeds_part programs.part cli.run_program cli.certificate cli.author cli.badges cli.grade
    cli.export_torch cli.host_exercises cli.certificate_school cli.pseudo_language PROPERTIES COST 50)

# Every solution is confirmed when all of its blocks run at the timed size.
warpschool_program_test(course curriculum.full "${CMAKE_SOURCE_DIR}/tests/bench/bench_full.py"
    $<TARGET_FILE:warpschool>)
set_tests_properties(curriculum.full PROPERTIES TIMEOUT 7200)

# The executor on another architecture, under emulation. Skipped without a compiler or emulator.
add_test(NAME vgpu.aarch64 COMMAND "${CMAKE_SOURCE_DIR}/tests/ptx/aarch64.sh" "${CMAKE_BINARY_DIR}/aarch64")
set_tests_properties(vgpu.aarch64 PROPERTIES LABELS emulated TIMEOUT 1800 SKIP_RETURN_CODE 77)

# The virtual GPU without its checks, and without each: leaving out a row is all that it takes.
foreach(which all each)
    add_test(NAME vgpu.without_${which} COMMAND "${CMAKE_SOURCE_DIR}/tests/setup/without_checks.sh"
        "${CMAKE_SOURCE_DIR}" "${CMAKE_BINARY_DIR}/without_${which}" ${which})
endforeach()
set_tests_properties(vgpu.without_all PROPERTIES LABELS course TIMEOUT 900 COST 50)
set_tests_properties(vgpu.without_each PROPERTIES LABELS course TIMEOUT 1800)
