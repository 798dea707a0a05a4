# The layers, lowest first, and the layers that each may use. doc/architecture.md has the reasons.
warpschool_layer(base
    LIBRARIES PkgConfig::JANSSON PkgConfig::CRYPTO PkgConfig::SECCOMP PkgConfig::UTF8PROC Threads::Threads m)
warpschool_layer(ptx USES base)
warpschool_layer(vgpu USES base ptx LIBRARIES Threads::Threads m)
warpschool_layer(timing USES base ptx vgpu LIBRARIES m)
warpschool_layer(compiler USES base LIBRARIES ${CMAKE_DL_LIBS})
warpschool_layer(device USES base ptx vgpu timing LIBRARIES ${CMAKE_DL_LIBS})
warpschool_layer(plan USES base device)
warpschool_layer(program USES base vgpu compiler device cudart)
warpschool_layer(curriculum USES base plan LIBRARIES PkgConfig::YAML)
warpschool_layer(grader USES base plan curriculum compiler device)
warpschool_layer(progress USES base curriculum LIBRARIES PkgConfig::SQLITE m)
warpschool_layer(certificate USES base curriculum progress LIBRARIES PkgConfig::CRYPTO)
warpschool_layer(report USES base curriculum grader progress)
warpschool_layer(app USES base ptx vgpu compiler device program plan curriculum grader progress certificate report)
warpschool_layer(tui USES base app LIBRARIES PkgConfig::NCURSES PkgConfig::MD4C PkgConfig::UTF8PROC)
warpschool_layer(cli USES base app tui report)

# A program outside of its checkout, such as one in a build folder elsewhere, finds its lessons by
# this path.
set_source_files_properties(src/base/process/executable.c PROPERTIES
    COMPILE_DEFINITIONS WARPSCHOOL_BUILT_FROM="${CMAKE_SOURCE_DIR}")
