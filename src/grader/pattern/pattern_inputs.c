/* Detectors that compare outputs with inputs: a missing or doubled term or factor. */
#include <math.h>

#include "grader/pattern/pattern.h"
#include "grader/value/number.h"

/* A few elements can fit an input by chance. */
enum { INFORMATIVE_COUNT = 4 };

/* The relation between elements of an input and of the output. */
enum reach { REACH_NONE, REACH_EACH, REACH_COLUMNS, REACH_ROWS };

static uint64_t width_of(const struct pattern_context *context)
{
    const struct geometry *geometry = &context->geometry;
    return geometry->rank > 1 ? geometry->shape[geometry->rank - 1] : 0;
}

static enum reach reach_of(const struct pattern_context *context, const struct pattern_input *input)
{
    uint64_t width = width_of(context);
    if (dtype_kind(input->dtype) != DTYPE_KIND_FLOAT || !input->data)
        return REACH_NONE;
    if (input->count == context->count)
        return REACH_EACH;
    if (width > 1 && input->count == width)
        return REACH_COLUMNS;
    return width > 1 && input->count == context->count / width ? REACH_ROWS : REACH_NONE;
}

static double input_at(const struct pattern_context *context, const struct pattern_input *input, enum reach reach,
                       uint64_t index)
{
    uint64_t at = reach == REACH_COLUMNS ? index % width_of(context)
                  : reach == REACH_ROWS  ? index / width_of(context)
                                         : index;
    return number_decode(input->dtype, number_load(input->dtype, input->data, at));
}

/* The element without the supposed mistake. */
typedef double mending(double got, double input);

static double with_term(double got, double input)
{
    return got + input;
}

static double without_term(double got, double input)
{
    return got - input;
}

static double with_factor(double got, double input)
{
    return got * input;
}

static double without_factor(double got, double input)
{
    return got / input;
}

/* Whether the correction makes all elements right, and enough of them were wrong before. */
static bool is_mended(const struct pattern_context *context, const struct pattern_input *input, mending *mend)
{
    enum reach reach = reach_of(context, input);
    uint64_t informative = 0;
    for (uint64_t i = 0; reach != REACH_NONE && i < context->count; i++) {
        double got = number_decode(context->dtype, number_load(context->dtype, context->got, i));
        double want = number_decode(context->dtype, number_load(context->dtype, context->expected, i));
        double value = input_at(context, input, reach, i), mended = mend(got, value);
        bool divides_zero = mend == without_factor && value == 0;
        double slack = 2 * (context->tolerance.absolute * (1 + fabs(value)) +
                            context->tolerance.relative * (fabs(want) + fabs(got)));
        if (!(fabs(divides_zero ? got : mended - want) <= slack)) /* a factor of 0 leaves 0 */
            return false;
        informative += context->wrong[i] && fabs(want) > slack && !divides_zero;
    }
    return informative >= INFORMATIVE_COUNT && 2 * informative >= context->wrong_count;
}

static bool find_input(const struct pattern_context *context, mending *mend, struct pattern *out_pattern)
{
    if (dtype_kind(context->dtype) != DTYPE_KIND_FLOAT || context->unwritten_count)
        return false;
    for (size_t i = 0; i < context->input_count; i++) {
        if (!is_mended(context, &context->inputs[i], mend))
            continue;
        out_pattern->input = (int)i;
        return true;
    }
    return false;
}

bool pattern_lacks_term(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_input(context, with_term, out_pattern);
}

bool pattern_has_term(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_input(context, without_term, out_pattern);
}

bool pattern_lacks_factor(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_input(context, with_factor, out_pattern);
}

bool pattern_has_factor(const struct pattern_context *context, struct pattern *out_pattern)
{
    return find_input(context, without_factor, out_pattern);
}
