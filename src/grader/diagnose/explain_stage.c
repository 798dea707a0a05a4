#include "grader/diagnose/explain_stage.h"

#include <inttypes.h>

#include "base/buffer.h"

static size_t count_stages(const struct case_result *result, enum stage_state state)
{
    size_t count = 0;
    for (size_t i = 0; i < result->stage_count; i++)
        count += result->stages[i].state == state;
    return count;
}

/* "normed, q and k hold what the reference has there"; "" if none does. */
static const char *right_ones(struct arena *arena, const struct case_result *result)
{
    struct buffer text CLEANUP(buffer_done) = BUFFER_INIT;
    size_t right = count_stages(result, STAGE_RIGHT), told = 0;
    for (size_t i = 0; i < result->stage_count; i++) {
        if (result->stages[i].state != STAGE_RIGHT)
            continue;
        buffer_printf(&text, "%s%s", told == 0 ? "" : told + 1 < right ? ", " : " and ", result->stages[i].scratch);
        told++;
    }
    if (right)
        buffer_printf(&text, " %s what the reference has there", right == 1 ? "holds" : "hold");
    return arena_strdup(arena, buffer_text(&text));
}

static const char *wrong_element(struct arena *arena, const struct stage_result *stage)
{
    const char *place = arena_printf(arena, "%s[%" PRIu64 "]", stage->scratch, stage->index);
    return stage->never_written ? arena_printf(arena, "%s was not written", place)
                                : arena_printf(arena, "%s is %.6g instead of %.6g", place, stage->got, stage->expected);
}

const char *explain_stage(struct arena *arena, const struct case_result *result)
{
    if (!result || !result->stage_count)
        return NULL;
    const struct stage_result *last = &result->stages[result->stage_count - 1];
    const char *right = right_ones(arena, result);
    if (last->state != STAGE_WRONG)
        return count_stages(result, STAGE_CLOSE)
                   ? NULL
                   : arena_printf(arena, "Between the launches %s: the mistake comes later.", right);
    const char *found =
        arena_printf(arena, "behind %s, launched at line %d, %s", last->kernel, last->line, wrong_element(arena, last));
    if (!*right)
        return arena_printf(arena, "Between the launches %s is the first that differs from the reference's: %s.",
                            last->scratch, found);
    return arena_printf(arena, "Between the launches %s, and %s is the first that does not: %s.", right, last->scratch,
                        found);
}

int explain_stage_line(const struct case_result *result)
{
    const struct stage_result *last = result && result->stage_count ? &result->stages[result->stage_count - 1] : NULL;
    return last && last->state == STAGE_WRONG ? last->line : 0;
}
