/* Plans the cases of a submission: given, gate, drawn, timed. */
#include "grader/prepare/cases.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/random.h"
#include "grader/prepare/drawn_case.h"
#include "grader/value/counter.h"
#include "grader/value/scope.h"
#include "grader/value/strict.h"

enum {
    CHECKED_ELEMENTS_MAX = 1 << 23, /* larger cases are not checked for races and barriers */
    SMALL_ELEMENTS_MAX = 1 << 16,   /* larger cases are not run once several failed and none was right */
    SMALL_WORK_MAX = 400000,        /* nor are smaller ones after that many warp instructions */
    MEDIUM_ELEMENTS_MAX = 1 << 20,  /* larger cases are not run once a smaller one failed */
    SEVERAL_FAILURES = 4,
    GATE_NUMBER = 1000,
    BENCH_NUMBER = 2000,
    OWN_NUMBER = 3000,
    SMALLER_NUMBER = 4000,
    STREAM_LIKE = 800, /* of random numbers, see drawn_case.c */
};

/*
 * A budget that ends an endless kernel soon, and equally on every machine. Where the reference
 * takes much, the worker raises it (case_work.c).
 */
static uint64_t instruction_limit(uint64_t elements)
{
    uint64_t limit = CASE_INSTRUCTIONS_LEAST + elements * 100;
    return limit < UINT64_C(1000000000) ? limit : UINT64_C(1000000000);
}

/*
 * A submission's case has less, because the reference tells what a right kernel needs. An endless
 * loop in a large case would take seconds.
 */
static uint64_t first_limit(uint64_t limit)
{
    enum { FIRST_MOST = 12000000 };
    return limit < FIRST_MOST ? limit : FIRST_MOST;
}

const char *cases_name(struct arena *arena, const struct case_value *values, size_t count)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    for (size_t i = 0; i < count; i++) {
        buffer_printf(&text, "%s%s=", i ? " " : "", values[i].name);
        if (values[i].value.is_real)
            buffer_printf(&text, "%g", values[i].value.real);
        else
            buffer_printf(&text, "%" PRId64, values[i].value.integer);
    }
    return arena_strdup(arena, buffer_text(&text));
}

static bool plan_case(const struct exercise *exercise, const struct exercise_case *given, uint64_t number,
                      struct arena *arena, struct planned_case *out, struct error *error)
{
    int devices = given->devices ? given->devices : exercise->devices;
    struct scope scope = {given->values, given->value_count, devices};
    uint64_t elements;
    if (!scope_total_elements(&scope, exercise->parameters, exercise->parameter_count, &elements, error))
        return error_add_context(error, "case %s", given->name ? given->name : "");
    *out = (struct planned_case){.elements = elements};
    out->job = (struct job_case){
        .name = given->name ? given->name : cases_name(arena, given->values, given->value_count),
        .values = given->values,
        .value_count = given->value_count,
        .inits = given->inits,
        .init_count = given->init_count,
        .checks = elements <= CHECKED_ELEMENTS_MAX ? DEVICE_CHECK_ALL : DEVICE_CHECK_MEMORY | DEVICE_CHECK_INITIALISED,
        .compare = true,
        .number = number,
        .devices = devices > 0 ? devices : 1,
        .instruction_limit = instruction_limit(elements),
    };
    return true;
}

static bool same_case(const struct exercise_case *left, const struct exercise_case *right)
{
    if (left == right)
        return true;
    if (left->value_count != right->value_count || left->init_count || right->init_count ||
        left->devices != right->devices)
        return false;
    struct scope scope = {.values = right->values, .value_count = right->value_count};
    for (size_t i = 0; i < left->value_count; i++) {
        struct value value;
        if (!scope_find(&scope, left->values[i].name, &value) || value.is_real != left->values[i].value.is_real ||
            (value.is_real ? value.real != left->values[i].value.real : value.integer != left->values[i].value.integer))
            return false;
    }
    return true;
}

static int by_elements(const void *left, const void *right)
{
    const struct planned_case *a = left, *b = right;
    if (a->elements != b->elements)
        return a->elements < b->elements ? -1 : 1;
    return a->job.number < b->job.number ? -1 : a->job.number > b->job.number;
}

/* By elements, ascending. */
static void cases_sort(struct planned_cases *cases)
{
    qsort(cases->items, cases->count, sizeof *cases->items, by_elements);
}

