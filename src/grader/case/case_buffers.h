/*
 * The memory of one case in the device worker: each parameter's buffer on each device, and host copies of what went in
 * and what came out.
 *
 * Outputs hold NaN patterns and count as never written; inputs are made from the seed, kept on the host and compared
 * afterwards. The learner's outputs are read aside and wiped from the device before the reference gets fresh buffers.
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
#include "plan/execute.h"

/* One parameter on one device. */
struct held_buffer {
    device_address address; /* 0: none now */
    bool is_allocated;
    void *initial;  /* what is put there before the plan */
    void *poison;   /* pure outputs: what lay there when the learner's plan began */
    void *got;      /* what the learner left */
    void *expected; /* what the reference left */
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
    struct case_parameter *parameters; /* as in the job */
    size_t parameter_count;
    size_t draw;  /* which of the inputs that the seed makes for the case; 0 but after case_buffers_renew() */
    bool is_lazy; /* nothing lies on the host, inputs are made where they are touched  */
};

#define CASE_BYTES_MAX (UINT64_C(3) << 30)

/* Evaluates scalars and shapes and makes the inputs on the host. The devices are open and belong to the caller. */
bool case_buffers_prepare(struct case_buffers *buffers, struct error *error);

enum case_side { SIDE_GENERATORS, SIDE_LEARNER, SIDE_REFERENCE, SIDE_BARE };

/* Allocates every buffer afresh and fills it, but for SIDE_BARE. For the learner inputs are read-only and outputs count
 * as unwritten. */
bool case_buffers_upload(struct case_buffers *buffers, enum case_side side, struct error *error);

/* Other inputs of the same kind in the same buffers, and outputs as they began. Not of lazy buffers. */
bool case_buffers_renew(struct case_buffers *buffers, struct error *error);

/* What the input on a device is made of. */
bool case_buffers_recipe(const struct case_buffers *buffers, const struct case_parameter *parameter, int rank,
                         struct input_recipe *out_recipe, struct error *error);

/* Reads outputs into `got` or `expected`; for the learner's side inputs too, to see whether they were changed. */
bool case_buffers_download(struct case_buffers *buffers, enum case_side side,
                           const struct parameter **out_changed_input, struct error *error);

/* Takes a generated input over as the host's copy. */
bool case_buffers_adopt(struct case_buffers *buffers, struct case_parameter *parameter, struct error *error);

/* Wipes and releases every buffer. */
void case_buffers_release(struct case_buffers *buffers);

/* The plan's arguments, in the arena. */
const struct plan_argument *case_buffers_arguments(struct case_buffers *buffers);

#endif
