/* What limits a modelled time, in words. */
#include "grader/time/modelled/limit_text.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "base/told.h"
#include "device/modelling.h"
#include "grader/value/sentence.h"

/* What stands between a kernel of the fewest bytes and the limit; "" at the limit. */
static const char *gap_text(struct arena *arena, const struct time_result *result, int percent,
                            const struct time_verdict *time)
{
    enum { AT_LIMIT_PERCENT = 85 };
    const char *held_up = told_find(result->note, MODELLING_HELD_UP);
    bool has_best = time->ratio_to_best > 0;
    double ratio = has_best ? time->ratio_to_best : time->ratio_to_solution;
    if (ratio > 0 && ratio < VERDICT_AT_LIMIT)
        return sentence_text(arena, has_best ? SENTENCE_BEST_IS_FASTER : SENTENCE_SOLUTION_IS_FASTER,
                             FIELDS({"factor", arena_printf(arena, "%.2f", 1 / ratio)}));
    return held_up && percent < AT_LIMIT_PERCENT ? told_local(arena, held_up) : "";
}

/* Who writes a plan cannot change its kernels. The line shows which of them takes longest. */
static const char *limit_of_plan(struct arena *arena, const struct time_result *result, const char *cause)
{
    const char *line = told_value(arena, result->note, "line");
    bool has_line = line && strcmp(line, "0") != 0;
    return sentence_text(arena, has_line ? SENTENCE_LIMIT_OF_PLAN_AT_LINE : SENTENCE_LIMIT_OF_PLAN,
                         FIELDS({"cause", _(cause)}, {"line", line}));
}

const char *limit_text(struct arena *arena, const struct exercise *exercise, const struct time_result *result,
                       double bytes, const struct time_verdict *time, bool *out_is_at_limit)
{
    static const double slack = 1.05;
    const char *cause = told_value(arena, result->note, "cause");
    double peak = result->dram_bytes_per_second;
    int percent = peak > 0 ? (int)lround(1e8 * bytes / time->microseconds / peak) : 0;
    *out_is_at_limit = false;
    bool is_least = bytes > 0 && result->dram_bytes > 0 && result->dram_bytes <= slack * bytes;
    if (!is_least || percent <= 0 || !cause || strcmp(cause, MODELLING_DRAM) != 0)
        return cause && exercise->kind == EXERCISE_PLAN ? limit_of_plan(arena, result, cause)
                                                        : told_local(arena, result->note);
    const char *gap = gap_text(arena, result, percent, time);
    *out_is_at_limit = !*gap;
    return sentence_text(arena, *gap ? SENTENCE_LEAST_BYTES : SENTENCE_AT_LIMIT,
                         FIELDS({"percent", arena_printf(arena, "%d", percent)}, {"gap", gap}));
}