static bool add_given(const struct exercise *exercise, struct arena *arena, struct planned_cases *cases,
                      struct error *error)
{
    const struct exercise_case *gate = exercise->gate_case;
    bool has_gate = false;
    for (size_t i = 0; i < exercise->case_count; i++) {
        struct planned_case *planned = &cases->items[cases->count++];
        if (!plan_case(exercise, &exercise->cases[i], i, arena, planned, error))
            return false;
        planned->is_gate = gate && !has_gate && same_case(gate, &exercise->cases[i]);
        has_gate = has_gate || planned->is_gate;
    }
    if (!gate) {
        cases->items[cases->count - 1].is_gate = true;
        return true;
    }
    struct planned_case *planned = &cases->items[cases->count];
    cases->count += !has_gate;
    if (has_gate)
        return true;
    bool done = plan_case(exercise, gate, GATE_NUMBER, arena, planned, error);
    planned->is_gate = true;
    return done;
}

static bool is_planned(const struct planned_cases *cases, const char *name)
{
    for (size_t i = 0; i < cases->count; i++)
        if (!strcmp(cases->items[i].job.name, name))
            return true;
    return false;
}

static bool has_ratio_gate(const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->gate_count; i++)
        if (counter_is_ratio(exercise->gates[i].counter))
            return true;
    return false;
}

static bool add_drawn(const struct exercise *exercise, uint64_t seed, struct arena *arena, struct planned_cases *cases,
                      struct error *error)
{
    for (int kind = 0; kind < DRAWN_KINDS; kind++) {
        bool is_unused = (kind == DRAWN_GATE && !has_ratio_gate(exercise)) ||
                         (kind == DRAWN_BEYOND && (exercise->bench || exercise->expect_trap));
        struct exercise_case *drawn = is_unused ? NULL : drawn_case(exercise, (enum drawn_kind)kind, seed, arena);
        if (!drawn || (kind && is_planned(cases, drawn->name)))
            continue;
        struct planned_case *planned = &cases->items[cases->count];
        if (!plan_case(exercise, drawn, DRAWN_NUMBER + (uint64_t)kind, arena, planned, error))
            return false;
        planned->is_drawn = true;
        planned->is_second_gate = kind == DRAWN_GATE;
        if (planned->is_second_gate)
            planned->job.checks = DEVICE_CHECK_MEMORY;
        cases->count++;
    }
    return true;
}

/* Counts lines only in cases whose numbers are read, because counting costs time. */
static void choose_counted(struct planned_cases *cases, bool with_cache)
{
    for (size_t i = 0; i < cases->count; i++)
        if (cases->items[i].is_gate || cases->items[i].is_second_gate || i == 0)
            cases->items[i].job.checks |= DEVICE_COUNT | (with_cache ? DEVICE_COUNT_CACHE : 0);
}

/*
 * The small cases that failed show more than a large one would. If others were right, large ones
 * can show what separates them.
 */
static void set_most_failures(struct planned_case *planned)
{
    struct job_case *job = &planned->job;
    bool is_small = planned->elements <= SMALL_ELEMENTS_MAX, is_large = planned->elements > MEDIUM_ELEMENTS_MAX;
    job->most_failures = is_large ? 1 : SEVERAL_FAILURES;
    job->only_if_none_right = !is_large;
    job->least_work = is_small ? SMALL_WORK_MAX : 0;
}

bool cases_plan(const struct exercise *exercise, uint64_t seed, struct arena *arena, struct planned_cases *out_cases,
                struct error *error)
{
    struct planned_cases cases = {.items =
                                      ARENA_ARRAY(arena, exercise->case_count + 1 + DRAWN_KINDS, struct planned_case)};
    if (!exercise->case_count || exercise->case_count + 1 + DRAWN_KINDS > JOB_CASES_MAX)
        return error_set(error, ERROR_RANGE, "exercise %s has no cases, or too many", exercise->id);
    if (!add_given(exercise, arena, &cases, error) || !add_drawn(exercise, seed, arena, &cases, error))
        return false;
    bool with_cache = false;
    for (size_t i = 0; i < exercise->gate_count; i++)
        with_cache = with_cache || counter_needs_cache(exercise->gates[i].counter);
    cases_sort(&cases);
    choose_counted(&cases, with_cache);
    for (size_t i = 0; i < cases.count; i++) {
        cases.items[i].job.orders = true;
        cases.items[i].job.has_budget = true;
        if (exercise->reference)
            cases.items[i].job.instruction_limit = first_limit(cases.items[i].job.instruction_limit);
        cases.items[i].job.strict = exercise->expect_trap ? 0 : strict_kinds(exercise);
        if (!exercise->expect_trap)
            set_most_failures(&cases.items[i]);
        cases.items[i].job.sample_seed = random_at(seed, DRAWN_NUMBER, cases.items[i].job.number);
    }
    *out_cases = cases;
    return true;
}

