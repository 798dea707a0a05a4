/* Tests the stores that reach too few elements. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "grader/source/source_store.h"

static char text[800];

/* A kernel with this body from line 3 on. */
static struct source file(const char *body)
{
    snprintf(text, sizeof text, "__global__ void k(const float *a, float *c, int n)\n{\n%s", body);
    return (struct source){.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
}

static void a_store_through_a_pointer_is_found(void **state)
{
    (void)state;
    static const char *const pointers[] = {"*c = *a;", "*c++ = *a++;", "if (i < n)\n    *c = a[i];"};
    static const char *const none[] = {"",
                                       "c += i;\n*c = a[i];",
                                       "c = c + i;\n*c = a[i];",
                                       "*(c + i) = a[i];",
                                       "float v = 2 *c;",
                                       "float *p = c + i;\n*p = a[i];",
                                       "*"};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof pointers / sizeof *pointers; i++) {
        struct source source = file(pointers[i]);
        assert_string_equal(source_store_pointer(&source, arena).name, "c");
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_store_pointer(&source, arena).line, 0);
    }
    arena_free(arena);
}

static void a_variable_of_one_thread_is_found(void **state)
{
    (void)state;
    static const char *const singles[] = {
        "float mean = 0;\nif (threadIdx.x == 0) mean = sum / n;\nc[i] = a[i] - mean;",
        "float mean;\nif (tid == 0) {\n    mean = sum / n;\n}\nfor (;;)\n    c[i] = (a[i] - mean) * 2;"};
    static const char *const none[] = {
        "",
        "__shared__ float mean;\nif (threadIdx.x == 0) mean = sum / n;\nc[i] = a[i] - mean;",
        "float mean = 0;\nif (threadIdx.x < 32) mean = sum / n;\nc[i] = a[i] - mean;",
        "float mean = 0;\nif (threadIdx.x == 0) { mean = sum / n; c[0] = mean; }",
        "float mean[2];\nif (threadIdx.x == 0) mean = sum;\nc[i] = mean;",
        "float mean = 0;\nif (threadIdx.x == 0) mean = sum / n;\nmean = shared[0];\nc[i] = a[i] - mean;",
        "float mean = 0;\nif (threadIdx.x == 0) mean = sum / n;\n}\n__global__ void l()\n{\nc[i] = mean;",
        "if (threadIdx.x == 0) c[0] = sum;",
        "if (threadIdx.x == 0"};
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++) {
        struct source source = file(singles[i]);
        assert_int_equal(source_store_single(&source, arena).line, i ? 5 : 4);
        assert_string_equal(source_store_single(&source, arena).name, "mean");
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_store_single(&source, arena).line, 0);
    }
    arena_free(arena);
}

static void a_store_in_each_round_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("for (int k = 0; k < n; k++)\n    c[i] = a[k] * 2;");
    struct source_store_round found = source_store_round(&source, arena);
    assert_int_equal(found.line, 4);
    assert_int_equal(found.loop_line, 3);
    assert_string_equal(found.name, "c");
    static const char *const none[] = {"for (int k = 0; k < n; k++)\n    c[k] = a[k];",
                                       "for (int k = 0; k < n; k++) {\n    sum += a[k];\n    c[i] = sum;\n}",
                                       "for (int k = 0; k < n; k++) {\n    int j = k + t;\n    c[j] = a[k];\n}",
                                       "for (int k = 0; k < n; k++)\n    c[i] = c[i] + a[k];",
                                       "for (int k = 0; k < n; k++)\n    c[i] += a[k];",
                                       "for (int k = 0; k < n; k++)\n    tile[i] = a[k];",
                                       "for (int k = 0; k < n; k++) {\n    c[i] = a[k];\n    sum += c[0];\n}",
                                       "for (int k",
                                       "for (;;)\n    c[i] = a[i];"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        source = file(none[i]);
        assert_int_equal(source_store_round(&source, arena).line, 0);
    }
    arena_free(arena);
}

static void a_condition_that_ends_too_early_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("if (i < n - 1)\n    c[i] = a[i];");
    struct source_store_short found = source_store_short(&source, 1, arena);
    assert_int_equal(found.line, 3);
    assert_string_equal(found.written, "i < n - 1");
    assert_string_equal(found.right, "i < n");
    assert_int_equal(source_store_short(&source, 2, arena).line, 0);
    source = file("if (i < n - 1)\n    c[i] = a[i + 1] - a[i];");
    assert_int_equal(source_store_short(&source, 1, arena).line, 0);
    source = file("if (i <= n - 1 && i << n - 1)\n    c[i] = a[i];");
    assert_int_equal(source_store_short(&source, 1, arena).line, 0);
    arena_free(arena);
}

static void a_sum_that_is_replaced_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("float sum = 0;\nfor (int k = 0; k < n; k++)\n    sum = a[k];");
    struct source_store_round found = source_store_variable(&source, arena);
    assert_int_equal(found.line, 5);
    assert_int_equal(found.loop_line, 4);
    assert_string_equal(found.name, "sum");
    static const char *const none[] = {"for (int k = 0; k < n; k++)\n    sum += a[k];",
                                       "for (int k = 0; k < n; k++)\n    sum = fmaxf(sum, a[k]);",
                                       "for (int k = 0; k < n; k++) {\n    v = a[k];\n    sum += v;\n}",
                                       "for (int k = 0; k < n; k++)\n    sum = a[0];", "for (int k = 0; k < n; k++)"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        source = file(none[i]);
        assert_int_equal(source_store_variable(&source, arena).line, 0);
    }
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_through_a_pointer_is_found),
        cmocka_unit_test(a_variable_of_one_thread_is_found),
        cmocka_unit_test(a_store_in_each_round_is_found),
        cmocka_unit_test(a_condition_that_ends_too_early_is_found),
        cmocka_unit_test(a_sum_that_is_replaced_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
