# The SQL files of progress/ become one C file of the progress layer, so the program carries its
# schema. NNN_name.sql has number NNN. The numbers must begin at 1 and have no gap.
if(TARGET warpschool_progress)
    file(GLOB migrations CONFIGURE_DEPENDS "${CMAKE_SOURCE_DIR}/progress/[0-9][0-9][0-9]_*.sql")
    list(SORT migrations)
    set(expected 0)
    set(rows "")
    foreach(migration IN LISTS migrations)
        math(EXPR expected "${expected} + 1")
        get_filename_component(name "${migration}" NAME_WE)
        string(REGEX MATCH "^0*([0-9]+)" ignored "${name}")
        if(NOT CMAKE_MATCH_1 EQUAL expected)
            message(FATAL_ERROR "progress/${name}.sql: the next migration has number ${expected}")
        endif()
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${migration}")
        file(READ "${migration}" sql)
        string(REPLACE "\\" "\\\\" sql "${sql}")
        string(REPLACE "\"" "\\\"" sql "${sql}")
        string(REPLACE "\n" "\\n\"\n     \"" sql "${sql}")
        string(APPEND rows "    {${expected}, \"${name}\",\n     \"${sql}\"},\n")
    endforeach()
    set(generated "${CMAKE_BINARY_DIR}/generated/progress_migrations.c")
    string(CONCAT content
        "#include \"progress/database/migrations.h\"\n\n"
        "const struct migration progress_migrations[] = {\n${rows}};\n"
        "const int progress_migration_count = ${expected};\n")
    file(CONFIGURE OUTPUT "${generated}" CONTENT "@content@" @ONLY)
    target_sources(warpschool_progress PRIVATE "${generated}")
endif()
