/* The draw: the items of an assessment, from its pool, a seed and what the learner knows of it. */
#ifndef APP_ASSESSMENT_ASSESSMENT_DRAW_H
#define APP_ASSESSMENT_ASSESSMENT_DRAW_H

#include "app/assessment.h"

/*
 * `known` has a number for each step of the pool, and the steps with the smallest numbers are drawn
 * first. NULL: all are new. The draw spreads over the areas: one without a kernel gets more
 * questions. Lives in `arena`.
 */
struct assessment_item *assessment_draw(const struct lesson *pool, uint64_t seed, const int *known, struct arena *arena,
                                        size_t *out_count);

#endif
