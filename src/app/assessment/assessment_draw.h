/* The draw: the items of an assessment, from its pool, a seed and the seen solutions alone. */
#ifndef APP_ASSESSMENT_ASSESSMENT_DRAW_H
#define APP_ASSESSMENT_ASSESSMENT_DRAW_H

#include "app/assessment.h"

/*
 * `is_known` says whether the solution of an exercise was seen. Such exercises are drawn last.
 * Lives in `arena`.
 */
struct assessment_item *assessment_draw(const struct lesson *pool, uint64_t seed,
                                        bool (*is_known)(void *context, const struct exercise *exercise), void *context,
                                        struct arena *arena, size_t *out_count);

#endif
