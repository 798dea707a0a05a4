/*
 * What the time model said of one program at the size that is timed. It follows from the job alone, so that what the
 * course's own kernels take is kept (model_store.h).
 */
#ifndef GRADER_WIRE_MODEL_FIGURE_H
#define GRADER_WIRE_MODEL_FIGURE_H

#include <stdbool.h>
#include <stddef.h>

#include <jansson.h>

#include "base/error.h"
#include "grader/wire/job.h"

struct model_figure {
    double elapsed_ns, error;         /* error as a fraction; elapsed_ns 0: none */
    bool depends_on_unsampled_blocks; /* values follow from what blocks outside of a sample write: none can be compared
                                       */
    size_t covered_count;             /* as many as the job has parameters */
    double covered[JOB_PARAMETERS_MAX]; /* share of a parameter's buffer that the plan writes, by the sample: 0..1 */
    double covered_most[JOB_PARAMETERS_MAX]; /* no more than that, as far as a sample can tell; 1 where it cannot */
};

json_t *model_figure_to_json(const struct model_figure *figure);

/* RANGE: numbers that no time and no share can be. */
bool model_figure_from_json(const json_t *json, struct model_figure *out_figure, struct error *error);

#endif
