# What a build with sanitizers leaves out, so that its tests take a bearable time.
if(NOT "${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_DEBUG}" MATCHES "-fsanitize")
    return()
endif()

# To compile these layers takes longer than to run them.
foreach(layer app base cli certificate compiler curriculum device grader plan program progress ptx report tui)
    if(TARGET warpschool_${layer})
        target_compile_options(warpschool_${layer} PRIVATE -O0)
    endif()
endforeach()

# This code computes on what its caller hands over and shares no memory with other threads. What it
# builds is constant before another thread sees it. The rooms of the grader run in the device
# worker, whose other threads are those of vgpu. As watched by ThreadSanitizer, matrix products and
# the reading of lessons took most of the time of several tests.
if("${CMAKE_C_FLAGS} ${CMAKE_C_FLAGS_DEBUG}" MATCHES "-fsanitize=thread")
    foreach(layer ptx curriculum vgpu grader base)
        get_target_property(sources warpschool_${layer} SOURCES)
        list(FILTER sources INCLUDE REGEX
            "/(ptx|curriculum)/|/vgpu/math/|/grader/(value|pattern|case|worker|time)/|/base/(random|hash|text[a-z_]*|json)\\.c$")
        list(FILTER sources EXCLUDE REGEX "/value/input\\.c$") # starts threads
        set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS "-fno-sanitize=thread;-O2")
    endforeach()
endif()
