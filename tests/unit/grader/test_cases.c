/* Tests the planned cases: order, drawn sizes, authors' mistakes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "exercise_scene.h"
#include "grader/prepare/cases.h"

static struct planned_cases planned(struct exercise *exercise, uint64_t seed, struct arena *arena)
{
    struct planned_cases cases;
    struct error error = {0};
    if (!cases_plan(exercise, seed, arena, &cases, &error))
        fail_msg("%s", error.message);
    return cases;
}

static const struct planned_case *find(const struct planned_cases *cases, bool drawn)
{
    for (size_t i = 0; i < cases->count; i++)
        if (drawn ? cases->items[i].is_drawn : cases->items[i].is_gate)
            return &cases->items[i];
    return NULL;
}

/* Finds the case drawn from the upper half of the sizes. */
static const struct planned_case *find_large(const struct planned_cases *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (cases->items[i].is_drawn && cases->items[i].job.number == 1002)
            return &cases->items[i];
    return find(cases, true); /* both draws gave the same size */
}

static void cases_come_smallest_first(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct planned_cases cases = planned(scene_vector_add(arena), 1, arena);
    assert_int_equal(cases.count, 10); /* five, the gate case, two drawn ones, the drawn gate case, a larger one */
    for (size_t i = 1; i < cases.count; i++)
        assert_true(cases.items[i - 1].elements <= cases.items[i].elements);
    assert_string_equal(cases.items[0].job.name, "n=1");
    assert_string_equal(find(&cases, false)->job.name, "n=4096");
    assert_true(find(&cases, false)->job.checks & DEVICE_COUNT);
    arena_free(arena);
}

/* Nothing else looks beyond the cases of an exercise that is not timed. */
static void an_untimed_exercise_has_a_larger_case(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    for (uint64_t seed = 1; seed < 20; seed++) {
        struct planned_cases cases = planned(exercise, seed, arena);
        int64_t n = cases.items[cases.count - 1].job.values[0].value.integer;
        assert_true(n > 4096 && n <= 3 * 4096);
    }
    exercise->bench = exercise->gate_case;
    struct planned_cases cases = planned(exercise, 1, arena);
    assert_int_equal(cases.items[cases.count - 1].job.values[0].value.integer, 4096);
    arena_free(arena);
}

/* The larger a case, the sooner failures of smaller ones make it needless. */
static void failures_leave_out_large_cases(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    static const int64_t sizes[] = {20000, 30000, 400000};
    static const uint64_t most[] = {4, 4, 1}; /* three buffers of that size */
    for (size_t i = 0; i < 3; i++) {
        exercise->gate_case->values[0].value.integer = sizes[i];
        struct planned_cases cases = planned(exercise, 1, arena);
        const struct job_case *given = &find(&cases, false)->job;
        assert_int_equal(given->most_failures, most[i]);
        assert_int_equal(given->only_if_none_right, i < 2);
        assert_int_equal(given->least_work > 0, i == 0); /* small ones only if they are expensive */
    }
    arena_free(arena);
}

/* A whole run takes the size that the exercise names for it, else the timed size. */
static void a_whole_run_takes_its_own_size(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    struct job_case given;
    struct error error = {0};
    exercise->bench = &exercise->cases[exercise->case_count - 1];
    assert_true(cases_plan_full(exercise, 1, arena, &given, &error));
    assert_string_equal(given.name, cases_name(arena, exercise->bench->values, exercise->bench->value_count));
    assert_true(given.whole && given.compare && !given.measure);
    assert_true((given.checks & DEVICE_CHECK_RACE) && (given.checks & DEVICE_COUNT));
    exercise->full = &exercise->cases[0];
    assert_true(cases_plan_full(exercise, 1, arena, &given, &error));
    assert_string_equal(given.name, cases_name(arena, exercise->full->values, exercise->full->value_count));
    assert_true(cases_plan_full_timed(exercise, 1, arena, &given, &error));
    assert_true(given.measure && !given.whole);
    arena_free(arena);
}

