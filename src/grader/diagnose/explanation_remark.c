/* Remarks beside the sentence about a wrong result. */
#include "grader/diagnose/explanation_remark.h"

#include <math.h>
#include <string.h>

#include "base/i18n.h"
#include "grader/cause/cause_remark.h"
#include "grader/diagnose/explanation_wrong.h"
#include "grader/finding/finding_facts.h"
#include "grader/source/source_guard.h"
#include "grader/source/source_index.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_loop.h"
#include "grader/source/source_slip.h"
#include "grader/value/phrase.h"
#include "grader/value/sentence.h"

/* The line of the first finding of the kind; 0: there is none. */
static int line_of_kind(const struct observation *observation, enum vgpu_finding_kind kind)
{
    for (size_t i = 0; observation && i < observation->finding_count; i++)
        if (observation->findings[i].kind == kind && observation->findings[i].line > 0)
            return observation->findings[i].line;
    return 0;
}

/* Whole numbers that are 2^31 or 2^32 apart: a sum, a product or a half of them wrapped around. */
static bool has_wrapped(const struct wrong_element *first)
{
    double off = first ? fabs(first->got - first->expected) : 0;
    bool is_whole = first && !first->never_written && first->got == nearbyint(first->got);
    return is_whole && first->ulps == UINT64_MAX && (off == 0x1p31 || off == 0x1p32);
}

/* Large whole numbers that are off by the rounding of a float. */
static bool is_rounded_to_float(const struct verdict *verdict, const struct wrong_element *first)
{
    bool is_whole = first && !first->never_written && first->ulps == UINT64_MAX &&
                    first->got == nearbyint(first->got) && fabs(first->expected) > 0x1p24;
    return is_whole && fabs(first->got - first->expected) < 1e-5 * fabs(first->expected) && verdict->source &&
           source_slip_has_word(verdict->source, "float");
}

/* The condition that kept every thread from the store. */
static const char *with_closed_store(const struct verdict *verdict, const struct wrong_buffer *wrong, const char *said)
{
    struct arena *arena = verdict->arena;
    const struct source *source = verdict->source;
    int line = source ? source_index_store(source, wrong->parameter) : 0;
    const char *kernel = line ? source_loop_function(source, line, arena) : NULL;
    struct source_launch_found launch = {0};
    if (kernel)
        launch = source_launch_only(source, kernel, arena);
    struct source_guard_only guard = {0};
    if (launch.line && !launch.has_when)
        guard = source_guard_only(source, line, arena);
    if (!guard.line)
        return said;
    return phrase_joined(
        arena, said,
        sentence_text(arena, guard.leaves ? SENTENCE_STORE_LEFT : SENTENCE_STORE_CLOSED,
                      FIELDS({"line", phrase_integer(arena, line)}, {"guard_line", phrase_integer(arena, guard.line)},
                             {"condition", guard.condition})));
}

static bool is_wrong_anywhere(const struct verdict *verdict, const char *output)
{
    for (size_t i = 0; i < verdict->case_count; i++)
        for (size_t j = 0; j < verdict->cases[i].wrong_count; j++)
            if (!strcmp(verdict->cases[i].wrong[j].parameter, output))
                return true;
    return false;
}

/* "m and v are right in every case": the mistake does not reach them. NULL: there are none. */
static const char *right_outputs(const struct verdict *verdict, const struct exercise *exercise)
{
    struct arena *arena = verdict->arena;
    const char *names = NULL;
    size_t count = 0;
    for (size_t i = 0; exercise && i < exercise->parameter_count; i++) {
        const struct parameter *output = &exercise->parameters[i];
        if (!parameter_is_output(output) || is_wrong_anywhere(verdict, output->name))
            continue;
        names = names ? arena_printf(arena, "%s%s%s", names, _(" and "), output->name) : output->name;
        count++;
    }
    enum sentence_id id = count == 1 ? SENTENCE_OUTPUT_RIGHT : SENTENCE_OUTPUTS_RIGHT;
    return count ? sentence_text(arena, id, FIELDS({"names", names})) : NULL;
}

