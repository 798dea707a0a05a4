/* Adds remarks on parts of the source that may be intended. */
#include "grader/cause/cause_remark.h"

#include "grader/cause/cause_finder.h"
#include "grader/source/source_launch.h"
#include "grader/source/source_shuffle.h"

static const char *with_shuffle(const struct verdict *verdict, const char *said)
{
    struct arena *arena = verdict->arena;
    struct source_shuffle found = source_shuffle_offset(verdict->source);
    if (!found.line)
        return said;
    enum sentence_id id = found.width < SOURCE_SHUFFLE_WARP ? SENTENCE_SLIP_SHUFFLE_WIDTH
                          : found.stops_early               ? SENTENCE_SLIP_SHUFFLE_END
                                                            : SENTENCE_SLIP_SHUFFLE;
    return phrase_joined(arena, said,
                         sentence_text(arena, id,
                                       FIELDS({"line", phrase_integer(arena, found.line)},
                                              {"offset", phrase_integer(arena, found.offset)},
                                              {"width", phrase_integer(arena, found.width)})));
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

const char *cause_remark_add(const struct verdict *verdict, const char *said)
{
    if (!verdict->source || !said)
        return said;
    return with_lone_scratch(verdict, with_shuffle(verdict, said));
}

const char *cause_remark_after_quotient(const struct verdict *verdict, const char *said)
{
    struct cause_search search = {verdict, verdict->source, verdict->arena, NULL};
    struct sentence found = {0};
    if (verdict->source)
        found = cause_launch_quotient(&search);
    return found.text ? phrase_joined(verdict->arena, found.text, said) : said;
}
