/* Tests the slips that are found in a source. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "grader/source/source_slip.h"

static struct source file(const char *text)
{
    return (struct source){.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
}

static void an_if_that_ends_at_its_line_is_found(void **state)
{
    (void)state;
    struct source found[] = {file("int i;\nif (i < n);\n    c[i] = 1;\n"), file("\n\nif (f(i) < (n)) ; c[i] = 1;"),
                             file("if (i < n)\n    ;\nif (s[0] == ')') ;")};
    static const int lines[] = {2, 3, 3};
    for (size_t i = 0; i < sizeof found / sizeof *found; i++)
        assert_int_equal(source_slip_empty_branch(&found[i]), lines[i]);
}

static void a_buffer_for_a_table_of_addresses_is_found(void **state)
{
    (void)state;
    static const char kernels[] = "extern \"C\" __global__ void add(float *const *all, float *out, int n)\n{\n}\n";
    static const struct {
        const char *launch;
        int line;
    } plans[] = {{"//! launch add(gradient, total, n*(n + 1)) grid=1\n", 2},
                 {"//! launch add(peers(gradient), total, n) grid=1\n", 0},
                 {"//!   launch add( s + 4 , total, n) grid=1\n", 2},
                 {"//! launch add_all(gradient, total, n) grid=1\n", 0},
                 {"//! launch add(peers(gradient)", 0}};
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++) {
        char text[400];
        snprintf(text, sizeof text, "// add(a)\n%s%s", plans[i].launch, kernels);
        struct source source = file(text);
        struct source_slip_table found = source_slip_table(&source, "add");
        assert_int_equal(found.line, plans[i].line);
        if (i == 0)
            assert_memory_equal(found.argument, "gradient", found.length);
    }
}

static void other_branches_and_loops_are_left_alone(void **state)
{
    (void)state;
    static const char *const none[] = {"",
                                       "if (i < n)\n    c[i] = 1;",
                                       "if (i < n) c[i] = 1;",
                                       "// if (i < n);\n",
                                       "while (i < n);",
                                       "for (;;);",
                                       "#ifdef X\n#endif\n",
                                       "elif(x);",
                                       "if (i < n",
                                       "if"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_slip_empty_branch(&source), 0);
    }
}

static void a_quotient_of_whole_numbers_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("//! launch k(x, 1 / 2) grid=1 block=1\ny = x * (7 / 2);");
    struct source_slip_division found = source_slip_division(&source, arena);
    assert_int_equal(found.line, 2);
    assert_string_equal(found.text, "7 / 2");
    assert_int_equal(found.value, 3);
    source = file("y =\n-(1/2) * x;");
    assert_int_equal(source_slip_division(&source, arena).line, 2);
    source = file("f(float *x, int cols)\ny = sum * (1 / cols);");
    assert_int_equal(source_slip_division(&source, arena).line, 2);
    assert_string_equal(source_slip_division(&source, arena).text, "1 / cols");
    arena_free(arena);
}

/* Only where a kernel takes the quotient of a number as a floating-point number. */
static void a_quotient_of_the_plan_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int line;
    } files[] = {
        {"//! let s = 100/(100 - drop) // percent\n//! launch k<true>(x, s)\n__global__ void k(float *x, float s)", 1},
        {"//! let s = 100/n\n//! launch k(\n//!     x, s)\n__global__ void k(float *x, double s)", 1},
        {"//! let s = 100.0/n\n//! launch k(x, s)\n__global__ void k(float *x, float s)", 0},
        {"//! let s = 100/(n + 0.5)\n//! launch k(x, s)\n__global__ void k(float *x, float s)", 0},
        {"//! let s = n/2\n//! launch k(x, s)\n__global__ void k(float *x, float s)", 0},
        {"//! let s = 96/n\n//! launch k(x, s)\n__global__ void k(float *x, int s)", 0},
        {"//! let s = 96/n\n//! launch k(x + s, n)\n__global__ void k(float *x, float n)", 0},
        {"//! let s = 96/n\n//! launch k(s, n", 0},
        {"//! let s = 96/", 0},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        struct source source = file(files[i].text);
        assert_int_equal(source_slip_plan_division(&source, arena).line, files[i].line);
    }
    struct source source = file(files[0].text);
    assert_string_equal(source_slip_plan_division(&source, arena).name, "100/(100 - drop)");
    arena_free(arena);
}

static void other_quotients_are_left_alone(void **state)
{
    (void)state;
    static const char *const none[] = {"y = x * 2 / 3;",      "y = (float)2 / 3;",   "y = 2.0f / 3;",
                                       "y = 2 / 3.0f;",       "y = 2 / 3.f;",        "y = 256 / 32;",
                                       "y = 2 / n;",          "y = n / 2;",          "y = n2 / 3;",
                                       "y = 2f / 3;",         "y = 5 / 0;",          "y = 2 /",
                                       "\"1 / 2\";",          "/* 1 / 2 */",         "y = x % 7 / 2;",
                                       "float n; y = 1 / n;", "int n; y = 1 / n.x;", "int f; y = 1 / f(x);"};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_slip_division(&source, arena).line, 0);
    }
    arena_free(arena);
}