/* What the wrong numbers themselves tell. */
static const char *with_numbers(const struct verdict *verdict, const struct explain_context *context,
                                const struct wrong_element *first, const char *said)
{
    struct arena *arena = verdict->arena;
    if (has_wrapped(first))
        said =
            phrase_joined(arena, said,
                          sentence_text(arena, SENTENCE_WRAPPED,
                                        FIELDS({"power", fabs(first->got - first->expected) == 0x1p31 ? "31" : "32"})));
    if (is_rounded_to_float(verdict, first))
        said = phrase_joined(arena, said, sentence_row(SENTENCE_ROUNDED_TO_FLOAT).text);
    if (context->cut_line)
        said = phrase_joined(
            arena, said,
            sentence_text(arena, SENTENCE_CUT_NUMBER, FIELDS({"line", phrase_integer(arena, context->cut_line)})));
    return said;
}

/* The only variable that no line uses: the learner may have written another one in its place. */
static const char *with_unused_variable(const struct verdict *verdict, const char *said)
{
    static const char begin[] = "variable \"", end[] = "\" was declared but never referenced";
    const struct diagnostics *diagnostics = verdict->diagnostics;
    const struct diagnostic *found = NULL;
    size_t count = 0;
    for (size_t i = 0; i < diagnostics_count(diagnostics); i++) {
        const struct diagnostic *next = diagnostics_at(diagnostics, i);
        bool is_unused = !strncmp(next->message, begin, strlen(begin)) && strstr(next->message, end);
        found = is_unused ? next : found;
        count += is_unused;
    }
    if (count != 1)
        return said;
    const char *name = found->message + strlen(begin);
    return phrase_joined(verdict->arena, said,
                         sentence_text(verdict->arena, SENTENCE_UNUSED_VARIABLE,
                                       FIELDS({"line", phrase_integer(verdict->arena, found->location.line)},
                                              {"variable", arena_strndup(verdict->arena, name, strcspn(name, "\""))})));
}

/* The first wrong element has a value, and others have none. */
static const char *with_unwritten(const struct verdict *verdict, const struct wrong_buffer *wrong, const char *said)
{
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    if (!first || first->never_written || wrong->unwritten_count < 2)
        return said;
    return phrase_joined(verdict->arena, said,
                         sentence_text(verdict->arena, SENTENCE_OTHERS_UNWRITTEN,
                                       FIELDS({"count", phrase_count(verdict->arena, wrong->unwritten_count)},
                                              {"buffer", wrong->parameter})));
}

/* Neither is an error by itself: the values are often discarded, and the threads have no work. */
static const char *with_threads(const struct verdict *verdict, const struct wrong_element *first, const char *said)
{
    struct arena *arena = verdict->arena;
    int idle_line = line_of_kind(verdict->observation, VGPU_FINDING_INACTIVE_SOURCE);
    int ended_line = line_of_kind(verdict->observation, VGPU_FINDING_EXITED_BARRIER);
    if (idle_line)
        said = phrase_joined(
            arena, said, sentence_text(arena, SENTENCE_IDLE_LANES, FIELDS({"line", phrase_integer(arena, idle_line)})));
    if (ended_line && first && first->never_written)
        said = phrase_joined(
            arena, said,
            sentence_text(arena, SENTENCE_EXITED_BARRIER_MISSING, FIELDS({"line", phrase_integer(arena, ended_line)})));
    return said;
}

