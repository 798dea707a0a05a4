/* Tests a kernel on cases of all kinds in the device worker: elements, marks, counters, times. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/i18n.h"
#include "grader/trial.h"
#include "grader_scene.h"

static struct grader_scene scene;

/* Leaves out the last, partial block, and adds 1 to element 3. */
static const char wrong_text[] =
    "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
    "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n / 256 * 256)\n"
    "        c[i] = a[i] + b[i] + (i == 3 ? 1 : 0);\n"
    "}\n";

static const char right_text[] =
    "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
    "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
    "{\n"
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "    if (i < n)\n"
    "        c[i] = a[i] + b[i];\n"
    "}\n";

static bool try(const char *text, const char *case_name, const char *changes, bool models_time,
                struct trial **out_trial, struct error *error)
{
    struct source source = {"vector_add.cu", text, strlen(text)};
    struct trial_settings settings = {.curriculum = scene.curriculum,
                                      .exercise = curriculum_find_exercise(scene.curriculum, "vector_add"),
                                      .source = &source,
                                      .seed = 7,
                                      .case_name = case_name,
                                      .changes = changes,
                                      .models_time = models_time};
    *error = (struct error){0};
    return trial_run(scene.grader, &settings, out_trial, error);
}

static struct trial *must_try(const char *text, const char *case_name, const char *changes, bool models_time)
{
    struct error error;
    struct trial *trial;
    if (!try(text, case_name, changes, models_time, &trial, &error))
        fail_msg("%s (%s)", error.message, error.hint);
    return trial;
}

static const struct trial_buffer *buffer_of(const struct trial *trial, const char *name)
{
    for (size_t i = 0; i < trial->buffer_count; i++)
        if (!strcmp(trial->buffers[i].name, name))
            return &trial->buffers[i];
    fail_msg("no buffer %s", name);
    return NULL;
}

static void shows_elements_and_marks_the_wrong_ones(void **state)
{
    (void)state;
    struct trial *trial = must_try(wrong_text, "n=257", NULL, false);
    const struct trial_buffer *a = buffer_of(trial, "a"), *b = buffer_of(trial, "b"), *c = buffer_of(trial, "c");
    assert_true(trial->ran && trial->compared);
    assert_false(trial->right);
    assert_int_equal(trial->wrong_count, 2);
    assert_int_equal(c->shown, 257);
    assert_int_equal(c->marks[3], TRIAL_WRONG);
    assert_int_equal(c->marks[4], 0);
    assert_int_equal(c->marks[256], TRIAL_WRONG | TRIAL_UNWRITTEN);
    assert_true(c->expected[3] == (double)((float)a->initial[3] + (float)b->initial[3]));
    assert_true(fabs(c->got[3] - c->expected[3] - 1) < 1e-6);
    assert_null(a->got);
    assert_null(c->initial);
    trial_free(trial);
}

static void runs_a_case_of_ones_own(void **state)
{
    (void)state;
    struct trial *trial = must_try(right_text, NULL, "n=37 a=constant(2)  b=iota(10, 1)", false);
    const struct trial_buffer *c = buffer_of(trial, "c");
    assert_string_equal(trial->case_name, "n=37");
    assert_true(trial->right);
    assert_int_equal(c->count, 37);
    assert_true(c->got[5] == 17);
    trial_free(trial);
    trial = must_try(wrong_text, NULL, "n=512*2+1", false);
    assert_int_equal(trial->wrong_count, 2);
    trial_free(trial);
}

static void changes_the_block_and_models_the_time(void **state)
{
    (void)state;
    struct trial *trial = must_try(right_text, NULL, "n=4096 block=64", true);
    assert_int_equal(trial->block, 64);
    assert_string_equal(trial->plan, "launch vector_add(a, b, c, n) grid=(n+63)/64 block=64");
    assert_true(trial->right);
    assert_int_equal(trial->observation->kernels[0].grid[0], 64);
    assert_int_equal(trial->observation->kernels[0].block[0], 64);
    assert_true(trial->microseconds > 0 || trial->note != NULL);
    trial_free(trial);
}

