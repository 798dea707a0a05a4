/*
 * A job: everything that the device worker needs to run a submission's cases, and what it answers for each.
 *
 * The parent builds a `struct job`, job_send() turns it into one message of base/frame.h (JSON and blobs),
 * job_receive() turns it back in the worker. No expected value is part of a job: the worker makes inputs from the seed
 * and expected outputs with the reference, after the learner's module is gone. Answers come case by case
 * (result.h).
 */
#ifndef GRADER_WIRE_JOB_H
#define GRADER_WIRE_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/frame.h"
#include "base/hash.h"
#include "curriculum/model.h"
#include "device/device.h"

enum message_type {
    MESSAGE_OPEN = 1, /* to the worker: which device; it then shuts itself in */
    MESSAGE_OPENED,   /* properties and the sandbox that was achieved */
    MESSAGE_JOB,
    MESSAGE_CASE,   /* result of one case */
    MESSAGE_DONE,   /* all cases of the job were answered */
    MESSAGE_FAILED, /* the job itself could not be done: code, message, hint */
    MESSAGE_STEP,   /* the job that follows is to be stepped through: step.h has this and the rest */
    MESSAGE_STEP_MOVE,
    MESSAGE_STEP_VIEW,
    MESSAGE_STEP_CLOSE,
    MESSAGE_LAUNCHING, /* from now on the worker may die of the learner's kernel; before that it is not to blame */
};

enum job_role {
    JOB_LEARNER,
    JOB_REFERENCE,
    JOB_GENERATOR,
    JOB_CHECKER,
    JOB_SOLUTION, /* timed beside the learner's */
    JOB_COMPARER, /* compares outputs on the device (measure_kernels.c) */
    JOB_ROOFLINE, /* finds out what the GPU can do */
    JOB_ROLE_COUNT
};

/* One compiled file with its launch plan. */
struct job_program {
    enum job_role role;
    const char *parameter; /* GENERATOR: the buffer that it makes; else "" */
    struct source source;  /* whole file: the plan's lines keep their numbers */
    const char *ptx;
    size_t ptx_bytes;
    const void *cubin;
    size_t cubin_bytes;
    const char **lowered_names; /* by index of plan_name_expressions() */
    size_t lowered_name_count;
};

struct job_case {
    const char *name;
    struct case_value *values;
    size_t value_count;
    struct case_init *inits;
    size_t init_count;
    unsigned checks;    /* enum device_checks */
    bool compare;       /* run the reference too */
    bool measure;       /* time it, on a GPU beside the solution or the reference (measure_run.h) */
    bool sample_values; /* instead of modelling a time: compare what a sample of the blocks writes with the reference */
    bool runs_whole;    /* with it: all blocks, where nothing else shows that values are right and it can be afforded */
    uint64_t number;    /* of the case in the submission: part of the input keys */
    uint64_t sample_seed; /* which elements come back for the parent to check */
    int devices;
    uint64_t instruction_limit; /* per launch; 0 none */
    bool show;                  /* the buffers' elements come back too (case_show.c), SHOWN_ELEMENTS_MAX of each */
};

struct job {
    uint64_t seed;
    uint32_t deadline_ms; /* of all cases together */
    struct parameter *parameters;
    size_t parameter_count;
    struct tolerance tolerance;
    const struct expression *reduction_length; /* NULL: 1 */
    struct job_program *programs;
    size_t program_count;
    struct job_case *cases;
    size_t case_count;
    /* In the worker only, not sent: called before anything of the learner's is launched. NULL: nobody asks. */
    void (*launching)(void *context);
    void *context;
    struct device_stepper *stepper; /* who steps through the learner's launch; NULL nobody */
};

/* What the worker is asked to open, and what it says about it. */
struct worker_request {
    const char *kind, *architecture; /* architecture may be NULL */
    int threads;
};
struct worker_opened {
    struct device_properties properties;
    char sandbox[64]; /* "Landlock and seccomp"; "none" */
    bool confined;    /* files and system calls are both limited */
    int devices;      /* as many can be opened at a time */
};

enum {
    JOB_PROGRAMS_MAX = 32,
    JOB_PARAMETERS_MAX = 64,
    JOB_CASES_MAX = 256,
    JOB_VALUES_MAX = 64,
    JOB_DEVICES_MAX = 16,
    SHOWN_ELEMENTS_MAX = 4096,
    JOB_SAMPLES = 4, /* elements per buffer that come back */
};

/* On a GPU one run of a learner's plan may take that long. Nothing on a screen should be waited for longer. */
#define JOB_GPU_RUN_NS INT64_C(3000000000)

extern const struct frame_limits job_frame_limits;

const struct job_program *job_find_program(const struct job *job, enum job_role role, const char *parameter);

/* The length of the sums that an element of the case is made of; 1 where the exercise says nothing. */
double job_reduction_length(const struct job *job, const struct job_case *given);

bool job_send(int fd, const struct job *job, int64_t deadline_ns, struct error *error);

/* Adds all that job_send() would send. */
void job_hash(const struct job *job, struct hash *hash);

/* The frame must outlive the job: blobs are not copied. */
bool job_receive(const struct frame *frame, struct arena *arena, struct job **out_job, struct error *error);

bool worker_request_send(int fd, const struct worker_request *request, int64_t deadline_ns, struct error *error);
bool worker_request_receive(const struct frame *frame, struct worker_request *out_request, struct error *error);
bool worker_opened_send(int fd, const struct worker_opened *opened, struct error *error);
bool worker_opened_receive(const struct frame *frame, struct worker_opened *out_opened, struct error *error);

/* An error as a message, and back. */
bool worker_failure_send(int fd, const struct error *failure, struct error *error);
void worker_failure_receive(const struct frame *frame, struct error *out_failure);

#endif
