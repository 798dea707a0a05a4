/*
 * Counters: what the virtual GPU counts, per kernel and per source line.
 *
 * The table is counters.def; a counter's identity outside this process is its name.
 */
#ifndef VGPU_COUNTERS_H
#define VGPU_COUNTERS_H

#include <stdbool.h>

enum vgpu_counter {
#define COUNTER(id, name, plain, unit, metric, formula) VGPU_COUNTER_##id,
#include "vgpu/counters.def"
    VGPU_COUNTER_COUNT
};

struct vgpu_counter_description {
    const char *name;    /* "global_load_sectors" */
    const char *plain;   /* "sectors loaded from global memory" */
    const char *unit;    /* "sectors" */
    const char *metric;  /* the matching metric of the profiler; "" none */
    const char *formula; /* and edge rules, in words */
};

/* Never NULL for a valid counter. */
const struct vgpu_counter_description *vgpu_counter_describe(enum vgpu_counter counter);

/* False if no counter has that name. */
bool vgpu_counter_find(const char *name, enum vgpu_counter *out_counter);

#endif
