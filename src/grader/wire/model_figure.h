/*
 * The time model's figures for one program at the timed size. They depend on the job alone, so
 * those of the course's kernels are kept (model_store.h).
 */
#ifndef GRADER_WIRE_MODEL_FIGURE_H
#define GRADER_WIRE_MODEL_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "base/error.h"
#include "grader/wire/job.h"

struct model_figure {
    double elapsed_ns, error; /* error as a fraction; elapsed_ns 0: no time */
    double issued, sectors;   /* of the whole plan, as device_model has them */
};

json_t *model_figure_to_json(const struct model_figure *figure);

/*
 * A stored figure has a check, which follows from all else of its entry and from its key. An entry
 * without its check was edited by hand and does not count.
 */
void model_figure_add_check(json_t *entry, const char *key);
bool model_figure_is_intact(const json_t *entry, const char *key);

/* RANGE: a number that cannot be a time or a count. */
bool model_figure_from_json(const json_t *json, struct model_figure *out_figure, struct error *error);

#endif
