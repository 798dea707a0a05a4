# tests/gpu/LAYER/test_NAME.c become the ctest cases gpu.NAME. Without a GPU they are skipped. nvcc
# compiles their kernels; without nvcc there are none. WARPSCHOOL_GPU_IMAGES in the environment
# names another folder of kernels.
find_program(WARPSCHOOL_NVCC nvcc HINTS /usr/local/cuda/bin)
if(NOT WARPSCHOOL_NVCC OR NOT TARGET warpschool_device)
    return()
endif()

set(images "${CMAKE_BINARY_DIR}/gpu-images")
file(MAKE_DIRECTORY "${images}")
set(image_files "")
foreach(source tests/gpu/kernels.cu kernels/calibration/roofline.cu)
    get_filename_component(name "${source}" NAME_WE)
    add_custom_command(OUTPUT "${images}/${name}.ptx" "${images}/${name}.cubin"
        COMMAND "${WARPSCHOOL_NVCC}" --ptx -arch=compute_90 -o "${images}/${name}.ptx" "${CMAKE_SOURCE_DIR}/${source}"
        COMMAND "${WARPSCHOOL_NVCC}" --cubin -arch=sm_90 -o "${images}/${name}.cubin" "${CMAKE_SOURCE_DIR}/${source}"
        DEPENDS "${CMAKE_SOURCE_DIR}/${source}" VERBATIM)
    list(APPEND image_files "${images}/${name}.ptx" "${images}/${name}.cubin")
endforeach()
add_custom_target(gpu_images DEPENDS ${image_files})

foreach(layer IN LISTS warpschool_layers)
    file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/tests/gpu/${layer}/test_*.c")
    foreach(source IN LISTS sources)
        get_filename_component(stem "${source}" NAME_WE)
        string(REGEX REPLACE "^test_" "" name "${stem}")
        set(target "test_gpu_${name}")
        add_executable(${target} "${source}")
        add_dependencies(${target} gpu_images)
        target_include_directories(${target} PRIVATE
            "${CMAKE_BINARY_DIR}/layers/${layer}" "${CMAKE_SOURCE_DIR}/tests/gpu" "${CMAKE_SOURCE_DIR}/tests/support")
        target_compile_definitions(${target} PRIVATE
            WARPSCHOOL_GPU_IMAGES="${images}" WARPSCHOOL_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
        target_link_libraries(${target} PRIVATE warpschool_${layer} PkgConfig::CMOCKA)
        add_test(NAME "gpu.${name}" COMMAND ${target})
        set_tests_properties("gpu.${name}" PROPERTIES LABELS gpu TIMEOUT 300 SKIP_RETURN_CODE 77 RUN_SERIAL TRUE)
    endforeach()
endforeach()
