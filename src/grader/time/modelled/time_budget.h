/*
 * How much work a kernel may do at the timed size. A right kernel that does more is not timed, so
 * that nobody waits for a time that could earn no medal.
 *
 * The budget is a block's. A sample of short blocks takes equally long whatever the whole launch
 * does, so only a long block makes the learner wait. A block that does several times the work of an
 * SM in the course's own kernel ends too late for any medal.
 */
#ifndef GRADER_TIME_MODELLED_TIME_BUDGET_H
#define GRADER_TIME_MODELLED_TIME_BUDGET_H

#include "base/arena.h"
#include "device/modelling.h"
#include "grader/time/modelled/time_baselines.h"

/* The limit of a block's work, see job_case.block_limit. 0: the needed work is not known. */
uint64_t time_budget_of_block(const struct time_baselines *baselines, int sm_count);

/* Says about a block over the limit how many times the needed work it does, and at which line. */
const char *time_budget_sentence(struct arena *arena, const struct device_excess *excess,
                                 const struct time_baselines *baselines, int sm_count);

#endif
