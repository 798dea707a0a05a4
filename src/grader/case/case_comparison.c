/* Compares the outputs of a case with the reference's. */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "grader/case/case_comparison.h"
#include "grader/case/case_rounding.h"
#include "grader/pattern/pattern.h"
#include "grader/value/number.h"
#include "grader/value/tolerance.h"

static struct geometry case_geometry(const struct case_parameter *parameter, const struct observation *observation)
{
    struct geometry geometry = {.rank = parameter->parameter->rank, .count = parameter->count};
    memcpy(geometry.shape, parameter->shape, sizeof geometry.shape);
    geometry_take_launch(&geometry, observation);
    return geometry;
}

/* An input of every rank; NULL: there is one device. */
static const void *const *inputs_of_ranks(struct case_buffers *buffers, const struct case_parameter *parameter)
{
    if (buffers->device_count < 2)
        return NULL;
    const void **of_ranks = ARENA_ARRAY(buffers->arena, (size_t)buffers->device_count, const void *);
    for (int rank = 0; rank < buffers->device_count; rank++)
        of_ranks[rank] = parameter->held[rank].initial;
    return of_ranks;
}

static size_t pattern_inputs(struct case_buffers *buffers, int rank, struct pattern_input *out_inputs)
{
    size_t count = 0;
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        if (parameter->parameter->role != PARAMETER_IN && parameter->parameter->role != PARAMETER_INOUT)
            continue;
        out_inputs[count++] = (struct pattern_input){.name = parameter->parameter->name,
                                                     .dtype = parameter->parameter->dtype,
                                                     .count = parameter->count,
                                                     .data = parameter->held[rank].initial,
                                                     .of_ranks = inputs_of_ranks(buffers, parameter)};
    }
    return count;
}

static const struct parameter *parameter_named(const struct job *job, const char *name)
{
    for (size_t i = 0; i < job->parameter_count; i++)
        if (!strcmp(job->parameters[i].name, name))
            return &job->parameters[i];
    return NULL;
}

/* An output of one rank, compared. */
struct compared_output {
    const struct case_parameter *parameter;
    int rank;
    struct compare_request request;
    struct compare_result compared;
};

/* Of the outputs of a case, in the order of `result->buffers`. */
struct compared_outputs {
    struct compared_output *items;
    size_t count;
};

static void find_pattern(struct case_buffers *buffers, const struct compared_output *output,
                         const struct observation *observation, struct buffer_result *out)
{
    const struct case_parameter *parameter = output->parameter;
    const struct compare_result *compared = &output->compared;
    struct pattern_input inputs[JOB_PARAMETERS_MAX];
    struct pattern_context context = {
        .geometry = case_geometry(parameter, observation),
        .dtype = parameter->parameter->dtype,
        .count = parameter->count,
        .got = output->request.got,
        .expected = output->request.expected,
        .initial = parameter->parameter->role == PARAMETER_INOUT ? parameter->held[output->rank].initial : NULL,
        .wrong = compared->wrong,
        .wrong_count = compared->wrong_count,
        .unwritten_count = compared->unwritten_count,
        .tolerance = compared->tolerance,
        .inputs = inputs,
        .input_count = pattern_inputs(buffers, output->rank, inputs),
        .rank_count = buffers->device_count,
    };
    out->pattern = pattern_find(&context);
    if (pattern_names_input(out->pattern.kind))
        out->pattern_input = parameter_named(buffers->job, inputs[out->pattern.input].name);
}

static bool has_special(const struct compare_result *compared, enum dtype dtype)
{
    for (uint32_t i = 0; i < compared->first_count; i++)
        if (!isfinite(number_decode(dtype, compared->first[i].got)) && !compared->first[i].never_written)
            return true;
    return false;
}

static unsigned specials_of(const struct pattern_input *input)
{
    unsigned specials = 0;
    bool is_float = input->data && dtype_kind(input->dtype) == DTYPE_KIND_FLOAT;
    for (uint64_t i = 0; is_float && i < input->count; i++) {
        double value = number_decode(input->dtype, number_load(input->dtype, input->data, i));
        specials |= isnan(value) ? INPUT_SPECIAL_NAN : isinf(value) ? INPUT_SPECIAL_INFINITY : 0;
    }
    return specials;
}

