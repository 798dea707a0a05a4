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
    double elapsed_ns, error;         /* error as a fraction; elapsed_ns 0: no time */
    bool depends_on_unsampled_blocks; /* values depend on blocks outside the sample, so none can be compared */
    size_t covered_count;             /* equals the job's parameter count */
    /* share of a parameter's buffer that the plan writes, estimated from the sample: 0 to 1 */
    double covered[JOB_PARAMETERS_MAX];
    double covered_most[JOB_PARAMETERS_MAX]; /* upper bound of that share; 1 if the sample gives none */
};

json_t *model_figure_to_json(const struct model_figure *figure);

/* RANGE: a number that cannot be a time or a share. */
bool model_figure_from_json(const json_t *json, struct model_figure *out_figure, struct error *error);

#endif
