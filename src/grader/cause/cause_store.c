/* Results that are stored in the wrong place, or too rarely. */
#include "grader/cause/cause_finder.h"
#include "grader/source/source_result.h"
#include "grader/source/source_slip.h"
#include "grader/source/source_store.h"

struct sentence cause_store_back(const struct cause_search *search)
{
    struct source_result found = source_result_stored_back(search->source, search->arena);
    return CAUSE_AT(search, SENTENCE_SLIP_STORED_BACK, found.line, {"function", found.function});
}

struct sentence cause_store_unfilled(const struct cause_search *search)
{
    struct source_slip_unfilled found = source_slip_unfilled(search->source, search->arena);
    return CAUSE_AT(search, SENTENCE_SLIP_UNFILLED, found.line, {"name", found.name});
}

struct sentence cause_store_pointer(const struct cause_search *search)
{
    struct source_store_pointer found = source_store_pointer(search->source, search->arena);
    int line = search->evidence->wrong && !cause_wrong_value(search) ? found.line : 0;
    return CAUSE_AT(search, SENTENCE_SLIP_POINTER, line, {"name", found.name});
}

struct sentence cause_store_single(const struct cause_search *search)
{
    struct source_store_pointer found = source_store_single(search->source, search->arena);
    int line = cause_wrong_value(search) ? found.line : 0;
    return CAUSE_AT(search, SENTENCE_SLIP_SINGLE, line, {"name", found.name});
}

static struct sentence say_round(const struct cause_search *search, enum sentence_id id,
                                 struct source_store_round found)
{
    return CAUSE_AT(search, id, found.line, {"name", found.name},
                    {"loop_line", phrase_integer(search->arena, found.loop_line)});
}

struct sentence cause_store_round(const struct cause_search *search)
{
    return cause_wrong_value(search)
               ? say_round(search, SENTENCE_SLIP_ROUND, source_store_round(search->source, search->arena))
               : (struct sentence){0};
}

struct sentence cause_store_variable(const struct cause_search *search)
{
    return cause_wrong_value(search)
               ? say_round(search, SENTENCE_SLIP_ROUND_VARIABLE, source_store_variable(search->source, search->arena))
               : (struct sentence){0};
}

/* The last elements are missing, and a condition ends as many before a size. */
struct sentence cause_store_short(const struct cause_search *search)
{
    struct source_store_short found = {0};
    if (search->evidence->wrong && search->evidence->begin < 0)
        found = source_store_short(search->source, (long)-search->evidence->begin, search->arena);
    return CAUSE_AT(search, SENTENCE_SLIP_SHORT, found.line, {"written", found.written}, {"right", found.right});
}
