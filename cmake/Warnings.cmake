# One interface target carries the flags of every translation unit.
option(WARPSCHOOL_WERROR "Treat warnings as errors" ON)

add_library(warpschool_flags INTERFACE)
target_compile_definitions(warpschool_flags INTERFACE
    _GNU_SOURCE
    WARPSCHOOL_VERSION="${PROJECT_VERSION}")
# Floating-point results are part of the product, so no flag allows contraction or reassociation. No
# code reads errno or the exception flags. Without them, loops over lanes vectorise.
target_compile_options(warpschool_flags INTERFACE
    -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wold-style-definition
    -Wpointer-arith -Wwrite-strings -Wundef -Wvla -Wformat=2 -Wno-missing-field-initializers -Wno-format-truncation
    # gcc 12 reports guarded variables as uninitialised. clang-tidy and the sanitizers find real
    # ones.
    -Wno-maybe-uninitialized
    -ffp-contract=off -fno-math-errno -fno-trapping-math -fno-strict-aliasing
    $<$<BOOL:${WARPSCHOOL_WERROR}>:-Werror>)
