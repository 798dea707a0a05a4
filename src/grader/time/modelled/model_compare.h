/*
 * What the samples of two modelled plans wrote to the same elements.
 *
 * Both run on the same inputs, and blocks at the same relative places of their grids. Where no value follows from what
 * other blocks or launches wrote (device_model.depends_on_unsampled_blocks), an element is right in a sample as it is
 * in a whole run.
 */
#ifndef GRADER_TIME_MODELLED_MODEL_COMPARE_H
#define GRADER_TIME_MODELLED_MODEL_COMPARE_H

#include "grader/case/case_buffers.h"

/* Elements of one output on one device, ascending. */
struct model_sample {
    int rank;
    uint64_t count;
    uint64_t *indices, *values; /* as stored */
};

struct model_difference {
    const struct parameter *parameter; /* NULL: none differs */
    uint64_t all_compared;             /* elements of all outputs */
    uint64_t compared, wrong;          /* of that one */
    uint64_t index, got, expected;     /* of the first wrong one */
};

/* What the plan that just ran wrote: a sample for each parameter on each device, in the arena; the buffers are still
 * held. */
struct model_sample *model_sample_take(struct case_buffers *buffers);

/* Where in the buffers that are held now elements of the samples lie, drawn from the job's seed; in the arena. */
const device_address *model_sample_wanted(struct case_buffers *buffers, const struct model_sample *samples,
                                          uint64_t *out_count);

/* Sets `samples` beside what the reference, which just ran, wrote to the same elements. */
void model_sample_compare(struct case_buffers *buffers, const struct model_sample *samples,
                          struct model_difference *out_difference);

#endif