static bool plan_timed(const struct exercise *exercise, const struct exercise_case *given, uint64_t seed,
                       struct arena *arena, struct job_case *out_case, struct error *error)
{
    struct planned_case planned;
    if (!plan_case(exercise, given, BENCH_NUMBER, arena, &planned, error))
        return false;
    planned.job.measure = true;
    planned.job.checks = 0;
    planned.job.sample_seed = random_at(seed, DRAWN_NUMBER, BENCH_NUMBER);
    *out_case = planned.job;
    return true;
}

/*
 * A case like the given one: one of its larger numbers is between three quarters and five quarters
 * as large. No plan can list all of them.
 */
static const struct exercise_case *draw_like(const struct exercise_case *given, uint64_t seed, struct arena *arena)
{
    enum { LARGE = 64, PARTS = 16, STEPS = 4 };
    struct exercise_case *drawn = arena_memdup(arena, given, sizeof *given);
    struct value *large[JOB_VALUES_MAX];
    uint64_t count = 0;
    drawn->values = arena_memdup(arena, given->values, given->value_count * sizeof *given->values);
    for (size_t i = 0; i < drawn->value_count && count < JOB_VALUES_MAX; i++)
        if (!drawn->values[i].value.is_real && drawn->values[i].value.integer >= LARGE)
            large[count++] = &drawn->values[i].value;
    if (!count)
        return given;
    int64_t *number = &large[random_below_at(seed, STREAM_LIKE, 0, count)]->integer;
    int64_t step = 1 + (int64_t)random_below_at(seed, STREAM_LIKE, 1, STEPS);
    *number += (random_below_at(seed, STREAM_LIKE, 2, 2) ? step : -step) * (*number / PARTS);
    drawn->name = cases_name(arena, drawn->values, drawn->value_count);
    return drawn;
}

/* Seeds below the number of `benches` draw these themselves: their times come with the course. */
static const struct exercise_case *bench_of(const struct exercise *exercise, uint64_t seed, struct arena *arena)
{
    if (!exercise->bench_count)
        return exercise->bench;
    const struct exercise_case *given = &exercise->benches[seed % exercise->bench_count];
    return seed < exercise->bench_count ? given : draw_like(given, seed, arena);
}

bool cases_plan_bench(const struct exercise *exercise, uint64_t seed, struct arena *arena, struct job_case *out_case,
                      struct error *error)
{
    return plan_timed(exercise, bench_of(exercise, seed, arena), seed, arena, out_case, error);
}

/* The size that is run whole. */
static const struct exercise_case *full_of(const struct exercise *exercise, uint64_t seed, struct arena *arena)
{
    return exercise->full ? exercise->full : bench_of(exercise, seed, arena);
}

bool cases_plan_full(const struct exercise *exercise, uint64_t seed, struct arena *arena, struct job_case *out_case,
                     struct error *error)
{
    if (!plan_timed(exercise, full_of(exercise, seed, arena), seed, arena, out_case, error))
        return false;
    out_case->measure = false;
    out_case->whole = true;
    out_case->checks = DEVICE_CHECK_ALL | DEVICE_COUNT;
    return true;
}

bool cases_plan_full_timed(const struct exercise *exercise, uint64_t seed, struct arena *arena,
                           struct job_case *out_case, struct error *error)
{
    return plan_timed(exercise, full_of(exercise, seed, arena), seed, arena, out_case, error);
}

bool cases_plan_smaller(const struct exercise *exercise, const struct exercise_case *given, struct arena *arena,
                        struct planned_case *out_case, struct error *error)
{
    return plan_case(exercise, given, SMALLER_NUMBER, arena, out_case, error);
}

bool cases_plan_own(const struct exercise *exercise, const struct exercise_case *given, struct arena *arena,
                    struct job_case *out_case, struct error *error)
{
    struct planned_case planned;
    if (!plan_case(exercise, given, OWN_NUMBER, arena, &planned, error))
        return false;
    if (planned.elements > OWN_ELEMENTS_MAX)
        return error_set(error, ERROR_RANGE,
                         "your own case can have at most %d million elements, and this one has %d million",
                         (int)(OWN_ELEMENTS_MAX >> 20), (int)(planned.elements >> 20));
    *out_case = planned.job;
    return true;
}