/* The timed run and the whole run of one attempt have the same size, or their counts differ. */
static void the_seed_draws_one_timed_size_for_all_runs(void **state)
{
    (void)state;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    struct job_case timed, whole, modelled;
    struct error error = {0};
    exercise->bench = &exercise->cases[0];
    exercise->benches = exercise->cases;
    exercise->bench_count = exercise->case_count;
    assert_true(exercise->bench_count > 2);
    for (uint64_t seed = 0; seed < 2 * exercise->bench_count; seed++) {
        const struct exercise_case *drawn = &exercise->cases[seed % exercise->case_count];
        int64_t listed = drawn->values[0].value.integer;
        assert_true(cases_plan_bench(exercise, seed, arena, &timed, &error));
        assert_true(cases_plan_full(exercise, seed, arena, &whole, &error));
        assert_true(cases_plan_full_timed(exercise, seed, arena, &modelled, &error));
        int64_t number = timed.values[0].value.integer;
        assert_true((number == listed) == (seed < exercise->bench_count || listed < 64)); /* no plan lists it */
        assert_true(4 * number >= 3 * listed && 4 * number <= 5 * listed);
        assert_string_equal(timed.name, cases_name(arena, timed.values, timed.value_count));
        assert_string_equal(whole.name, timed.name);
        assert_string_equal(modelled.name, timed.name);
    }
}

static void the_drawn_size_follows_the_seed(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    int64_t seen[40];
    int different = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        struct planned_cases cases = planned(exercise, seed, arena), again = planned(exercise, seed, arena);
        const struct planned_case *drawn = find(&cases, true), *large = find_large(&cases);
        int64_t large_size = large->job.values[0].value.integer;
        assert_true(large_size > 2000 && large_size <= 4096); /* the upper half, up to the gate case */
        seen[seed - 1] = drawn->job.values[0].value.integer;
        assert_true(seen[seed - 1] >= 1 && seen[seed - 1] <= 4096);
        assert_int_equal(find(&again, true)->job.values[0].value.integer, seen[seed - 1]);
        different += seed > 1 && seen[seed - 1] != seen[seed - 2];
    }
    assert_true(different > 30);
    arena_free(arena);
}

/* Drawn sizes remain multiples of 16, and matrices remain square. */
static void drawn_sizes_keep_what_all_cases_share(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    exercise->gate_case = NULL;
    exercise->case_count = 3;
    for (int i = 0; i < 3; i++) {
        struct case_value *values = ARENA_ARRAY(arena, 3, struct case_value);
        int64_t size = 16 * (1 + 3 * i);
        values[0] = (struct case_value){"h", {.integer = size, .real = (double)size}};
        values[1] = (struct case_value){"w", {.integer = size, .real = (double)size}};
        values[2] = (struct case_value){"n", {.integer = 5, .real = 5}};
        exercise->cases[i] = (struct exercise_case){.values = values, .value_count = 3};
    }
    for (size_t i = 0; i < 3; i++)
        exercise->parameters[i].shape[0] = scene_expression(arena, "h*w");
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct planned_cases cases = planned(exercise, seed, arena);
        const struct job_case *drawn = &find(&cases, true)->job;
        assert_int_equal(drawn->values[0].value.integer % 16, 0);
        assert_int_equal(drawn->values[0].value.integer, drawn->values[1].value.integer);
        assert_int_equal(drawn->values[2].value.integer, 5);
        assert_non_null(strstr(drawn->name, "h="));
    }
    struct planned_cases cases = planned(exercise, 1, arena);
    const struct planned_case *gate = find(&cases, false);
    assert_string_equal(gate->job.name, "h=112 w=112 n=5"); /* without a named gate case, the last one */
    arena_free(arena);
}

