/* Chooses the failing case that a verdict reports. */
#include "grader/diagnose/failing_case.h"

#include <math.h>

#include "grader/diagnose/explanation.h"

static const struct case_result *result_of(const struct grading *grading, const struct case_verdict *given)
{
    return grading->records[given - grading->verdict->cases].result;
}

static enum pattern_kind case_pattern(const struct grading *grading, const struct case_verdict *given)
{
    if (!given || !given->wrong_count)
        return PATTERN_NONE;
    const struct case_result *result = result_of(grading, given);
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].wrong_count)
            return result->buffers[i].pattern.kind;
    return PATTERN_NONE;
}

static int diagnostic_value(const struct grading *grading, const struct case_verdict *given)
{
    if (!given->ran || given->right || !given->wrong_count)
        return 0;
    return result_informs(result_of(grading, given), &grading->cases.items[given - grading->verdict->cases].job);
}

/*
 * Of equal cases the smallest. The worker relies on it: it explains a case only if no smaller one
 * says as much (case_run.c).
 */
static const struct case_verdict *most_informative(const struct grading *grading)
{
    const struct verdict *verdict = grading->verdict;
    const struct case_verdict *best = verdict->smallest_failing;
    for (size_t i = 0; best && i < verdict->case_count; i++)
        if (diagnostic_value(grading, &verdict->cases[i]) > diagnostic_value(grading, best))
            best = &verdict->cases[i];
    return best;
}

static double largest_shown(const struct wrong_buffer *wrong)
{
    double largest = 0;
    for (size_t i = 0; i < wrong->first_count; i++)
        largest = fmax(largest, fabs(wrong->first[i].expected));
    return largest;
}

/* Whether the shown errors are small, as a share of the largest expected value. */
static bool shows_close(const struct case_verdict *given, double share)
{
    const struct wrong_buffer *wrong = &given->wrong[0];
    double off_max = share * largest_shown(wrong);
    for (size_t i = 0; i < wrong->first_count; i++) {
        const struct wrong_element *element = &wrong->first[i];
        bool is_whole = element->got == nearbyint(element->got) && element->expected == nearbyint(element->expected);
        if (element->never_written || is_whole || !(fabs(element->got - element->expected) <= off_max))
            return false;
    }
    return wrong->first_count > 0;
}

/* Ten times the rounding of f16. */
#define PRECISION_LOST 0.005

/*
 * Among large numbers a missing term looks like rounding. The other cases decide. Results near 0
 * are off by a large share of themselves. If they are close beside the others, they decide nothing.
 */
static bool is_mostly_imprecise(const struct grading *grading)
{
    enum { SMALLEST_OFF_PERCENT = 5 };
    const struct verdict *verdict = grading->verdict;
    int close = 0, off = 0;
    for (size_t i = 0; i < verdict->case_count; i++) {
        const struct case_verdict *given = &verdict->cases[i];
        if (!given->ran || given->right || !given->wrong_count ||
            given->wrong[0].element_count < RESULT_INFORMATIVE_ELEMENTS)
            continue;
        bool is_close = case_pattern(grading, given) == PATTERN_IMPRECISE;
        close += is_close;
        off += !is_close && !shows_close(given, PRECISION_LOST);
    }
    return close >= off && shows_close(verdict->smallest_failing, SMALLEST_OFF_PERCENT / 100.0);
}

/*
 * Whether most cases fail, each by little. A single number, or a few, cannot show this. An element
 * of an input is not rounded.
 */
static bool is_imprecise_throughout(const struct grading *grading)
{
    enum { INFORMATIVE_CASES = 3 };
    const struct verdict *verdict = grading->verdict;
    int failing = 0, ran = 0;
    for (size_t i = 0; i < verdict->case_count; i++) {
        const struct case_verdict *given = &verdict->cases[i];
        ran += given->ran;
        if (!given->ran || given->right)
            continue;
        if (!given->wrong_count || !shows_close(given, PRECISION_LOST) ||
            case_pattern(grading, given) == PATTERN_OTHER_ELEMENT)
            return false;
        failing++;
    }
    return failing >= INFORMATIVE_CASES && 2 * failing > ran;
}

/* Whether all shown elements are off by less than what a kernel with a wrong element would be. */
static bool is_hardly_off(const struct case_verdict *given)
{
    const double share_max = 1e-5;
    const struct wrong_buffer *wrong = &given->wrong[0];
    for (size_t i = 0; i < wrong->first_count; i++) {
        const struct wrong_element *element = &wrong->first[i];
        if (element->never_written || element->ulps == UINT64_MAX ||
            !(fabs(element->got - element->expected) <= share_max * fabs(element->expected)))
            return false;
    }
    return wrong->first_count > 0;
}

static bool is_hardly_off_throughout(const struct grading *grading)
{
    const struct verdict *verdict = grading->verdict;
    for (size_t i = 0; i < verdict->case_count; i++) {
        const struct case_verdict *given = &verdict->cases[i];
        if (given->ran && !given->right && (!given->wrong_count || !is_hardly_off(given)))
            return false;
    }
    return true;
}

/* A kernel that reads the wrong rows leaves others unread, and stores where it must. */
static bool is_of_rows_read(const struct grading *grading, const struct case_verdict *failing)
{
    return case_pattern(grading, failing) == PATTERN_MOVED_ROWS && result_of(grading, failing)->unread.parameter;
}

