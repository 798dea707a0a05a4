/* Tests what the source tells of sums and extremes that threads build up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "grader/source/source_fold.h"

static char text[1200];

/* A kernel with this body from line 3 on. */
static struct source file(const char *body)
{
    snprintf(text, sizeof text, "__global__ void k(const float *x, float *y, int n)\n{\n%s", body);
    return (struct source){.name = "kernel.cu", .text = text, .size_bytes = strlen(text)};
}

#define SUM "float sum = 0.0f;\nfor (int i = threadIdx.x; i < n; i += blockDim.x)\n    sum += x[i];\n"

static void a_part_that_nobody_joins_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *body, *variable;
        int line;
    } parts[] = {
        {SUM "y[blockIdx.x] = sum;", "sum", 6},
        {SUM "float mean = sum / n;\ny[blockIdx.x] = mean;", "sum", 6},
        {SUM "for (int i = threadIdx.x; i < n; i += blockDim.x)\n    y[i] = x[i] / sum;", "sum", 7},
        {SUM "if (threadIdx.x == 0)\n    y[0] = sum;", "sum", 7},
        {"int lane = threadIdx.x % 32, row = threadIdx.x / 32;\nfloat most = x[0];\n"
         "for (int i = lane; i < n; i += 32) {\n    most = fmaxf(most, x[i]);\n}\nif (lane == 0)\n    y[row] = most;",
         "most", 9},
        {"float most = x[0], sum = 0;\nfor (int i = threadIdx.x; i < n; i += 256) most = fmaxf(x[i], most);\n"
         "for (int i = threadIdx.x; i < n; i += 256) sum += expf(x[i] - most);\nsum = block_sum(sum);\ny[0] = sum;",
         "most", 5},
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct source source = file(parts[i].body);
        struct source_fold_part found = source_fold_part(&source, arena);
        assert_int_equal(found.line, parts[i].line);
        assert_string_equal(found.variable, parts[i].variable);
    }
    arena_free(arena);
}

static void parts_that_are_joined_are_left_alone(void **state)
{
    (void)state;
    static const char *const none[] = {
        "",
        SUM "sum = block_sum(sum);\ny[0] = sum;",
        SUM "y[0] = block_sum(sum) / n;",
        SUM "float mean = sum / n;\nmean = block_sum(mean);\ny[0] = mean;",
        SUM "tile[threadIdx.x] = sum;\n__syncthreads();\ny[0] = tile[0];",
        SUM "atomicAdd(&y[0], sum);",
        SUM "int t = blockIdx.x * blockDim.x + threadIdx.x;\ny[t] = sum;", /* another launch adds them */
        SUM "for (int o = 16; o > 0; o /= 2)\n    sum += __shfl_xor_sync(~0u, sum, o);\ny[0] = sum;",
        "for (int i = threadIdx.x; i < n; i += blockDim.x) {\n    float sum = 0;\n    for (int k = 0; k < 3; k++)\n"
        "        sum += x[i + k];\n    y[i] = sum;\n}",
        "float sum = 0;\nfor (int i = 0; i < n; i++) sum += x[i];\ny[0] = sum;",
        "for (int i = threadIdx.x; i < n; i += 2) sum += (",
        "int at = blockIdx.x * blockDim.x + threadIdx.x;\nfloat sum = 0;\nfor (int i = at / n; i < n; i += n)\n"
        "    sum += x[i];\ny[at] = (float)sum;", /* a column of its own */
        "for (",
        "for",
    };
    struct arena *arena = arena_new();
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_fold_part(&source, arena).line, 0);
    }
    arena_free(arena);
}

static void differences_from_a_mean_are_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("float mean = sum / n;\nfor (int i = 0; i < n; i++)\n    v += (x[i] - mean);");
    assert_int_equal(source_fold_deviation(&source, arena).line, 5);
    assert_string_equal(source_fold_deviation(&source, arena).mean, "mean");
    source = file("float mean = sum / n;\nfor (;;) {\n    float d = x[i] - mean;\n    v += d;\n}");
    assert_int_equal(source_fold_deviation(&source, arena).line, 6);
    static const char *const none[] = {
        "float mean = sum / n;\nfor (;;) v += (x[i] - mean) * (x[i] - mean);",
        "float mean = sum / n;\nfor (;;) {\n    float d = x[i] - mean;\n    v += d * d;\n}",
        "float most = x[0];\nfor (;;) v += x[i] - most;", "for (;;) v += x[i] - lost;", "for (;;) v += (x"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        source = file(none[i]);
        assert_int_equal(source_fold_deviation(&source, arena).line, 0);
    }
    arena_free(arena);
}

