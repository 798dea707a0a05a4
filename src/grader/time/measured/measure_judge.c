/* Checks the learner's runs of a measurement. */
#include "grader/time/measured/measuring.h"

#include <string.h>

#include "grader/case/case_checker.h"
#include "grader/case/case_comparison.h"
#include "grader/value/number.h"

enum { SCALE_ELEMENTS = 1 << 20 };

static bool is_buffer(const struct case_parameter *parameter)
{
    return parameter->parameter->role != PARAMETER_SCALAR && parameter->size_bytes > 0;
}

static bool run_judge(struct measuring *measuring, struct error *error)
{
    struct plan_outcome outcome = {0};
    if (!program_session_reload(&measuring->judge, error) || !program_session_run(&measuring->judge, &outcome, error))
        return false;
    return !outcome.stopped || error_set(error, ERROR_INTERNAL, "%s did not run to its end on case %s",
                                         measuring->judge.program->source.name, measuring->buffers->given->name);
}

static bool download_side(struct measuring *measuring, enum timing_side side, struct error *error)
{
    struct case_buffers *buffers = measuring->buffers;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; parameter_is_output(buffers->parameters[i].parameter) && rank < buffers->device_count;
             rank++) {
            const struct held_buffer *on = &measuring->sides[side].buffers.parameters[i].held[rank];
            struct held_buffer *held = &buffers->parameters[i].held[rank];
            struct device *device = buffers->devices[rank];
            if (buffers->parameters[i].size_bytes &&
                !device->vtable->read(device, side == TIMING_LEARNER ? held->got : held->expected, on->address,
                                      buffers->parameters[i].size_bytes, error))
                return false;
        }
    return true;
}

/* The device's own pattern counts as unwritten. */
static void know_poison(struct measuring *measuring)
{
    struct case_buffers *buffers = measuring->buffers;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; rank < buffers->device_count; rank++)
            if (buffers->parameters[i].held[rank].poison)
                memcpy(buffers->parameters[i].held[rank].poison, buffers->parameters[i].held[rank].initial,
                       buffers->parameters[i].size_bytes);
}

/*
 * Compares all elements on the host, as in any other case. Needed for the sentence, and if the
 * device cannot compare.
 */
static bool compare_on_host(struct measuring *measuring, bool *out_right, struct error *error)
{
    struct case_result *result = measuring->result;
    if (!download_side(measuring, TIMING_LEARNER, error) || !download_side(measuring, TIMING_REFERENCE, error))
        return false;
    know_poison(measuring);
    result->buffer_count = 0;
    case_compare_timed(measuring->buffers, result);
    *out_right = true;
    for (size_t i = 0; i < result->buffer_count; i++)
        *out_right = *out_right && !result->buffers[i].wrong_count;
    return true;
}

/*
 * Of many elements, a million at regular distances give the scale's power of two as well as all.
 */
static double scale_of(struct arena *arena, enum dtype dtype, const void *elements, uint64_t count)
{
    uint64_t step = count / SCALE_ELEMENTS + 1, taken = 0;
    void *sample = arena_alloc(arena, (count / step + 1) * dtype_bytes(dtype));
    for (uint64_t i = 0; i < count; i += step)
        number_store(dtype, sample, taken++, number_load(dtype, elements, i));
    return compare_timed_scale(dtype, sample, taken);
}

/*
 * The tolerance depends on the size of the expected elements, which other inputs of the same kind
 * do not change.
 */
static bool know_tolerances(struct measuring *measuring, struct error *error)
{
    struct case_buffers *buffers = measuring->buffers;
    double length = job_reduction_length(buffers->job, buffers->given);
    for (size_t i = 0; i < buffers->parameter_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        enum dtype dtype = parameter->parameter->dtype;
        void *expected = parameter->held[0].expected;
        if (!parameter_is_output(parameter->parameter) || !parameter->size_bytes)
            continue;
        if (!buffers->devices[0]->vtable->read(buffers->devices[0], expected,
                                               measuring->sides[TIMING_REFERENCE].buffers.parameters[i].held[0].address,
                                               parameter->size_bytes, error))
            return false;
        struct tolerance tolerance = tolerance_for(dtype, &buffers->job->tolerance, length,
                                                   scale_of(buffers->arena, dtype, expected, parameter->count));
        measuring->tolerances[i] = tolerance;
    }
    measuring->has_tolerances = true;
    return true;
}

static bool compare_on_device(struct measuring *measuring, size_t index, int rank, bool *out_right, struct error *error)
{
    const struct case_parameter *parameter = &measuring->buffers->parameters[index];
    struct measure_comparison comparison = {
        .got = measuring->sides[TIMING_LEARNER].buffers.parameters[index].held[rank].address,
        .expected = measuring->sides[TIMING_REFERENCE].buffers.parameters[index].held[rank].address,
        .count = parameter->count,
        .dtype = parameter->parameter->dtype,
        .tolerance = measuring->tolerances[index],
        .exact = !parameter_is_output(parameter->parameter)};
    uint64_t failures = 0;
    if (!measure_count_wrong(&measuring->comparers[rank], &comparison, &failures, error))
        return false;
    *out_right = !failures;
    if (failures && comparison.exact)
        measuring->result->changed_input = parameter->parameter;
    return true;
}

