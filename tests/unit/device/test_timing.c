/* Tests the course of a comparison on a device with a clock that the test controls. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "device/timing.h"

struct clocked {
    struct device base;
    struct observation observation;
    double pending_ns;                                /* the next answer of elapsed_ns */
    double overhead_ns, base_ns[TIMING_SIDES], noise; /* relative */
    uint64_t random;
    int flushes, flushes_before, begins, checks, refreshes;
    int waits; /* for another device, since the clock began */
    int begins_behind_all;
    uint64_t slowdowns;
    int healthy_for;        /* answers of health */
    int wrong_at, fault_at; /* timed runs of the learner; 0: never */
    int learner_runs, order_errors;
    char order[512];
};

static struct clocked *self(struct device *device)
{
    return (struct clocked *)device;
}

static bool flush(struct device *device, struct error *error)
{
    (void)error;
    self(device)->flushes++;
    return true;
}
static bool begin(struct device *device, struct error *error)
{
    (void)error;
    struct clocked *clocked = self(device);
    clocked->order_errors += clocked->flushes == clocked->flushes_before; /* the L2 is cold each time */
    clocked->flushes_before = clocked->flushes;
    clocked->begins++;
    clocked->pending_ns = clocked->overhead_ns;
    return true;
}
static bool mark(struct device *device, int stream, uint64_t *out_mark, struct error *error)
{
    (void)error;
    struct clocked *clocked = self(device);
    assert_int_equal(stream, 0);
    *out_mark = (uint64_t)(1000 + clocked->flushes); /* the mark follows that flush */
    clocked->order_errors += clocked->waits != 0;
    return true;
}
static bool wait_for(struct device *device, int stream, struct device *marked, uint64_t mark, struct error *error)
{
    (void)error;
    assert_int_equal(stream, 0);
    assert_ptr_not_equal(device, marked);
    self(device)->order_errors += mark != (uint64_t)(1000 + self(marked)->flushes);
    self(device)->waits++;
    return true;
}
static bool begin_behind_all(struct device *device, struct error *error)
{
    (void)error;
    struct clocked *clocked = self(device);
    clocked->begins++;
    clocked->begins_behind_all += clocked->waits == 1;
    clocked->waits = 0;
    clocked->pending_ns = clocked->overhead_ns;
    return true;
}
static bool synchronise(struct device *device, struct error *error)
{
    (void)device, (void)error;
    return true;
}
static bool elapsed(struct device *device, double *out_ns, struct error *error)
{
    (void)error;
    *out_ns = self(device)->pending_ns;
    return true;
}
static bool health(struct device *device, struct device_health *out_health, struct error *error)
{
    (void)error;
    struct clocked *clocked = self(device);
    *out_health = (struct device_health){.sm_clock_mhz = 1980};
    if (clocked->healthy_for-- <= 0)
        out_health->slowdowns = clocked->slowdowns;
    return true;
}

static const struct device_vtable clocked_vtable = {
    .flush_cache = flush, .time_begin = begin, .synchronise = synchronise, .elapsed_ns = elapsed, .health = health};

static bool refresh(void *context, enum timing_side side, uint32_t run, struct error *error)
{
    struct clocked *clocked = context;
    (void)side, (void)run, (void)error;
    clocked->refreshes++;
    return true;
}

static bool run_side(void *context, enum timing_side side, struct error *error)
{
    struct clocked *clocked = context;
    (void)error;
    clocked->random = clocked->random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    double swing = (double)(clocked->random >> 11) / 9007199254740992.0 - 0.5;
    clocked->pending_ns += clocked->base_ns[side] * (1 + clocked->noise * swing);
    if (strlen(clocked->order) + 1 < sizeof clocked->order)
        strcat(clocked->order, side == TIMING_LEARNER ? "L" : "R");
    if (side == TIMING_LEARNER && ++clocked->learner_runs == clocked->fault_at) {
        clocked->observation.faulted = true;
        strcpy(clocked->observation.fault, "it broke");
    }
    return true;
}

static bool check(void *context, enum timing_side side, uint32_t run, bool *out_right, struct error *error)
{
    struct clocked *clocked = context;
    (void)error;
    clocked->checks++;
    *out_right = !(side == TIMING_LEARNER && run && (int)run == clocked->wrong_at);
    return true;
}

static struct clocked new_clocked(double learner_ns, double reference_ns, double noise)
{
    return (struct clocked){.base = {.vtable = &clocked_vtable, .properties = {.kind = "fake", .measures_time = true}},
                            .overhead_ns = 1200,
                            .base_ns = {learner_ns, reference_ns},
                            .noise = noise,
                            .random = 42};
}

