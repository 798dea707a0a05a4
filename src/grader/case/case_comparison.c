/* Compares the outputs of a case with the reference's, and runs checkers. */
#include <math.h>
#include <string.h>

#include "base/hash.h"
#include "grader/case/case_comparison.h"
#include "grader/case/case_rounding.h"
#include "grader/case/program_run.h"
#include "grader/pattern/pattern.h"
#include "grader/value/number.h"
#include "grader/value/tolerance.h"

static bool is_output(const struct case_parameter *parameter)
{
    return parameter->parameter->role == PARAMETER_OUT || parameter->parameter->role == PARAMETER_INOUT;
}

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

static void make_room(struct case_buffers *buffers, struct case_result *result)
{
    size_t room = buffers->parameter_count * (size_t)buffers->device_count;
    result->buffers = ARENA_ARRAY(buffers->arena, room, struct buffer_result);
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
    make_room(buffers, result);
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        for (int rank = 0; is_output(parameter) && rank < buffers->device_count; rank++) {
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
 * by a much smaller factor.
 */
static double far_times(int runs)
{
    return runs == 1 ? 1024 : 32;
}

/* Where few elements are left that are wrong, these may be extremes of rounding. */
static void allow_extremes(struct case_buffers *buffers, struct compared_outputs *outputs)
{
    if (!could_be_rounding(buffers, outputs))
        return;
    for (size_t i = 0; i < outputs->count; i++) {
        struct compare_request *request = &outputs->items[i].request;
        request->has_extremes = outputs->items[i].compared.wrong_count <= tolerance_extremes(request->count);
    }
    compare_all(buffers, outputs);
}

/*
 * Compares again as the sizes of the terms become known. Each run can find larger ones. After some
 * runs, only elements that became right are a reason to look on. No run makes an element right that
 * is wrong by many times its tolerance.
 */
static void look_closely(struct case_buffers *buffers, struct compared_outputs *outputs)
{
    uint64_t wrong = wrong_elements(outputs);
    const struct case_rounding *kept = case_rounding_begin(buffers);
    bool done = case_rounding_terms(kept, buffers, NULL);
    for (int run = 0; done && could_be_rounding(buffers, outputs) && run < CASE_ROUNDING_RUNS_MOST; run++) {
        if ((run >= CASE_ROUNDING_RUNS && wrong_elements(outputs) == wrong) ||
            (run > 0 && is_far_off(outputs, far_times(run))))
            break;
        done = case_rounding_move(kept, buffers, run, NULL);
        compare_all(buffers, outputs);
    }
    if (done)
        allow_extremes(buffers, outputs);
}

void case_compare_closely(struct case_buffers *buffers, struct case_result *result)
{
    struct compared_outputs outputs = begin_comparison(buffers, false, result);
    compare_all(buffers, &outputs);
    if (could_be_rounding(buffers, &outputs))
        look_closely(buffers, &outputs);
    report(buffers, &outputs, result);
}

struct plan_argument case_failures_argument(struct arena *arena, device_address *address)
{
    struct parameter *parameter = ARENA_NEW(arena, struct parameter);
    *parameter = (struct parameter){.name = "failures", .dtype = DTYPE_U32, .role = PARAMETER_OUT, .rank = 1};
    parameter->shape[0] = expression_parse_text(arena, "2", NULL);
    return (struct plan_argument){.parameter = parameter, .addresses = address, .element_count = 2};
}

/*
 * Puts the learner's outputs back next to the inputs, under the same buffer names. A learner's own
 * checker may write none of them.
 */
static bool upload_outputs(struct case_buffers *buffers, bool is_own, struct error *error)
{
    if (!case_buffers_upload(buffers, is_own ? SIDE_LEARNER : SIDE_REFERENCE, error))
        return false;
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        struct case_parameter *parameter = &buffers->parameters[i];
        struct held_buffer *held = &parameter->held[0];
        struct device *device = buffers->devices[0];
        if (!is_output(parameter) || !parameter->size_bytes)
            continue;
        if (!device->vtable->write(device, held->address, held->got, parameter->size_bytes, error) ||
            (is_own && !device->vtable->protect(device, held->address, parameter->size_bytes, true, error)))
            return false;
    }
    return true;
}

/* A learner's own checker is itself under test. Its findings are the result's. */
static bool run_own_checker(struct case_buffers *buffers, const struct job_program *checker,
                            const struct plan_argument *arguments, size_t count, struct case_result *result,
                            struct error *error)
{
    bool stopped = false;
    observation_reset(result->observation);
    if (!program_run_checked(buffers, checker, arguments, count, DEVICE_CHECK_ALL, result, &stopped, error))
        return false;
    bool timed_out = result->observation->timed_out;
    return !stopped ||
           error_set(error, timed_out ? ERROR_TIMEOUT : ERROR_CRASH, "%s",
                     *result->observation->fault ? result->observation->fault : "it did not run to its end");
}

static bool run_checker(struct case_buffers *buffers, uint32_t failures[2], struct case_result *result,
                        struct error *error)
{
    const struct job_program *checker = job_find_checker(buffers->job);
    struct device *device = buffers->devices[0];
    device_address address;
    if (!device->vtable->allocate(device, 2 * sizeof *failures, "failures", &address, error))
        return false;
    size_t count = buffers->parameter_count;
    struct plan_argument *arguments = ARENA_ARRAY(buffers->arena, count + 1, struct plan_argument);
    memcpy(arguments, case_buffers_arguments(buffers), count * sizeof *arguments);
    arguments[count] = case_failures_argument(buffers->arena, &address);
    bool done =
        device->vtable->write(device, address, failures, 2 * sizeof *failures, error) &&
        (checker->role == JOB_OWN_CHECKER ? run_own_checker(buffers, checker, arguments, count + 1, result, error)
                                          : program_run_with(buffers, checker, arguments, count + 1, error)) &&
        device->vtable->read(device, failures, address, 2 * sizeof *failures, error);
    device->vtable->release(device, address, NULL);
    return done;
}

/* Adds the values of every buffer at the element that the checker named. */
static void show_named_element(struct case_buffers *buffers, uint32_t index, struct case_result *result)
{
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        const void *held = is_output(parameter) ? parameter->held[0].got : parameter->held[0].initial;
        if (!held || parameter->parameter->role == PARAMETER_SCALAR || index >= parameter->count ||
            result->named_count == JOB_PARAMETERS_MAX)
            continue;
        result->named[result->named_count++] =
            (struct named_element){.parameter = parameter->parameter,
                                   .index = index,
                                   .bits = number_load(parameter->parameter->dtype, held, index)};
    }
}

/* A checker knows no expected elements, so its answer has counts and no values. */
static void report_failures(struct case_buffers *buffers, const uint32_t failures[2], struct case_result *result)
{
    make_room(buffers, result);
    for (size_t i = 0; i < buffers->parameter_count && !result->buffer_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        if (!is_output(parameter))
            continue;
        uint64_t count = failures[0] < parameter->count ? failures[0] : parameter->count;
        result->buffers[result->buffer_count++] =
            (struct buffer_result){.parameter = parameter->parameter,
                                   .count = parameter->count,
                                   .wrong_count = count,
                                   .got_hash = hash_64(parameter->held[0].got, parameter->size_bytes)};
    }
    result->judged_by_checker = true;
    result->checker_first = failures[1];
    if (failures[0])
        show_named_element(buffers, failures[1], result);
}

bool case_check(struct case_buffers *buffers, struct case_result *result, struct error *error)
{
    uint32_t failures[2] = {0, UINT32_MAX};
    bool is_own = job_find_checker(buffers->job)->role == JOB_OWN_CHECKER;
    bool done = upload_outputs(buffers, is_own, error) && run_checker(buffers, failures, result, error);
    case_buffers_release(buffers);
    if (done)
        report_failures(buffers, failures, result);
    return done;
}
