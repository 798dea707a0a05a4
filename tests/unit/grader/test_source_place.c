/* Tests the reader of a thread's number in its grid. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "grader/source/source_place.h"

static struct source file(const char *text)
{
    return (struct source){.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
}

static void certain_slips_are_found_in_any_order(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum source_place_slip slip;
        int line;
        const char *axis, *size;
    } slips[] = {
        {"\nint row = blockIdx.y*blockDim.x + threadIdx.y;", SOURCE_PLACE_OTHER_SIZE, 2, "y", "blockDim.x"},
        {"int i = blockIdx.x * gridDim.x + threadIdx.x;", SOURCE_PLACE_OTHER_SIZE, 1, "x", "gridDim.x"},
        {"int i = threadIdx.x + gridDim.x * blockIdx.x;", SOURCE_PLACE_OTHER_SIZE, 1, "x", "gridDim.x"},
        {"f((int)(blockIdx.x * (gridDim.x)) + threadIdx.x);", SOURCE_PLACE_OTHER_SIZE, 1, "x", "gridDim.x"},
        {"int i = threadIdx.x * blockDim.x + blockIdx.x;", SOURCE_PLACE_EXCHANGED, 1, "x", ""},
        {"int i = blockIdx.x + blockDim.x*threadIdx.x;", SOURCE_PLACE_EXCHANGED, 1, "x", ""},
        {"int i = (blockIdx.x - 1) * blockDim.x + threadIdx.x;", SOURCE_PLACE_FROM_ONE, 1, "x", "blockDim.x"},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++) {
        struct source source = file(slips[i].text);
        struct source_place place = source_place_certain(&source, arena);
        assert_int_equal(place.slip, slips[i].slip);
        assert_int_equal(place.line, slips[i].line);
        assert_string_equal(place.axis, slips[i].axis);
        assert_string_equal(place.size, slips[i].size);
    }
    arena_free(arena);
}

static void right_sums_are_left_alone(void **state)
{
    (void)state;
    static const char *const none[] = {"",
                                       "int i = blockIdx.x * blockDim.x + threadIdx.x;",
                                       "int i = threadIdx.x + (blockDim.x * blockIdx.x);",
                                       "threadIdx.x * gridDim.x + blockIdx.x",
                                       "threadIdx.x * blockDim.y + threadIdx.y",
                                       "blockIdx.y * blockDim.y + threadIdx.y",
                                       "blockIdx.x * blockDim.y + threadIdx.y", /* a warp for each row */
                                       "// blockIdx.y * blockDim.x + threadIdx.y",
                                       "(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.x + threadIdx.x",
                                       "int i = blockIdx.x * blockDim.x + threadIdx.x + gridDim.x * blockDim.x;",
                                       "int i = blockIdx.x * blockDim.x / 2 + threadIdx.x;",
                                       "int i = (blockIdx.x + 1) * blockDim.x - threadIdx.x;",
                                       "blockIdx.y * blockDim.x",
                                       "threadIdx.",
                                       "(threadIdx.x",
                                       "blockIdx.y * blockDim."};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_place_certain(&source, arena).slip, SOURCE_PLACE_NONE);
        assert_int_equal(source_place_possible(&source, arena).slip, SOURCE_PLACE_NONE);
    }
    arena_free(arena);
}

static void slips_that_can_be_intended_are_found_in_variables(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;");
    struct source_place place = source_place_possible(&source, arena);
    assert_int_equal(place.slip, SOURCE_PLACE_SHIFTED);
    assert_int_equal(place.shift, 1);
    assert_string_equal(place.variable, "i");
    source = file("const int from = blockIdx.x * 256 + threadIdx.x - 16;");
    assert_int_equal(source_place_possible(&source, arena).shift, -16);
    source = file("for (int at = blockIdx.x + threadIdx.x; at < n; at++)");
    place = source_place_possible(&source, arena);
    assert_int_equal(place.slip, SOURCE_PLACE_NO_SIZE);
    assert_string_equal(place.variable, "at");
    source = file("sum += in[blockIdx.x + threadIdx.x];");
    assert_int_equal(source_place_possible(&source, arena).slip, SOURCE_PLACE_NONE);
    arena_free(arena);
}

