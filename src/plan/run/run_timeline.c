/* Notes what a run does, and when, for those who draw it (plan/timeline.h). */
#include <stdio.h>
#include <string.h>

#include "device/modelling.h"
#include "plan/run/run.h"

void run_timeline_begin(struct run *run)
{
    struct plan_timeline *timeline = run->bindings->timeline;
    run->timeline = timeline;
    if (!timeline)
        return;
    *timeline = (struct plan_timeline){.rank_count = run->bindings->device_count};
    run->bar_spans = ARENA_ARRAY(run->arena, PLAN_TIMELINE_BARS_MAX, uint32_t);
}

/* The index of a name. Names beyond the limit share the last place. */
static uint32_t index_of(struct plan_timeline *timeline, const char *name)
{
    char cut[PLAN_TIMELINE_NAME_BYTES] = {0};
    snprintf(cut, sizeof cut, "%s", name);
    for (size_t i = 0; i < timeline->name_count; i++)
        if (strcmp(timeline->names[i], cut) == 0)
            return (uint32_t)i;
    if (timeline->name_count == PLAN_TIMELINE_NAMES_MAX)
        return PLAN_TIMELINE_NAMES_MAX - 1;
    memcpy(timeline->names[timeline->name_count], cut, sizeof cut);
    return (uint32_t)timeline->name_count++;
}

static const char *name_of(const struct plan_statement *statement)
{
    switch (statement->kind) {
    case PLAN_STATEMENT_LAUNCH:
        return statement->launch.kernel.text;
    case PLAN_STATEMENT_COPY:
        return "copy";
    case PLAN_STATEMENT_ZERO:
        return "zero";
    case PLAN_STATEMENT_SCRATCH:
        return statement->scratch.name.text;
    default:
        return statement->free_name.text;
    }
}

void run_timeline_statement(struct run *run, const struct plan_statement *statement)
{
    struct plan_timeline *timeline = run->timeline;
    if (!timeline || run->has_moment)
        return;
    run->has_moment = true;
    if (timeline->moment_total++ >= PLAN_TIMELINE_MOMENTS_MAX)
        return;
    bool is_work = statement->kind != PLAN_STATEMENT_SCRATCH && statement->kind != PLAN_STATEMENT_FREE;
    timeline->moments[timeline->moment_count++] = (struct plan_moment){
        .name = index_of(timeline, name_of(statement)), .line = statement->location.line, .is_work = is_work};
}

void run_timeline_step(struct run *run, const struct plan_statement *statement, const struct run_step *step)
{
    struct plan_timeline *timeline = run->timeline;
    run->bar = 0;
    if (!timeline)
        return;
    run_timeline_statement(run, statement);
    if (timeline->bar_total++ >= PLAN_TIMELINE_BARS_MAX)
        return;
    timeline->bars[timeline->bar_count++] = (struct plan_bar){.name = index_of(timeline, name_of(statement)),
                                                              .line = statement->location.line,
                                                              .rank = run->rank,
                                                              .stream = step->stream,
                                                              .label = step->label,
                                                              .begin = step->begin,
                                                              .end = step->end};
    run->bar = (uint32_t)timeline->bar_count;
}

static size_t span_count(const struct device *device)
{
    return device->modelling && device->modelling->is_on ? device->modelling->spans(device, NULL) : 0;
}

size_t run_timeline_before(const struct run *run, int rank)
{
    return run->timeline ? span_count(run->bindings->devices[rank]) : 0;
}

/* The device modelled the action's time if it has one span more than before. */
void run_timeline_after(struct run *run, int rank, const struct run_action *action, size_t spans_before)
{
    if (!run->timeline || !action->bar)
        return;
    size_t spans = span_count(run->bindings->devices[rank]);
    if (spans > spans_before)
        run->bar_spans[action->bar - 1] = (uint32_t)spans;
}

/* All work is done, so that devices know when each action began and ended. */
void run_timeline_end(struct run *run)
{
    const struct device_span *spans = NULL;
    struct device *device = run->bindings->devices[0];
    size_t count = run->timeline && span_count(device) ? device->modelling->spans(device, &spans) : 0;
    if (!count)
        return;
    struct plan_timeline *timeline = run->timeline;
    for (size_t i = 0; i < timeline->bar_count; i++) {
        uint32_t span = run->bar_spans[i];
        if (span == 0 || span > DEVICE_SPANS_MAX)
            continue;
        timeline->is_modelled = true;
        timeline->bars[i].begin_ns = spans[span - 1].begin_ns;
        timeline->bars[i].end_ns = spans[span - 1].end_ns;
    }
}

/* --- scratch ---------------------------------------------------------------------------------- */

void run_timeline_scratch(struct run *run, const struct plan_statement *statement, struct run_name *scratch)
{
    struct plan_timeline *timeline = run->timeline;
    uint64_t elements = 0;
    scratch->life = 0;
    if (!timeline || timeline->life_total++ >= PLAN_TIMELINE_LIVES_MAX)
        return;
    for (int rank = 0; rank < run->bindings->device_count; rank++)
        elements = scratch->elements[rank] > elements ? scratch->elements[rank] : elements;
    uint32_t after = (uint32_t)timeline->moment_count;
    timeline->lives[timeline->life_count++] = (struct plan_life){.name = index_of(timeline, scratch->name),
                                                                 .line = statement->location.line,
                                                                 .size_bytes = elements * dtype_bytes(scratch->dtype),
                                                                 .first = after ? after - 1 : 0,
                                                                 .end = after};
    scratch->life = (uint32_t)timeline->life_count;
}

/* A `free` is a statement of its own, after which the buffer is gone. */
void run_timeline_release(struct run *run, struct run_name *scratch)
{
    struct plan_timeline *timeline = run->timeline;
    if (!timeline || !scratch->is_scratch || !scratch->is_alive || !scratch->life)
        return;
    bool is_noted = run->is_freeing && timeline->moment_total <= PLAN_TIMELINE_MOMENTS_MAX;
    timeline->lives[scratch->life - 1].end = (uint32_t)timeline->moment_count - (is_noted ? 1 : 0);
    scratch->life = 0;
}
