/*
 * The draw: which items an assessment has, from its pool and a seed alone (and from which solutions were seen).
 */
#ifndef APP_ASSESSMENT_ASSESSMENT_DRAW_H
#define APP_ASSESSMENT_ASSESSMENT_DRAW_H

#include "app/assessment.h"

/* `is_known` tells whether the solution of an exercise was seen; such exercises are drawn last. Lives in `arena`. */
struct assessment_item *assessment_draw(const struct lesson *pool, uint64_t seed,
                                        bool (*is_known)(void *context, const struct exercise *exercise), void *context,
                                        struct arena *arena, size_t *out_count);

#endif
