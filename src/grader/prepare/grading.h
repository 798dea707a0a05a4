/*
 * One submission on its way through the stages, and the grader's own state, which outlives it.
 *
 * What must be settled before a kernel runs: the device that judges, the job with its cases and the course's kernels.
 */
#ifndef GRADER_PREPARE_GRADING_H
#define GRADER_PREPARE_GRADING_H

#include <stdbool.h>

#include "grader/grader.h"
#include "grader/prepare/build.h"
#include "grader/prepare/cases.h"
#include "grader/prepare/device_child.h"
#include "grader/wire/result.h"
#include "plan/plan.h"

struct model_store;
struct course_times;

struct grader {
    struct arena *arena;
    struct grader_settings settings;
    struct compiler *optimised, *unoptimised; /* two, so that both compiles run at once */
    struct build_cache *cache;
    struct model_store *models;
    struct course_times *course_times;
    struct device_child *virtual_child, *cuda_child;
    bool cuda_is_missing;
    struct roofline roofline;  /* of the GPU; 0 until measured */
    struct compiler_info info; /* valid once described */
    bool is_described;
};

/* A child for a device of that kind, not started yet. */
struct device_child *grading_new_child(const struct grader *grader, const char *kind);

/* "13.0"; "" where the compiler cannot be described. Waits for it the first time. */
const char *grading_toolkit_version(struct grader *grader);

/* How a case ended, over all runs of it. */
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
    const struct worker_opened *opened; /* of the virtual device */
    bool on_cuda;
    char architecture[16]; /* "sm_90" */
    struct compile_result *compiled, *compiled_debug;
    struct planned_cases cases;
    struct job job;
    struct case_record *records; /* by case */
    size_t done;
    struct observation *debug_observation; /* of the unoptimised runs; NULL none */
    const char *debug_case;                /* the case that they ran; NULL */
    struct error failure;                  /* TIMEOUT or CRASH of the worker itself */
    const char *failed_case;
};

/* Which device judges, and what it lacks for this exercise. False: none could be opened. */
bool grading_choose_device(struct grading *grading, struct error *error);

/* Features that the exercise or the plan needs and `properties` lacks; NULL: none is missing. */
const char *grading_missing_feature(const struct exercise *exercise, const struct plan *plan,
                                    const struct device_properties *properties);

/* Fills everything of the job but the learner's program. */
bool grading_prepare_job(struct grading *grading, struct error *error);

void grading_progress(const struct grading *grading, enum grader_stage stage, int done, int total);

#endif