/* Possible sources of a NaN or infinity. Looked up only if there is one: inputs may be large. */
static unsigned find_specials(struct case_buffers *buffers, int rank, const struct compare_result *compared,
                              enum dtype dtype)
{
    struct pattern_input inputs[JOB_PARAMETERS_MAX];
    unsigned specials = INPUT_SPECIAL_REPORTED;
    if (!has_special(compared, dtype))
        return 0;
    size_t count = pattern_inputs(buffers, rank, inputs);
    for (size_t i = 0; i < count; i++)
        specials |= specials_of(&inputs[i]);
    return specials;
}

static void take_samples(const struct case_buffers *buffers, size_t buffer_index, const struct held_buffer *held,
                         struct buffer_result *out)
{
    uint64_t indices[JOB_SAMPLES];
    enum dtype dtype = out->parameter->dtype;
    out->sample_count = result_sample_indices(buffers->given, buffer_index, out->count, indices);
    for (uint32_t i = 0; i < out->sample_count; i++)
        out->samples[i] = (struct compare_element){.index = indices[i],
                                                   .got = number_load(dtype, held->got, indices[i]),
                                                   .expected = number_load(dtype, held->expected, indices[i]),
                                                   .terms = held->terms ? held->terms[indices[i]] : 0};
}

/*
 * Finds the input element that belongs to the output element `index`, judged by the shapes. It is
 * at the same place, or in the same column or row if the input is broadcast. False: there is none.
 */
static bool place_of_input(const struct case_parameter *input, const struct case_parameter *out, uint64_t index,
                           uint64_t *out_index)
{
    int rank = out->parameter->rank;
    bool is_same =
        (input->parameter->rank == rank && !memcmp(input->shape, out->shape, (size_t)rank * sizeof *out->shape)) ||
        (input->count == 1 && out->count == 1);
    uint64_t width = rank == 2 ? out->shape[1] : 0;
    *out_index = is_same || !width ? index : input->count == width ? index % width : index / width;
    return is_same ||
           (width && input->parameter->rank == 1 && (input->count == width || input->count == out->shape[0]));
}

/* If a NaN was lost, the first one of the input's row that led to it; else `index`. */
static uint64_t place_of_nan(const struct case_parameter *input, const struct compare_element *wrong, enum dtype dtype,
                             uint64_t index)
{
    uint64_t width = input->parameter->rank ? input->shape[input->parameter->rank - 1] : 1;
    uint64_t begin = index / width * width, found = index;
    bool is_lost = number_is_nan(dtype, wrong->expected) && !number_is_nan(dtype, wrong->got);
    for (uint64_t i = begin + width; is_lost && i-- > begin;)
        if (number_is_nan(input->parameter->dtype, number_load(input->parameter->dtype, input->held[0].initial, i)))
            found = i;
    return found;
}

/* Adds the inputs at the first wrong element, so a learner can recompute it by hand. */
static void show_inputs(struct case_buffers *buffers, struct case_result *result)
{
    const struct buffer_result *wrong = NULL;
    const struct case_parameter *out = NULL;
    for (size_t i = result->buffer_count; i-- > 0;)
        if (result->buffers[i].wrong_count)
            wrong = &result->buffers[i];
    if (!wrong || !wrong->first_count || wrong->rank)
        return;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        if (buffers->parameters[i].parameter == wrong->parameter)
            out = &buffers->parameters[i];
    for (size_t i = 0; out && i < buffers->parameter_count; i++) {
        const struct case_parameter *input = &buffers->parameters[i];
        const void *held = input->held[0].initial;
        uint64_t index;
        if (input->parameter->role != PARAMETER_IN || !held ||
            !place_of_input(input, out, wrong->first[0].index, &index))
            continue;
        if (input->parameter->rank == out->parameter->rank)
            index = place_of_nan(input, &wrong->first[0], out->parameter->dtype, index);
        result->named[result->named_count++] = (struct named_element){
            .parameter = input->parameter, .index = index, .bits = number_load(input->parameter->dtype, held, index)};
    }
}

