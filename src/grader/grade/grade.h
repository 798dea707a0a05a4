/*
 * One submission on its way through the stages; grader.c owns what outlives it.
 */
#ifndef GRADER_GRADE_GRADE_H
#define GRADER_GRADE_GRADE_H

#include <stdbool.h>

#include "grader/grade/build.h"
#include "grader/grade/cases.h"
#include "grader/grade/device_child.h"
#include "grader/grader.h"
#include "grader/time/modelled/model_store.h"
#include "grader/wire/result.h"
#include "plan/plan.h"

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
struct device_child *grader_new_child(const struct grader *grader, const char *kind);

/* "13.0"; "" where the compiler cannot be described. Waits for it the first time. */
const char *grader_toolkit_version(struct grader *grader);

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
bool grade_choose_device(struct grading *grading, struct error *error);

/* Features that the exercise or the plan needs and `properties` lacks; NULL: none is missing. */
const char *grade_missing_feature(const struct exercise *exercise, const struct plan *plan,
                                  const struct device_properties *properties);

/* Fills everything of the job but the learner's program. */
bool grade_prepare_job(struct grading *grading, struct error *error);

/* Runs all cases on the virtual device, then on the GPU where that was asked for. False: cancelled, or no worker. */
bool grade_run_cases(struct grading *grading, struct error *error);

/* Runs the smallest cases from the unoptimised compile. */
bool grade_run_debug(struct grading *grading, struct error *error);

/* Turns the records into the verdict. False: a reference or generator failed. */
bool grade_judge(struct grading *grading, struct error *error);

/*
 * Exercises of the kind `tests`: the learner's file is judged by whether it tells the planted wrong kernels from the
 * right one. It holds cases (`//@ case n=33 m=2`), for which every planted kernel must come out wrong in at least one,
 * or a checker with its launch plan, which must find something in what each planted kernel writes and nothing in what
 * the reference writes; or both.
 */
bool grade_tests(struct grading *grading, struct error *error);

/*
 * Times the submission on the GPU that judged it and fills verdict->time. A kernel that fails at the size that is timed
 * changes the status; whatever else goes wrong is told in the note. False: cancelled.
 */
bool grade_time_measured(struct grading *grading, struct error *error);

/* Models the time of what the virtual device judged and fills verdict->time, or its note. False: cancelled. */
bool grade_time_modelled(struct grading *grading, struct error *error);

/* Adds the measured case to the verdict, with what was wrong in it. Returns it. */
const struct case_verdict *grade_judge_measured(struct grading *grading, const struct job_case *given,
                                                const struct case_result *result);

void grade_progress(const struct grading *grading, enum grader_stage stage, int done, int total);

#endif
