/*
 * The configurations of a plan with `tune` on the cases of a submission.
 */
#ifndef GRADER_PREPARE_CONFIGURATION_H
#define GRADER_PREPARE_CONFIGURATION_H

#include "device/device.h"
#include "grader/prepare/grading.h"
#include "grader/wire/job.h"
#include "plan/plan.h"

/* Those that the plan allows on a case. False: a rule fails there, or allows none. */
bool configuration_list(const struct plan *plan, const struct job_case *given,
                        const struct device_properties *properties, struct arena *arena,
                        struct plan_configurations *out, struct error *error);

/* "BM=64 BN=128" */
const char *configuration_name(const struct plan *plan, const struct plan_configuration *configuration,
                               struct arena *arena);

/* The most that a gate of the exercise allows; no limit without one. */
double configuration_most(const struct exercise *exercise);

/*
 * Gives the case with that index its configuration: each case takes another one, as far as there
 * are others and a gate allows as many. The case's name says which. Where the rules fail, the
 * case's run says so.
 */
void configuration_give(const struct plan *plan, const struct exercise *exercise, size_t index,
                        const struct device_properties *properties, struct arena *arena, struct job_case *given);

/*
 * The name expressions of the kernels that the first planned cases launch and, if asked for, the
 * search at the timed size. Each configuration of a template costs a compile of its own.
 */
const char *const *configuration_kernels(struct grading *grading, size_t case_count, bool is_timed);

/* The same for searches at `count` other sizes. */
const char *const *configuration_kernels_at(struct grading *grading, const struct job_case *sizes, size_t count);

/*
 * Gives the result of a compile of these kernels a lowered name for each of the plan's. NULL: not
 * compiled.
 */
void configuration_spread(struct grading *grading, const char *const *kernels, struct compile_result *result);

/* What the plan decides on a case. `choice` is added to that of the case. */
struct plan_decisions configuration_decide(const struct grading *grading, const struct job_case *given,
                                           uint64_t choice);

#endif
