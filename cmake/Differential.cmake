# tests/gpu/differential: random PTX programs on two devices. This test compares two compilations of
# the virtual GPU. On a machine with a GPU, `differential --count 20000` compares the GPU with the
# virtual one.
if(NOT TARGET warpschool_device)
    return()
endif()
file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/gpu/differential/*.c")
add_executable(differential ${sources})
target_include_directories(differential PRIVATE
    "${CMAKE_BINARY_DIR}/layers/device" "${CMAKE_SOURCE_DIR}/tests/gpu/differential")
target_link_libraries(differential PRIVATE warpschool_device m)
add_test(NAME integration.device.differential
    COMMAND differential --left virtual:portable --right virtual --count 192 --jobs 2)
set_tests_properties(integration.device.differential PROPERTIES LABELS integration TIMEOUT 120)

# tests/gpu/ncu/launch.c runs shipped kernels on either device, to compare counters with Nsight
# Compute.
add_executable(gpu_launch EXCLUDE_FROM_ALL "${CMAKE_SOURCE_DIR}/tests/gpu/ncu/launch.c")
target_include_directories(gpu_launch PRIVATE "${CMAKE_BINARY_DIR}/layers/device")
target_link_libraries(gpu_launch PRIVATE warpschool_device)
