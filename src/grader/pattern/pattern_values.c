/* Detectors of the values of wrong elements: copies, transpositions, factors. */
#include <float.h>
#include <math.h>

#include "grader/pattern/pattern.h"
#include "grader/value/comparison.h"
#include "grader/value/number.h"
#include "grader/value/tolerance.h"

/* Whether the element at `index` holds the expected value of element `home`. */
static bool belongs(const struct pattern_context *context, uint64_t index, uint64_t home)
{
    return tolerance_accepts(&context->tolerance, context->dtype, number_load(context->dtype, context->got, index),
                             number_load(context->dtype, context->expected, home));
}

static double got_at(const struct pattern_context *context, uint64_t index)
{
    return number_decode(context->dtype, number_load(context->dtype, context->got, index));
}

static double expected_at(const struct pattern_context *context, uint64_t index)
{
    return number_decode(context->dtype, number_load(context->dtype, context->expected, index));
}

static double initial_at(const struct pattern_context *context, uint64_t index)
{
    return number_decode(context->dtype, number_load(context->dtype, context->initial, index));
}

bool pattern_never_written(const struct pattern_context *context, struct pattern *out_pattern)
{
    (void)out_pattern;
    return context->unwritten_count == context->count;
}

/* A few elements can fit a factor or an input by chance. */
enum { INFORMATIVE_COUNT = 4 };

static bool is_copy(const struct pattern_context *context, const struct pattern_input *input)
{
    if (input->dtype != context->dtype || input->count < context->count || context->count < INFORMATIVE_COUNT)
        return false;
    uint64_t first = number_load(context->dtype, context->got, 0);
    bool varies = false; /* any kernel that stores the only value of an input fits */
    for (uint64_t i = 0; i < context->count; i++) {
        uint64_t value = number_load(context->dtype, context->got, i);
        if (value != number_load(context->dtype, input->data, i))
            return false;
        varies |= value != first;
    }
    return varies;
}

bool pattern_copied_input(const struct pattern_context *context, struct pattern *out_pattern)
{
    for (size_t i = 0; i < context->input_count; i++) {
        if (!is_copy(context, &context->inputs[i]))
            continue;
        out_pattern->input = (int)i;
        return true;
    }
    return false;
}

/* Else the one value of all elements is the right one of most. */
static bool has_many_wrong(const struct pattern_context *context)
{
    enum { WRONG_SHARE = 4 };
    return WRONG_SHARE * context->wrong_count >= context->count;
}

bool pattern_all_zero(const struct pattern_context *context, struct pattern *out_pattern)
{
    (void)out_pattern;
    for (uint64_t i = 0; i < context->count; i++)
        if (!(got_at(context, i) == 0))
            return false;
    return context->unwritten_count == 0 && has_many_wrong(context);
}

bool pattern_transposed(const struct pattern_context *context, struct pattern *out_pattern)
{
    (void)out_pattern;
    const struct geometry *geometry = &context->geometry;
    if (geometry->rank < 2)
        return false;
    uint64_t width = geometry->shape[geometry->rank - 1], height = geometry->shape[geometry->rank - 2];
    uint64_t plane = width * height;
    if (width < 2 || height < 2 || context->count % plane)
        return false;
    for (uint64_t i = 0; i < context->count; i++) {
        uint64_t row = i % plane / width, column = i % plane % width;
        if (!belongs(context, i - i % plane + column * height + row, i))
            return false;
    }
    return true;
}

bool pattern_reversed(const struct pattern_context *context, struct pattern *out_pattern)
{
    (void)out_pattern;
    for (uint64_t i = 0; i < context->count; i++)
        if (!belongs(context, i, context->count - 1 - i))
            return false;
    return context->count > 2;
}

/*
 * The ends may hold anything, because no element was shifted there. If few elements are wrong,
 * nothing was shifted: among equal elements a shift would be invisible.
 */
static bool is_shifted(const struct pattern_context *context, int64_t by)
{
    int64_t count = (int64_t)context->count, distance = by < 0 ? -by : by;
    if (count < 4 * distance || count < 8 || (int64_t)context->wrong_count <= distance ||
        2 * context->wrong_count < context->count)
        return false;
    for (int64_t i = 0; i < count; i++)
        if (i + by >= 0 && i + by < count && !belongs(context, (uint64_t)i, (uint64_t)(i + by)))
            return false;
    return true;
}

enum { SHIFT_MAX = 4 };