/* Of a block with two sides the last one changes, and the grid's second side with it. */
static void changes_a_block_of_two_sides(void **state)
{
    (void)state;
    static const char text[] =
        "//! launch vector_add(a, b, c, n) grid=(n+n-1)/n, (n/32 + 8-1) / 8 block=32, 8\n"
        "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
        "{\n"
        "    int i = (blockIdx.y * blockDim.y + threadIdx.y) * 32 + threadIdx.x;\n"
        "    if (i < n)\n"
        "        c[i] = a[i] + b[i];\n"
        "}\n";
    struct trial *trial = must_try(text, NULL, "n=4096", false);
    assert_int_equal(trial->block, 256);
    trial_free(trial);
    trial = must_try(text, NULL, "n=4096 block=512", false);
    assert_int_equal(trial->block, 512);
    assert_string_equal(trial->plan, "launch vector_add(a, b, c, n) grid=(n+n-1)/n, (n/32 + 16-1) / 16 block=32, 16");
    assert_true(trial->right);
    assert_int_equal(trial->observation->kernels[0].grid[1], 8);
    assert_int_equal(trial->observation->kernels[0].block[1], 16);
    trial_free(trial);
    struct error error;
    assert_false(try(text, NULL, "n=4096 block=48", false, &trial, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_string_equal(error.message, "this block changes in steps of 32 threads");
}

static void shows_the_inputs_of_what_was_stopped(void **state)
{
    (void)state;
    static const char text[] =
        "//! launch vector_add(a, b, c, n) grid=1 block=32\n"
        "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n) { __trap(); }\n";
    struct trial *trial = must_try(text, "n=257", NULL, true);
    assert_false(trial->ran || trial->right || trial->compared);
    assert_string_equal(trial->why, "Line 2 executed a trap: thread (0,0,0) of block (0,0,0).");
    assert_int_equal(buffer_of(trial, "a")->shown, 257);
    assert_null(buffer_of(trial, "c")->got);
    trial_free(trial);
}

static void says_a_finding_as_a_verdict_does(void **state)
{
    (void)state;
    static const char text[] =
        "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
        "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
        "{\n"
        "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    if (i <= n)\n"
        "        c[i] = a[i] + b[i];\n"
        "}\n";
    struct trial *trial = must_try(text, "n=1", "block=128", true);
    assert_false(trial->right);
    assert_non_null(trial->why);
    assert_non_null(strstr(trial->why, "Line 6 writes c[1], past the end of c, in case n = 1"));
    assert_non_null(strstr(trial->why, "write < instead of <="));
    assert_null(trial->note); /* the timed run stops at the same finding */
    trial_free(trial);
}

static void says_that_a_kernel_does_not_end(void **state)
{
    (void)state;
    static const char text[] =
        "//! launch vector_add(a, b, c, n) grid=1 block=32\n"
        "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c, int n)\n"
        "{\n"
        "    for (volatile int i = 0; i < n;)\n"
        "        c[0] = a[0] + b[0];\n"
        "}\n";
    struct trial *trial = must_try(text, "n=1", NULL, true);
    assert_false(trial->ran);
    assert_non_null(strstr(trial->why, "The kernel does not end in case n = 1. "));
    trial_free(trial);
}

static void cuts_what_is_large(void **state)
{
    (void)state;
    struct trial *trial = must_try(right_text, NULL, "n=100000", false);
    assert_int_equal(buffer_of(trial, "c")->count, 100000);
    assert_int_equal(buffer_of(trial, "c")->shown, 4096);
    trial_free(trial);
}

static void refuses_what_is_no_case(void **state)
{
    (void)state;
    static const struct {
        const char *changes;
        enum error_code code;
    } rows[] = {
        {"m=3", ERROR_NOT_FOUND},    {"n", ERROR_SYNTAX},  {"c=constant(1)", ERROR_NOT_FOUND}, {"n=1<<30", ERROR_RANGE},
        {"block=4096", ERROR_RANGE}, {"n=", ERROR_SYNTAX}, {"a=nonsense(1)", ERROR_NONE}, /* NONE: any error */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error error;
        struct trial *trial;
        bool done = try(right_text, NULL, rows[i].changes, false, &trial, &error);
        if (done || (rows[i].code != ERROR_NONE && error.code != rows[i].code))
            fail_msg("%s: %s, code %d", rows[i].changes, done ? "was run" : error.message, error.code);
    }
}

static bool at_once(void *context)
{
    (void)context;
    return true;
}

/* The reasons are found before the worker runs, so they are in the learner's language. */
static void says_why_in_the_learners_language(void **state)
{
    (void)state;
    static const struct {
        const char *changes, *why;
    } rows[] = {{"a=uniform(2,1)", "init de a: el init 'uniform' tiene primero su extremo mayor"},
                {"a=one_hot(99) n=7", "init de a: el init 'one_hot' nombra el elemento 99 de 7: ninguno ser\u00eda 1"},
                {"a=nonsense(1)", "init de a: no hay ning\u00fan init 'nonsense'"},
                {"n=1<<40", "el array `a` es demasiado grande"}};
    i18n_open(WARPSCHOOL_BINARY_DIR "/locale");
    i18n_choose("es");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct error error = {0};
        struct trial *trial;
        assert_false(try(right_text, NULL, rows[i].changes, false, &trial, &error));
        assert_string_equal(error.message, rows[i].why);
    }
    i18n_choose("en");
}

static void is_cancelled(void **state)
{
    (void)state;
    struct source source = {"vector_add.cu", right_text, strlen(right_text)};
    struct trial_settings settings = {.curriculum = scene.curriculum,
                                      .exercise = curriculum_find_exercise(scene.curriculum, "vector_add"),
                                      .source = &source,
                                      .cancelled = at_once};
    struct error error = {0};
    struct trial *trial;
    assert_false(trial_run(scene.grader, &settings, &trial, &error));
    assert_int_equal(error.code, ERROR_CANCELLED);
    trial_free(must_try(right_text, NULL, NULL, false)); /* the grader still works */
}

int main(int argc, char **argv)
{
    int status;
    if (grader_scene_worker(argc, argv, &status))
        return status;
    grader_scene_open(&scene, WARPSCHOOL_SOURCE_DIR);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_elements_and_marks_the_wrong_ones),
        cmocka_unit_test(runs_a_case_of_ones_own),
        cmocka_unit_test(changes_the_block_and_models_the_time),
        cmocka_unit_test(changes_a_block_of_two_sides),
        cmocka_unit_test(shows_the_inputs_of_what_was_stopped),
        cmocka_unit_test(says_a_finding_as_a_verdict_does),
        cmocka_unit_test(says_that_a_kernel_does_not_end),
        cmocka_unit_test(cuts_what_is_large),
        cmocka_unit_test(refuses_what_is_no_case),
        cmocka_unit_test(says_why_in_the_learners_language),
        cmocka_unit_test(is_cancelled),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    grader_scene_close(&scene);
    return failed;
}
