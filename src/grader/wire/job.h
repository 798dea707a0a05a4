/*
 * A job: everything that the device worker needs to run a submission's cases.
 *
 * job_send() turns a `struct job` into one message of base/frame.h (JSON and blobs), and
 * job_receive() turns it back in the worker. A job contains no expected value: the worker makes
 * inputs from the seed. It runs the reference after it has unloaded the learner's module. Answers
 * come case by case (result.h).
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
    MESSAGE_OPEN = 1, /* to the worker: the device to open; the worker then confines itself */
    MESSAGE_OPENED,   /* properties, and the sandbox that was achieved */
    MESSAGE_JOB,
    MESSAGE_CASE,   /* the result of one case */
    MESSAGE_DONE,   /* all cases of the job were answered */
    MESSAGE_FAILED, /* the job itself failed: code, message, hint */
    MESSAGE_STEP,   /* the next job will be stepped through, see step.h */
    MESSAGE_STEP_MOVE,
    MESSAGE_STEP_VIEW,
    MESSAGE_STEP_CLOSE,
    MESSAGE_LAUNCHING, /* from now on the learner's kernel may have killed the worker */
    MESSAGE_TIMED,     /* the modelled time of a case, before what its blocks wrote is compared */
};

struct time_result;

enum job_role {
    JOB_LEARNER,
    JOB_REFERENCE,
    JOB_GENERATOR,
    JOB_CHECKER,
    JOB_SOLUTION,    /* timed next to the learner's */
    JOB_COMPARER,    /* compares outputs on the device (measure_kernels.c) */
    JOB_ROOFLINE,    /* measures what the GPU can do */
    JOB_TERMS,       /* writes the size of each output's terms */
    JOB_OWN_CHECKER, /* a checker that the learner wrote: it runs under all checks */
    JOB_ROLE_COUNT
};

/* One compiled file with its launch plan. */
struct job_program {
    enum job_role role;
    const char *parameter; /* GENERATOR: the buffer that it fills; else "" */
    struct source source;  /* the whole file, so the plan's lines keep their numbers */
    const char *ptx;
    size_t ptx_bytes;
    const void *cubin;
    size_t cubin_bytes;
    const char **lowered_names; /* by the index in plan_name_expressions() */
    size_t lowered_name_count;
    uint64_t choice; /* of the plan's configurations (plan_configurations()), modulo their number */
};

/*
 * Warp instructions. No launch has a smaller budget, and less work is never too much. A tile does
 * much for a small matrix, and a fixed grid may have many idle warps.
 */
enum { CASE_INSTRUCTIONS_LEAST = 5000000 };

struct job_case {
    const char *name;
    struct case_value *values;
    size_t value_count;
    struct case_init *inits;
    size_t init_count;
    unsigned checks;      /* enum device_checks */
    bool compare;         /* runs the reference too */
    bool measure;         /* times it, on a GPU next to a baseline if `compare` is set (measure_run.h) */
    bool sample_values;   /* with a modelled time: compares blocks of the sample with the reference */
    bool few_blocks;      /* launches run a few blocks, for findings alone */
    uint64_t sought;      /* with a modelled time: no time, but the outcome of this condition, see device_modelling */
    bool whole;           /* the launch at the timed size, run and compared in full (full_run.h) */
    uint64_t number;      /* of the case in the submission; part of the input keys */
    uint64_t sample_seed; /* draws the elements that the parent checks */
    int devices;
    uint64_t instruction_limit; /* per launch; 0: none */
    bool limit_is_final;        /* otherwise a costly reference raises it */
    uint64_t block_limit;       /* with a modelled time: work of a block of the learner's, see device_modelling */
    bool orders;                /* runs it in other orders of blocks too, if it is small (case_order.h) */
    bool has_budget;            /* ends the job if it takes too many times the reference's work (case_work.h) */
    uint64_t most_failures;     /* not run once so many smaller cases failed or were unsafe; 0: always run */
    uint64_t least_work;        /* with most_failures: always run before that much work */
    uint64_t strict;            /* kinds of findings that make the kernel unsafe in this exercise, one bit each */
    bool only_if_none_right;    /* with most_failures: those that failed count only while none was right */
    uint64_t choice;            /* is added to the learner's */
    bool only_judged;           /* no search for the cause of a wrong result, and no further runs of a right one */
    double least_scale;         /* of the expected elements, for the tolerance, if theirs is smaller */
    bool show;                  /* sends back SHOWN_ELEMENTS_MAX elements of each buffer (case_show.c) */
};

struct job {
    uint64_t seed;
    uint32_t deadline_ms; /* for all cases together */
    struct parameter *parameters;
    size_t parameter_count;
    struct tolerance tolerance;
    const struct expression *reduction_length; /* NULL: 1 */
    struct job_program *programs;
    size_t program_count;
    struct job_case *cases;
    size_t case_count;
    /*
     * In the worker only, not sent: called before the learner's first launch, and with a modelled
     * time before its values are compared. NULL: no callback.
     */
    void (*launching)(void *context);
    void (*timed)(void *context, const struct time_result *time);
    void *context;
    struct device_stepper *stepper; /* steps through the learner's launch; NULL: none */
};

/* The device that the worker opens, and its answer. */
struct worker_request {
    const char *kind, *architecture; /* architecture may be NULL */
    int threads;
};
struct worker_opened {
    struct device_properties properties;
    char sandbox[64]; /* "Landlock and seccomp"; "none" */
    bool confined;    /* files and system calls are both limited */
    int devices;      /* how many can be open together */
};

enum {
    JOB_PROGRAMS_MAX = 32,
    JOB_PARAMETERS_MAX = 64,
    JOB_CASES_MAX = 256,
    JOB_VALUES_MAX = 64,
    JOB_DEVICES_MAX = 16,
    SHOWN_ELEMENTS_MAX = 4096,
    JOB_SAMPLES = 4, /* elements per buffer that are sent back */
};

/* The limit of one run of a learner's plan on a GPU. A learner does not wait longer than this. */
#define JOB_GPU_RUN_NS INT64_C(3000000000)

extern const struct frame_limits job_frame_limits;

/* The scalar `seed` of a generator's plan: 31 bits that follow from the job's seed and the case. */
extern const struct parameter job_seed_parameter;
int64_t job_generator_seed(const struct job *job, const struct job_case *given);

const struct job_program *job_find_program(const struct job *job, enum job_role role, const char *parameter);

/* The checker that judges in place of the reference; NULL: none. */
const struct job_program *job_find_checker(const struct job *job);

/* The number of terms in each sum of the case; 1 if the exercise gives none. */
double job_reduction_length(const struct job *job, const struct job_case *given);

/* The cases of a job that ran so far. */
struct job_tally {
    uint64_t ran;
    uint64_t failed; /* were not right */
    uint64_t unsafe; /* have findings that make the kernel unsafe, right or not */
    uint64_t work;   /* warp instructions, of the learner's kernels and the reference's */
};

/* Whether a case is not run, after what smaller ones showed. */
bool job_case_is_left_out(const struct job_case *given, const struct job_tally *tally);

/*
 * Whether the job ends before a case that takes more than its first budget. A smaller one failed,
 * so the verdict is known, and that one shows more.
 */
bool job_ends_before_costly(const struct job_case *given, const struct job_tally *tally);

bool job_send(int fd, const struct job *job, int64_t deadline_ns, struct error *error);

/* Hashes everything that job_send() sends. */
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
