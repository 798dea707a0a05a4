/* The time of steps that share resources. */
#include "device/virtual/composition.h"

#include <math.h>
#include <stdlib.h>

struct progress {
    double handed_ns; /* when the host hands it over */
    double left_ns;
    bool has_begun, is_over;
};

static bool is_ready(const struct compose_step *step, const struct progress *progress)
{
    for (uint32_t i = 0; i < step->wait_count; i++)
        if (!progress[step->waits[i]].is_over)
            return false;
    return true;
}

/* The fraction of full speed that a step gets, after the earlier steps took theirs. */
static double speed_of(const struct compose_step *step, double *taken)
{
    double free = 1 - taken[step->resource], share = step->share > 1 ? 1 : step->share;
    if (share <= 0)
        return 1;
    double gets = share < free ? share : free;
    taken[step->resource] += gets;
    return gets / share;
}

/*
 * Advances the time until a step ends or another can begin. Steps before `first` are over. Returns
 * the time that passed. INFINITY if nothing can run, which cannot happen for steps that only wait
 * for earlier ones.
 */
static double pass(const struct compose_step *steps, struct progress *progress, size_t first, size_t count,
                   double now_ns, double *speeds, struct device_span *spans)
{
    double taken[COMPOSE_RESOURCES_MAX] = {0}, until = INFINITY;
    size_t i = first;
    for (; i < count && progress[i].handed_ns <= now_ns; i++) {
        speeds[i] = progress[i].is_over || !is_ready(&steps[i], progress) ? 0 : speed_of(&steps[i], taken);
        if (speeds[i] > 0 && progress[i].left_ns / speeds[i] < until)
            until = progress[i].left_ns / speeds[i];
    }
    if (i < count && progress[i].handed_ns - now_ns < until)
        until = progress[i].handed_ns - now_ns;
    for (size_t j = first; j < i; j++) {
        if (speeds[j] <= 0)
            continue;
        if (!progress[j].has_begun)
            spans[j].begin_ns = now_ns;
        spans[j].end_ns = now_ns + until;
        progress[j].has_begun = true;
        progress[j].left_ns -= speeds[j] * until;
        progress[j].is_over = progress[j].left_ns <= 1e-6;
    }
    return until;
}

double compose_time(const struct compose_step *steps, size_t count, struct device_span *out_spans)
{
    struct progress *progress = calloc(count + 1, sizeof(*progress));
    double *speeds = calloc(count + 1, sizeof(*speeds));
    double handed_ns = 0, now_ns = 0;
    for (size_t i = 0; progress && i < count; i++) {
        progress[i] = (struct progress){.handed_ns = handed_ns, .left_ns = steps[i].gap_ns + steps[i].work_ns};
        handed_ns += steps[i].gap_ns;
    }
    for (size_t first = 0; progress && speeds && first < count;) {
        double passed = pass(steps, progress, first, count, now_ns, speeds, out_spans);
        if (isinf(passed))
            break;
        now_ns += passed;
        while (first < count && progress[first].is_over)
            first++;
    }
    bool done = progress && speeds;
    free(progress);
    free(speeds);
    return done ? now_ns : -1;
}
