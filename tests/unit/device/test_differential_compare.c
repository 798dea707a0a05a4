/* Tests which results of two devices count as different (tests/gpu/differential/compare.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../gpu/differential/bounds.c"  // NOLINT(bugprone-suspicious-include)
#include "../../gpu/differential/compare.c" // NOLINT(bugprone-suspicious-include)

enum { THREADS = 32, NAN_BITS = 0x7fc01234, INFINITY_BITS = 0x7f800000 };

struct scene {
    struct program program;
    uint64_t inputs[THREADS];
    struct program_results left, right;
};

/* Makes one instruction of one source, with one input and one result in all threads. */
static struct scene *scene_of(const char *text, char kind, uint64_t input, uint64_t left, uint64_t right)
{
    struct scene *scene = calloc(1, sizeof *scene);
    assert_non_null(scene);
    struct program *program = &scene->program;
    program->grid = 1;
    program->block[0] = program->threads = THREADS;
    program->block[1] = program->block[2] = 1;
    program->values[0] = (struct program_value){.kind = 'F', .class = 'r', .number = 1, .input = 0, .output = -1};
    program->values[1] = (struct program_value){.kind = kind, .class = 'r', .number = 2, .input = -1, .output = 0};
    program->value_count = 2;
    program->input_count = program->output_count = program->step_count = 1;
    program->steps[0] = (struct program_step){.value = 1, .sources = {0}, .source_count = 1};
    snprintf(program->steps[0].text, sizeof program->steps[0].text, "%s", text);
    for (int i = 0; i < THREADS; i++) {
        scene->inputs[i] = input;
        scene->left.outputs[i] = left;
        scene->right.outputs[i] = right;
    }
    return scene;
}

static struct comparison compare(const char *text, char kind, uint64_t input, uint64_t left, uint64_t right)
{
    struct scene *scene = scene_of(text, kind, input, left, right);
    struct comparison total = {0};
    FILE *report = fopen("/dev/null", "w");
    assert_non_null(report);
    compare_results(&scene->program, scene->inputs, &scene->left, &scene->right, report, &total);
    fclose(report);
    free(scene);
    assert_int_equal(total.compared, THREADS);
    return total;
}

static void results_that_differ_are_told(void **state)
{
    (void)state;
    struct comparison same = compare("neg.f32 %r2, %r1;", 'F', 0x3f800000, 0xbf800000, 0xbf800000);
    assert_true(same.differing == 0 && same.within_bounds == 0);
    struct comparison other = compare("neg.f32 %r2, %r1;", 'F', 0x3f800000, 0xbf800000, 0xbf800001);
    assert_true(other.differing == 1 && other.within_bounds == 0);
}

static void one_nan_is_as_good_as_another(void **state)
{
    (void)state;
    struct comparison total = compare("neg.f32 %r2, %r1;", 'F', NAN_BITS, 0x7fffffff, NAN_BITS);
    assert_true(total.differing == 0 && total.within_bounds == THREADS);
}

/* The hardware cuts the payload off, which can leave an infinity. A guard changes nothing. */
static void a_nan_that_is_cut_to_tf32_may_be_an_infinity(void **state)
{
    static const char *const texts[] = {"cvt.rna.tf32.f32 %r2, %r1;", "@%p1 cvt.rna.tf32.f32 %r2, %r1;",
                                        "@!%p3 cvt.rna.tf32.f32 %r2, %r1;"};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct comparison nan = compare(texts[i], 'I', NAN_BITS, NAN_BITS, INFINITY_BITS);
        assert_true(nan.differing == 0 && nan.within_bounds == THREADS);
        struct comparison number = compare(texts[i], 'I', 0x3f801234, 0x3f802000, 0x3f800000);
        assert_true(number.differing == 1 && number.within_bounds == 0);
    }
}

static void a_spelling_leaves_the_guard_out(void **state)
{
    char spelling[160];
    struct program_step step = {.text = "@!%p3 cvt.rna.tf32.f32 %r2, %r1;"};
    (void)state;
    step_spelling(&step, spelling, sizeof spelling);
    assert_string_equal(spelling, "cvt.rna.tf32.f32");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_that_differ_are_told),
        cmocka_unit_test(one_nan_is_as_good_as_another),
        cmocka_unit_test(a_nan_that_is_cut_to_tf32_may_be_an_infinity),
        cmocka_unit_test(a_spelling_leaves_the_guard_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