static struct compared_outputs begin_comparison(struct case_buffers *buffers, bool is_timed, struct case_result *result)
{
    size_t room = buffers->parameter_count * (size_t)buffers->device_count;
    struct compared_outputs outputs = {.items = ARENA_ARRAY(buffers->arena, room, struct compared_output)};
    result->buffers = ARENA_ARRAY(buffers->arena, room, struct buffer_result);
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        for (int rank = 0; parameter_is_output(parameter->parameter) && rank < buffers->device_count; rank++) {
            const struct held_buffer *held = &parameter->held[rank];
            struct compare_request request = {.dtype = parameter->parameter->dtype,
                                              .count = parameter->count,
                                              .got = held->got,
                                              .expected = held->expected,
                                              .poison = held->poison,
                                              .given = &buffers->job->tolerance,
                                              .reduction_length = job_reduction_length(buffers->job, buffers->given),
                                              .least_scale = buffers->given->least_scale,
                                              .is_timed = is_timed};
            outputs.items[outputs.count++] =
                (struct compared_output){.parameter = parameter, .rank = rank, .request = request};
        }
    }
    result->buffer_count = outputs.count;
    return outputs;
}

static void compare_all(struct case_buffers *buffers, struct compared_outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++) {
        struct compared_output *output = &outputs->items[i];
        output->request.terms = output->parameter->held[output->rank].terms;
        compare_elements(buffers->arena, &output->request, &output->compared);
    }
}

static void report_one(struct case_buffers *buffers, size_t index, const struct compared_output *output,
                       struct case_result *result)
{
    struct buffer_result *out = &result->buffers[index];
    const struct case_parameter *parameter = output->parameter;
    const struct held_buffer *held = &parameter->held[output->rank];
    const struct compare_result *compared = &output->compared;
    *out = (struct buffer_result){.parameter = parameter->parameter,
                                  .rank = output->rank,
                                  .count = parameter->count,
                                  .wrong_count = compared->wrong_count,
                                  .unwritten_count = compared->unwritten_count,
                                  .got_hash = hash_64(held->got, parameter->size_bytes),
                                  .scale = compare_request_scale(&output->request),
                                  .first_count = compared->first_count};
    bool same = !parameter->size_bytes || !memcmp(held->got, held->expected, parameter->size_bytes);
    out->expected_hash = same ? out->got_hash : hash_64(held->expected, parameter->size_bytes);
    memcpy(out->first, compared->first, sizeof out->first);
    take_samples(buffers, index, held, out);
    find_pattern(buffers, output, result->observation, out);
    out->input_specials = find_specials(buffers, output->rank, compared, output->request.dtype);
}

static void report(struct case_buffers *buffers, const struct compared_outputs *outputs, struct case_result *result)
{
    for (size_t i = 0; i < outputs->count; i++)
        report_one(buffers, i, &outputs->items[i], result);
    show_inputs(buffers, result);
}

/*
 * Whether rounding could explain all that is wrong: numbers that are near, of a floating-point type
 * whose tolerance follows from the computation.
 */
static bool could_be_rounding(const struct case_buffers *buffers, const struct compared_outputs *outputs)
{
    bool any = false;
    for (size_t i = 0; i < outputs->count; i++) {
        const struct compare_result *compared = &outputs->items[i].compared;
        enum dtype dtype = outputs->items[i].request.dtype;
        if (!compared->wrong_count)
            continue;
        any = true;
        if (dtype_kind(dtype) != DTYPE_KIND_FLOAT || compared->unwritten_count)
            return false;
        for (uint32_t j = 0; j < compared->first_count; j++)
            if (!isfinite(number_decode(dtype, compared->first[j].got)) ||
                !isfinite(number_decode(dtype, compared->first[j].expected)))
                return false;
    }
    return any && tolerance_follows_terms(&buffers->job->tolerance);
}