static void a_block_of_a_number_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("int i = threadIdx.x + blockIdx.x*128;");
    assert_string_equal(source_place_number(&source, arena).size, "128");
    source = file("int i = threadIdx.x + blockIdx.x*blockDim.x;");
    assert_int_equal(source_place_number(&source, arena).line, 0);
    arena_free(arena);
}

/* A hostile sum needs little time, memory and stack. */
static void a_sum_that_is_too_long_is_left_alone(void **state)
{
    enum { DEPTH = 3000 };
    static char text[4 * DEPTH + 64];
    struct arena *arena = arena_new();
    (void)state;
    char *at = text + sprintf(text, "int i = threadIdx.x + ");
    for (int i = 0; i < DEPTH; i++)
        at += sprintf(at, "(1+");
    *at++ = '1';
    memset(at, ')', DEPTH);
    strcpy(at + DEPTH, " + blockIdx.x;");
    struct source source = file(text);
    assert_int_equal(source_place_possible(&source, arena).slip, SOURCE_PLACE_NONE);
    arena_free(arena);
}

static void a_short_step_is_found(void **state)
{
    (void)state;
    static const char *const shorts[][2] = {
        {"int i = blockIdx.x * blockDim.x + threadIdx.x;\nfor (; i < n; i += blockDim.x) f(i);\n", "blockDim.x"},
        {"\nfor (int i = threadIdx.x + blockDim.x*blockIdx.x; i < n; i += gridDim.x) f(i);\n", "gridDim.x"},
        {"int id = blockIdx.x * blockDim.x + threadIdx.x, step = blockDim.x;\nfor (int i = id; i < n; i += step) "
         "f(i);\n",
         "blockDim.x"},
        {"int i = blockIdx.x * blockDim.x + threadIdx.x;\nwhile (i < n) { f(i); i += blockDim.x; }\n", "blockDim.x"}};
    static const char *const none[] = {
        "",
        "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) f(i);\n",
        "int step = gridDim.x * blockDim.x;\n"
        "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) f(i);\n",
        "for (int i = threadIdx.x; i < n; i += blockDim.x) f(i);\n",
        "int first = blockIdx.x * 4096;\nfor (int i = first + threadIdx.x; i < first + 4096; i += blockDim.x) f(i);\n",
        "for (int r = blockIdx.x; r < n; r += gridDim.x) f(r);\n",
        "for (int w = (blockIdx.x * blockDim.x + threadIdx.x) / 32; w < n; w += gridDim.x) f(w);\n",
        "//! launch k(a, c, n) grid=1 block=256\n"
        "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x) f(i);\n",
        "int i = blockIdx.x * blockDim.x + threadIdx.x;\nf(i);\n}\nvoid g() {\n"
        "for (int i = threadIdx.x; i < n; i += blockDim.x) f(i);\n",
        "sum += blockDim.x;\n"};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof shorts / sizeof *shorts; i++) {
        struct source source = file(shorts[i][0]);
        struct source_place_step found = source_place_short_step(&source, arena);
        assert_int_equal(found.line, 2);
        assert_string_equal(found.variable, "i");
        assert_string_equal(found.step, shorts[i][1]);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_place_short_step(&source, arena).line, 0);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(certain_slips_are_found_in_any_order),
        cmocka_unit_test(right_sums_are_left_alone),
        cmocka_unit_test(slips_that_can_be_intended_are_found_in_variables),
        cmocka_unit_test(a_block_of_a_number_is_found),
        cmocka_unit_test(a_sum_that_is_too_long_is_left_alone),
        cmocka_unit_test(a_short_step_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
