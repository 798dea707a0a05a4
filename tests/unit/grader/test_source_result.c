/* Tests the search for calls whose result is lost. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "grader/source/source_result.h"

static char text[1200];

/* A kernel with this body from line 5 on. */
static struct source file(const char *body)
{
    snprintf(text, sizeof text,
             "__device__ float total_of(float value) { return value; }\n"
             "__device__ int fill(float *to) { return 1; }\n"
             "__device__ void show(float value) {}\n"
             "__global__ void k(const float *a, float *c, int n) {\n%s}\n",
             body);
    return (struct source){.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
}

static void a_dropped_result_is_found(void **state)
{
    (void)state;
    static const char *const dropped[][2] = {{"__shfl_down_sync(mask, sum, 16);\n", "__shfl_down_sync"},
                                             {"{ fmaxf(largest, x); }\n", "fmaxf"},
                                             {"x = 1; total_of(sum) ;\n", "total_of"},
                                             {"for (int i = f(1); i; i--) min(a, i);\n", "min"}};
    static const char *const none[] = {"",
                                       "sum += __shfl_down_sync(mask, sum, 16);\n",
                                       "float largest = max(a, b);\n",
                                       "y =\n    max(a, b);\n",
                                       "y = (float)max(a, b);\n",
                                       "fill(tile);\n",
                                       "show(sum);\n",
                                       "unknown(sum);\n",
                                       "for (;;) f(max(a, b));\n",
                                       "// max(a, b);\n",
                                       "return; total_of(x) + 1;\n",
                                       "max"};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++) {
        struct source source = file(dropped[i][0]);
        struct source_result found = source_result_dropped(&source, arena);
        assert_int_equal(found.line, 5);
        assert_string_equal(found.function, dropped[i][1]);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_result_dropped(&source, arena).line, 0);
    }
    arena_free(arena);
}

static void an_atomic_that_is_stored_back_is_found(void **state)
{
    (void)state;
    static const char *const stored[] = {"*total = atomicAdd(total, sum);\n", "if (t == 0) c[0] = atomicAdd(c, sum);\n",
                                         "c[ i ] += atomicAdd(&c[i], 1);\n",
                                         "for (;;) { c[a[i]] = atomicAdd(& c[a[i]], 1); }\n"};
    static const char *const none[] = {"",
                                       "old = atomicAdd(&c[i], 1);\n",
                                       "c[i] = atomicAdd(&counter, 1);\n",
                                       "atomicAdd(&c[i], 1);\n",
                                       "c[atomicAdd(count, 1)] = x;\n",
                                       "if (c[0] == atomicAdd(c, 1)) {}\n",
                                       "// *c = atomicAdd(c, 1);\n",
                                       "int i = atomicAdd(c"};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof stored / sizeof *stored; i++) {
        struct source source = file(stored[i]);
        struct source_result found = source_result_stored_back(&source, arena);
        assert_int_equal(found.line, 5);
        assert_string_equal(found.function, "atomicAdd");
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_result_stored_back(&source, arena).line, 0);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_dropped_result_is_found),
                                       cmocka_unit_test(an_atomic_that_is_stored_back_is_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
