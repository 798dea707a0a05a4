/* The launch after which the numbers are wrong, in a sentence. */
#include "grader/diagnose/explanation_stage.h"

#include <string.h>

#include "base/buffer.h"
#include "base/i18n.h"
#include "grader/diagnose/phrase.h"
#include "grader/value/sentence.h"

static size_t count_stages(const struct case_result *result, enum stage_state state)
{
    size_t count = 0;
    for (size_t i = 0; i < result->stage_count; i++)
        count += result->stages[i].state == state;
    return count;
}

/* The last comparison of a buffer, and it is right. */
static bool is_right_at_last(const struct case_result *result, size_t index)
{
    for (size_t later = index + 1; later < result->stage_count; later++)
        if (!strcmp(result->stages[later].scratch, result->stages[index].scratch))
            return false;
    return result->stages[index].state == STAGE_RIGHT;
}

/* "normed, q and k hold what the reference has there"; "": none is right. */
static const char *right_ones(struct arena *arena, const struct case_result *result)
{
    struct buffer names CLEANUP(buffer_done) = BUFFER_INIT;
    size_t right = 0, named = 0;
    for (size_t i = 0; i < result->stage_count; i++)
        right += is_right_at_last(result, i);
    for (size_t i = 0; i < result->stage_count; i++) {
        if (!is_right_at_last(result, i))
            continue;
        buffer_printf(&names, "%s%s",
                      named == 0          ? ""
                      : named + 1 < right ? ", "
                                          : _(" and "),
                      result->stages[i].scratch);
        named++;
    }
    return right ? sentence_text(arena, right == 1 ? SENTENCE_STAGE_ONE_RIGHT : SENTENCE_STAGE_SEVERAL_RIGHT,
                                 FIELDS({"names", buffer_text(&names)}))
                 : "";
}

/* "part"; of several devices "rank 1's part". */
static const char *scratch_text(struct arena *arena, const struct stage_result *stage)
{
    return stage->is_of_several ? phrase_of_rank(arena, stage->rank, stage->scratch) : stage->scratch;
}

static const char *wrong_element(struct arena *arena, const struct stage_result *stage)
{
    const char *element = arena_printf(arena, "%s[%s]", stage->scratch, phrase_count(arena, stage->index));
    if (stage->is_of_several)
        element = phrase_of_rank(arena, stage->rank, element);
    return sentence_text(arena, stage->never_written ? SENTENCE_STAGE_NOT_WRITTEN : SENTENCE_STAGE_WRONG,
                         FIELDS({"element", element}, {"got", arena_printf(arena, "%.6g", stage->got)},
                                {"expected", arena_printf(arena, "%.6g", stage->expected)}));
}

const char *explain_stage(struct arena *arena, const struct case_result *result)
{
    if (!result || !result->stage_count)
        return NULL;
    const struct stage_result *last = &result->stages[result->stage_count - 1];
    const char *right = right_ones(arena, result);
    if (last->state != STAGE_WRONG)
        return count_stages(result, STAGE_CLOSE) ? NULL
                                                 : sentence_text(arena, SENTENCE_STAGE_LATER, FIELDS({"right", right}));
    const char *found = sentence_text(arena, SENTENCE_STAGE_FOUND,
                                      FIELDS({"kernel", last->kernel}, {"line", phrase_integer(arena, last->line)},
                                             {"element", wrong_element(arena, last)}));
    const char *said =
        sentence_text(arena, *right ? SENTENCE_STAGE_FIRST_AFTER : SENTENCE_STAGE_FIRST,
                      FIELDS({"right", right}, {"scratch", scratch_text(arena, last)}, {"found", found}));
    return *last->unknown ? sentence_text(arena, SENTENCE_STAGE_UNKNOWN_BEFORE,
                                          FIELDS({"sentence", said}, {"unknown", last->unknown}))
                          : said;
}

int explain_stage_line(const struct case_result *result)
{
    const struct stage_result *last = result && result->stage_count ? &result->stages[result->stage_count - 1] : NULL;
    return last && last->state == STAGE_WRONG ? last->line : 0;
}
