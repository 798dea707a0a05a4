# A hash of the files that a modelled time follows from. Times that come with the course (grader/course_times.h) hold for
# the model that they were made with alone: with another one they are not found, and modelled.
file(GLOB model_sources CONFIGURE_DEPENDS
    "${CMAKE_SOURCE_DIR}/src/vgpu/time_*" "${CMAKE_SOURCE_DIR}/src/vgpu/cache*" "${CMAKE_SOURCE_DIR}/src/vgpu/profile*"
    "${CMAKE_SOURCE_DIR}/src/vgpu/architecture*" "${CMAKE_SOURCE_DIR}/src/device/cubin*"
    "${CMAKE_SOURCE_DIR}/src/device/virtual_model.c" "${CMAKE_SOURCE_DIR}/src/device/virtual_compose.c"
    "${CMAKE_SOURCE_DIR}/src/device/compose*" "${CMAKE_SOURCE_DIR}/src/grader/model_run.c")
list(SORT model_sources)
set(model_hashes "")
foreach(source IN LISTS model_sources)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
    file(SHA256 "${source}" model_hash)
    get_filename_component(name "${source}" NAME)
    string(APPEND model_hashes "${name} ${model_hash}\n")
endforeach()
string(SHA256 model_hash "${model_hashes}")
set_source_files_properties(src/grader/time_rivals.c PROPERTIES
    COMPILE_DEFINITIONS "WARPSCHOOL_MODEL_SOURCES=\"${model_hash}\"")