static bool all_known(const struct measuring *measuring)
{
    const struct case_buffers *buffers = measuring->buffers;
    for (size_t i = 0; i < buffers->parameter_count; i++)
        if (parameter_is_output(buffers->parameters[i].parameter) &&
            !measure_comparer_knows(buffers->parameters[i].parameter->dtype, &buffers->job->tolerance))
            return false;
    return true;
}

static bool compare_on_devices(struct measuring *measuring, size_t index, bool *out_right, struct error *error)
{
    for (int rank = 0; *out_right && rank < measuring->buffers->device_count; rank++)
        if (!compare_on_device(measuring, index, rank, out_right, error))
            return false;
    return true;
}

/* Compares outputs with the reference's outputs, and inputs with the given ones. */
static bool compare_all(struct measuring *measuring, bool *out_right, struct error *error)
{
    struct case_buffers *buffers = measuring->buffers;
    *out_right = true;
    if (!all_known(measuring))
        return compare_on_host(measuring, out_right, error);
    if (!measuring->has_tolerances && !know_tolerances(measuring, error))
        return false;
    for (size_t i = 0; *out_right && i < buffers->parameter_count; i++)
        if (is_buffer(&buffers->parameters[i]) && !compare_on_devices(measuring, i, out_right, error))
            return false;
    bool on_host;
    return *out_right || compare_on_host(measuring, &on_host, error);
}

static bool check_by_checker(struct measuring *measuring, bool *out_right, struct error *error)
{
    uint32_t failures[2] = {0, UINT32_MAX};
    struct device *device = measuring->buffers->devices[0];
    if (!device->vtable->write(device, measuring->failures, failures, sizeof failures, error) ||
        !run_judge(measuring, error) ||
        !device->vtable->read(device, failures, measuring->failures, sizeof failures, error))
        return false;
    *out_right = failures[0] == 0;
    measuring->result->judged_by_checker = true;
    measuring->result->checker_first = failures[1];
    return true;
}

bool measure_check(struct measuring *measuring, uint32_t run, bool *out_right, struct error *error)
{
    if (measuring->has_checker)
        return check_by_checker(measuring, out_right, error);
    return measure_refresh(measuring, TIMING_REFERENCE, run, false, error) && run_judge(measuring, error) &&
           compare_all(measuring, out_right, error) && measure_refresh(measuring, TIMING_REFERENCE, run, true, error);
}

/* --- opening ---------------------------------------------------------------------------------- */

static bool open_checker(struct measuring *measuring, const struct job_program *program, struct error *error)
{
    struct case_buffers *buffers = &measuring->sides[TIMING_LEARNER].buffers;
    struct device *device = buffers->devices[0];
    struct plan_argument *arguments = ARENA_ARRAY(buffers->arena, buffers->parameter_count + 1, struct plan_argument);
    if (!device->vtable->allocate(device, 2 * sizeof(uint32_t), "failures", &measuring->failures, error))
        return false;
    memcpy(arguments, case_buffers_arguments(buffers), buffers->parameter_count * sizeof *arguments);
    arguments[buffers->parameter_count] = case_failures_argument(buffers->arena, &measuring->failures);
    return program_session_open(&measuring->judge, buffers, program, arguments, buffers->parameter_count + 1, error);
}

bool measure_judge_open(struct measuring *measuring, struct error *error)
{
    const struct job *job = measuring->buffers->job;
    const struct job_program *checker = job_find_program(job, JOB_CHECKER, ""),
                             *reference = job_find_program(job, JOB_REFERENCE, ""),
                             *comparer = job_find_program(job, JOB_COMPARER, "");
    struct case_buffers *buffers = &measuring->sides[TIMING_REFERENCE].buffers;
    measuring->has_checker = checker != NULL;
    if (checker)
        return open_checker(measuring, checker, error);
    if (!reference || !comparer)
        return error_set(error, ERROR_INTERNAL, "the measurement has no result to compare with");
    for (int rank = 0; rank < buffers->device_count; rank++)
        if (!measure_comparer_open(&measuring->comparers[rank], buffers->devices[rank], comparer, error))
            return false;
    return program_session_open(&measuring->judge, buffers, reference, case_buffers_arguments(buffers),
                                buffers->parameter_count, error);
}

void measure_judge_close(struct measuring *measuring)
{
    struct device *device = measuring->buffers->devices[0];
    program_session_close(&measuring->judge);
    for (int rank = 0; rank < measuring->buffers->device_count; rank++)
        if (measuring->comparers[rank].device)
            measure_comparer_close(&measuring->comparers[rank]);
    if (measuring->failures)
        device->vtable->release(device, measuring->failures, NULL);
}
