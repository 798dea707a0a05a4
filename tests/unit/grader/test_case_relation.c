/* Tests the relation between case sizes and results: factors, borders, no rule. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "grader/diagnose/case_relation.h"

enum { CASES = 6 };

struct scene {
    struct case_value values[CASES][2];
    struct planned_case planned[CASES];
    struct case_verdict verdicts[CASES];
    struct arena *arena;
};

/* Sets cases of two sizes: rows, always 3, and n. */
static void set_scene(struct scene *scene, const int64_t sizes[CASES], const bool right[CASES])
{
    *scene = (struct scene){.arena = arena_new()};
    for (int i = 0; i < CASES; i++) {
        scene->values[i][0] = (struct case_value){"rows", {.integer = 3, .real = 3}};
        scene->values[i][1] = (struct case_value){"n", {.integer = sizes[i], .real = (double)sizes[i]}};
        scene->planned[i].job.values = scene->values[i];
        scene->planned[i].job.value_count = 2;
        scene->verdicts[i] = (struct case_verdict){.ran = true, .right = right[i]};
    }
}

static void says_with(struct scene *scene, const struct source *source, const char *expected)
{
    struct planned_cases cases = {scene->planned, CASES};
    struct verdict verdict = {.cases = scene->verdicts, .case_count = CASES, .source = source};
    const char *text = case_relation(&cases, &verdict, scene->arena);
    if (expected)
        assert_string_equal(text, expected);
    else
        assert_null(text);
    arena_free(scene->arena);
}

static void says(struct scene *scene, const char *expected)
{
    says_with(scene, NULL, expected);
}

static void a_multiple_is_told(void **state)
{
    (void)state;
    struct scene scene;
    set_scene(&scene, (int64_t[]){1, 4, 6, 12, 33, 64}, (bool[]){false, true, false, true, false, true});
    says(&scene, "Right where n is a multiple of 4, wrong where it is not.");
}

static void what_the_cases_leave_open_is_told(void **state)
{
    (void)state;
    struct scene scene;
    set_scene(&scene, (int64_t[]){1, 256, 1009, 512, 33, 257}, (bool[]){false, true, false, true, false, false});
    says(&scene, "Right where n is a multiple of 256, wrong where it is not a multiple of 2.");
    set_scene(&scene, (int64_t[]){1, 256, 36, 512, 33, 257}, (bool[]){false, true, false, true, false, false});
    says(&scene, "Right where n is a multiple of 256, wrong where it is not a multiple of 8.");
}

static void a_number_of_the_source_decides(void **state)
{
    (void)state;
    static const char text[] = "for (int t = 0; t < n / 32; t++) x[4] = 1; // 256";
    struct source source = {.text = text, .size_bytes = strlen(text)};
    struct scene scene;
    set_scene(&scene, (int64_t[]){1, 256, 36, 512, 33, 257}, (bool[]){false, true, false, true, false, false});
    says_with(&scene, &source, "Right where n is a multiple of 32, wrong where it is not.");
}

static void a_number_of_the_plan_decides_too(void **state)
{
    (void)state;
    static const char text[] = "//! launch f(x, n/32) grid=1 block=1 // 256";
    struct source source = {.text = text, .size_bytes = strlen(text)};
    struct scene scene;
    set_scene(&scene, (int64_t[]){1, 256, 36, 512, 33, 257}, (bool[]){false, true, false, true, false, false});
    says_with(&scene, &source, "Right where n is a multiple of 32, wrong where it is not.");
}

/* A case may be right because of data of its own. */
static void multiples_that_alone_go_wrong_are_told(void **state)
{
    (void)state;
    static const char text[] = "//! launch f<8>(x, n) when=n%8==0";
    struct source source = {.text = text, .size_bytes = strlen(text)};
    struct case_init constant = {"x", "constant(5)"};
    struct scene scene;
    set_scene(&scene, (int64_t[]){1, 64, 256, 257, 300, 512}, (bool[]){true, true, false, true, true, false});
    scene.planned[1].job.inits = &constant;
    scene.planned[1].job.init_count = 1;
    says_with(&scene, &source,
              "Only cases where n is a multiple of 8 fail. Which code or launch takes these sizes alone?");
    set_scene(&scene, (int64_t[]){1, 64, 256, 257, 300, 512}, (bool[]){true, true, false, true, true, false});
    says_with(&scene, &source, NULL);
}

