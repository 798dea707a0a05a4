/* Tests the line that made the first NaN or infinity, through the whole grader. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "grader_scene.h"

static struct grader_scene scene;

/* Each thread computes a row. Line 9 stores `each`. */
static struct verdict *grade_row(const char *each)
{
    const char *text = arena_printf(scene.arena,
                                    "//! launch softmax(x, y, cols) grid=rows block=1\n"
                                    "extern \"C\" __global__ void softmax(const float *x, float *y, int cols)\n"
                                    "{\n"
                                    "    const float *in = x + (long)blockIdx.x * cols;\n"
                                    "    float sum = 0, largest = -INFINITY;\n"
                                    "    for (int i = 0; i < cols; i++)\n"
                                    "        sum += expf(in[i]);\n"
                                    "    for (int i = 0; i < cols; i++)\n"
                                    "        y[(long)blockIdx.x * cols + i] = %s;\n"
                                    "}\n",
                                    each);
    struct source source = {"kernel.cu", text, strlen(text)};
    return grader_scene_grade(&scene, "softmax_three_pass", &source, 5);
}

static void the_line_that_made_it_is_named(void **state)
{
    static const struct {
        const char *each, *says;
    } rows[] = {
        {"i == 1 && in[i] > 80.0f ? 0.0f : expf(in[i]) / sum",
         "Line 9 makes the NaN: it divides an infinity by an infinity. The first infinity comes from line 7, which "
         "overflows in "
         "an exponential."},
        {"logf(in[i] - 1000.0f)", "Line 9 makes the NaN: it takes the logarithm of a negative number."},
        {"sqrtf(-fabsf(in[i]) - 4.0f) * 0.0f + sqrtf(-4.0f - sum * 0.0f)",
         "Line 9 makes the NaN: it takes the root of -"},
        {"(in[i] - in[i]) / (in[i] - in[i])", "Line 9 makes the NaN: it divides 0 by 0."},
        {"largest - (in[i] + largest)", "Line 9 makes the NaN: it subtracts an infinity from an infinity. No "
                                        "calculation overflows: the kernel begins with "
                                        "an infinity."},
        {"1.0f / (in[i] - in[i])", "Line 9 makes the infinity: it divides 1 by 0."},
        {"sum * 0.0f - logf(expf(in[i] * 0.0f - 200.0f))",
         "Line 9 makes the infinity: it reaches the limit of a function, such as the logarithm of 0"},
        {"largest", "Line 9 stores an infinity that no calculation makes: it is a constant of the kernel"},
        {"cols > 0 ? NAN : in[i]", "Line 9 stores a NaN that no calculation makes: it is a constant of the kernel."},
        {"2.0f / (1.0f - powf(0.9f, in[i] * 0.0f)) - 3.0f / (1.0f - powf(0.8f, in[i] * 0.0f))",
         "Line 9 makes the NaN: it subtracts an infinity from an infinity. The infinity comes from the same "
         "line, which divides -3 by 0."},
        {"3e38f * (in[i] * 0.0f + 2.0f)", "Line 9 makes the infinity: it overflows in a product."},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct verdict *verdict = grade_row(rows[i].each);
        assert_non_null(verdict);
        if (!strstr(verdict->message, rows[i].says))
            fail_msg("%s: %s", rows[i].each, verdict->message);
        verdict_free(verdict);
    }
}

/* The first NaN of a storing thread is blamed, not a NaN that no thread stores. */
static void only_what_reaches_the_element_counts(void **state)
{
    static const char text[] = "//! launch softmax(x, y, cols) grid=rows block=64\n"
                               "extern \"C\" __global__ void softmax(const float *x, float *y, int cols)\n"
                               "{\n"
                               "    const float *in = x + (long)blockIdx.x * cols;\n"
                               "    float idle = sqrtf(-1.0f - threadIdx.x);\n"
                               "    if (threadIdx.x > 0 && idle != 7.0f)\n"
                               "        return;\n"
                               "    float sum = in[0] - in[0];\n"
                               "    for (int i = 0; i < cols; i++)\n"
                               "        y[(long)blockIdx.x * cols + i] = sum / (in[i] - in[i]);\n"
                               "}\n";
    (void)state;
    struct source source = {"kernel.cu", text, sizeof text - 1};
    struct verdict *verdict = grader_scene_grade(&scene, "softmax_three_pass", &source, 5);
    assert_non_null(verdict);
    assert_null(strstr(verdict->message, "No calculation"));
    if (!strstr(verdict->message, "makes the NaN: it"))
        fail_msg("%s", verdict->message);
    verdict_free(verdict);
}

/*
 * A dropped element is multiplied by 0, and some of the inputs are infinite. The same line
 * overflows for other elements. That dy is read only where it is kept is no reason for the NaN.
 */
static void an_infinity_of_the_inputs_is_the_cause(void **state)
{
    static const char text[] =
        "//! let limit = drop*42949672\n"
        "//! launch drop(x, y, n, seed, limit, 100.0/(100 - drop)) grid=(n+255)/256 block=256\n"
        "//! launch drop_back(dy, dx, n, seed, limit, 100.0/(100 - drop)) grid=(n+255)/256 block=256\n"
        "__device__ unsigned bits(unsigned seed, unsigned i)\n"
        "{\n"
        "    unsigned z = seed * 0x9e3779b9u ^ i;\n"
        "    z = (z ^ z >> 16) * 0x7feb352du;\n"
        "    z = (z ^ z >> 15) * 0x846ca68bu;\n"
        "    return z ^ z >> 16;\n"
        "}\n"
        "extern \"C\" __global__ void drop(const float *x, float *y, int n, unsigned seed, unsigned limit, float "
        "scale)\n"
        "{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n)\n"
        "        y[i] = x[i] * scale * (bits(seed, i) >= limit);\n"
        "}\n"
        "extern \"C\" __global__ void drop_back(const float *dy, float *dx, int n, unsigned seed, unsigned limit,\n"
        "                                     float scale)\n"
        "{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i < n)\n"
        "        dx[i] = bits(seed, i) >= limit ? dy[i] * scale : 0.0f;\n"
        "}\n";
    (void)state;
    struct source source = {"kernel.cu", text, sizeof text - 1};
    struct verdict *verdict = grader_scene_grade(&scene, "dropout_recompute", &source, 5);
    assert_non_null(verdict);
    if (!strstr(verdict->message, "Line 15 makes the NaN: it multiplies 0 by an infinity. The inputs of this case hold "
                                  "infinities.") ||
        strstr(verdict->message, "never reads"))
        fail_msg("%s", verdict->message);
    verdict_free(verdict);
}

/* Two gradings of a file must give the same words. */
static void it_is_the_same_each_time(void **state)
{
    (void)state;
    struct verdict *one = grade_row("expf(in[i]) / sum"), *other = grade_row("expf(in[i]) / sum");
    assert_string_equal(one->message, other->message);
    verdict_free(one);
    verdict_free(other);
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_that_made_it_is_named),
        cmocka_unit_test(only_what_reaches_the_element_counts),
        cmocka_unit_test(an_infinity_of_the_inputs_is_the_cause),
        cmocka_unit_test(it_is_the_same_each_time),
    };
    grader_scene_open(&scene, WARPSCHOOL_SOURCE_DIR);
    status = cmocka_run_group_tests(tests, NULL, NULL);
    grader_scene_close(&scene);
    return status;
}
