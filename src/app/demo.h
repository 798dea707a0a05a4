/*
 * The demo: one component of a transformer (bias + GELU + residual) in the versions of demo.def.
 * Each is checked and timed as a submission. On the virtual device times are modelled, and the
 * output says so.
 */
#ifndef APP_DEMO_H
#define APP_DEMO_H

#include <stdbool.h>
#include <stddef.h>

#include "app/app.h"

struct demo_version {
    const char *name, *words;
    bool right;
    struct time_verdict time; /* `available` false: not timed; `note` has the reason */
    double speedup;           /* relative to the first version; 0: unknown */
};

struct demo {
    struct app *app;
    struct grader *grader;
    const char *device;        /* "auto", "virtual", "cuda" */
    struct arena *arena;       /* of texts */
    struct demo_version first; /* demo_run() sets it */
};

size_t demo_version_count(void);

/* Judges version `index`. Version 0 comes first, since the speedups of the others refer to it. */
bool demo_run(struct demo *demo, size_t index, struct demo_version *out_version, struct error *error);

/* The timed case, "8192 x 8192". */
const char *demo_case(const struct app *app, struct arena *arena);

#endif
