/* Tests the search for a small case with a property of the timed one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exercise_scene.h"
#include "grader/prepare/smaller_case.h"
#include "grader/value/scope.h"

/* What a test saw and allows. */
struct scene {
    int tests;
    int64_t elements_most;
};

static int64_t number_of(const struct job_case *given, const char *name)
{
    struct scope scope = {.values = given->values, .value_count = given->value_count};
    struct value value;
    assert_true(scope_find(&scope, name, &value));
    return value.integer;
}

/* An exercise of h x w elements; h and n are equal in all cases. */
static struct exercise *matrix(struct arena *arena)
{
    static const int64_t sizes[][2] = {{1, 1}, {33, 40}, {64, 96}, {128, 200}};
    struct exercise *exercise = ARENA_NEW(arena, struct exercise);
    exercise->id = "matrix";
    exercise->parameters = ARENA_ARRAY(arena, 1, struct parameter);
    exercise->parameter_count = 1;
    exercise->parameters[0] = scene_buffer(arena, "a", PARAMETER_OUT, "uniform(0, 1)");
    exercise->parameters[0].rank = 3;
    exercise->parameters[0].shape[0] = scene_expression(arena, "h");
    exercise->parameters[0].shape[1] = scene_expression(arena, "w");
    exercise->parameters[0].shape[2] = scene_expression(arena, "n/h");
    exercise->case_count = sizeof sizes / sizeof *sizes;
    exercise->cases = ARENA_ARRAY(arena, exercise->case_count, struct exercise_case);
    for (size_t i = 0; i < exercise->case_count; i++) {
        struct case_value *values = ARENA_ARRAY(arena, 3, struct case_value);
        values[0] = *scene_value(arena, "h", sizes[i][0]);
        values[1] = *scene_value(arena, "w", sizes[i][1]);
        values[2] = *scene_value(arena, "n", sizes[i][0]);
        exercise->cases[i] = (struct exercise_case){.values = values, .value_count = 3};
    }
    return exercise;
}

static struct job_case timed(struct arena *arena)
{
    struct case_value *values = ARENA_ARRAY(arena, 3, struct case_value);
    values[0] = *scene_value(arena, "h", 8192);
    values[1] = *scene_value(arena, "w", 4096);
    values[2] = *scene_value(arena, "n", 8192);
    return (struct job_case){.name = "timed", .values = values, .value_count = 3, .devices = 1};
}

static bool is_high(void *context, const struct job_case *given)
{
    ((struct scene *)context)->tests++;
    return number_of(given, "h") >= 2000;
}

static bool is_large(void *context, const struct job_case *given)
{
    (void)context;
    return number_of(given, "h") * number_of(given, "w") >= 1 << 20;
}

static bool is_timed(void *context, const struct job_case *given)
{
    (void)context;
    return number_of(given, "w") == 4096 && number_of(given, "h") == 8192;
}

static bool has_few_elements(void *context, const struct job_case *given)
{
    return number_of(given, "h") * number_of(given, "w") <= ((const struct scene *)context)->elements_most;
}

static bool is_high_on_many(void *context, const struct job_case *given)
{
    return is_high(context, given) && given->devices >= 4;
}

static bool find(struct arena *arena, smaller_case_test *has_property, struct scene *scene,
                 struct planned_case *out_found)
{
    struct job_case bench = timed(arena);
    struct smaller_case_rules rules = {has_property, has_few_elements, scene};
    return smaller_case_find(matrix(arena), &bench, &rules, arena, out_found);
}

static void a_size_that_does_not_matter_becomes_ordinary(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct scene scene = {.elements_most = 1 << 22};
    struct planned_case found;
    assert_true(find(arena, is_high, &scene, &found));
    assert_int_equal(number_of(&found.job, "h"), 2048);
    assert_int_equal(number_of(&found.job, "w"), 40);
    assert_int_equal(number_of(&found.job, "n"), 2048);
    assert_true(scene.tests <= 6);
    assert_true(find(arena, is_large, &scene, &found));
    assert_int_equal(number_of(&found.job, "h"), 256);
    assert_int_equal(number_of(&found.job, "w"), 4096);
    arena_free(arena);
}

/* With 40 columns, 2048 rows are the fewest. */
static void a_search_ends_once_no_affordable_case_is_left(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct scene few = {.elements_most = 1 << 16}, enough = {.elements_most = 2048 * 40};
    struct planned_case found;
    assert_false(find(arena, is_high, &few, &found));
    assert_int_equal(few.tests, 2);
    assert_true(find(arena, is_high, &enough, &found));
    assert_int_equal(number_of(&found.job, "w"), 40);
    arena_free(arena);
}

static void there_may_be_no_smaller_case(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct scene scene = {.elements_most = 1 << 22};
    struct planned_case found;
    assert_false(find(arena, is_timed, &scene, &found));
    arena_free(arena);
}

/* The fewest devices of a case are two: one exchanges nothing. */
static void devices_that_do_not_matter_become_few(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct scene scene = {.elements_most = 1 << 22};
    struct exercise *exercise = matrix(arena);
    struct job_case bench = timed(arena);
    struct smaller_case_rules rules = {is_high, has_few_elements, &scene};
    struct planned_case found;
    exercise->devices = bench.devices = 4;
    exercise->cases[0].devices = 1;
    exercise->cases[1].devices = 3;
    exercise->cases[2].devices = 2;
    assert_true(smaller_case_find(exercise, &bench, &rules, arena, &found));
    assert_int_equal(found.job.devices, 2);
    assert_int_equal(number_of(&found.job, "h"), 2048);
    rules.has_property = is_high_on_many;
    assert_true(smaller_case_find(exercise, &bench, &rules, arena, &found));
    assert_int_equal(found.job.devices, 4);
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_size_that_does_not_matter_becomes_ordinary),
        cmocka_unit_test(a_search_ends_once_no_affordable_case_is_left),
        cmocka_unit_test(there_may_be_no_smaller_case),
        cmocka_unit_test(devices_that_do_not_matter_become_few),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