bool pattern_shifted(const struct pattern_context *context, struct pattern *out_pattern)
{
    for (out_pattern->a = 1; out_pattern->a <= SHIFT_MAX; out_pattern->a++)
        if (is_shifted(context, out_pattern->a))
            return true;
    return false;
}

bool pattern_shifted_back(const struct pattern_context *context, struct pattern *out_pattern)
{
    for (out_pattern->a = 1; out_pattern->a <= SHIFT_MAX; out_pattern->a++)
        if (is_shifted(context, -out_pattern->a))
            return true;
    return false;
}

/* Shifts by rows and columns. A row or column at the edge may hold anything. */
static bool is_shifted_both(const struct pattern_context *context, int64_t rows, int64_t columns)
{
    const struct geometry *geometry = &context->geometry;
    int64_t width = (int64_t)geometry->shape[1], height = (int64_t)geometry->shape[0], compared = 0;
    for (int64_t i = 0; i < (int64_t)context->count; i++) {
        int64_t row = i / width + rows, column = i % width + columns;
        if (row < 0 || row >= height || column < 0 || column >= width)
            continue;
        if (!belongs(context, (uint64_t)i, (uint64_t)(row * width + column)))
            return false;
        compared++;
    }
    return 2 * compared >= (int64_t)context->count && 2 * context->wrong_count >= context->count;
}

/* A shift by columns alone is none of a flat buffer: rows end. */
bool pattern_shifted_both(const struct pattern_context *context, struct pattern *out_pattern)
{
    enum { ROWS_MAX = 8, ELEMENTS_LEAST = 64 };
    if (context->geometry.rank != 2 || context->count < ELEMENTS_LEAST || context->unwritten_count)
        return false;
    for (int sign = 1; sign >= -1; sign -= 2)
        for (int rows = 0; rows <= ROWS_MAX; rows++)
            for (int columns = 0; columns <= ROWS_MAX; columns++) {
                out_pattern->a = sign * rows;
                out_pattern->b = sign * columns;
                if ((rows || columns) && is_shifted_both(context, out_pattern->a, out_pattern->b))
                    return true;
            }
    return false;
}

static double relative_slack(const struct pattern_context *context)
{
    return fmax(2 * context->tolerance.relative, 1e-6);
}

static bool has_factor(const struct pattern_context *context, double factor)
{
    uint64_t informative = 0;
    for (uint64_t i = 0; i < context->count; i++) {
        double want = expected_at(context, i) * factor, have = got_at(context, i);
        double slack = relative_slack(context) * fabs(want) + 2 * context->tolerance.absolute * (1 + fabs(factor));
        if (!isfinite(have) || !(fabs(have - want) <= slack))
            return false;
        informative += fabs(want) > slack;
    }
    return informative >= INFORMATIVE_COUNT;
}

bool pattern_negated(const struct pattern_context *context, struct pattern *out_pattern)
{
    (void)out_pattern;
    return has_factor(context, -1);
}

static uint64_t largest_expected(const struct pattern_context *context)
{
    uint64_t largest = 0;
    for (uint64_t i = 1; i < context->count; i++)
        if (fabs(expected_at(context, i)) > fabs(expected_at(context, largest)))
            largest = i;
    return largest;
}

/* A smaller share of the values is a matter of rounding. */
static const double least_telling = 1e-4;

bool pattern_factor(const struct pattern_context *context, struct pattern *out_pattern)
{
    uint64_t largest = largest_expected(context);
    double factor = got_at(context, largest) / expected_at(context, largest);
    if (!isfinite(factor) || factor == 0)
        return false;
    double tidy = nearbyint(factor * 64) / 64;
    out_pattern->factor = fabs(tidy - factor) <= relative_slack(context) * fabs(factor) ? tidy : factor;
    /* that would be an offset, or rounding */
    bool tiny = fabs(factor - 1) < fmax(100 * context->tolerance.relative, least_telling);
    return !tiny && has_factor(context, out_pattern->factor);
}

/*
 * A factor of what a launch adds to a buffer, such as a step of an optimiser. Too small changes say
 * nothing.
 */
static bool has_change_factor(const struct pattern_context *context, double factor)
{
    uint64_t informative = 0;
    for (uint64_t i = 0; i < context->count; i++) {
        double want = expected_at(context, i), have = got_at(context, i);
        double before = initial_at(context, i), change = want - before;
        double slack = 2 * (1 + fabs(factor)) *
                       (context->tolerance.absolute + context->tolerance.relative * (fabs(want) + fabs(before)));
        if (!(fabs(have - before - factor * change) <= slack + relative_slack(context) * fabs(have)))
            return false;
        informative += fabs((factor - 1) * change) > 4 * slack;
    }
    return informative >= INFORMATIVE_COUNT && 2 * informative >= context->wrong_count;
}

