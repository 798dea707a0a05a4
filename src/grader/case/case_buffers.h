/*
 * The memory of one case in the device worker: each parameter's buffer on each device, and host
 * copies of the contents before and after.
 *
 * Outputs start as NaN patterns and count as never written. Inputs are made from the seed, kept on
 * the host and compared afterwards. The learner's outputs are copied and then wiped from the
 * device, before the reference gets fresh buffers.
 */
#ifndef GRADER_CASE_CASE_BUFFERS_H
#define GRADER_CASE_CASE_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "device/device.h"
#include "grader/input.h"
#include "grader/wire/job.h"
#include "plan/execution.h"

/* One parameter on one device. */
struct held_buffer {
    device_address address; /* 0: none now */
    bool is_allocated;
    void *initial;    /* contents before the plan */
    void *poison;     /* pure outputs: contents when the learner's plan began */
    uint64_t pattern; /* the same of slim buffers: each eight bytes of them */
    void *got;        /* contents after the learner's plan */
    void *expected;   /* contents after the reference */
    double *terms;    /* by element, how large an output's terms are (case_rounding.h); NULL: not looked at */
};

struct case_parameter {
    const struct parameter *parameter;
    struct value scalar;
    uint64_t shape[SHAPE_RANK_MAX];
    uint64_t count, size_bytes;
    struct held_buffer held[JOB_DEVICES_MAX];
    device_address addresses[JOB_DEVICES_MAX];
};

struct case_buffers {
    const struct job *job;
    const struct job_case *given;
    struct device *devices[JOB_DEVICES_MAX];
    int device_count;
    struct arena *arena;
    struct case_parameter *parameters; /* in the job's order */
    size_t parameter_count;
    size_t draw;  /* which set of inputs the seed makes; 0 until case_buffers_renew() */
    bool is_lazy; /* inputs are made when touched, and the host has no copy */
    bool is_slim; /* for large cases: inputs are made in pieces, and the host keeps only `got` */
    /* of the learner's conditions, as in vgpu_outcomes(), over all runs; NULL: none ran */
    uint8_t *outcomes;
    uint32_t outcome_count;
};

#define CASE_BYTES_MAX (UINT64_C(3) << 30)

/*
 * Evaluates scalars and shapes and makes the inputs on the host. The caller opens and owns the
 * devices.
 */
bool case_buffers_prepare(struct case_buffers *buffers, struct error *error);

enum case_side { SIDE_GENERATORS, SIDE_LEARNER, SIDE_REFERENCE, SIDE_BARE };

/*
 * Allocates and fills every buffer; SIDE_BARE fills none. The learner gets read-only inputs and
 * outputs that count as unwritten.
 */
bool case_buffers_upload(struct case_buffers *buffers, enum case_side side, struct error *error);

/*
 * Puts new inputs of the same kind into the same buffers, and resets outputs. Not for lazy buffers.
 */
bool case_buffers_renew(struct case_buffers *buffers, struct error *error);

/* The recipe of an input on a device. */
bool case_buffers_recipe(const struct case_buffers *buffers, const struct case_parameter *parameter, int rank,
                         struct input_recipe *out_recipe, struct error *error);

/*
 * Reads outputs into `got` or `expected`. On the learner's side also reads inputs, to find changed
 * ones.
 */
bool case_buffers_download(struct case_buffers *buffers, enum case_side side,
                           const struct parameter **out_changed_input, struct error *error);

/* Whether a kernel makes the input. An init of the case replaces the parameter's kernel. */
bool case_buffers_is_generated(const struct case_buffers *buffers, const struct case_parameter *parameter);

/* Makes a generated input the host's copy. */
bool case_buffers_adopt(struct case_buffers *buffers, struct case_parameter *parameter, struct error *error);

/* Wipes and frees every buffer. */
void case_buffers_release(struct case_buffers *buffers);

/* The plan's arguments, in the arena. */
const struct plan_argument *case_buffers_arguments(struct case_buffers *buffers);

#endif
