/*
 * Compares the elements that the samples of two modelled plans both wrote.
 *
 * Both plans run on the same inputs, with blocks at the same relative places of their grids. If no
 * value depends on other blocks or launches (device_model.depends_on_unsampled_blocks), an element
 * of a sample equals the one of a whole run.
 */
#ifndef GRADER_TIME_MODELLED_MODEL_COMPARISON_H
#define GRADER_TIME_MODELLED_MODEL_COMPARISON_H

#include "grader/case/case_buffers.h"

/* Elements of one output on one device, ascending. */
struct model_sample {
    int rank;
    uint64_t count;
    uint64_t *indices, *values; /* as stored */
    bool is_whole;              /* the plan ran whole */
    double stored, doubt;       /* bytes that the whole plan writes, as device_stored has them */
    bool is_most;               /* it cannot write more, since many of its blocks are short */
};

struct model_difference {
    const struct parameter *parameter; /* NULL: none differs */
    uint64_t all_compared;             /* elements of all outputs */
    uint64_t compared, wrong;          /* of that output */
    uint64_t index, got, expected;     /* of the first wrong one */
    const struct parameter *left_out;  /* an output that the plan cannot write all of; NULL: none */
    double most_written;               /* the share of it that it can write */
    bool is_unknown;                   /* how much of some output the plan writes is not known */
};

/*
 * Takes the outputs of the plan that just ran: a sample for each parameter on each device, in the
 * arena. The buffers stay allocated.
 */
struct model_sample *model_sample_take(struct case_buffers *buffers);

/*
 * Draws addresses of the sets' elements in the present buffers, from the job's seed, from each set
 * in turn; in the arena.
 */
const device_address *model_sample_wanted(struct case_buffers *buffers, const struct model_sample *const *sets,
                                          size_t set_count, uint64_t *out_count);

/* Compares `samples` with the outputs of the reference, which just ran. */
void model_sample_compare(struct case_buffers *buffers, const struct model_sample *samples,
                          struct model_difference *out_difference);

#endif
