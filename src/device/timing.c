/* Times two sides in alternating runs. */
#include "device/timing.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "base/told.h"

enum {
    WARM_RUNS_MIN = 2,
    WARM_RUNS_MAX = 50,
    WARM_NS = 100000000, /* an idle GPU takes this long to raise its clocks */
    OVERHEAD_RUNS = 21,
    HEALTH_EVERY_RUNS = 10,
};
#define RESOLUTION_NS 500.0 /* of events (CUDA driver API, cuEventElapsedTime) */

struct timing {
    const struct timing_request *request;
    struct timing_result *result;
    struct error *error;
    uint32_t runs_min, runs_max;
    double spread;
    int64_t began_ns, budget_ns;
    double times_ns[TIMING_SIDES][TIMING_RUNS_MAX];
    double ratios[TIMING_RUNS_MAX];
};

static bool finish(struct timing *timing, enum timing_status status, const char *note)
{
    timing->result->status = status;
    snprintf(timing->result->note, sizeof timing->result->note, "%s", note);
    return false;
}

/* --- one run ---------------------------------------------------------------------------------- */

/*
 * All devices flush their caches before any clock starts. Otherwise one that reads a neighbour's
 * memory could meet the flush there.
 */
static bool wait_for_each_other(const struct timing_request *request, struct error *error)
{
    uint64_t marks[DEVICE_COUNT_MAX];
    for (int i = 0; i < request->device_count; i++)
        if (!request->devices[i]->vtable->mark(request->devices[i], 0, &marks[i], error))
            return false;
    for (int i = 0; i < request->device_count; i++)
        for (int j = 0; j < request->device_count; j++)
            if (i != j &&
                !request->devices[i]->vtable->wait_for(request->devices[i], 0, request->devices[j], marks[j], error))
                return false;
    return true;
}

/*
 * The clocks start when the last flush ends. Until then the host enqueues the timed work, so that
 * its own speed is no part of the time. A flush takes 40 us on an H100, and a launch 4 us of the
 * host. Plans on several devices have the most launches.
 */
enum { FLUSHES = 4, FLUSHES_OF_SEVERAL = 32 };

static bool begin_clocks(const struct timing_request *request, struct error *error)
{
    int flushes = request->device_count > 1 ? FLUSHES_OF_SEVERAL : FLUSHES;
    for (int i = 0; i < request->device_count * flushes; i++) {
        struct device *device = request->devices[i % request->device_count];
        if (!device->vtable->flush_cache(device, error))
            return false;
    }
    if (request->device_count > 1 && !wait_for_each_other(request, error))
        return false;
    for (int i = 0; i < request->device_count; i++)
        if (!request->devices[i]->vtable->time_begin(request->devices[i], error))
            return false;
    return true;
}

static bool read_clocks(const struct timing_request *request, double *out_ns, struct error *error)
{
    double longest_ns = 0;
    for (int i = 0; i < request->device_count; i++) {
        double elapsed_ns = 0;
        if (!request->devices[i]->vtable->elapsed_ns(request->devices[i], &elapsed_ns, error))
            return false;
        longest_ns = elapsed_ns > longest_ns ? elapsed_ns : longest_ns;
    }
    *out_ns = longest_ns;
    return true;
}

static const struct observation *find_stopped(const struct timing_request *request)
{
    for (int i = 0; i < request->device_count; i++) {
        const struct observation *observation = request->devices[i]->observation;
        if (observation && (observation->faulted || observation->timed_out))
            return observation;
    }
    return NULL;
}

/* False with an error, or with the result's status set. */
static bool time_run(struct timing *timing, enum timing_side side, uint32_t run, double *out_ns)
{
    const struct timing_request *request = timing->request;
    const struct timing_callbacks *callbacks = &request->callbacks;
    double elapsed_ns = 0;
    bool is_right = true;
    timing->result->side = side;
    if (callbacks->cancelled && callbacks->cancelled(callbacks->context))
        return error_set(timing->error, ERROR_CANCELLED, "timing was cancelled");
    if (callbacks->refresh && !callbacks->refresh(callbacks->context, side, run, timing->error))
        return false;
    if (!begin_clocks(request, timing->error))
        return false;
    bool has_run = callbacks->run(callbacks->context, side, timing->error);
    const struct observation *stopped = find_stopped(request);
    if (stopped) {
        *timing->error = (struct error){0}; /* the observation describes it */
        return finish(timing, TIMING_STOPPED, stopped->fault);
    }
    if (!has_run)
        return false;
    if (!read_clocks(request, &elapsed_ns, timing->error))
        return false;
    if (callbacks->check && !callbacks->check(callbacks->context, side, run, &is_right, timing->error))
        return false;
    if (!is_right)
        return finish(timing, TIMING_WRONG, N_("the outputs of a timed run are wrong"));
    elapsed_ns -= timing->result->overhead_ns;
    *out_ns = elapsed_ns > RESOLUTION_NS ? elapsed_ns : RESOLUTION_NS;
    return true;
}

static int sides(const struct timing *timing)
{
    return timing->request->has_reference ? TIMING_SIDES : 1;
}

static bool warm_up(struct timing *timing)
{
    double ignored_ns;
    int64_t began_ns = clock_monotonic_ns();
    for (int i = 0; i < WARM_RUNS_MAX; i++) {
        for (int side = 0; side < sides(timing); side++)
            if (!time_run(timing, (enum timing_side)side, 0, &ignored_ns))
                return false;
        if (i + 1 >= WARM_RUNS_MIN && clock_monotonic_ns() - began_ns >= WARM_NS)
            break;
    }
    return true;
}

