/* Tests medals, ratios and the limits of times. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "base/json.h"
#include "grader/time/modelled/time_budget.h"
#include "grader/time/time_medal.h"
#include "grader/wire/result.h"

static void medals_follow_the_targets(void **state)
{
    (void)state;
    const struct targets targets = {.of = "solution", .bronze = 0.6, .silver = 0.85, .gold = 0.95}, none = {0};
    assert_int_equal(time_medal(&targets, 0.59), MEDAL_NONE);
    assert_int_equal(time_medal(&targets, 0.6), MEDAL_BRONZE);
    assert_int_equal(time_medal(&targets, 0.94), MEDAL_SILVER);
    assert_int_equal(time_medal(&targets, 1.3), MEDAL_GOLD);
    assert_int_equal(time_medal(&targets, 0), MEDAL_NONE);
    assert_int_equal(time_medal(&none, 2), MEDAL_NONE);
}

static void the_ratio_is_the_one_that_the_targets_name(void **state)
{
    (void)state;
    const struct time_verdict time = {.ratio_to_solution = 0.7, .roofline_percent = 93};
    assert_true(time_ratio(&(struct targets){.of = "solution"}, &time) == 0.7);
    assert_true(time_ratio(&(struct targets){.of = "roofline"}, &time) == 0.93);
    assert_true(time_ratio(&(struct targets){0}, &time) == 0);
}

static void nothing_is_faster_than_the_datasheet(void **state)
{
    (void)state;
    struct time_limits limits = {
        .bytes = 3e9, .flops = 1e9, .l2_bytes = 50e6, .bytes_per_second = 3e12, .flops_per_second = 60e12};
    double least_ns = time_least_ns(&limits);
    assert_true(least_ns > 980000 && least_ns < 985000); /* 2.95 GB at 3 TB/s */
    limits.flops = 9.6e12;                               /* 10 ms on the matrix units */
    assert_true(time_least_ns(&limits) > 9.9e6 && time_least_ns(&limits) < 10.1e6);
    limits = (struct time_limits){.bytes = 10e6, .l2_bytes = 50e6, .bytes_per_second = 3e12};
    assert_true(time_least_ns(&limits) == 0); /* the L2 may hold all of it */
}

static void halves_stand_under_the_roof_of_tensor_cores(void **state)
{
    (void)state;
    struct parameter parameters[] = {{.dtype = DTYPE_F32}, {.dtype = DTYPE_I8}, {.dtype = DTYPE_F16}};
    struct exercise exercise = {.parameters = parameters, .parameter_count = 2};
    assert_true(exercise_is_fp32_work(&exercise));
    exercise.parameter_count = 3;
    assert_false(exercise_is_fp32_work(&exercise));
}

/* The larger of both counts is the needed work. */
static void a_block_may_do_twice_the_work_of_an_sm(void **state)
{
    (void)state;
    struct time_baselines baselines = {.solution = {.issued = 1e9}, .reference = {.issued = 2e9}};
    assert_int_equal(time_budget_of_block(&baselines, 200), 20000000);
    assert_int_equal(time_budget_of_block(&baselines, 10), 30000000);
    baselines.reference.issued = baselines.solution.issued = 1e6;
    assert_int_equal(time_budget_of_block(&baselines, 100), 1500000);
    assert_int_equal(time_budget_of_block(&(struct time_baselines){0}, 100), 0);
}

static void an_excess_names_its_factor_and_line(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct time_baselines baselines = {.reference = {.issued = 1e6}};
    struct device_excess few = {.instructions = 50000, .line = 7, .blocks = 4};
    struct device_excess many = {.instructions = 50000, .blocks = 400};
    const char *text = time_budget_sentence(arena, &few, &baselines, 100);
    assert_non_null(strstr(text, "4 for 100 SMs"));
    assert_non_null(strstr(text, "at least 5 times the work of an SM"));
    assert_non_null(strstr(text, "at line 7."));
    text = time_budget_sentence(arena, &many, &baselines, 100);
    assert_non_null(strstr(text, "at least 20 times the work of the course's own kernel."));
    assert_null(strstr(text, "at line"));
    many.instructions = 19585420;
    text = time_budget_sentence(arena, &many, &baselines, 100);
    assert_non_null(strstr(text, "stopped after 19.6 million warp instructions"));
    assert_non_null(strstr(text, "at least 7830 times the work"));
    many.sees_order = true;
    text = time_budget_sentence(arena, &many, &baselines, 100);
    assert_non_null(strstr(text, "yours share their work through memory"));
    assert_null(strstr(text, "times the work"));
    arena_free(arena);
}

static void times_cross_the_pipe(void **state)
{
    (void)state;
    struct time_result time = {.status = TIMING_RECORDED,
                               .runs = 17,
                               .learner_ns = {1000, 990, 1010, 0.95},
                               .ratio = {0.5, 0.49, 0.51, 0.95},
                               .baseline_is_solution = true,
                               .reference_ratio = 2,
                               .excess = {.instructions = 1e6, .line = 7, .blocks = 12},
                               .l2_bytes = 50 << 20,
                               .sm_clock_mhz = 1980},
                       again;
    struct error error = {0};
    strcpy(time.note, "a note");
    struct arena *arena CLEANUP(arena_free) = arena_new();
    json_t *json = result_time_to_json(&time);
    assert_true(result_time_from_json(json, arena, &again, &error));
    assert_string_equal(again.note, "a note");
    assert_true(again.learner_ns.median == 1000 && again.ratio.low == 0.49 && again.reference_ratio == 2);
    assert_true(again.baseline_is_solution && again.runs == 17 && again.sm_clock_mhz == 1980);
    json_decref(json);
}

static void a_worker_cannot_invent_times(void **state)
{
    (void)state;
    static const struct {
        const char *key;
        double value;
    } lies[] = {{"median", 0}, {"median", -5}};
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        struct time_result time = {.status = TIMING_RECORDED, .learner_ns = {1000, 990, 1010, 0.95}}, again;
        struct arena *arena CLEANUP(arena_free) = arena_new();
        json_t *json = result_time_to_json(&time);
        json_object_set_new(json_object_get(json, "learner_ns"), lies[i].key, json_real(lies[i].value));
        assert_false(result_time_from_json(json, arena, &again, NULL));
        json_decref(json);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(medals_follow_the_targets),
        cmocka_unit_test(the_ratio_is_the_one_that_the_targets_name),
        cmocka_unit_test(nothing_is_faster_than_the_datasheet),
        cmocka_unit_test(halves_stand_under_the_roof_of_tensor_cores),
        cmocka_unit_test(a_block_may_do_twice_the_work_of_an_sm),
        cmocka_unit_test(an_excess_names_its_factor_and_line),
        cmocka_unit_test(times_cross_the_pipe),
        cmocka_unit_test(a_worker_cannot_invent_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