bool pattern_change_factor(const struct pattern_context *context, struct pattern *out_pattern)
{
    uint64_t largest = 0;
    if (!context->initial || dtype_kind(context->dtype) != DTYPE_KIND_FLOAT || context->unwritten_count)
        return false;
    for (uint64_t i = 1; i < context->count; i++)
        if (fabs(expected_at(context, i) - initial_at(context, i)) >
            fabs(expected_at(context, largest) - initial_at(context, largest)))
            largest = i;
    double before = initial_at(context, largest);
    out_pattern->factor = (got_at(context, largest) - before) / (expected_at(context, largest) - before);
    return isfinite(out_pattern->factor) && out_pattern->factor != 0 && has_change_factor(context, out_pattern->factor);
}

bool pattern_offset(const struct pattern_context *context, struct pattern *out_pattern)
{
    double offset = got_at(context, 0) - expected_at(context, 0);
    if (fabs(offset) < least_telling * fabs(expected_at(context, largest_expected(context))))
        return false;
    for (uint64_t i = 0; i < context->count; i++) {
        double want = expected_at(context, i) + offset;
        double slack = 4 * (context->tolerance.absolute + context->tolerance.relative * (fabs(want) + fabs(offset)));
        if (!(fabs(got_at(context, i) - want) <= slack))
            return false;
    }
    out_pattern->factor = offset;
    return context->count >= INFORMATIVE_COUNT && context->wrong_count == context->count;
}

/* Then a kernel that stores any elements of the input gives the same number everywhere. */
static bool is_input_of_one_value(const struct pattern_context *context, uint64_t value)
{
    for (size_t i = 0; i < context->input_count; i++) {
        const struct pattern_input *input = &context->inputs[i];
        uint64_t equal = 0;
        while (input->dtype == context->dtype && equal < input->count &&
               number_load(input->dtype, input->data, equal) == value)
            equal++;
        if (equal && equal == input->count)
            return true;
    }
    return false;
}

bool pattern_constant(const struct pattern_context *context, struct pattern *out_pattern)
{
    uint64_t first = number_load(context->dtype, context->got, 0);
    for (uint64_t i = 1; i < context->count; i++)
        if (number_load(context->dtype, context->got, i) != first)
            return false;
    out_pattern->factor = got_at(context, 0);
    return context->count >= INFORMATIVE_COUNT && isfinite(out_pattern->factor) && has_many_wrong(context) &&
           !is_input_of_one_value(context, first);
}

/* Whether element i is i / `threads`, and some are not 0. */
static bool are_numbers_of_blocks(const struct pattern_context *context, const void *elements, uint64_t threads)
{
    for (uint64_t i = 0; i < context->count; i++) {
        uint64_t block = i / threads;
        if (number_decode(context->dtype, number_load(context->dtype, elements, i)) != (double)block)
            return false;
    }
    return threads > 1 && context->count > threads;
}

/* The launch has blocks of one size, and the reference's values follow from another. */
bool pattern_block_number(const struct pattern_context *context, struct pattern *out_pattern)
{
    const uint32_t *block = context->geometry.block;
    uint64_t threads = context->geometry.has_launch ? (uint64_t)block[0] * block[1] * block[2] : 0, wanted = 1;
    if (!threads || context->unwritten_count || !are_numbers_of_blocks(context, context->got, threads))
        return false;
    while (wanted < context->count && expected_at(context, wanted) == 0)
        wanted++;
    out_pattern->a = (int64_t)threads;
    out_pattern->b = (int64_t)wanted;
    return are_numbers_of_blocks(context, context->expected, wanted);
}

/* From here on, no float has a fraction. */
enum { FLOAT_FRACTIONS_END = 1 << 23 };

/*
 * Most expected values have a fraction, but no written value has one. Zeros and one other number
 * show no int: a value that underflows gives them, too.
 */
bool pattern_whole_numbers(const struct pattern_context *context, struct pattern *out_pattern)
{
    uint64_t fractions = 0;
    double first = 0;
    bool are_several = false;
    (void)out_pattern;
    for (uint64_t i = 0; i < context->count; i++) {
        double got = got_at(context, i), want = expected_at(context, i);
        if (!(fabs(got) < FLOAT_FRACTIONS_END) || got != nearbyint(got))
            return false;
        first = first != 0 ? first : got;
        are_several = are_several || (got != 0 && got != first);
        fractions += isfinite(want) && want != nearbyint(want);
    }
    return are_several && dtype_kind(context->dtype) == DTYPE_KIND_FLOAT && !context->unwritten_count &&
           fractions >= INFORMATIVE_COUNT && 2 * fractions > context->count;
}

