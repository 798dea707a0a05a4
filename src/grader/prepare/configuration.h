/*
 * The configurations of a plan with `tune` on the cases of a submission.
 */
#ifndef GRADER_PREPARE_CONFIGURATION_H
#define GRADER_PREPARE_CONFIGURATION_H

#include "device/device.h"
#include "grader/wire/job.h"
#include "plan/plan.h"

/* Those that the plan allows on a case. False: a rule fails there, or allows none. */
bool configuration_list(const struct plan *plan, const struct job_case *given,
                        const struct device_properties *properties, struct arena *arena,
                        struct plan_configurations *out, struct error *error);

/* "BM=64 BN=128" */
const char *configuration_name(const struct plan *plan, const struct plan_configuration *configuration,
                               struct arena *arena);

/*
 * Gives the case with that index its configuration: each case takes another one, as far as there
 * are others. The case's name says which. Where the rules fail, the case's run says so.
 */
void configuration_give(const struct plan *plan, size_t index, const struct device_properties *properties,
                        struct arena *arena, struct job_case *given);

#endif
