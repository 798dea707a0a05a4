/* Tests the slips of launch lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "grader/source/source_launch.h"

static struct source file(const char *text)
{
    return (struct source){.name = "k.cu", .text = text, .size_bytes = strlen(text)};
}

static void two_exchanged_names_are_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    static const char *const found[] = {
        "\n//! launch k(b, a, n) grid=1\n__global__ void k(const float *a, float *b, int n) {}",
        "\n//! launch k<32>(n, b,\n//!     a) grid=1\n__global__ void k(int n, const float *a, float *b)\n{}",
    };
    for (size_t i = 0; i < sizeof found / sizeof *found; i++) {
        struct source source = file(found[i]);
        struct source_launch_exchange exchange = source_launch_exchange(&source, arena);
        assert_int_equal(exchange.line, 2);
        assert_string_equal(exchange.first, "a");
        assert_string_equal(exchange.second, "b");
    }
    arena_free(arena);
}

static void other_arguments_are_left_alone(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    static const char *const none[] = {
        "",
        "//! launch k(a, b) grid=1\n__global__ void k(float *a, float *b) {}",
        "//! launch k(x, y) grid=1\n__global__ void k(float *a, float *b) {}",
        "//! launch k(b, c) grid=1\n__global__ void k(float *a, float *b) {}",
        "//! launch k(b + 1, a) grid=1\n__global__ void k(float *a, float *b) {}",
        "//! launch k(a, b) grid=1\n//! launch k(b, a) grid=1\n__global__ void k(float *a, float *b) {}",
        "// launch k(b, a)\n__global__ void k(float *a, float *b) {}",
        "//! launch k(b, a",
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_launch_exchange(&source, arena).line, 0);
    }
    arena_free(arena);
}

static void a_quotient_of_zero_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("//!\n//! launch k(n) grid=(n+255/256) block=256");
    struct source_launch_quotient quotient = source_launch_quotient(&source, arena);
    assert_int_equal(quotient.line, 2);
    assert_string_equal(quotient.quotient, "255/256");
    assert_string_equal(quotient.written, "n+255/256");
    assert_string_equal(quotient.right, "(n+255)/256");
    static const char *const none[] = {"", "//! launch k(n) grid=(n+255)/256", "//! launch k(n) grid=n+256/256",
                                       "int i = n+255/256;", "//! launch k(n) grid=n+255/"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source other = file(none[i]);
        assert_int_equal(source_launch_quotient(&other, arena).line, 0);
    }
    arena_free(arena);
}

static void a_grid_for_every_size_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    static const struct {
        const char *text;
        int line;
    } cases[] = {{"//\n//! launch k(x, n) grid=132 block=128", 2},
                 {"//! launch k(x)\n//!     block=64 grid=1,1", 1},
                 {"//! launch k(x, n) grid=(n+255)/256 block=256", 0},
                 {"//! launch k(x) grid=blocks block=256", 0},
                 {"//! launch k(x) grid=1\n//! launch k(x) grid=2", 0},
                 {"//! launch k(x) block=2", 0},
                 {"//! launch k(x) grid=", 0},
                 {"// launch k(x) grid=1", 0},
                 {"", 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct source source = file(cases[i].text);
        assert_int_equal(source_launch_fixed_grid(&source, arena), cases[i].line);
    }
    struct source rounded = file("\n//! launch f(a, n) grid=(n+255)/256 block=256");
    assert_int_equal(source_launch_rounded_grid(&rounded, arena), 2);
    struct source divided = file("//! launch f(a, n) grid=ceil_div(n, 256),m block=256");
    assert_int_equal(source_launch_rounded_grid(&divided, arena), 1);
    struct source down = file("//! launch f(a, n) grid=n/256+1 block=256");
    assert_int_equal(source_launch_rounded_grid(&down, arena), 0);
    arena_free(arena);
}

static void a_scratch_of_one_launch_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("//! scratch a f32[n]\n//! scratch b f32[n]\n//! launch f(x, a) grid=1\n"
                                "//! launch g(a, b) grid=1\n//! launch h(a, y) grid=1");
    struct source_launch_scratch scratch = source_launch_lone_scratch(&source, arena);
    assert_int_equal(scratch.line, 4);
    assert_string_equal(scratch.name, "b");
    static const char *const none[] = {
        "",
        "//! scratch a f32[n]\n//! launch f(x, a, y) grid=1",
        "//! scratch a f32[n]\n//! launch f(x, a) grid=1\n//! launch g(a, y) grid=1",
        "//! scratch a f32[n]\n//! for i in 0..2 {\n//! launch f(a) grid=1\n//! launch g(x) grid=1\n//! }",
        "//! scratch a f32[n]\n//! launch f(x) grid=1\n//! launch g(x) grid=1",
        "//! scratch a f32[1]\n//! launch f(x, a) grid=1\n//! launch g(x, y) grid=1",
        "//! launch f(x) grid=1\n//! launch g(x) grid=1\n//! scratch"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source other = file(none[i]);
        assert_int_equal(source_launch_lone_scratch(&other, arena).line, 0);
    }
    arena_free(arena);
}

static void launches_of_a_kernel_are_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("//! launch fill(parts, n) grid=1 block=32\n"
                                "//! launch rows_of<32>(x, parts, y)\n"
                                "//!     grid=1 block=32 when=d==32\n"
                                "//! launch any(x, y) grid=1 block=32\n"
                                "//! launch any(y, x) grid=1 block=32 when=n>1\n");
    struct source_launch_found found = source_launch_only(&source, "rows_of", arena);
    assert_int_equal(found.line, 2);
    assert_string_equal(found.instance, "rows_of<32>");
    assert_true(found.has_when);
    assert_false(source_launch_only(&source, "fill", arena).has_when);
    assert_int_equal(source_launch_only(&source, "any", arena).line, 0);
    found = source_launch_before(&source, "parts", "rows_of", arena);
    assert_int_equal(found.line, 1);
    assert_string_equal(found.kernel, "fill");
    assert_int_equal(source_launch_before(&source, "parts", "fill", arena).line, 0);
    assert_int_equal(source_launch_count(&source, arena), 4);
    arena_free(arena);
}

static void plans_are_compared_without_blanks(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source one = file("//! launch f(x) grid=1 // a note\nint a;\n"),
                  same = file("//!  launch f( x )\n//! grid=1\n");
    struct source other = file("//! launch f(x) grid=2\n");
    assert_true(source_launch_is_same(&one, &same, arena));
    assert_false(source_launch_is_same(&one, &other, arena));
    arena_free(arena);
}

static void a_launch_after_another_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("//! launch a(x, y) grid=1\n//! launch c(z) grid=1\n//! launch b(z + 1) grid=1\n");
    assert_int_equal(source_launch_after(&source, "z", "c", arena).line, 3);
    assert_int_equal(source_launch_after(&source, "z", "a", arena).line, 2);
    assert_int_equal(source_launch_after(&source, "x", "c", arena).line, 0);
    assert_int_equal(source_launch_after(&source, "z", "b", arena).line, 0);
    source = file("//! launch a(x) grid=1\n//! launch b(x) grid=1\n__global__ void b(const float *x) {}\n");
    assert_int_equal(source_launch_after(&source, "x", "a", arena).line, 0);
    source = file("//! launch a(x) grid=1\n//! launch a(x) grid=1\n");
    assert_int_equal(source_launch_after(&source, "x", "a", arena).line, 0);
    arena_free(arena);
}

static void arguments_and_types_of_parameters_are_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("//! let size = rows*cols\n//! launch f(x, y, size, cols) grid=rows block=32\n"
                                "__global__ void f(const int *__restrict__ x,\n float *y, int n, int w)\n{\n}\n");
    assert_string_equal(source_launch_argument(&source, "f", "n", arena), "size");
    assert_string_equal(source_launch_argument(&source, "f", "w", arena), "cols");
    assert_null(source_launch_argument(&source, "f", "m", arena));
    assert_null(source_launch_argument(&source, "g", "n", arena));
    assert_int_equal(source_launch_declared(&source, "x", arena).line, 3);
    assert_string_equal(source_launch_declared(&source, "x", arena).type, "int");
    assert_string_equal(source_launch_declared(&source, "y", arena).type, "float");
    assert_int_equal(source_launch_declared(&source, "z", arena).line, 0);
    assert_true(source_launch_lacks(&source, "heads", arena));
    assert_false(source_launch_lacks(&source, "rows", arena));
    source = file("int heads;\n");
    assert_false(source_launch_lacks(&source, "heads", arena));
    arena_free(arena);
}

static void a_buffer_that_the_plan_zeroes_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("//! zero counts\n//! launch add(counts, sum, n) grid=1 block=32\n");
    assert_true(source_launch_zeroes(&source, "counts", arena));
    assert_false(source_launch_zeroes(&source, "sum", arena));
    arena_free(arena);
}

static void a_launch_that_is_repeated_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file(
        "//! launch f(a, n) grid=1 block=32\n//! launch f(a, n)  grid=1 block=32\n//! launch f(a, n) grid=1 block=32");
    struct source_launch_twins found = source_launch_twins(&source, arena);
    assert_int_equal(found.line, 0); /* two blanks are another text */
    source = file("//! launch f(a, n)\n//!     grid=1 block=32\n//\n//! launch f(a, n)\n//!     grid=1 block=32\n");
    found = source_launch_twins(&source, arena);
    assert_int_equal(found.line, 1);
    assert_int_equal(found.other_line, 4);
    static const char *const none[] = {
        "//! launch f(a, n) grid=1 block=32\n//! launch f(b, n) grid=1 block=32\n",
        "//! launch f(a, n) grid=1 block=32\n//! copy a b\n//! launch f(a, n) grid=1 block=32\n",
        "//! launch f(a, n) grid=1 block=32\n//! launch f(a, n) grid=1 block=32 when=n > 8\n",
        "//! launch f(a, n) grid=1 block=32\n"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        source = file(none[i]);
        assert_int_equal(source_launch_twins(&source, arena).line, 0);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_launch_that_is_repeated_is_found),
        cmocka_unit_test(a_buffer_that_the_plan_zeroes_is_found),
        cmocka_unit_test(two_exchanged_names_are_found),
        cmocka_unit_test(other_arguments_are_left_alone),
        cmocka_unit_test(a_quotient_of_zero_is_found),
        cmocka_unit_test(a_grid_for_every_size_is_found),
        cmocka_unit_test(a_scratch_of_one_launch_is_found),
        cmocka_unit_test(launches_of_a_kernel_are_found),
        cmocka_unit_test(plans_are_compared_without_blanks),
        cmocka_unit_test(arguments_and_types_of_parameters_are_found),
        cmocka_unit_test(a_launch_after_another_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
