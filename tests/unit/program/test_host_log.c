/* Tests how messages of clang and of the linker become diagnostics. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "program/build/host_build.h"

static const struct source sources[] = {{"a.cu", "int x;\nint y;\n", 14}, {"b.cpp", "int z;\n", 7}};

static const struct {
    const char *log;
    int source; /* index of the source; -1: no place */
    int line, column;
    const char *message, *hint; /* NULL: none */
} rows[] = {
    {"a.cu:2:5: error: use of undeclared identifier 'cudaFoo'", 0, 2, 5, "use of undeclared identifier 'cudaFoo'",
     "warpschool's runtime does not have it"},
    {"a.cu:2:1: error: no matching function for call to 'cudaMalloc'", 0, 2, 1,
     "no matching function for call to 'cudaMalloc'", "pass the address"},
    {"a.cu:2:1: error: no matching function for call to 'cudaMemcpy'", 0, 2, 1,
     "no matching function for call to 'cudaMemcpy'", "the destination comes first"},
    {"b.cpp:1:1: fatal error: 'x.h' file not found", 1, 1, 1, "'x.h' file not found", NULL},
    {"/usr/include/x.h:7:3: error: no", 0, 0, 0, "/usr/include/x.h:7: no", NULL},
    {"/warpschool/beside/tile.cuh:7:3: error: no", 0, 0, 0, "tile.cuh:7: no", NULL},
    {"a.cu:2:1: error: no template named 'texture'", 0, 2, 1, "no template named 'texture'", "cudaCreateTextureObject"},
    {"a.cu:3:2: error: no template named 'surface'", 0, 3, 2, "no template named 'surface'", "cudaCreateSurfaceObject"},
    {"a.cu:4:2: error: use of undeclared identifier 'cudaBindTexture'", 0, 4, 2,
     "use of undeclared identifier 'cudaBindTexture'", "cudaCreateTextureObject"},
    {"ld.lld: error: undefined symbol: cudaBar", 0, 0, 0, "there is no 'cudaBar' to link with",
     "warpschool's runtime does not have it"},
    {"x.o:(.text+0x5): undefined reference to `saxpy(int)'", 0, 0, 0, "there is no 'saxpy(int)' to link with", NULL},
    {"x.o:x:function f: error: undefined reference to 'helper'", 0, 0, 0, "there is no 'helper' to link with", NULL},
};

static void test_messages(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        struct diagnostics *diagnostics = diagnostics_new(arena);
        host_build_read_log(rows[i].log, sources, 2, diagnostics);
        assert_int_equal(diagnostics_count(diagnostics), 1);
        const struct diagnostic *diagnostic = diagnostics_at(diagnostics, 0);
        assert_ptr_equal(diagnostic->source, &sources[rows[i].source]);
        assert_int_equal(diagnostic->location.line, rows[i].line);
        assert_int_equal(diagnostic->location.column, rows[i].column);
        assert_string_equal(diagnostic->message, rows[i].message);
        assert_int_equal(diagnostic->hint != NULL, rows[i].hint != NULL);
        if (rows[i].hint)
            assert_non_null(strstr(diagnostic->hint, rows[i].hint));
    }
}

static void test_other_lines(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    host_build_read_log("In file included from a.cu:1:\na.cu:1:1: note: here\n\n1 error generated.\n", sources, 2,
                        diagnostics);
    assert_int_equal(diagnostics_count(diagnostics), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_messages), cmocka_unit_test(test_other_lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
