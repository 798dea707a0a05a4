/*
 * What limits a modelled time, in words.
 */
#ifndef GRADER_TIME_MODELLED_LIMIT_TEXT_H
#define GRADER_TIME_MODELLED_LIMIT_TEXT_H

#include "curriculum/model.h"
#include "grader/verdict.h"
#include "grader/wire/result.h"

/*
 * The limit in words. A kernel that moves the fewest bytes is at the limit, unless another unit
 * holds it up or a kernel of the course is faster. The bandwidth is that of the needed bytes, as in
 * the roofline: some of the stored ones are still in L2 when the launch ends.
 */
const char *limit_text(struct arena *arena, const struct exercise *exercise, const struct time_result *result,
                       double bytes, const struct time_verdict *time, bool *out_is_at_limit);

#endif
