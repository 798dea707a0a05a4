# The program is src/cli's main.c and the layers behind it.
if(EXISTS "${CMAKE_SOURCE_DIR}/src/cli/main.c")
    add_executable(warpschool src/cli/main.c)
    target_include_directories(warpschool PRIVATE "${CMAKE_BINARY_DIR}/layers/cli")
    get_property(layers GLOBAL PROPERTY WARPSCHOOL_LAYERS)
    list(TRANSFORM layers PREPEND warpschool_ OUTPUT_VARIABLE libraries)
    target_link_libraries(warpschool PRIVATE ${libraries})
    install(TARGETS warpschool)
endif()
