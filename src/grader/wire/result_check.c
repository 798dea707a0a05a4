/* Checks a worker's answer: samples and first wrong elements must bear out its counts. */
#include <inttypes.h>
#include <math.h>

#include "base/random.h"
#include "grader/value/tolerance.h"
#include "grader/wire/result.h"

uint32_t result_sample_indices(const struct job_case *given, size_t buffer, uint64_t count,
                               uint64_t out_indices[JOB_SAMPLES])
{
    uint32_t wanted = count < JOB_SAMPLES ? (uint32_t)count : JOB_SAMPLES;
    for (uint32_t i = 0; i < wanted; i++)
        out_indices[i] = random_below_at(given->sample_seed, buffer, i, count);
    return wanted;
}

static bool check_samples(const struct job_case *given, double reduction_length, size_t buffer_index,
                          const struct buffer_result *buffer, const struct tolerance *tolerance, struct error *error)
{
    uint64_t indices[JOB_SAMPLES];
    uint32_t wanted = result_sample_indices(given, buffer_index, buffer->count, indices);
    if (buffer->sample_count != wanted)
        return error_set(error, ERROR_CRASH, "the device worker did not show the elements it was asked for");
    for (uint32_t i = 0; i < wanted; i++) {
        const struct compare_element *sample = &buffer->samples[i];
        struct tolerance own =
            tolerance_of_terms(*tolerance, buffer->parameter->dtype, reduction_length, sample->terms);
        if (sample->terms > 0 && tolerance_extremes(buffer->count)) /* as case_comparison.c */
            own = tolerance_widened(own, TOLERANCE_ORDER_FACTOR);
        bool right = tolerance_accepts(&own, buffer->parameter->dtype, sample->got, sample->expected);
        if (sample->index != indices[i] || (!right && !buffer->wrong_count))
            return error_set(error, ERROR_CRASH, "element %" PRIu64 " of %s does not bear out the worker's answer",
                             indices[i], buffer->parameter->name);
    }
    return true;
}

static bool check_first(const struct buffer_result *buffer, struct error *error)
{
    uint64_t expected = buffer->wrong_count < WRONG_ELEMENTS_MAX ? buffer->wrong_count : WRONG_ELEMENTS_MAX;
    if (buffer->first_count != expected)
        return error_set(error, ERROR_CRASH, "the device worker's counts of wrong elements do not agree");
    for (uint32_t i = 0; i < buffer->first_count; i++)
        if (buffer->first[i].got == buffer->first[i].expected)
            return error_set(error, ERROR_CRASH, "the device worker calls an element wrong that is right");
    return true;
}

bool result_check(const struct job *job, const struct case_result *result, struct error *error)
{
    const struct job_case *given = &job->cases[result->case_index];
    bool is_compared = given->compare && result->outcome == CASE_RAN;
    bool has_checker = is_compared && job_find_checker(job) != NULL;
    if (result->judged_by_checker != has_checker)
        return error_set(error, ERROR_CRASH, "the device worker judged by the wrong rule");
    if (result->excess != 0 && (!given->has_budget || !(result->excess >= CASE_EXCESS_MOST)))
        return error_set(error, ERROR_CRASH, "the device worker ended a job that is within its budget");
    double length = job_reduction_length(job, given);
    for (size_t i = 0; !has_checker && i < result->buffer_count; i++) {
        const struct buffer_result *buffer = &result->buffers[i];
        struct tolerance tolerance = tolerance_for(buffer->parameter->dtype, &job->tolerance, length, buffer->scale);
        if (given->whole) /* as full_compare.c */
            tolerance = tolerance_widened(tolerance, TOLERANCE_EXTREME_FACTOR);
        if (!check_samples(given, length, i, buffer, &tolerance, error) || !check_first(buffer, error))
            return false;
    }
    return true;
}
