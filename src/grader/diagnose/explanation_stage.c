/* The launch after which the numbers are wrong, in a sentence. */
#include "grader/diagnose/explanation_stage.h"

#include <string.h>

#include "base/buffer.h"
#include "base/i18n.h"
#include "grader/value/phrase.h"
#include "grader/value/sentence.h"

static size_t count_stages(const struct case_result *result, enum stage_state state)
{
    size_t count = 0;
    for (size_t i = 0; i < result->stage_count; i++)
        count += result->stages[i].state == state;
    return count;
}

/* The ranks whose buffer of this name was compared, one bit each. NULL: of any name. */
static uint64_t ranks_of(const struct case_result *result, const char *scratch)
{
    uint64_t ranks = 0;
    for (size_t i = 0; i < result->stage_count; i++)
        if (!scratch || !strcmp(result->stages[i].scratch, scratch))
            ranks |= UINT64_C(1) << result->stages[i].rank;
    return ranks;
}

/* The last comparison of a buffer, and it is right, as on every rank that was compared. */
static bool is_right_at_last(const struct case_result *result, size_t index)
{
    const char *scratch = result->stages[index].scratch;
    for (size_t later = index + 1; later < result->stage_count; later++)
        if (!strcmp(result->stages[later].scratch, scratch))
            return false;
    return result->stages[index].state == STAGE_RIGHT && ranks_of(result, scratch) == ranks_of(result, NULL);
}

/* "normed, q and k are right", or the last of many; "": none is right. */
static const char *right_ones(struct arena *arena, const struct case_result *result)
{
    enum { LISTED_MAX = 8 };
    struct buffer names CLEANUP(buffer_done) = BUFFER_INIT;
    size_t right = 0, named = 0;
    for (size_t i = 0; i < result->stage_count; i++)
        right += is_right_at_last(result, i);
    for (size_t i = 0; i < result->stage_count; i++) {
        if (!is_right_at_last(result, i))
            continue;
        named++;
        if (right > LISTED_MAX && named < right)
            continue;
        buffer_printf(&names, "%s%s",
                      right > LISTED_MAX || named == 1 ? ""
                      : named < right                  ? _(", ")
                                                       : _(" and "),
                      result->stages[i].scratch);
    }
    enum sentence_id id = right == 1            ? SENTENCE_STAGE_ONE_RIGHT
                          : right <= LISTED_MAX ? SENTENCE_STAGE_SEVERAL_RIGHT
                                                : SENTENCE_STAGE_MANY_RIGHT;
    return right
               ? sentence_text(arena, id, FIELDS({"names", buffer_text(&names)}, {"count", phrase_count(arena, right)}))
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

/* Adds the buffer that led to it, which the reference does not have. */
static const char *with_source(struct arena *arena, const struct stage_result *stage, const char *said)
{
    if (!*stage->source.scratch)
        return said;
    return phrase_joined(
        arena, said,
        sentence_text(arena, SENTENCE_STAGE_SOURCE,
                      FIELDS({"scratch", stage->source.scratch}, {"line", phrase_integer(arena, stage->source.line)})));
}

/* All scratch buffers are right: a launch that writes a wrong output is not, or comes too early. */
static const char *say_later(struct arena *arena, const struct case_result *result, const char *right)
{
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].wrong_count)
            return sentence_text(arena, SENTENCE_STAGE_LATER,
                                 FIELDS({"right", right}, {"output", result->buffers[i].parameter->name}));
    return NULL;
}

/* A launch that writes for nothing says more than the wrong numbers after another one. */
static const char *say_unused(struct arena *arena, const struct stage_buffer *unused, const char *right)
{
    const char *said =
        sentence_text(arena, SENTENCE_STAGE_UNUSED,
                      FIELDS({"scratch", unused->scratch}, {"line", phrase_integer(arena, unused->line)}));
    return *right ? sentence_text(arena, SENTENCE_STAGE_UNUSED_AFTER, FIELDS({"right", right}, {"unused", said}))
                  : said;
}

const char *explain_stage(struct arena *arena, const struct case_result *result)
{
    if (!result || (!result->stage_count && !*result->unused.scratch))
        return NULL;
    const char *right = right_ones(arena, result);
    if (*result->unused.scratch)
        return say_unused(arena, &result->unused, right);
    const struct stage_result *last = &result->stages[result->stage_count - 1];
    if (last->state != STAGE_WRONG)
        return count_stages(result, STAGE_CLOSE) ? NULL : say_later(arena, result, right);
    const char *found = sentence_text(arena, SENTENCE_STAGE_FOUND,
                                      FIELDS({"kernel", last->kernel}, {"line", phrase_integer(arena, last->line)},
                                             {"element", wrong_element(arena, last)}));
    const char *said =
        sentence_text(arena, *right ? SENTENCE_STAGE_FIRST_AFTER : SENTENCE_STAGE_FIRST,
                      FIELDS({"right", right}, {"scratch", scratch_text(arena, last)}, {"found", found}));
    return with_source(arena, last, said);
}

int explain_stage_line(const struct case_result *result)
{
    const struct stage_result *last = result && result->stage_count ? &result->stages[result->stage_count - 1] : NULL;
    if (result && *result->unused.scratch)
        return result->unused.line;
    return last && last->state == STAGE_WRONG ? last->line : 0;
}
