/* Remarks on slips: see the header. */
#include "grader/diagnose/explanation_slip.h"

#include <string.h>

#include "grader/source/source_block.h"
#include "grader/source/source_compensation.h"
#include "grader/source/source_guard.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_narrow.h"
#include "grader/source/source_shuffle.h"
#include "grader/source/source_slip.h"
#include "grader/value/phrase.h"
#include "grader/value/sentence.h"

static const char *with_empty_branch(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    int line = source_slip_empty_branch(verdict->source);
    return line ? phrase_joined(
                      arena, said,
                      sentence_text(arena, SENTENCE_SLIP_BRANCH, FIELDS({"line", phrase_integer(arena, line)})))
                : said;
}

/* A slip that explains the whole verdict comes first. */
static const char *after_assignment(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    int line = source_guard_assignment(verdict->source);
    if (!line)
        return said;
    return phrase_joined(
        arena, sentence_text(arena, SENTENCE_SLIP_ASSIGNS, FIELDS({"line", phrase_integer(arena, line)})), said);
}

static const char *after_unfilled(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_slip_unfilled unfilled = source_slip_unfilled(verdict->source, arena);
    if (!unfilled.line)
        return said;
    return phrase_joined(arena,
                         sentence_text(arena, SENTENCE_SLIP_UNFILLED,
                                       FIELDS({"line", phrase_integer(arena, unfilled.line)}, {"name", unfilled.name})),
                         said);
}

static const char *after_unsigned_loop(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_guard_loop loop = source_guard_unsigned_loop(verdict->source, arena);
    if (!loop.line)
        return said;
    return phrase_joined(arena,
                         sentence_text(arena, SENTENCE_SLIP_UNSIGNED,
                                       FIELDS({"line", phrase_integer(arena, loop.line)}, {"variable", loop.variable})),
                         said);
}

static const char *after_narrow_index(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_narrow narrow = source_narrow_find(verdict->source);
    if (!narrow.line)
        return said;
    return phrase_joined(arena,
                         sentence_text(arena, narrow.is_rounded ? SENTENCE_SLIP_ROUNDED : SENTENCE_SLIP_NARROW,
                                       FIELDS({"line", phrase_integer(arena, narrow.line)}, {"type", narrow.type},
                                              {"most", phrase_integer(arena, narrow.most)})),
                         said);
}

static const char *after_exchange(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_launch_exchange exchange = source_launch_exchange(verdict->source, arena);
    if (!exchange.line)
        return said;
    return phrase_joined(arena,
                         sentence_text(arena, SENTENCE_SLIP_EXCHANGE,
                                       FIELDS({"line", phrase_integer(arena, exchange.line)}, {"first", exchange.first},
                                              {"second", exchange.second})),
                         said);
}

static const char *with_mixed_axes(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_slip_axes axes = source_slip_axes(verdict->source);
    if (!axes.line)
        return said;
    if (!strcmp(axes.index, "threadIdx")) /* it explains the whole verdict */
        return phrase_joined(arena,
                             sentence_text(arena, SENTENCE_SLIP_EXCHANGED_NUMBERS,
                                           FIELDS({"line", phrase_integer(arena, axes.line)},
                                                  {"axis", arena_strndup(arena, &axes.axis, 1)})),
                             said);
    return phrase_joined(
        arena, said,
        sentence_text(arena, SENTENCE_SLIP_AXES,
                      FIELDS({"line", phrase_integer(arena, axes.line)}, {"axis", arena_strndup(arena, &axes.axis, 1)},
                             {"size", axes.size}, {"other", arena_strndup(arena, &axes.other, 1)})));
}

static const char *with_shuffle(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_shuffle found = source_shuffle_offset(verdict->source);
    if (!found.line)
        return said;
    return phrase_joined(arena, said,
                         sentence_text(arena, found.stops_early ? SENTENCE_SLIP_SHUFFLE_END : SENTENCE_SLIP_SHUFFLE,
                                       FIELDS({"line", phrase_integer(arena, found.line)},
                                              {"offset", phrase_integer(arena, found.offset)})));
}

static const char *with_lone_scratch(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_launch_scratch scratch = source_launch_lone_scratch(verdict->source, arena);
    if (!scratch.line)
        return said;
    return phrase_joined(arena, said,
                         sentence_text(arena, SENTENCE_SLIP_LONE_SCRATCH,
                                       FIELDS({"line", phrase_integer(arena, scratch.line)}, {"name", scratch.name})));
}

