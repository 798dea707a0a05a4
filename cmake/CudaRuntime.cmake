# The CUDA runtime that `warpschool run` links with a learner's program: an archive beside the
# program, and the headers of src/cudart/include. It is no layer, since nothing here is part of the
# program itself. The layer `program` sees the wire format at the top of src/cudart.
warpschool_public_headers(cudart)
warpschool_layer_view(cudart)

file(GLOB sources CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/src/cudart/client/*.c")
add_library(warpschool_runtime STATIC ${sources})
target_include_directories(warpschool_runtime PRIVATE "${CMAKE_BINARY_DIR}/layers/cudart")
target_link_libraries(warpschool_runtime PRIVATE warpschool_flags)
# It ends up in programs without sanitizer or coverage. Frames lead to the learner's line.
target_compile_options(warpschool_runtime PRIVATE -O2 -g0 -fPIC -fno-omit-frame-pointer -fno-sanitize=all -fno-profile-arcs -fno-test-coverage)
install(TARGETS warpschool_runtime ARCHIVE DESTINATION lib/warpschool)
install(DIRECTORY src/cudart/include DESTINATION share/warpschool/src/cudart)
install(FILES src/cudart/errors.def DESTINATION share/warpschool/src/cudart)