static void inputs_near_zero_are_named(void **state)
{
    (void)state;
    struct case_init tiny = {"x", "normal(0, 0.002)"};
    struct scene scene;
    set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, true, false, true, true, true});
    scene.planned[2].job.inits = &tiny;
    scene.planned[2].job.init_count = 1;
    says(&scene, "Only inputs near 0 fail (normal(0, 0.002)). Beside such small numbers a constant matters, such as an "
                 "epsilon: compare its size and its place.");
}

static void a_size_in_place_of_another_is_told(void **state)
{
    (void)state;
    struct wrong_buffer wrong = {
        .parameter = "x", .element_count = 4, .first = {{.got = 31, .expected = 3}}, .first_count = 1};
    struct scene scene;
    set_scene(&scene, (int64_t[]){1, 31, 33, 257, 300, 512}, (bool[]){true, false, true, true, true, true});
    scene.verdicts[1].wrong = &wrong;
    scene.verdicts[1].wrong_count = 1;
    struct planned_cases cases = {scene.planned, CASES};
    struct verdict verdict = {.cases = scene.verdicts, .case_count = CASES, .smallest_failing = &scene.verdicts[1]};
    assert_string_equal(case_relation(&cases, &verdict, scene.arena),
                        "In the smallest failing case the wrong number has the value of n. It must have that of rows.");
    arena_free(scene.arena);
}

/* Elements that are written, but wrong, are covered by code of their own. */
static void elements_beside_float4_are_told_from_missing_ones(void **state)
{
    (void)state;
    struct scene scene;
    struct source source = {.text = "float4 v;", .size_bytes = strlen("float4 v;")};
    for (uint64_t unwritten = 0; unwritten < 2; unwritten++) {
        struct wrong_buffer wrong = {.element_count = 33, .wrong_count = 1, .unwritten_count = unwritten};
        set_scene(&scene, (int64_t[]){1, 4, 6, 12, 33, 64}, (bool[]){false, true, false, true, false, true});
        for (int i = 0; i < CASES; i++) {
            scene.verdicts[i].wrong = &wrong;
            scene.verdicts[i].wrong_count = !scene.verdicts[i].right;
        }
        struct planned_cases cases = {scene.planned, CASES};
        struct verdict verdict = {.cases = scene.verdicts, .case_count = CASES, .source = &source};
        const char *text = case_relation(&cases, &verdict, scene.arena);
        assert_non_null(strstr(text, unwritten ? "no float4 covers the last elements" : "check how the kernel takes"));
        arena_free(scene.arena);
    }
}

static void a_factor_of_single_numbers_is_told(void **state)
{
    (void)state;
    struct scene scene;
    struct wrong_buffer wrong[CASES] = {0};
    const double factors[] = {32, 0.125, -1};
    static const char *const expected[] = {"In every failing case the result is 32 times the right one.",
                                           "In every failing case the result is 1/8 of the right one.",
                                           "In every failing case the result is -1 times the right one."};
    for (int row = 0; row < 4; row++) {
        set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){false, true, false, false, false, false});
        for (int i = 0; i < CASES; i++) {
            double value = 1.5 + i, factor = row < 3 ? factors[row] : 2 + i;
            wrong[i] = (struct wrong_buffer){.element_count = 1, .wrong_count = 1, .first_count = 1};
            wrong[i].first[0] = (struct wrong_element){.expected = value, .got = factor * value};
            scene.verdicts[i].wrong = &wrong[i];
            scene.verdicts[i].wrong_count = !scene.verdicts[i].right;
        }
        says(&scene, row < 3 ? expected[row] : NULL);
    }
}

static void a_border_is_told(void **state)
{
    (void)state;
    struct scene scene;
    set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, true, true, false, false, false});
    says(&scene, "Right up to n = 256, wrong from n = 257 on.");
}