static enum pattern_kind reported_pattern(const struct grading *grading, const struct case_verdict *failing)
{
    enum pattern_kind pattern = case_pattern(grading, failing);
    if (is_of_rows_read(grading, failing))
        return PATTERN_NONE;
    bool is_vague = pattern == PATTERN_NONE || pattern == PATTERN_EVERYTHING || pattern == PATTERN_IMPRECISE ||
                    pattern == PATTERN_ONLY_FIRST_RIGHT || pattern_is_position(pattern);
    bool is_close = is_imprecise_throughout(grading) || (pattern == PATTERN_NONE && is_hardly_off_throughout(grading));
    if (is_vague && is_close)
        return PATTERN_IMPRECISE;
    return pattern == PATTERN_IMPRECISE && !is_mostly_imprecise(grading) ? PATTERN_NONE : pattern;
}

/*
 * A case with its pattern, if that is a place or an element of an input. Other values of a few
 * elements may fit a pattern by chance.
 */
static struct failing_case with_sure_pattern(const struct grading *grading, const struct case_verdict *given)
{
    enum pattern_kind pattern = case_pattern(grading, given);
    bool is_sure = pattern_is_position(pattern) || pattern == PATTERN_OTHER_ELEMENT;
    return (struct failing_case){given, is_sure ? pattern : PATTERN_NONE};
}

static bool is_missing_somewhere(const struct case_verdict *given)
{
    const struct wrong_buffer *wrong = given && given->wrong_count ? &given->wrong[0] : NULL;
    return wrong && wrong->first_count && wrong->first[0].never_written && !wrong->is_of_several;
}

/* Whether the same part of each row, column or group is missing. */
static bool is_of_groups(enum pattern_kind kind)
{
    return kind >= PATTERN_END_OF_EACH && kind <= PATTERN_START_OF_ROWS;
}

typedef bool pattern_test(enum pattern_kind kind);

/* The first case whose missing elements have such a place; NULL: none. */
static const struct case_verdict *first_with_place(const struct grading *grading, pattern_test *test)
{
    for (size_t i = 0; i < grading->verdict->case_count; i++) {
        const struct case_verdict *given = &grading->verdict->cases[i];
        enum pattern_kind pattern = case_pattern(grading, given);
        if (given->ran && is_missing_somewhere(given) && given->wrong[0].element_count >= RESULT_INFORMATIVE_ELEMENTS &&
            pattern_is_position(pattern) && test(pattern))
            return given;
    }
    return NULL;
}

/*
 * A few elements that are not written show no place. Then it is the first case that shows one. In a
 * small case, the end of one row is the end of the buffer. Then it is the first that shows rows.
 */
static const struct case_verdict *smallest_with_place(const struct grading *grading,
                                                      const struct case_verdict *smallest)
{
    bool has_few = smallest->wrong[0].element_count < RESULT_INFORMATIVE_ELEMENTS;
    bool is_end = case_pattern(grading, smallest) == PATTERN_FROM_ON && !*smallest->wrong[0].small_grid;
    const struct case_verdict *found = NULL;
    if (has_few)
        found = first_with_place(grading, pattern_is_position);
    else if (is_end)
        found = first_with_place(grading, is_of_groups);
    return found ? found : smallest;
}

/* The smallest failing case. Where its input has no elements, the first one that has some. */
static const struct case_verdict *smallest_with_elements(const struct verdict *verdict)
{
    const struct case_verdict *smallest = verdict->smallest_failing;
    bool is_empty = smallest && smallest->wrong_count && smallest->wrong[0].empty;
    for (size_t i = 0; is_empty && i < verdict->case_count; i++)
        if (verdict->cases[i].wrong_count && !verdict->cases[i].wrong[0].empty)
            return &verdict->cases[i];
    return smallest;
}

/*
 * The smallest failing case. It may have few elements, and no inputs to recompute them from, or a
 * single element. Then it is the first case that shows what a wrong element takes from its inputs.
 */
static const struct case_verdict *smallest_telling(const struct grading *grading)
{
    const struct verdict *verdict = grading->verdict;
    const struct case_verdict *smallest = smallest_with_elements(verdict);
    const struct wrong_buffer *wrong = smallest && smallest->wrong_count ? &smallest->wrong[0] : NULL;
    if (is_missing_somewhere(smallest))
        return smallest_with_place(grading, smallest);
    bool has_inputs = wrong && wrong->inputs && wrong->element_count > 1 && !wrong->first[0].never_written;
    if (wrong && (wrong->element_count >= RESULT_INFORMATIVE_ELEMENTS || has_inputs))
        return smallest;
    for (size_t i = 0; smallest && i < verdict->case_count; i++) {
        const struct case_result *result =
            verdict->cases[i].wrong_count ? result_of(grading, &verdict->cases[i]) : NULL;
        if (result && (result->unread.parameter || result->influence.parameter))
            return &verdict->cases[i];
    }
    return smallest;
}

/*
 * A last block that is missing says where a grid ends. But a grid alone stores something in a
 * smaller case.
 */
static bool is_of_nothing_stored(const struct grading *grading, const struct case_verdict *smallest,
                                 enum pattern_kind pattern)
{
    return pattern == PATTERN_LAST_BLOCK && case_pattern(grading, smallest) == PATTERN_NEVER_WRITTEN;
}

/*
 * Prefers the most informative case, if its pattern shows the kind of mistake. Otherwise, or if the
 * smallest failing case has the same pattern, takes the smallest.
 */
struct failing_case failing_case_choose(const struct grading *grading)
{
    const struct case_verdict *smallest = grading->verdict->smallest_failing;
    struct failing_case chosen = {.verdict = most_informative(grading)};
    chosen.pattern = reported_pattern(grading, chosen.verdict);
    if (!explain_knows_pattern(chosen.pattern))
        return with_sure_pattern(grading, smallest_telling(grading));
    if (is_of_nothing_stored(grading, smallest, chosen.pattern))
        chosen.pattern = PATTERN_NEVER_WRITTEN;
    if (case_pattern(grading, smallest) == chosen.pattern)
        chosen.verdict = smallest;
    return chosen;
}
