/* Finds a kind of input that separates failing cases from right ones. */
#include "grader/diagnose/case_inits.h"

#include <math.h>
#include <stdio.h>

#include "grader/value/sentence.h"

/* "uniform(1000, 1001)": the size of numbers that have a small spread; 0: not such an init. */
static double size_far_from_zero(const char *init)
{
    enum { FAR = 50 };
    double one, other;
    if (sscanf(init, "uniform(%lf, %lf)", &one, &other) == 2)
        return fabs(one + other) / 2 > FAR * fabs(other - one) ? fabs(one + other) / 2 : 0;
    return sscanf(init, "normal(%lf, %lf)", &one, &other) == 2 && fabs(one) > FAR * fabs(other) ? fabs(one) : 0;
}

/* The init of such an input of a case; NULL: none. */
static const char *far_init(const struct planned_case *given)
{
    for (size_t i = 0; i < given->job.init_count; i++)
        if (size_far_from_zero(given->job.inits[i].init) > 0)
            return given->job.inits[i].init;
    return NULL;
}

/* Large numbers that cancel leave a small one. A sum of them is larger than each. */
static bool can_cancel(const struct case_verdict *wrong, const char *init)
{
    bool has_element = wrong->wrong_count && wrong->wrong[0].first_count;
    return !has_element || fabs(wrong->wrong[0].first[0].expected) < size_far_from_zero(init) / 2;
}

/* All failing cases have inputs far from 0, and no other case has. */
static const char *say_far(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena)
{
    const char *found = NULL;
    size_t right = 0;
    bool cancels = true;
    for (size_t i = 0; i < cases->count; i++) {
        const char *init = far_init(&cases->items[i]);
        bool is_wrong = verdict->cases[i].ran && !verdict->cases[i].right;
        if (is_wrong && !init)
            return NULL;
        right += verdict->cases[i].right && !init;
        found = is_wrong ? init : found;
        cancels &= !is_wrong || can_cancel(&verdict->cases[i], init);
    }
    enum sentence_id id = cancels ? SENTENCE_RELATION_FAR_FROM_ZERO : SENTENCE_RELATION_NEARLY_EQUAL;
    return found && right ? sentence_text(arena, id, FIELDS({"inits", found})) : NULL;
}

typedef bool init_test(const char *init);

static bool is_negative(const char *init)
{
    double low, high;
    return sscanf(init, "uniform(%lf, %lf)", &low, &high) == 2 && low < 0 && high <= 0;
}

static bool is_tiny(const char *init)
{
    const double most = 0.01;
    double one, other;
    if (sscanf(init, "uniform(%lf, %lf)", &one, &other) == 2)
        return fabs(one) <= most && fabs(other) <= most;
    return sscanf(init, "normal(%lf, %lf)", &one, &other) == 2 && fabs(one) + 2 * fabs(other) <= most;
}

/* The init of such an input; NULL: none. */
static const char *init_of(const struct planned_case *given, init_test *test)
{
    for (size_t i = 0; i < given->job.init_count; i++)
        if (test(given->job.inits[i].init))
            return given->job.inits[i].init;
    return NULL;
}

/* All failing cases have such an input, and all others have none. */
static const char *say_init(const struct planned_cases *cases, const struct verdict *verdict, init_test *test,
                            enum sentence_id id, struct arena *arena)
{
    const char *found = NULL;
    size_t right = 0;
    for (size_t i = 0; i < cases->count; i++) {
        const char *init = init_of(&cases->items[i], test);
        const struct case_verdict *given = &verdict->cases[i];
        bool lacks_element = given->wrong_count && given->wrong[0].unwritten_count; /* whatever the inputs are */
        if (given->ran && (given->right == (init != NULL) || lacks_element))
            return NULL;
        right += verdict->cases[i].right;
        found = init && !found && verdict->cases[i].ran ? init : found;
    }
    return found && right ? sentence_text(arena, id, FIELDS({"inits", found})) : NULL;
}

const char *case_inits(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena)
{
    const char *text = say_far(cases, verdict, arena);
    text = text ? text : say_init(cases, verdict, is_negative, SENTENCE_RELATION_NEGATIVE, arena);
    return text ? text : say_init(cases, verdict, is_tiny, SENTENCE_RELATION_TINY, arena);
}

bool case_inits_are_far(const struct planned_cases *cases, const struct verdict *verdict, struct arena *arena)
{
    return say_far(cases, verdict, arena) != NULL;
}
