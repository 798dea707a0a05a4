/*
 * What a run of a plan did, and when. It has launches, copies and fills, the statements in their
 * order, and the lives of scratch buffers.
 *
 * plan_execute() fills it. It crosses the worker's pipe, and a verdict keeps it. Its figures are
 * plain numbers, so that a screen can draw them without the plan.
 */
#ifndef PLAN_TIMELINE_H
#define PLAN_TIMELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <jansson.h>

#include "base/arena.h"
#include "base/error.h"

enum {
    PLAN_TIMELINE_NAMES_MAX = 64,
    PLAN_TIMELINE_NAME_BYTES = 48,
    PLAN_TIMELINE_BARS_MAX = 512,
    PLAN_TIMELINE_MOMENTS_MAX = 512,
    PLAN_TIMELINE_LIVES_MAX = 128,
};

/* One launch, copy or fill of one device. */
struct plan_bar {
    uint32_t name; /* index: the kernel, "copy" or "zero" */
    int line;      /* of the source */
    int rank, stream;
    int64_t label;           /* the first index of `as=`; -1: none */
    uint64_t begin, end;     /* where each launch, copy and fill takes one step */
    double begin_ns, end_ns; /* modelled; both 0: it took no time, or has none */
};

/* A statement that ran: a launch, a copy, a fill, or scratch and its release. */
struct plan_moment {
    uint32_t name; /* index: as in a bar; of a buffer for `scratch` and `free` */
    int line;
    bool is_work; /* a launch, a copy or a fill */
};

/* A scratch buffer from the statement that made it to the one before its end. */
struct plan_life {
    uint32_t name;
    int line;            /* of its `scratch` */
    uint64_t size_bytes; /* on the device where it is largest */
    uint32_t first, end; /* indices of moments: first <= at < end */
};

/* Arrays hold the first ones. The totals count all. */
struct plan_timeline {
    int rank_count;
    bool is_modelled; /* bars have nanoseconds */
    char names[PLAN_TIMELINE_NAMES_MAX][PLAN_TIMELINE_NAME_BYTES];
    size_t name_count;
    struct plan_bar bars[PLAN_TIMELINE_BARS_MAX];
    size_t bar_count, bar_total;
    struct plan_moment moments[PLAN_TIMELINE_MOMENTS_MAX];
    size_t moment_count, moment_total;
    struct plan_life lives[PLAN_TIMELINE_LIVES_MAX];
    size_t life_count, life_total;
};

/* Whether it has several devices or streams. */
bool plan_timeline_has_rows(const struct plan_timeline *timeline);

/* Whether there is something to draw: several devices or streams, or scratch buffers. */
bool plan_timeline_is_worth_drawing(const struct plan_timeline *timeline);

json_t *plan_timeline_to_json(const struct plan_timeline *timeline);

/* Reads it from an untrusted process: every index and number is checked. NULL: SYNTAX or RANGE. */
struct plan_timeline *plan_timeline_from_json(const json_t *json, struct arena *arena, struct error *error);

#endif