static void of_two_borders_the_closer_one_is_told(void **state)
{
    (void)state;
    struct scene scene;
    set_scene(&scene, (int64_t[]){1, 31, 32, 33, 300, 512}, (bool[]){true, true, true, false, false, false});
    for (int i = 3; i < CASES; i++)
        scene.values[i][0].value.integer = 8; /* rows: 3 is right, 8 is wrong */
    says(&scene, "Right up to n = 32, wrong from n = 33 on.");
}

/* In blocks of four warps. With fewer blocks than rows, each warp has a row of its own. */
static void a_result_of_one_warp_is_told_where_a_block_has_a_row(void **state)
{
    static const struct {
        uint32_t blocks;
        const char *told;
    } launches[] = {
        {3, "Only cases with n above 32 fail. A warp has 32 lanes, and a shuffle reaches no other warp. Do all "
            "warps of the block get the result?"},
        {1, "Right up to n = 32, wrong from n = 33 on."}};
    static const char text[] = "sum += __shfl_xor_sync(0xffffffff, sum, 16);";
    (void)state;
    for (size_t i = 0; i < sizeof launches / sizeof *launches; i++) {
        struct kernel_observation kernel = {.grid = {launches[i].blocks, 1, 1}, .block = {128, 1, 1}};
        struct observation seen = {.kernels = &kernel, .kernel_count = 1};
        struct source source = {.text = text, .size_bytes = strlen(text)};
        struct wrong_buffer wrong = {.element_count = 9, .first = {{.position = "[0][0]"}}, .first_count = 1};
        struct scene scene;
        set_scene(&scene, (int64_t[]){31, 32, 33, 64, 100, 257}, (bool[]){true, true, false, false, false, false});
        for (int j = 0; j < CASES; j++) {
            scene.verdicts[j].wrong = &wrong;
            scene.verdicts[j].wrong_count = j < 2 ? 0 : 1;
        }
        struct planned_cases cases = {scene.planned, CASES};
        struct verdict verdict = {
            .cases = scene.verdicts, .case_count = CASES, .source = &source, .observation = &seen};
        assert_string_equal(case_relation(&cases, &verdict, scene.arena), launches[i].told);
        arena_free(scene.arena);
    }
}

static void without_a_rule_nothing_is_said(void **state)
{
    (void)state;
    struct scene scene;
    set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, false, true, false, false, true});
    says(&scene, NULL);
    set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, false, false, false, false, false});
    says(&scene, NULL); /* one right case proves nothing */
    set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, true, true, false, false, false});
    struct case_init init = {"x", "iota"};
    for (size_t i = 0; i < 3; i++) { /* these cases may be right because of their inputs */
        scene.planned[i].job.inits = &init;
        scene.planned[i].job.init_count = 1;
    }
    says(&scene, NULL);
}

/* One row shows less than three: such a case may be right for any n. */
static void cases_that_cannot_fail_support_no_border(void **state)
{
    (void)state;
    struct scene scene;
    set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, true, true, false, false, false});
    for (int i = 0; i < 3; i++)
        scene.values[i][0].value.integer = 1; /* rows */
    says(&scene, "Right up to rows = 1, wrong from rows = 3 on.");
    set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, true, true, false, false, false});
    struct case_init init = {"x", "zeros"};
    scene.planned[2].job.inits = &init;
    scene.planned[2].job.init_count = 1;
    says(&scene, "Right up to n = 31, wrong from n = 257 on.");
}

static void inputs_far_from_zero_are_named(void **state)
{
    (void)state;
    struct scene scene;
    struct case_init far = {"x", "uniform(1000, 1001)"}, near = {"x", "uniform(-1, 1)"};
    set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, true, false, true, true, true});
    scene.planned[2].job.inits = &far;
    scene.planned[2].job.init_count = 1;
    says(&scene,
         "Only inputs far from 0 fail (uniform(1000, 1001)). A difference of two large numbers loses digits: the "
         "mean of the squares minus the square of the mean, for example.");
    set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, true, false, true, true, true});
    scene.planned[2].job.inits = &near;
    scene.planned[2].job.init_count = 1;
    says(&scene, NULL);
}

