/*
 * One submission on its way through the stages, and the grader's own state, which outlives it.
 *
 * Before a kernel runs, the grader must choose the device and build the job with its cases and the
 * course's kernels.
 */
#ifndef GRADER_PREPARE_GRADING_H
#define GRADER_PREPARE_GRADING_H

#include <stdbool.h>

#include "grader/grader.h"
#include "grader/prepare/build.h"
#include "grader/prepare/cases.h"
#include "grader/prepare/device_child.h"
#include "grader/value/sentence.h"
#include "grader/wire/result.h"
#include "plan/plan.h"

struct model_store;
struct course_times;

enum { GRADER_OTHERS_MAX = 6 };

struct grader {
    struct arena *arena;
    struct grader_settings settings;
    struct compiler *machine_compiler, *ptx_compiler; /* two, so that two compiles run at once */
    struct build_cache *cache;
    struct model_store *models;
    struct course_times *course_times;
    struct device_child *virtual_child, *cuda_child;
    struct grader *others[GRADER_OTHERS_MAX]; /* for further architectures, as exercises asked for them */
    char architecture[16];                    /* "sm_90", that the last submission was compiled for */
    bool cuda_is_missing;
    struct roofline roofline;  /* of the GPU; 0 until measured */
    struct compiler_info info; /* valid once described */
    bool is_described;
};

/* A child for a device of that kind, not yet started. */
struct device_child *grading_new_child(const struct grader *grader, const char *kind);

/* "13.0"; "" if the compiler cannot be described. The first call waits for the compiler. */
const char *grading_toolkit_version(struct grader *grader);

/* What gates ask of the modelled run at the timed size. */
struct timed_facts {
    const struct time_result *learner; /* NULL: there is no modelled time */
    double *others_ns;                 /* by gate: the time of the kernel that `to` names; 0: none */
    const char *why_not;               /* why there is no time */
    const char *excess;                /* says that a block does too much work to be timed; NULL: it does not */
    double configurations;             /* that the plan allows at the timed size; 0: not counted */
};

/* The result of a case, over all its runs. */
struct case_record {
    struct case_result *result; /* NULL: did not run */
};

struct grading {
    struct grader *grader;
    const struct grade_request *request;
    struct verdict *verdict;
    struct arena *arena; /* of this submission; the verdict keeps nothing in it */
    uint64_t seed;
    struct plan *plan;
    const struct worker_opened *opened; /* the virtual device's answer */
    bool on_cuda;
    char architecture[16];                            /* "sm_90" */
    struct compile_result *compiled, *compiled_debug; /* from PTX alone until grade_compile_finish() */
    bool awaits_machine_code;                         /* the machine compiler has a request of this submission */
    const char *const *size_kernels;                  /* that the PTX compiler has a request for, for other sizes */
    struct planned_cases cases;
    struct job job;
    struct case_record *records; /* by case */
    size_t done;
    struct observation *debug_observation; /* of the unoptimised runs; NULL: none */
    const char *debug_case;                /* the case of the first problem there; NULL */
    bool loads_in_vain;                    /* nothing that is loaded from shared memory reaches an output */
    bool is_over_budget;                   /* at the timed size, so that it has no time */
    bool has_told_time;                    /* to the request's `timed` */
    const struct case_record *excess;      /* the case that took too much work, and was the last; NULL: none */
    const char *slip;                      /* in the formula, which explains a wrong result; NULL: none is known */
    struct sentence word;                  /* that is wrong in the source; line 0: none is known */
    const char *deciding;                  /* "decay = 0", with which a wrong case is right; NULL: none is known */
    struct timed_facts timed;              /* filled if the exercise has gates on them */
    uint64_t choice, solution_choice;      /* of the plans' configurations, for the timed run */
    struct error failure;                  /* TIMEOUT or CRASH of the worker itself */
    const char *failed_case;
};

/*
 * Chooses the judging device, and notes features that it lacks. False: no device could be opened.
 */
bool grading_choose_device(struct grading *grading, struct error *error);

/* A feature that the exercise or the plan needs and `properties` lacks; NULL: none. */
const char *grading_missing_feature(const struct exercise *exercise, const struct plan *plan,
                                    const struct device_properties *properties);

/* A file of the course: "kernels" and "week01/vector_add.cu". */
struct course_file {
    const char *folder, *relative;
    const struct parameter *extra; /* one more name of its plan; NULL: none */
};

/* Compiles it for the exercise and the architecture of the submission. */
bool grading_build(const struct grading *grading, const struct course_file *file, const struct built **out_built,
                   struct error *error);

/* Plans the cases, once. */
bool grading_plan_cases(struct grading *grading, struct error *error);

/* Fills the job, except for the learner's program. */
bool grading_prepare_job(struct grading *grading, struct error *error);

void grading_progress(const struct grading *grading, enum grader_stage stage, int done, int total);

#endif
