/* Explains a wrong result by exchanged buffers, numbers or axes. */
#include "grader/worker/case_exchange.h"

#include <string.h>

#include "grader/case/program_run.h"
#include "grader/pattern/pattern.h"
#include "grader/value/comparison.h"

/*
 * The trials may cost milliseconds. A few elements would fit many explanations, and so would two
 * rows or columns: transposed, they are the halves of a buffer.
 */
enum { INFORMATIVE_COUNT = 4, AXIS_LEAST = 3, ELEMENTS_MAX = 1 << 13, INSTRUCTIONS_MAX = 1000000, TRIALS_MAX = 8 };

/* An exchange would show in each case. A second case may tell what the first was too small for. */
enum { TRIALS_OF_JOB_MAX = 2 * TRIALS_MAX };

struct exchange {
    struct case_buffers *buffers;
    struct case_work *work;
    int trials;
};

static bool is_float_input(const struct case_parameter *parameter)
{
    return parameter->parameter->role == PARAMETER_IN && parameter->held[0].initial &&
           dtype_kind(parameter->parameter->dtype) == DTYPE_KIND_FLOAT && parameter->count > 1;
}

/* A pattern that explains the values needs no trial. */
static bool is_open(const struct buffer_result *buffer)
{
    enum pattern_kind kind = buffer->pattern.kind;
    bool is_vague = kind == PATTERN_NONE || kind == PATTERN_EVERYTHING || kind == PATTERN_IMPRECISE ||
                    kind == PATTERN_ONLY_FIRST_RIGHT || kind == PATTERN_OTHER_ELEMENT || pattern_is_position(kind);
    bool may_follow = kind == PATTERN_NEGATED || kind == PATTERN_CONSTANT /* of a difference, or of a bound */ ||
                      kind == PATTERN_ROW_FACTOR || kind == PATTERN_ROW_OFFSET;
    return buffer->wrong_count && !buffer->unwritten_count && (is_vague || may_follow);
}

static struct buffer_result *first_open(struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count; i++)
        if (is_open(&result->buffers[i]))
            return &result->buffers[i];
    return NULL;
}

static bool is_small(const struct case_buffers *buffers)
{
    uint64_t elements = 0;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        elements += buffers->parameters[i].count;
    return elements <= ELEMENTS_MAX;
}

/* Whether the learner's contents of one buffer equal the expected contents of the other. */
static bool fits(const struct case_buffers *buffers, const struct case_parameter *got,
                 const struct case_parameter *expected)
{
    struct compare_request request = {.dtype = got->parameter->dtype,
                                      .count = got->count,
                                      .got = got->held[0].got,
                                      .expected = expected->held[0].expected,
                                      .given = &buffers->job->tolerance,
                                      .reduction_length = job_reduction_length(buffers->job, buffers->given)};
    struct compare_result compared;
    if (got->count < INFORMATIVE_COUNT || got->count != expected->count || request.dtype != expected->parameter->dtype)
        return false;
    compare_elements(buffers->arena, &request, &compared);
    return compared.wrong_count == 0;
}

static void tell(struct buffer_result *buffer, enum pattern_kind kind, const struct case_parameter *one,
                 const struct case_parameter *other)
{
    buffer->pattern = (struct pattern){.kind = kind};
    buffer->pattern_input = one->parameter;
    buffer->pattern_other = other->parameter;
}

/* --- outputs ---------------------------------------------------------------------------------- */

static struct case_parameter *held_by(struct case_buffers *buffers, const struct parameter *parameter)
{
    for (size_t i = 0; i < buffers->parameter_count; i++)
        if (buffers->parameters[i].parameter == parameter)
            return &buffers->parameters[i];
    return NULL;
}

static bool find_other_output(struct exchange *exchange, struct buffer_result *wrong)
{
    struct case_buffers *buffers = exchange->buffers;
    const struct case_parameter *own = held_by(buffers, wrong->parameter);
    for (size_t i = 0; own && i < buffers->parameter_count; i++) {
        const struct case_parameter *other = &buffers->parameters[i];
        if (other == own || !parameter_is_output(other->parameter) || !fits(buffers, own, other))
            continue;
        tell(wrong, PATTERN_OTHER_OUTPUT, other, other);
        return true;
    }
    return false;
}

/* --- inputs ----------------------------------------------------------------------------------- */

static bool run_reference(struct case_buffers *buffers)
{
    const struct job_program *program = job_find_program(buffers->job, JOB_REFERENCE, "");
    struct device *device = buffers->devices[0];
    uint64_t limit = device->instruction_limit;
    device->instruction_limit = INSTRUCTIONS_MAX;
    bool ran = program && case_buffers_upload(buffers, SIDE_REFERENCE, NULL) &&
               program_run_trusted(buffers, program, NULL) &&
               case_buffers_download(buffers, SIDE_REFERENCE, NULL, NULL);
    case_buffers_release(buffers);
    device->instruction_limit = limit;
    return ran;
}