static void a_sum_of_inputs_far_from_zero_does_not_cancel(void **state)
{
    (void)state;
    struct scene scene;
    struct case_init far = {"x", "uniform(0.1, 0.1000005)"};
    struct wrong_buffer wrong = {.first_count = 1};
    static const double expected[] = {100.9, 0.01};
    for (int i = 0; i < 2; i++) {
        wrong.first[0].expected = expected[i];
        set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, true, false, true, true, true});
        scene.planned[2].job.inits = &far;
        scene.planned[2].job.init_count = 1;
        scene.verdicts[2].wrong = &wrong;
        scene.verdicts[2].wrong_count = 1;
        says(&scene, i == 0 ? "Only inputs that are nearly equal fail (uniform(0.1, 0.1000005)). Additions round them "
                              "in the same direction, so the errors of a long sum add up."
                            : "Only inputs far from 0 fail (uniform(0.1, 0.1000005)). A difference of two large "
                              "numbers loses digits: the mean of the squares minus the square of the mean, for "
                              "example.");
    }
}

static void inputs_without_positive_numbers_are_named(void **state)
{
    (void)state;
    struct scene scene;
    struct case_init below = {"x", "uniform(-9, -8)"}, around = {"x", "uniform(-9, 8)"};
    set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, true, false, true, false, true});
    for (int i = 2; i < 5; i += 2) {
        scene.planned[i].job.inits = &below;
        scene.planned[i].job.init_count = 1;
    }
    says(&scene, "Only inputs without positive numbers fail (uniform(-9, -8)). Where does the kernel treat negative "
                 "numbers in another way?");
    set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, true, false, true, true, true});
    scene.planned[2].job.inits = &around;
    scene.planned[2].job.init_count = 1;
    says(&scene, NULL);
}

static void what_did_not_run_does_not_count(void **state)
{
    (void)state;
    struct scene scene;
    set_scene(&scene, (int64_t[]){1, 31, 256, 257, 300, 512}, (bool[]){true, true, false, false, false, false});
    scene.verdicts[2].ran = false;
    says(&scene, "Right up to n = 31, wrong from n = 257 on.");
}

static void a_size_that_is_the_factor_is_told(void **state)
{
    (void)state;
    struct scene scene;
    struct wrong_buffer wrong[CASES];
    static const bool right[] = {true, false, false, false, true, false};
    static const int64_t sizes[] = {1, 4, 6, 12, 1, 64};
    for (int is_part = 0; is_part < 2; is_part++) {
        set_scene(&scene, sizes, right);
        for (int i = 0; i < CASES; i++) {
            double factor = is_part ? 1.0 / (double)sizes[i] : (double)sizes[i];
            wrong[i] = (struct wrong_buffer){
                .element_count = 9, .first_count = 1, .first = {{.got = 3 * factor, .expected = 3}}};
            scene.verdicts[i].wrong = &wrong[i];
            scene.verdicts[i].wrong_count = right[i] ? 0 : 1;
        }
        says(&scene, is_part ? "In every failing case the result is 1/n of the right one."
                             : "In every failing case the result is n times the right one.");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_multiple_is_told),
        cmocka_unit_test(what_the_cases_leave_open_is_told),
        cmocka_unit_test(a_number_of_the_source_decides),
        cmocka_unit_test(a_number_of_the_plan_decides_too),
        cmocka_unit_test(multiples_that_alone_go_wrong_are_told),
        cmocka_unit_test(inputs_near_zero_are_named),
        cmocka_unit_test(a_size_in_place_of_another_is_told),
        cmocka_unit_test(elements_beside_float4_are_told_from_missing_ones),
        cmocka_unit_test(a_factor_of_single_numbers_is_told),
        cmocka_unit_test(a_border_is_told),
        cmocka_unit_test(of_two_borders_the_closer_one_is_told),
        cmocka_unit_test(a_result_of_one_warp_is_told_where_a_block_has_a_row),
        cmocka_unit_test(without_a_rule_nothing_is_said),
        cmocka_unit_test(cases_that_cannot_fail_support_no_border),
        cmocka_unit_test(inputs_far_from_zero_are_named),
        cmocka_unit_test(a_sum_of_inputs_far_from_zero_does_not_cancel),
        cmocka_unit_test(inputs_without_positive_numbers_are_named),
        cmocka_unit_test(what_did_not_run_does_not_count),
        cmocka_unit_test(a_size_that_is_the_factor_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
