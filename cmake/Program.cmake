# The program is src/cli/main.c and all layers. install() and the bundle add its resources.
if(NOT EXISTS "${CMAKE_SOURCE_DIR}/src/cli/main.c")
    return()
endif()

add_executable(warpschool src/cli/main.c)
target_include_directories(warpschool PRIVATE "${CMAKE_BINARY_DIR}/layers/cli")
get_property(layers GLOBAL PROPERTY WARPSCHOOL_LAYERS)
list(TRANSFORM layers PREPEND warpschool_ OUTPUT_VARIABLE libraries)
target_link_libraries(warpschool PRIVATE ${libraries})

# DT_RPATH, not DT_RUNPATH: it must also find what the bundled libraries need in turn.
target_link_options(warpschool PRIVATE -Wl,--disable-new-dtags)
set_target_properties(warpschool PROPERTIES INSTALL_RPATH "$ORIGIN/../lib/warpschool")

add_dependencies(warpschool warpschool_runtime)

install(TARGETS warpschool)
install(DIRECTORY lessons kernels exercises solutions DESTINATION share/warpschool)
install(DIRECTORY tests/curriculum/wrong DESTINATION share/warpschool/tests/curriculum)
install(DIRECTORY tests/curriculum/right DESTINATION share/warpschool/tests/curriculum OPTIONAL)
install(FILES README.md LICENSE DESTINATION share/doc/warpschool)

# The man page and completions, written by the program itself.
set(manuals "${CMAKE_BINARY_DIR}/manuals")
set(texts "")
foreach(text IN ITEMS "man/man1/warpschool.1=--man" "man/es/man1/warpschool.1=--man --language es"
        "man/zh_CN/man1/warpschool.1=--man --language zh" "bash-completion/completions/warpschool=--completion bash"
        "zsh/site-functions/_warpschool=--completion zsh" "fish/vendor_completions.d/warpschool.fish=--completion fish")
    string(REGEX MATCH "^[^=]+" path "${text}")
    string(REGEX REPLACE "^[^=]+=" "" options "${text}")
    separate_arguments(options)
    get_filename_component(folder "${manuals}/${path}" DIRECTORY)
    add_custom_command(OUTPUT "${manuals}/${path}"
        COMMAND ${CMAKE_COMMAND} -E make_directory "${folder}"
        COMMAND warpschool help ${options} > "${manuals}/${path}"
        DEPENDS warpschool VERBATIM)
    list(APPEND texts "${manuals}/${path}")
endforeach()
add_custom_target(manuals ALL DEPENDS ${texts})
install(DIRECTORY "${manuals}/" DESTINATION share)

# Makes a folder, and a .tar.gz of it, for other glibc Linux systems without development packages.
# It holds the program, the libraries that a system may lack, and the resources.
set(bundle "warpschool-${PROJECT_VERSION}-${CMAKE_SYSTEM_PROCESSOR}")
add_custom_target(bundle
    COMMAND ${CMAKE_COMMAND} -E rm -rf "${CMAKE_BINARY_DIR}/${bundle}"
    COMMAND ${CMAKE_COMMAND} --install "${CMAKE_BINARY_DIR}" --prefix "${CMAKE_BINARY_DIR}/${bundle}" --strip
    COMMAND ${CMAKE_COMMAND} -D "program=${CMAKE_BINARY_DIR}/${bundle}/bin/warpschool"
        -D "folder=${CMAKE_BINARY_DIR}/${bundle}/lib/warpschool" -P "${CMAKE_SOURCE_DIR}/cmake/BundleLibraries.cmake"
    COMMAND ${CMAKE_COMMAND} -E chdir "${CMAKE_BINARY_DIR}" ${CMAKE_COMMAND} -E tar czf "${bundle}.tar.gz" "${bundle}"
    COMMAND ${CMAKE_COMMAND} -E echo "${CMAKE_BINARY_DIR}/${bundle}.tar.gz"
    DEPENDS warpschool manuals
    VERBATIM)