/* --- the series ------------------------------------------------------------------------------- */

/* A GPU without health data is accepted. */
static bool is_healthy(struct timing *timing)
{
    for (int i = 0; i < timing->request->device_count; i++) {
        struct device *device = timing->request->devices[i];
        struct device_health health = {0};
        if (!device->vtable->health || !device->vtable->health(device, &health, NULL))
            continue;
        if (i == 0)
            timing->result->health = health;
        const char *objection = health_objection(&health);
        if (objection)
            return finish(timing, TIMING_NOT_RECORDED, objection);
    }
    return true;
}

static double summarise(struct timing *timing)
{
    struct timing_result *result = timing->result;
    double widest = 0;
    for (int side = 0; side < sides(timing); side++) {
        result->times_ns[side] = statistics_median(timing->times_ns[side], result->runs, TIMING_CONFIDENCE);
        double spread = statistics_spread(&result->times_ns[side]);
        widest = spread > widest ? spread : widest;
    }
    if (timing->request->has_reference)
        result->ratio = statistics_median(timing->ratios, result->runs, TIMING_CONFIDENCE);
    return widest;
}

/*
 * Runs one pair. The Thue-Morse sequence decides who goes first: it favours neither side, and has
 * no period that something else in the machine could share.
 */
static bool time_pair(struct timing *timing)
{
    struct timing_result *result = timing->result;
    uint32_t index = result->runs;
    for (int i = 0; i < sides(timing); i++) {
        int side = (sides(timing) == TIMING_SIDES && __builtin_parity(index)) ? 1 - i : i;
        if (!time_run(timing, (enum timing_side)side, index + 1, &timing->times_ns[side][index]))
            return false;
    }
    if (timing->request->has_reference)
        timing->ratios[index] = timing->times_ns[TIMING_REFERENCE][index] / timing->times_ns[TIMING_LEARNER][index];
    result->runs++;
    return true;
}

static bool run_series(struct timing *timing)
{
    struct timing_result *result = timing->result;
    double widest = 0;
    while (result->runs < timing->runs_max) {
        if (!time_pair(timing) || (result->runs % HEALTH_EVERY_RUNS == 0 && !is_healthy(timing)))
            return false;
        if (result->runs < timing->runs_min)
            continue;
        widest = summarise(timing);
        if (widest < timing->spread || clock_monotonic_ns() - timing->began_ns >= timing->budget_ns)
            break;
    }
    widest = summarise(timing);
    if (!is_healthy(timing))
        return false;
    if (widest <= TIMING_SPREAD_MAX)
        return true;
    char note[200];
    told_print(note, sizeof note, N_("the GPU is unsteady: the median is uncertain by {share}"), "share=%.0f %%",
               100 * widest);
    return finish(timing, TIMING_NOT_RECORDED, note);
}

/* --- public functions ------------------------------------------------------------------------- */

static bool can_time(const struct device *device, struct error *error)
{
    const struct device_vtable *vtable = device->vtable;
    return (device->properties.measures_time && vtable->time_begin && vtable->flush_cache) ||
           error_set(error, ERROR_UNSUPPORTED, "the %s device does not measure time", device->properties.kind);
}

/* The time between two events with nothing in between. */
static bool timing_overhead_ns(struct device *device, double *out_ns, struct error *error)
{
    double times_ns[OVERHEAD_RUNS];
    if (!can_time(device, error))
        return false;
    for (int i = 0; i < OVERHEAD_RUNS; i++)
        if (!device->vtable->flush_cache(device, error) || !device->vtable->time_begin(device, error) ||
            !device->vtable->synchronise(device, error) || !device->vtable->elapsed_ns(device, &times_ns[i], error))
            return false;
    *out_ns = statistics_median(times_ns, OVERHEAD_RUNS, TIMING_CONFIDENCE).median;
    return true;
}

static struct timing settings(const struct timing_request *request, struct timing_result *result, struct error *error)
{
    struct timing timing = {.request = request, .result = result, .error = error, .began_ns = clock_monotonic_ns()};
    timing.runs_max = request->runs_max && request->runs_max < TIMING_RUNS_MAX ? request->runs_max : TIMING_RUNS_MAX;
    timing.runs_min = request->runs_min ? request->runs_min : TIMING_RUNS_MIN;
    if (timing.runs_min > timing.runs_max)
        timing.runs_min = timing.runs_max;
    timing.spread = request->spread > 0 ? request->spread : TIMING_SPREAD;
    timing.budget_ns = request->budget_ns > 0 ? request->budget_ns : TIMING_BUDGET_NS;
    return timing;
}

bool timing_measure(const struct timing_request *request, struct timing_result *out_result, struct error *error)
{
    struct error failure = {0};
    struct timing_result result = {0};
    struct timing timing = settings(request, &result, &failure);
    for (int i = 0; i < request->device_count; i++)
        if (!can_time(request->devices[i], error))
            return false;
    bool done = timing_overhead_ns(request->devices[0], &result.overhead_ns, &failure) && is_healthy(&timing) &&
                warm_up(&timing) && run_series(&timing);
    if (!done && failure.code != ERROR_NONE) {
        if (error)
            *error = failure;
        return false;
    }
    *out_result = result;
    return true;
}