static const char *after_compensation(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_compensation found = source_compensation(verdict->source, arena);
    if (!found.line)
        return said;
    enum sentence_id id = found.must_add ? SENTENCE_SLIP_LOST_SUBTRACTED : SENTENCE_SLIP_LOST_ADDED;
    return phrase_joined(
        arena, sentence_text(arena, id, FIELDS({"line", phrase_integer(arena, found.line)}, {"lost", found.lost})),
        said);
}

const char *explanation_slip_after_quotient(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_launch_quotient found = {0};
    if (verdict->source)
        found = source_launch_quotient(verdict->source, arena);
    if (!found.line)
        return said;
    return phrase_joined(arena,
                         sentence_text(arena, SENTENCE_SLIP_QUOTIENT,
                                       FIELDS({"line", phrase_integer(arena, found.line)}, {"quotient", found.quotient},
                                              {"written", found.written}, {"sum", found.sum}, {"right", found.right})),
                         said);
}

static const char *after_block_width(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_block_width found = source_block_width(verdict->source, arena);
    if (!found.line)
        return said;
    return phrase_joined(
        arena,
        sentence_text(arena, SENTENCE_SLIP_BLOCK_WIDTH,
                      FIELDS({"line", phrase_integer(arena, found.line)}, {"width", found.width},
                             {"launch_line", phrase_integer(arena, found.launch_line)}, {"threads", found.threads})),
        said);
}

static const char *after_second_axis(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_block_flat flat = source_block_flat(verdict->source, arena);
    struct source_block_unread unread = source_block_unread(verdict->source, arena);
    if (flat.line)
        return phrase_joined(arena,
                             sentence_text(arena, SENTENCE_SLIP_FLAT_LAUNCH,
                                           FIELDS({"line", phrase_integer(arena, flat.line)}, {"name", flat.name},
                                                  {"launch_line", phrase_integer(arena, flat.launch_line)})),
                             said);
    if (unread.line)
        return phrase_joined(arena,
                             sentence_text(arena, SENTENCE_SLIP_UNREAD_AXIS,
                                           FIELDS({"line", phrase_integer(arena, unread.line)}, {"name", unread.name},
                                                  {"option", unread.option})),
                             said);
    return said;
}

/* The compiler only warns of it. */
static const char *after_missing_return(const struct verdict *verdict, const char *said)
{
    static const char warned[] = "missing return statement at end of non-void function \"";
    struct arena *arena = verdict->arena;
    for (size_t i = 0; i < diagnostics_count(verdict->diagnostics); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(verdict->diagnostics, i);
        const char *found = strstr(diagnostic->message, warned);
        if (!found)
            continue;
        found += strlen(warned);
        const char *function = arena_strndup(arena, found, strcspn(found, "\"("));
        return phrase_joined(
            arena,
            sentence_text(arena, SENTENCE_SLIP_NO_RETURN,
                          FIELDS({"function", function}, {"line", phrase_integer(arena, diagnostic->location.line)})),
            said);
    }
    return said;
}

const char *explanation_slip_add(const struct verdict *verdict, const char *said)
{
    if (!verdict->source || !said)
        return said;
    said = with_empty_branch(verdict, said);
    said = with_mixed_axes(verdict, said);
    said = with_shuffle(verdict, said);
    said = with_lone_scratch(verdict, said);
    said = after_assignment(verdict, said);
    said = after_unfilled(verdict, said);
    said = after_exchange(verdict, said);
    said = explanation_slip_after_quotient(verdict, said);
    said = after_compensation(verdict, said);
    said = after_unsigned_loop(verdict, said);
    said = after_block_width(verdict, said);
    said = after_second_axis(verdict, said);
    said = after_missing_return(verdict, said);
    return after_narrow_index(verdict, said);
}

const char *explanation_slip_add_unsafe(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    if (!verdict->source || !said)
        return said;
    struct source_guard_joined guard = source_guard_joined(verdict->source);
    if (guard.line)
        said = phrase_joined(arena, said,
                             sentence_text(arena, SENTENCE_SLIP_GUARD,
                                           FIELDS({"line", phrase_integer(arena, guard.line)}, {"right", guard.right},
                                                  {"wrong", guard.wrong})));
    return explanation_slip_add(verdict, said);
}

const char *explanation_slip_after_todo(const struct verdict *verdict, const struct source_todo *todo, const char *said)
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