/* The next place of the value from `from` on; -1: the input does not hold it there. */
static int64_t find_in_input(const struct pattern_input *input, uint64_t value, int64_t from)
{
    for (uint64_t i = (uint64_t)from; i < input->count; i++)
        if (number_load(input->dtype, input->data, i) == value)
            return (int64_t)i;
    return -1;
}

/* Values that are there twice, such as whole numbers, can be the same by chance. */
static bool is_single(const struct pattern_input *input, int64_t index)
{
    return find_in_input(input, number_load(input->dtype, input->data, (uint64_t)index), index + 1) < 0;
}

static bool is_chosen_from(const struct pattern_context *context, const struct pattern_input *input,
                           struct pattern *out_pattern)
{
    enum { COMPARED_MAX = 16 };
    uint64_t compared = 0;
    for (uint64_t i = 0; i < context->count && compared < COMPARED_MAX; i++) {
        if (!context->wrong[i])
            continue;
        int64_t got = find_in_input(input, number_load(input->dtype, context->got, i), 0);
        int64_t expected = find_in_input(input, number_load(input->dtype, context->expected, i), 0);
        if (got < 0 || expected < 0 || (!compared && !(is_single(input, got) && is_single(input, expected))))
            return false;
        if (!compared++)
            *out_pattern = (struct pattern){.kind = out_pattern->kind, .a = got, .b = expected};
    }
    return true;
}

/* The operation chooses among its inputs, as a maximum does, and chose another element. */
bool pattern_other_element(const struct pattern_context *context, struct pattern *out_pattern)
{
    bool can_be = dtype_kind(context->dtype) == DTYPE_KIND_FLOAT && !context->unwritten_count;
    for (size_t i = 0; can_be && i < context->input_count; i++) {
        if (context->inputs[i].dtype != context->dtype || !is_chosen_from(context, &context->inputs[i], out_pattern))
            continue;
        out_pattern->input = (int)i;
        return true;
    }
    return false;
}

bool pattern_imprecise(const struct pattern_context *context, struct pattern *out_pattern)
{
    double worst = 0, scale = compare_scale(context->dtype, context->expected, context->count);
    /*
     * One infinity or huge number must not make all other errors look small. The tolerance knows
     * the size of the expected values.
     */
    double slack = fmin(0.001 * scale, 1000 * context->tolerance.absolute);
    for (uint64_t i = 0; i < context->count; i++) {
        if (!context->wrong[i])
            continue;
        double want = expected_at(context, i), off = fabs(got_at(context, i) - want);
        if (!isfinite(want) || !(off <= 0.02 * fabs(want) + slack))
            return false;
        worst = fmax(worst, off / fmax(fabs(want), 1e-3 * scale));
    }
    out_pattern->factor = worst;
    return dtype_kind(context->dtype) == DTYPE_KIND_FLOAT && context->wrong_count >= INFORMATIVE_COUNT;
}

bool pattern_all_nan(const struct pattern_context *context, struct pattern *out_pattern)
{
    (void)out_pattern;
    for (uint64_t i = 0; i < context->count; i++)
        if (context->wrong[i] && !isnan(got_at(context, i)))
            return false;
    return context->unwritten_count == 0;
}

static bool is_in_an_input(const struct pattern_context *context, uint64_t index)
{
    uint64_t value = number_load(context->dtype, context->expected, index);
    for (size_t i = 0; i < context->input_count; i++)
        if (context->inputs[i].dtype == context->dtype && find_in_input(&context->inputs[i], value, 0) >= 0)
            return true;
    return false;
}

/* A search for the largest element that begins with 0, or with the least positive number. */
bool pattern_cut_at_zero(const struct pattern_context *context, struct pattern *out_pattern)
{
    enum { COMPARED_MAX = 16 };
    uint64_t compared = 0;
    (void)out_pattern;
    for (uint64_t i = 0; i < context->count; i++) {
        double got = got_at(context, i);
        bool is_negative = expected_at(context, i) < 0, is_cut = got >= 0 && got <= FLT_MIN;
        if (is_negative != (context->wrong[i] != 0) || (is_negative && !is_cut))
            return false;
        if (is_negative && compared < COMPARED_MAX && !is_in_an_input(context, i))
            return false;
        compared += is_negative;
    }
    return compared > 0 && !context->unwritten_count;
}