/* The second gate case keeps to large, aligned sizes and leaves shapes of the problem alone. */
static void the_second_gate_case_is_aligned(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    int64_t last = 0;
    int different = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct planned_cases cases = planned(exercise, seed, arena);
        for (size_t i = 0; i < cases.count; i++) {
            if (!cases.items[i].is_second_gate)
                continue;
            int64_t size = cases.items[i].job.values[0].value.integer;
            assert_true(size >= 2048 && size < 4096 && size % 512 == 0);
            assert_true(cases.items[i].job.checks & DEVICE_COUNT);
            different += size != last;
            last = size;
        }
    }
    assert_true(different > 5);
    exercise->gates[0].counter = "atomics"; /* a count grows with the size */
    struct planned_cases cases = planned(exercise, 1, arena);
    for (size_t i = 0; i < cases.count; i++)
        assert_false(cases.items[i].is_second_gate);
    arena_free(arena);
}

/* A scalar of a floating-point type is drawn between its values, also where some are whole. */
static void drawn_scalars_lie_between_those_of_the_cases(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    struct parameter *parameters = ARENA_ARRAY(arena, 5, struct parameter);
    memcpy(parameters, exercise->parameters, 4 * sizeof *parameters);
    parameters[4] = (struct parameter){.name = "t", .dtype = DTYPE_F32, .role = PARAMETER_SCALAR};
    exercise->parameters = parameters;
    exercise->parameter_count = 5;
    exercise->gate_case = NULL;
    exercise->case_count = 2;
    for (int i = 0; i < 2; i++) {
        struct case_value *values = ARENA_ARRAY(arena, 2, struct case_value);
        values[0] = (struct case_value){"n", {.integer = 10 + 50 * i, .real = 10 + 50 * i}};
        values[1] = (struct case_value){"t", {.is_real = i == 0, .integer = i ? 8 : 0, .real = i ? 8 : 2.5}};
        exercise->cases[i] = (struct exercise_case){.values = values, .value_count = 2};
    }
    struct planned_cases cases = planned(exercise, 3, arena);
    const struct value *drawn = &find(&cases, true)->job.values[1].value;
    assert_true(drawn->is_real && drawn->real > 2.5 && drawn->real < 8);
    arena_free(arena);
}

/* Every case is sized by its own number of devices. */
static void shapes_can_name_the_ranks(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    exercise->devices = 3;
    exercise->parameters[2].shape[0] = scene_expression(arena, "ranks*n");
    exercise->cases[0].devices = 2;
    struct planned_cases cases = planned(exercise, 1, arena);
    assert_int_equal(cases.items[0].elements, 1 + 1 + 2 * 1);
    assert_int_equal(cases.items[0].job.devices, 2);
    assert_int_equal(find(&cases, false)->elements, 4096 + 4096 + 3 * 4096);
    arena_free(arena);
}

static void authored_mistakes_are_errors(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct exercise *exercise = scene_vector_add(arena);
    struct planned_cases cases;
    exercise->cases[2].value_count = 0; /* n is missing */
    assert_false(cases_plan(exercise, 1, arena, &cases, NULL));
    exercise->case_count = 0;
    assert_false(cases_plan(exercise, 1, arena, &cases, NULL));
    arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cases_come_smallest_first),
        cmocka_unit_test(an_untimed_exercise_has_a_larger_case),
        cmocka_unit_test(failures_leave_out_large_cases),
        cmocka_unit_test(a_whole_run_takes_its_own_size),
        cmocka_unit_test(the_seed_draws_one_timed_size_for_all_runs),
        cmocka_unit_test(the_drawn_size_follows_the_seed),
        cmocka_unit_test(drawn_sizes_keep_what_all_cases_share),
        cmocka_unit_test(the_second_gate_case_is_aligned),
        cmocka_unit_test(drawn_scalars_lie_between_those_of_the_cases),
        cmocka_unit_test(shapes_can_name_the_ranks),
        cmocka_unit_test(authored_mistakes_are_errors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
