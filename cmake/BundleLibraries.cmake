# cmake -D program=FILE -D folder=FOLDER -P: copies the shared libraries that FILE needs. It leaves
# out glibc's libraries, since the running system must provide them.
file(GET_RUNTIME_DEPENDENCIES
    EXECUTABLES "${program}"
    RESOLVED_DEPENDENCIES_VAR libraries
    UNRESOLVED_DEPENDENCIES_VAR unresolved
    PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|dl|rt|pthread|resolv|util)\\.so")
if(unresolved)
    message(FATAL_ERROR "not found: ${unresolved}")
endif()
file(MAKE_DIRECTORY "${folder}")
foreach(library IN LISTS libraries)
    file(INSTALL "${library}" DESTINATION "${folder}" FOLLOW_SYMLINK_CHAIN)
endforeach()
