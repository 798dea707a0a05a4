/*
 * A search over the configurations of a plan with `tune`: each that `keep` allows at the timed size
 * is modelled, and the fastest is chosen.
 */
#ifndef GRADER_TIME_MODELLED_TIME_SEARCH_H
#define GRADER_TIME_MODELLED_TIME_SEARCH_H

#include "grader/prepare/grading.h"

/*
 * Searches for the learner's plan, fills verdict->search and chooses for the timed run. On a GPU it
 * chooses for the solution too. Does nothing for a plan without `tune`. False: cancelled.
 */
bool time_search(struct grading *grading, struct error *error);

/* Whether a gate allows fewer configurations. Then none is tried, and nothing is timed. */
bool time_search_is_refused(const struct grading *grading);

/*
 * The fastest configuration of `job`, which has one program. Without one, or without a time, the
 * choice is 0. False: cancelled.
 */
bool time_search_fastest(struct grading *grading, const struct job *job, uint64_t *out_choice, struct error *error);

/*
 * Whether one of the plan's configurations earns the verdict's medal at the timed size of `seed`,
 * and a gate allows as many. `compiled` has the kernels of that search. The others are not tried.
 * False: cancelled.
 */
bool time_search_earns(const struct grading *grading, uint64_t seed, struct compile_result *compiled, bool *out_earns,
                       struct error *error);

#endif
