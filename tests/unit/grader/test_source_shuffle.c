/* Tests that a loop of shuffles with a wrong first or last offset is found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/cleanup.h"
#include "grader/source/source_shuffle.h"

static void only_loops_that_do_not_fit_a_warp_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line, offset;
        bool stops_early;
        int width;
    } cases[] = {
        {"\nfor (int offset = 8; offset > 0; offset /= 2)\n    v += __shfl_xor_sync(0xffffffff, v, offset);", 2, 8},
        {"for (unsigned o=32; o; o >>= 1) {\n    w = __shfl_down_sync(~0u, v, o);\n    v += w;\n}", 1, 32},
        {"for (int o = 16; o > 0; o /= 2)\n    v += __shfl_xor_sync(0xffffffff, v, o);", 0, 0},
        {"for (int o = 8; o > 0; o /= 2)\n    v += __shfl_xor_sync(0xffffffff, v, o, 16);", 0, 0},
        {"for (int o = 16; o > 0; o /= 2)\n    v += __shfl_xor_sync(0xffffffff, v, o, 16);", 1, 16, false, 16},
        {"for (int o = 16; o > 0; o /= 2)\n    v += __shfl_xor_sync(0xffffffff, v, o, width);", 0, 0},
        {"for (int o = 8; o > 0; o /= 2)\n    v += o;\nv += __shfl_xor_sync(0xffffffff, v, o);", 0, 0},
        {"for (int i = 32; i < n; i++)\n    v += __shfl_xor_sync(0xffffffff, v, o);", 0, 0},
        {"// for (int o = 8; o > 0; o /= 2) v += __shfl_xor_sync(0xffffffff, v, o);", 0, 0},
        {"for (int o = 8 + 8; o > 0; o /= 2)\n    v += __shfl_xor_sync(0xffffffff, v, o);", 0, 0},
        {"for (int o = 8; o > 0; o /= 2)\n    v += __shfl_xor_sync(", 0, 0},
        {"for (int o = 16; o > 1; o /= 2)\n    v += __shfl_xor_sync(0xffffffff, v, o);", 1, 16, true},
        {"for (int o = 16; o >= 2; o >>= 1)\n    v += __shfl_xor_sync(0xffffffff, v, o);", 1, 16, true},
        {"for (int o = 16; o >= 1; o >>= 1)\n    v += __shfl_xor_sync(0xffffffff, v, o);", 0, 0},
        {"for (int o = 16; n > 1; o >>= 1)\n    v += __shfl_xor_sync(0xffffffff, v, o);", 0, 0},
        {"for (int o = 16; o > 1", 0, 0},
        {"for (int o = 16; o >", 0, 0},
        {"for (int o = 16;", 0, 0},
        {"for (int o = 8", 0, 0},
        {"for", 0, 0},
        {"", 0, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct source source = {.name = "kernel.cu", .text = cases[i].text, .size_bytes = strlen(cases[i].text)};
        struct source_shuffle found = source_shuffle_offset(&source);
        assert_int_equal(found.line, cases[i].line);
        assert_int_equal(found.offset, cases[i].offset);
        assert_int_equal(found.stops_early, cases[i].stops_early);
        if (cases[i].width)
            assert_int_equal(found.width, cases[i].width);
    }
}

static void loops_that_do_not_halve_the_offset_are_found(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
        const char *step;
    } cases[] = {
        {"\nfor (int o = 16; o > 0; o /= 4)\n    v += __shfl_xor_sync(~0u, v, o);", 2, "o /= 4"},
        {"for (int o = 16; o > 0; o >>= 2) {\n    v += __shfl_down_sync(~0u, v, o);\n}", 1, "o >>= 2"},
        {"for (int o = 16; o > 0; o--)\n    v += __shfl_down_sync(~0u, v, o);", 1, "o--"},
        {"for (int o = 16; o > 0; o -= 8)\n    v += __shfl_down_sync(~0u, v, o);", 1, "o -= 8"},
        {"for (int o = 16; o > 0; o /= 2)\n    v += __shfl_down_sync(~0u, v, 1);", 1, NULL},
        {"for (int o = 16; o > 0; o /= 2)\n    v += __shfl_down_sync(~0u, v, o);", 0, NULL},
        {"for (int o = 16; o > 0; o >>= 1)\n    v += __shfl_down_sync(~0u, v, o);", 0, NULL},
        {"for (int o = 16; o > 0; o /= n)\n    v += __shfl_down_sync(~0u, v, o);", 0, NULL},
        {"for (int o = 16; o > 0; o = o / 2)\n    v += __shfl_down_sync(~0u, v, o);", 0, NULL},
        {"for (int i = 1; i < 32; i++)\n    v += __shfl_down_sync(~0u, v, 1);", 0, NULL},
        {"for (int o = 8; o > 0; o /= 4) {\n    v += __shfl_xor_sync(~0u, v, o);\n    v += __shfl_xor_sync(~0u, v, "
         "2 * o);\n}",
         0, NULL},
        {"for (int o = 16; o > 1; o /= 4) {\n    v += __shfl_xor_sync(~0u, v, o);\n    v += __shfl_xor_sync(~0u, v, "
         "o / 2);\n}",
         0, NULL},
        {"for (int o = 64; o > 0; o /= 4)\n    v += x[o];", 0, NULL},
        {"for (int o = 16; o > 0; o /= 4", 0, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct arena *arena CLEANUP(arena_free) = arena_new();
        struct source source = {.name = "kernel.cu", .text = cases[i].text, .size_bytes = strlen(cases[i].text)};
        struct source_shuffle_step found = source_shuffle_step(&source, arena);
        assert_int_equal(found.line, cases[i].line);
        assert_int_equal(!found.step, !cases[i].step);
        if (cases[i].step)
            assert_string_equal(found.step, cases[i].step);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(only_loops_that_do_not_fit_a_warp_are_found),
                                       cmocka_unit_test(loops_that_do_not_halve_the_offset_are_found)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