static struct timing_result measure(struct clocked *clocked, bool has_reference)
{
    struct device *devices[] = {&clocked->base};
    struct timing_result result = {0};
    struct error error = {0};
    struct timing_request request = {
        .devices = devices,
        .device_count = 1,
        .callbacks = {.context = clocked, .refresh = refresh, .run = run_side, .check = check},
        .has_reference = has_reference,
    };
    clocked->base.observation = &clocked->observation;
    if (!timing_measure(&request, &result, &error))
        fail_msg("%s", error.message);
    assert_int_equal(clocked->order_errors, 0);
    return result;
}

static void steady_times_need_few_runs(void **state)
{
    (void)state;
    struct clocked clocked = new_clocked(50000, 100000, 0.001);
    struct timing_result result = measure(&clocked, true);
    assert_int_equal(result.status, TIMING_RECORDED);
    assert_int_equal(result.runs, TIMING_RUNS_MIN);
    assert_true(result.overhead_ns == 1200);
    assert_true(fabs(result.times_ns[TIMING_LEARNER].median - 50000) < 50); /* without the cost of the events */
    assert_true(fabs(result.ratio.median - 2) < 0.005);
    assert_true(result.ratio.low <= result.ratio.median && result.ratio.median <= result.ratio.high);
    assert_int_equal(result.health.sm_clock_mhz, 1980);
    assert_int_equal(clocked.checks, clocked.refreshes);
    assert_int_equal(clocked.checks, clocked.begins - 21); /* except those that measure the events */
}

static void restless_times_need_more_and_are_bounded(void **state)
{
    (void)state;
    struct clocked clocked = new_clocked(50000, 50000, 0.08);
    struct timing_result result = measure(&clocked, true);
    assert_int_equal(result.status, TIMING_RECORDED);
    assert_in_range(result.runs, TIMING_RUNS_MIN + 1, TIMING_RUNS_MAX);
    assert_true(fabs(result.ratio.median - 1) < 0.02);
}

static void sides_take_turns_in_going_first(void **state)
{
    (void)state;
    struct clocked clocked = new_clocked(50000, 50000, 0.08);
    struct timing_result result = measure(&clocked, true);
    const char *timed = clocked.order + strlen(clocked.order) - 2 * result.runs;
    assert_true(strlen(clocked.order) < sizeof clocked.order - 1);
    assert_memory_equal(timed, "LRRLRLLRRLLR", 12);
}

static void an_unsteady_gpu_gives_no_figure(void **state)
{
    (void)state;
    struct clocked clocked = new_clocked(50000, 50000, 1.9);
    struct timing_result result = measure(&clocked, true);
    assert_int_equal(result.status, TIMING_NOT_RECORDED);
    assert_int_equal(result.runs, TIMING_RUNS_MAX);
    assert_non_null(strstr(result.note, "unsteady"));
}

static void a_hot_gpu_gives_no_figure(void **state)
{
    (void)state;
    struct clocked clocked = new_clocked(50000, 50000, 0.001);
    clocked.slowdowns = HEALTH_SLOWDOWN_HEAT_HARDWARE;
    assert_int_equal(measure(&clocked, true).status, TIMING_NOT_RECORDED);
    assert_int_equal(strlen(clocked.order), 0); /* no run was tried */
    clocked = new_clocked(50000, 50000, 0.001);
    clocked.slowdowns = HEALTH_SLOWDOWN_HEAT_HARDWARE;
    clocked.healthy_for = 1; /* the GPU becomes hot during the runs */
    struct timing_result result = measure(&clocked, true);
    assert_int_equal(result.status, TIMING_NOT_RECORDED);
    assert_non_null(strstr(result.note, "too hot"));
    clocked = new_clocked(50000, 50000, 0.001);
    clocked.slowdowns = HEALTH_SLOWDOWN_POWER_CAP;
    assert_int_equal(measure(&clocked, true).status, TIMING_RECORDED);
}

static void a_wrong_run_ends_it(void **state)
{
    (void)state;
    struct clocked clocked = new_clocked(50000, 50000, 0.001);
    clocked.wrong_at = 4; /* right in the warm-up and in the next three runs */
    struct timing_result result = measure(&clocked, true);
    assert_int_equal(result.status, TIMING_WRONG);
    assert_int_equal(result.side, TIMING_LEARNER);
}

static void a_fault_ends_it(void **state)
{
    (void)state;
    struct clocked clocked = new_clocked(50000, 50000, 0.001);
    clocked.fault_at = 1;
    struct timing_result result = measure(&clocked, true);
    assert_int_equal(result.status, TIMING_STOPPED);
    assert_string_equal(result.note, "it broke");
}

/* After a timeout the call fails and the observation records it. The observation counts. */
static bool run_for_ever(void *context, enum timing_side side, struct error *error)
{
    struct clocked *clocked = context;
    (void)side;
    clocked->observation.timed_out = true;
    return error_set(error, ERROR_TIMEOUT, "the kernel did not end in the time for this run");
}

