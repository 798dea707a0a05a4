# The interface's catalogues: po/LANGUAGE.po becomes locale/LANGUAGE/LC_MESSAGES/warpschool.mo
# beside the program. `translations_update` extracts the texts from the sources and merges them into
# po/.
find_program(MSGFMT msgfmt REQUIRED)
file(GLOB catalogues CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/po/*.po")
set(compiled "")
foreach(catalogue IN LISTS catalogues)
    get_filename_component(language "${catalogue}" NAME_WE)
    set(folder "${CMAKE_BINARY_DIR}/locale/${language}/LC_MESSAGES")
    add_custom_command(OUTPUT "${folder}/warpschool.mo"
        COMMAND ${CMAKE_COMMAND} -E make_directory "${folder}"
        COMMAND ${MSGFMT} --check --output-file "${folder}/warpschool.mo" "${catalogue}"
        DEPENDS "${catalogue}" VERBATIM)
    list(APPEND compiled "${folder}/warpschool.mo")
endforeach()
add_custom_target(translations ALL DEPENDS ${compiled})
if(TARGET warpschool)
    add_dependencies(warpschool translations)
endif()
install(DIRECTORY "${CMAKE_BINARY_DIR}/locale" DESTINATION share/warpschool)

add_custom_target(translations_update COMMAND "${CMAKE_SOURCE_DIR}/po/update.sh" VERBATIM)