static void a_search_from_zero_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("float most = 0.0f;\nmost = fmaxf(most, x[0]);");
    assert_int_equal(source_fold_from_zero(&source, true, arena), 3);
    assert_int_equal(source_fold_from_zero(&source, false, arena), 0);
    source = file("tile[t] = t < n ? x[t] : 0.0f;\nif (t < half)\n    tile[t] = fmaxf(tile[t], tile[t + half]);");
    assert_int_equal(source_fold_from_zero(&source, true, arena), 3);
    source = file("float most = 0.0f;\nmost = fmaxf(most, fabsf(x[0]));");
    assert_int_equal(source_fold_from_zero(&source, true, arena), 0);
    source = file("int least = x[0];\nint other = 0;\nleast = min(least, x[1]);");
    assert_int_equal(source_fold_from_zero(&source, false, arena), 0);
    source = file("atomicMin(&y[0], 1);\natomicMax(y, 1);");
    assert_int_equal(source_fold_atomic(&source, false, "y"), 3);
    assert_int_equal(source_fold_atomic(&source, true, "y"), 4);
    assert_int_equal(source_fold_atomic(&source, true, "x"), 0);
    arena_free(arena);
}

static void a_tree_with_a_wrong_step_is_found(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct source source = file("__shared__ float tile[256];\nfor (int half = 64; half > 0; half /= 2)\n"
                                "    if (t < half)\n        tile[t] += tile[t + half];");
    struct source_fold_tree found = source_fold_tree(&source, arena);
    assert_int_equal(found.line, 4);
    assert_int_equal(found.first, 64);
    assert_int_equal(found.size, 256);
    assert_string_equal(found.array, "tile");
    source = file("for (int s = blockDim.x / 2; s > 1; s >>= 1)\n    tile[t] += tile[t + s];");
    found = source_fold_tree(&source, arena);
    assert_int_equal(found.line, 3);
    assert_int_equal(found.size, 0);
    static const char *const none[] = {
        "__shared__ float tile[256];\nfor (int s = 128; s > 0; s /= 2)\n    tile[t] += tile[t + s];",
        "__shared__ float tile[256];\nfor (int s = 128; s >= 1; s /= 2)\n    tile[t] += tile[t + s];",
        "for (int s = n / 2; s > 32; s++)\n    tile[t] += tile[t + s];",
        "for (int s = 8; s > 1; s /= 2)\n    v += s;",
        "for (int s = 8; s > 1; s /= 2) tile[s +",
        "for (; s > 1; s /= 2",
        "for (;;"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        source = file(none[i]);
        assert_int_equal(source_fold_tree(&source, arena).line, 0);
    }
    arena_free(arena);
}

static void a_mean_over_the_threads_is_found(void **state)
{
    (void)state;
    static const char *const means[] = {"float sum = 0;\nfloat mean = sum / blockDim.x;",
                                        "\nfloat mean = block_sum(sum) / (float)blockDim.x;",
                                        "float2 sum;\ny = g - (sum.x + h * sum.y) / blockDim.x;"};
    static const char *const none[] = {"int warps = n / blockDim.x;",
                                       "int w = (n + 31) / blockDim.x;",
                                       "float sum; int s; int w = (n + s) / blockDim.x;",
                                       "// sum / blockDim.x",
                                       "float x = sum / n;",
                                       "/"};
    for (size_t i = 0; i < sizeof means / sizeof *means; i++) {
        struct source source = file(means[i]);
        assert_int_equal(source_fold_divisor(&source), 4);
    }
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        struct source source = file(none[i]);
        assert_int_equal(source_fold_divisor(&source), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_part_that_nobody_joins_is_found), cmocka_unit_test(parts_that_are_joined_are_left_alone),
        cmocka_unit_test(differences_from_a_mean_are_found), cmocka_unit_test(a_search_from_zero_is_found),
        cmocka_unit_test(a_tree_with_a_wrong_step_is_found), cmocka_unit_test(a_mean_over_the_threads_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