static void a_kernel_without_end_is_a_result_and_no_error(void **state)
{
    (void)state;
    struct clocked clocked = new_clocked(50000, 50000, 0.001);
    struct device *device = &clocked.base;
    clocked.base.observation = &clocked.observation;
    struct timing_request request = {.devices = &device,
                                     .device_count = 1,
                                     .callbacks = {.context = &clocked, .refresh = refresh, .run = run_for_ever}};
    struct timing_result result;
    struct error error = {0};
    assert_true(timing_measure(&request, &result, &error));
    assert_int_equal(error.code, ERROR_NONE);
    assert_int_equal(result.status, TIMING_STOPPED);
    assert_int_equal(result.side, TIMING_LEARNER);
}

static void one_side_alone_is_timed_too(void **state)
{
    (void)state;
    struct clocked clocked = new_clocked(50000, 0, 0.001);
    struct timing_result result = measure(&clocked, false);
    assert_int_equal(result.status, TIMING_RECORDED);
    assert_null(strchr(clocked.order, 'R'));
    assert_true(result.ratio.median == 0);
}

static void nothing_is_shorter_than_the_clock_can_tell(void **state)
{
    (void)state;
    struct clocked clocked = new_clocked(0, 0, 0);
    struct timing_result result = measure(&clocked, true);
    assert_true(result.times_ns[TIMING_LEARNER].median == 500);
    assert_true(result.ratio.median == 1);
}

/* Flushing another GPU's L2 would count as time of the GPU that waits for it. */
static void clocks_of_several_begin_when_all_flushes_have_ended(void **state)
{
    (void)state;
    struct device_vtable together = clocked_vtable;
    struct clocked clocked[] = {new_clocked(50000, 50000, 0.001), new_clocked(50000, 50000, 0.001)};
    struct device *devices[] = {&clocked[0].base, &clocked[1].base};
    struct timing_request request = {.devices = devices,
                                     .device_count = 2,
                                     .callbacks = {.context = &clocked[0], .run = run_side},
                                     .has_reference = true};
    struct timing_result result;
    struct error error = {0};
    together.mark = mark;
    together.wait_for = wait_for;
    together.time_begin = begin_behind_all;
    for (int i = 0; i < 2; i++) {
        clocked[i].base.vtable = &together;
        clocked[i].base.observation = &clocked[i].observation;
    }
    assert_true(timing_measure(&request, &result, &error));
    assert_int_equal(clocked[0].order_errors + clocked[1].order_errors, 0);
    assert_true(clocked[1].begins > 2 * TIMING_RUNS_MIN);
    assert_int_equal(clocked[1].begins_behind_all, clocked[1].begins);
    assert_int_equal(clocked[0].begins_behind_all, clocked[0].begins - 21); /* except those that measure the events */
}

static void a_device_without_a_clock_is_refused(void **state)
{
    (void)state;
    struct clocked clocked = new_clocked(1, 1, 0);
    struct device *devices[] = {&clocked.base};
    struct timing_request request = {.devices = devices, .device_count = 1};
    struct timing_result result = {.runs = 77};
    struct error error = {0};
    clocked.base.properties.measures_time = false;
    assert_false(timing_measure(&request, &result, &error));
    assert_int_equal(error.code, ERROR_UNSUPPORTED);
    assert_int_equal(result.runs, 77);
}

static bool cancel(void *context)
{
    (void)context;
    return true;
}

static void it_can_be_cancelled(void **state)
{
    (void)state;
    struct clocked clocked = new_clocked(1, 1, 0);
    struct device *devices[] = {&clocked.base};
    struct timing_request request = {.devices = devices,
                                     .device_count = 1,
                                     .callbacks = {.context = &clocked, .run = run_side, .cancelled = cancel}};
    struct timing_result result;
    struct error error = {0};
    clocked.base.observation = &clocked.observation;
    assert_false(timing_measure(&request, &result, &error));
    assert_int_equal(error.code, ERROR_CANCELLED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steady_times_need_few_runs),
        cmocka_unit_test(restless_times_need_more_and_are_bounded),
        cmocka_unit_test(sides_take_turns_in_going_first),
        cmocka_unit_test(an_unsteady_gpu_gives_no_figure),
        cmocka_unit_test(a_hot_gpu_gives_no_figure),
        cmocka_unit_test(a_wrong_run_ends_it),
        cmocka_unit_test(a_fault_ends_it),
        cmocka_unit_test(a_kernel_without_end_is_a_result_and_no_error),
        cmocka_unit_test(one_side_alone_is_timed_too),
        cmocka_unit_test(nothing_is_shorter_than_the_clock_can_tell),
        cmocka_unit_test(clocks_of_several_begin_when_all_flushes_have_ended),
        cmocka_unit_test(a_device_without_a_clock_is_refused),
        cmocka_unit_test(it_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