static void a_call_of_the_exponential_is_found(void **state)
{
    (void)state;
    struct source calls[] = {file("y = expf(x);"), file("y = 1 + __expf(x);"), file("exp(x)")};
    struct source others[] = {file("y = my_exp(x);"), file("// expf(x)\nexp2(x);"), file("expected(x); exp")};
    for (size_t i = 0; i < 3; i++) {
        assert_true(source_slip_has_exponential(&calls[i]));
        assert_false(source_slip_has_exponential(&others[i]));
    }
}

static void a_constant_array_that_nobody_fills_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *text, *name; /* NULL: none is found */
    } cases[] = {{"\n__constant__ float filter[33];\n", "filter"},
                 {"//! copy symbol(filters) w\n__constant__ float filter [33], other[2];", "filter"},
                 {"//! copy symbol(filter) w\n__constant__ float filter[33];", NULL},
                 {"//! copy symbol(filter) w\n__constant__ float filter[33];\n__constant__ int b;", "b"},
                 {"__constant__ float filter[2] = {1, 2};", NULL},
                 {"__constant__ float filter[2]{1, 2};", NULL},
                 {"// __constant__ float filter[33];", NULL},
                 {"__constant__ float f[2]; int main() { cudaMemcpyToSymbol(f, w, 8); }", NULL},
                 {"__constant__", NULL},
                 {"__constant__ float", NULL}};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct source source = file(cases[i].text);
        struct source_slip_unfilled found = source_slip_unfilled(&source, arena);
        assert_int_equal(found.line != 0, cases[i].name != NULL);
        if (cases[i].name)
            assert_string_equal(found.name, cases[i].name);
    }
    arena_free(arena);
}

static void blocks_without_a_number_are_found(void **state)
{
    (void)state;
    struct source source = file("int i = threadIdx.x; // blockIdx.x\n");
    assert_true(source_slip_lacks_block(&source));
    source = file("auto i = cg::this_grid().thread_rank();");
    assert_false(source_slip_lacks_block(&source));
    source = file("int i = blockIdx.x;");
    assert_false(source_slip_lacks_block(&source));
}

static void a_pointer_in_shared_memory_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("\n__shared__ float *tile;");
    assert_int_equal(source_slip_shared_pointer(&source, arena).line, 2);
    assert_string_equal(source_slip_shared_pointer(&source, arena).name, "tile");
    static const char *const none[] = {"__shared__ float tile[256];",
                                       "extern __shared__ float tile[];",
                                       "float *tile;",
                                       "__shared__ const float *tile = x;",
                                       "__shared__ float *",
                                       "__shared__"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        source = file(none[i]);
        assert_int_equal(source_slip_shared_pointer(&source, arena).line, 0);
    }
    arena_free(arena);
}

static void the_size_of_a_pointer_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    const char *const texts[] = {"void k(const float *a) {\n    if (i < sizeof(a) / 4) f(i);\n}",
                                 "void k(float *a) {\n    n = sizeof a / sizeof a[0];\n}"};
    const char *const none[] = {"void k(float *a) { n = sizeof(a[0]) + sizeof(float); }",
                                "void k() { float t[8]; n = sizeof(t) / sizeof(t[0]); }",
                                "void k(float *a) { // sizeof(a)\n}", "sizeof"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const struct source source = {.name = "k.cu", .text = texts[i], .size_bytes = strlen(texts[i])};
        assert_int_equal(source_slip_pointer_size(&source, arena).line, 2);
        assert_string_equal(source_slip_pointer_size(&source, arena).name, "a");
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        const struct source source = {.name = "k.cu", .text = none[i], .size_bytes = strlen(none[i])};
        assert_int_equal(source_slip_pointer_size(&source, arena).line, 0);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_size_of_a_pointer_is_found),
        cmocka_unit_test(a_buffer_for_a_table_of_addresses_is_found),
        cmocka_unit_test(an_if_that_ends_at_its_line_is_found),
        cmocka_unit_test(other_branches_and_loops_are_left_alone),
        cmocka_unit_test(a_quotient_of_whole_numbers_is_found),
        cmocka_unit_test(a_quotient_of_the_plan_is_found),
        cmocka_unit_test(other_quotients_are_left_alone),
        cmocka_unit_test(a_call_of_the_exponential_is_found),
        cmocka_unit_test(a_constant_array_that_nobody_fills_is_found),
        cmocka_unit_test(blocks_without_a_number_are_found),
        cmocka_unit_test(a_pointer_in_shared_memory_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
