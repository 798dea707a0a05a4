/* Runs an exercise's checker kernel on the learner's outputs. */
#include "grader/case/case_checker.h"

#include <string.h>

#include "base/hash.h"
#include "grader/case/program_run.h"
#include "grader/value/number.h"

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
        if (!parameter_is_output(parameter->parameter) || !parameter->size_bytes)
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
        const void *held =
            parameter_is_output(parameter->parameter) ? parameter->held[0].got : parameter->held[0].initial;
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
    result->buffers = ARENA_NEW(buffers->arena, struct buffer_result);
    for (size_t i = 0; i < buffers->parameter_count && !result->buffer_count; i++) {
        const struct case_parameter *parameter = &buffers->parameters[i];
        if (!parameter_is_output(parameter->parameter))
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