const char *explanation_remark_add(const struct verdict *verdict, const struct explain_context *context,
                                   const char *said, bool is_explained)
{
    struct arena *arena = verdict->arena;
    const struct wrong_buffer *wrong = &context->failing->wrong[0];
    const struct wrong_element *first = wrong->first_count ? &wrong->first[0] : NULL;
    bool is_told = explain_knows_pattern(context->pattern) && context->pattern != PATTERN_ONLY_FIRST_RIGHT;
    if (wrong->formula && !explain_knows_pattern(context->pattern))
        said = phrase_joined(arena, said,
                             sentence_text(arena, SENTENCE_FORMULA_OF_INPUTS,
                                           FIELDS({"got", phrase_distinct(arena, first->got, first->expected, 3)},
                                                  {"formula", wrong->formula})));
    if (wrong->influence && first && !first->never_written && !is_told)
        said = phrase_joined(arena, said, wrong->influence);
    if (wrong->other_rank && !wrong->influence)
        said = phrase_joined(
            arena, said,
            sentence_text(arena, SENTENCE_RANKS_DIFFER, FIELDS({"rank", phrase_integer(arena, wrong->other_rank)})));
    said = with_numbers(verdict, context, first, said);
    said = with_unwritten(verdict, wrong, with_unused_variable(verdict, with_threads(verdict, first, said)));
    said = cause_remark_add(verdict, said);
    /* An element that is left out changes no factor, and makes no NaN. */
    if (wrong->unread && first && !first->never_written && !is_explained && context->pattern != PATTERN_FACTOR &&
        !explain_origin(verdict, wrong))
        said = phrase_joined(arena, said, wrong->unread);
    if (wrong->share) /* it explains the case, so that no size does */
        return phrase_joined(arena, said, wrong->share);
    if (wrong->empty)
        said = phrase_joined(arena, said, wrong->empty);
    const char *unused = first && first->never_written
                             ? finding_unused_size(verdict->source, context->exercise, wrong->parameter, arena)
                             : NULL;
    if (unused)
        said = phrase_joined(
            arena, said,
            sentence_text(arena, SENTENCE_PLAN_LACKS_SIZE, FIELDS({"size", unused}, {"buffer", wrong->parameter})));
    if (context->pattern == PATTERN_NEVER_WRITTEN && !is_explained)
        said = with_closed_store(verdict, wrong, said);
    if (wrong->pitch)
        said = phrase_joined(arena, said, wrong->pitch);
    bool is_rounding = context->pattern == PATTERN_IMPRECISE && !context->stage_line; /* it grows along the way */
    if (context->stage && !is_rounding)
        said = phrase_joined(arena, said, context->stage);
    if (context->changed.function && !explain_knows_pattern(context->pattern))
        said = phrase_joined(arena, said,
                             sentence_text(arena, SENTENCE_GIVEN_CHANGED,
                                           FIELDS({"line", phrase_integer(arena, context->changed.line)},
                                                  {"function", context->changed.function})));
    const char *right = context->stage || wrong->is_of_several ? NULL : right_outputs(verdict, context->exercise);
    if (right)
        said = phrase_joined(arena, said, right);
    if (context->deciding && !explain_knows_pattern(context->pattern) && !context->stage)
        said = phrase_joined(arena, said,
                             sentence_text(arena, SENTENCE_RIGHT_WITH, FIELDS({"numbers", context->deciding})));
    bool is_of_sign = context->pattern == PATTERN_CUT_AT_ZERO; /* a relation says no more */
    return context->relation && !is_of_sign ? phrase_joined(arena, said, context->relation) : said;
}

const char *explanation_remark_after_todo(const struct verdict *verdict, const struct source_todo *todo,
                                          const char *said)
{
    struct arena *arena = verdict->arena;
    if (!todo->count)
        return said;
    enum sentence_id id = todo->count > 1 ? SENTENCE_TODOS_OPEN : SENTENCE_TODO_OPEN;
    return phrase_joined(arena,
                         sentence_text(arena, id,
                                       FIELDS({"count", phrase_integer(arena, todo->count)},
                                              {"line", phrase_integer(arena, todo->line)})),
                         said);
}