/* Whether an output has most of its first wrong elements off by so many tolerances. */
static bool is_far_off(const struct compared_outputs *outputs, double times)
{
    for (size_t i = 0; i < outputs->count; i++) {
        const struct compare_request *request = &outputs->items[i].request;
        const struct compare_result *compared = &outputs->items[i].compared;
        uint32_t far = 0;
        for (uint32_t j = 0; j < compared->first_count; j++) {
            const struct compare_element *element = &compared->first[j];
            struct tolerance tolerance =
                tolerance_of_terms(compared->tolerance, request->dtype, request->reduction_length, element->terms);
            tolerance = tolerance_widened(tolerance, times);
            far += !tolerance_accepts(&tolerance, request->dtype, element->got, element->expected);
        }
        if (2 * far > compared->first_count)
            return true;
    }
    return false;
}

void case_compare_timed(struct case_buffers *buffers, struct case_result *result)
{
    struct compared_outputs outputs = begin_comparison(buffers, true, result);
    compare_all(buffers, &outputs);
    report(buffers, &outputs, result);
}

static uint64_t wrong_elements(const struct compared_outputs *outputs)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < outputs->count; i++)
        sum += outputs->items[i].compared.wrong_count;
    return sum;
}

/*
 * One run can show too small a term by chance, and hardly by a factor of a thousand. Two runs do so
 * by a much smaller factor. A case that does not decide may be called wrong by such a chance.
 */
static double far_times(int runs, bool decides)
{
    return runs == 1 && decides ? 1024 : 32;
}

/* The comparison again. Where few elements are wrong, these may be extremes of rounding. */
static struct compared_outputs with_extremes(struct case_buffers *buffers, const struct compared_outputs *outputs)
{
    struct compared_outputs again = {
        .items = arena_memdup(buffers->arena, outputs->items, outputs->count * sizeof *outputs->items),
        .count = outputs->count};
    for (size_t i = 0; i < again.count; i++) {
        struct compare_request *request = &again.items[i].request;
        request->has_extremes = again.items[i].compared.wrong_count <= tolerance_extremes(request->count);
    }
    compare_all(buffers, &again);
    return again;
}

static bool are_few_wrong(const struct compared_outputs *outputs)
{
    for (size_t i = 0; i < outputs->count; i++)
        if (outputs->items[i].compared.wrong_count > tolerance_extremes(outputs->items[i].request.count))
            return false;
    return true;
}

/*
 * Whether another run on moved inputs can make more elements right. Terms only grow, so what is
 * right now stays right. After some runs, only elements that became right are a reason to look on.
 * No run makes an element right that is wrong by many times its tolerance.
 */
static bool is_worth_a_run(struct case_buffers *buffers, const struct compared_outputs *outputs, int run,
                           uint64_t wrong_at_first, bool decides)
{
    int most = decides ? CASE_ROUNDING_RUNS_MOST : CASE_ROUNDING_RUNS_FEW;
    if (!could_be_rounding(buffers, outputs) || run == most ||
        (run >= CASE_ROUNDING_RUNS && wrong_elements(outputs) == wrong_at_first) ||
        ((run > 0 || !decides) && is_far_off(outputs, far_times(run, decides))))
        return false;
    if (!are_few_wrong(outputs))
        return true;
    struct compared_outputs lenient = with_extremes(buffers, outputs);
    return wrong_elements(&lenient) > 0;
}

/* Compares again as the sizes of the terms become known. */
static void look_closely(struct case_buffers *buffers, struct compared_outputs *outputs, bool decides)
{
    uint64_t wrong = wrong_elements(outputs);
    const struct case_rounding *kept = case_rounding_begin(buffers);
    bool done = case_rounding_terms(kept, buffers, NULL);
    for (int run = 0; done && is_worth_a_run(buffers, outputs, run, wrong, decides); run++) {
        done = case_rounding_move(kept, buffers, run, NULL);
        compare_all(buffers, outputs);
    }
    if (done && could_be_rounding(buffers, outputs))
        *outputs = with_extremes(buffers, outputs);
}

void case_compare_closely(struct case_buffers *buffers, bool decides, struct case_result *result)
{
    struct compared_outputs outputs = begin_comparison(buffers, false, result);
    compare_all(buffers, &outputs);
    if (could_be_rounding(buffers, &outputs))
        look_closely(buffers, &outputs, decides);
    report(buffers, &outputs, result);
}