/* Whether the reference, run on the present inputs, reproduces the learner's outputs. */
static bool explains(struct exchange *exchange)
{
    struct case_buffers *buffers = exchange->buffers;
    void *kept[JOB_PARAMETERS_MAX];
    if (exchange->trials == TRIALS_MAX || exchange->work->exchanges == TRIALS_OF_JOB_MAX)
        return false;
    exchange->trials++;
    exchange->work->exchanges++;
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct held_buffer *held = &buffers->parameters[i].held[0];
        kept[i] = held->expected;
        if (parameter_is_output(buffers->parameters[i].parameter))
            held->expected = arena_alloc(buffers->arena, buffers->parameters[i].size_bytes + 1);
    }
    bool same = run_reference(buffers);
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        same = same && (!parameter_is_output(parameter->parameter) || fits(buffers, parameter, parameter));
        parameter->held[0].expected = kept[i];
    }
    return same;
}

static bool are_alike(const struct case_parameter *one, const struct case_parameter *other)
{
    return is_float_input(one) && is_float_input(other) && one->count == other->count &&
           one->parameter->dtype == other->parameter->dtype;
}

static bool find_exchanged_inputs(struct exchange *exchange, struct buffer_result *wrong)
{
    struct case_buffers *buffers = exchange->buffers;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (size_t j = i + 1; j < buffers->parameter_count; j++) {
            struct case_parameter *one = &buffers->parameters[i], *other = &buffers->parameters[j];
            void *of_one = one->held[0].initial, *of_other = other->held[0].initial;
            if (!are_alike(one, other))
                continue;
            one->held[0].initial = of_other;
            other->held[0].initial = of_one;
            bool found = explains(exchange);
            one->held[0].initial = of_one;
            other->held[0].initial = of_other;
            if (found)
                tell(wrong, PATTERN_EXCHANGED_INPUTS, one, other);
            if (found)
                return true;
        }
    return false;
}

static bool is_float_scalar(const struct case_parameter *parameter)
{
    return parameter->parameter->role == PARAMETER_SCALAR &&
           dtype_kind(parameter->parameter->dtype) == DTYPE_KIND_FLOAT;
}

static bool find_exchanged_scalars(struct exchange *exchange, struct buffer_result *wrong)
{
    struct case_buffers *buffers = exchange->buffers;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (size_t j = i + 1; j < buffers->parameter_count; j++) {
            struct case_parameter *one = &buffers->parameters[i], *other = &buffers->parameters[j];
            struct value of_one = one->scalar, of_other = other->scalar;
            if (!is_float_scalar(one) || !is_float_scalar(other) || of_one.real == of_other.real)
                continue;
            one->scalar = of_other;
            other->scalar = of_one;
            bool found = explains(exchange);
            one->scalar = of_one;
            other->scalar = of_other;
            if (found)
                tell(wrong, PATTERN_EXCHANGED_INPUTS, one, other);
            if (found)
                return true;
        }
    return false;
}

/* A copy whose element (row, column) is the one at the index `column * height + row`. */
static void *with_axes_exchanged(struct arena *arena, const struct case_parameter *parameter, uint64_t width)
{
    char *copy = arena_alloc(arena, parameter->size_bytes);
    const char *from = parameter->held[0].initial;
    size_t size_bytes = dtype_bytes(parameter->parameter->dtype);
    uint64_t height = parameter->count / width;
    for (uint64_t row = 0; row < height; row++)
        for (uint64_t column = 0; column < width; column++)
            memcpy(copy + (row * width + column) * size_bytes, from + (column * height + row) * size_bytes, size_bytes);
    return copy;
}

/* Where a size is 1, indices of several kinds agree. */
static bool has_size_of_one(const struct case_buffers *buffers)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        if (parameter->parameter->role == PARAMETER_SCALAR && !parameter->scalar.is_real &&
            parameter->scalar.integer == 1)
            return true;
    }
    return false;
}

static bool find_exchanged_axes(struct exchange *exchange, struct buffer_result *wrong)
{
    struct case_buffers *buffers = exchange->buffers;
    if (has_size_of_one(buffers))
        return false;
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        uint64_t width = parameter->parameter->rank == 2 ? parameter->shape[1] : 0;
        if (!is_float_input(parameter) || width < AXIS_LEAST || parameter->count / width < AXIS_LEAST)
            continue;
        void *initial = parameter->held[0].initial;
        parameter->held[0].initial = with_axes_exchanged(buffers->arena, parameter, width);
        bool found = explains(exchange);
        parameter->held[0].initial = initial;
        if (found)
            tell(wrong, PATTERN_EXCHANGED_AXES, parameter, parameter);
        if (found)
            return true;
    }
    return false;
}

void case_exchange(struct case_buffers *buffers, struct case_work *work, struct case_result *result)
{
    struct exchange exchange = {.buffers = buffers, .work = work};
    struct buffer_result *wrong = first_open(result);
    bool is_bounded = buffers->devices[0]->properties.counts; /* so the trials keep to their budget */
    if (!wrong || !is_bounded || buffers->device_count != 1 || buffers->is_lazy || !is_small(buffers))
        return;
    if (!find_other_output(&exchange, wrong) && !find_exchanged_inputs(&exchange, wrong) &&
        !find_exchanged_scalars(&exchange, wrong))
        find_exchanged_axes(&exchange, wrong);
}
