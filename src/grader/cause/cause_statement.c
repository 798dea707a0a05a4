/* Slips in one statement: a condition, a loop, a call. */
#include <string.h>

#include "grader/cause/cause_finder.h"
#include "grader/source/source_guard.h"
#include "grader/source/source_result.h"
#include "grader/source/source_slip.h"

struct sentence cause_statement_assigns(const struct cause_search *search)
{
    int line = source_guard_assignment(search->source);
    return CAUSE_AT(search, SENTENCE_SLIP_ASSIGNS, line, {"", ""});
}

struct sentence cause_statement_branch(const struct cause_search *search)
{
    int line = source_slip_empty_branch(search->source);
    return CAUSE_AT(search, SENTENCE_SLIP_BRANCH, line, {"", ""});
}

struct sentence cause_statement_endless(const struct cause_search *search)
{
    struct source_guard_loop loop = source_guard_endless_loop(search->source, search->arena);
    enum sentence_id id = loop.is_halved ? SENTENCE_SLIP_HALVED : SENTENCE_SLIP_UNSIGNED;
    return CAUSE_AT(search, id, loop.line, {"variable", loop.variable});
}

/* The first warning of the compiler that begins so; NULL: none. */
static const struct diagnostic *warning(const struct cause_search *search, const char *begin)
{
    const struct diagnostics *diagnostics = search->verdict->diagnostics;
    for (size_t i = 0; i < diagnostics_count(diagnostics); i++)
        if (!strncmp(diagnostics_at(diagnostics, i)->message, begin, strlen(begin)))
            return diagnostics_at(diagnostics, i);
    return NULL;
}

struct sentence cause_statement_no_return(const struct cause_search *search)
{
    static const char begin[] = "missing return statement at end of non-void function \"";
    const struct diagnostic *found = warning(search, begin);
    const char *name = found ? found->message + strlen(begin) : "";
    int line = found ? found->location.line : 0;
    return CAUSE_AT(search, SENTENCE_SLIP_NO_RETURN, line,
                    {"function", arena_strndup(search->arena, name, strcspn(name, "\"("))});
}

struct sentence cause_statement_no_effect(const struct cause_search *search)
{
    const struct diagnostic *found = warning(search, "expression has no effect");
    int line = found ? found->location.line : 0;
    return CAUSE_AT(search, SENTENCE_SLIP_NO_EFFECT, line, {"", ""});
}

struct sentence cause_statement_dropped(const struct cause_search *search)
{
    struct source_result found = source_result_dropped(search->source, search->arena);
    return CAUSE_AT(search, SENTENCE_SLIP_DROPPED, found.line, {"function", found.function});
}

struct sentence cause_statement_guard(const struct cause_search *search)
{
    struct source_guard_joined found = {0};
    if (search->evidence->is_unsafe)
        found = source_guard_joined(search->source);
    return CAUSE_AT(search, SENTENCE_SLIP_GUARD, found.line, {"right", found.right}, {"wrong", found.wrong});
}
