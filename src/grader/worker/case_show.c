/* Copies a case's elements for the learner; wire/result_shown.c carries them to the parent. */
#include "grader/worker/case_show.h"
#include "grader/value/comparison.h"
#include "grader/value/number.h"

static uint64_t *take(struct arena *arena, enum dtype dtype, const void *elements, const struct shown_buffer *shown)
{
    uint64_t *bits = ARENA_ARRAY(arena, shown->shown + 1, uint64_t);
    for (uint64_t i = 0; i < shown->shown; i++)
        bits[i] = number_load(dtype, elements, shown->first + i);
    return bits;
}

/* Starts at the row of the first wrong element if the buffer is too large to show. */
static uint64_t first_shown(const struct case_parameter *parameter, const struct compare_result *compared)
{
    uint64_t row = parameter->parameter->rank > 1 ? parameter->shape[parameter->parameter->rank - 1] : 1;
    uint64_t wrong = compared->first_count ? compared->first[0].index : 0;
    if (parameter->count <= SHOWN_ELEMENTS_MAX || wrong < SHOWN_ELEMENTS_MAX)
        return 0;
    return row && row <= SHOWN_ELEMENTS_MAX ? wrong - wrong % row : wrong;
}

static void mark(struct arena *arena, const struct case_parameter *parameter, int rank,
                 const struct compare_result *compared, struct shown_buffer *shown)
{
    const struct held_buffer *held = &parameter->held[rank];
    enum dtype dtype = parameter->parameter->dtype;
    shown->marks = ARENA_ARRAY(arena, shown->shown + 1, uint64_t);
    for (uint64_t i = 0; i < shown->shown; i++) {
        uint64_t at = shown->first + i;
        if (!compared->wrong || !compared->wrong[at])
            continue;
        bool unwritten = held->poison && number_load(dtype, held->got, at) == number_load(dtype, held->poison, at);
        shown->marks[i] = SHOWN_WRONG | (unwritten ? SHOWN_UNWRITTEN : 0);
    }
}

static void show_one(struct case_buffers *buffers, const struct case_parameter *parameter, int rank, bool has_got,
                     bool has_expected, struct shown_buffer *shown)
{
    const struct parameter *declared = parameter->parameter;
    const struct held_buffer *held = &parameter->held[rank];
    struct compare_result compared = {0};
    bool is_out = parameter_is_output(declared);
    struct compare_request request = {.dtype = declared->dtype,
                                      .count = parameter->count,
                                      .got = held->got,
                                      .expected = held->expected,
                                      .poison = held->poison,
                                      .given = &buffers->job->tolerance,
                                      .reduction_length = job_reduction_length(buffers->job, buffers->given)};
    if (is_out && has_expected)
        compare_elements(buffers->arena, &request, &compared);
    *shown = (struct shown_buffer){.parameter = declared, .rank = rank, .first = first_shown(parameter, &compared)};
    uint64_t left = parameter->count - shown->first;
    shown->shown = left < SHOWN_ELEMENTS_MAX ? left : SHOWN_ELEMENTS_MAX;
    if (declared->role != PARAMETER_OUT)
        shown->initial = take(buffers->arena, declared->dtype, held->initial, shown);
    if (is_out && has_got)
        shown->got = take(buffers->arena, declared->dtype, held->got, shown);
    if (!is_out || !has_expected)
        return;
    shown->expected = take(buffers->arena, declared->dtype, held->expected, shown);
    mark(buffers->arena, parameter, rank, &compared, shown);
}

void case_show(struct case_buffers *buffers, struct case_result *result)
{
    bool has_got = result->outcome == CASE_RAN;
    bool has_expected = has_got && result->buffer_count > 0 && !result->judged_by_checker;
    if (!buffers->parameters || buffers->is_lazy)
        return;
    result->shown =
        ARENA_ARRAY(buffers->arena, buffers->parameter_count * (size_t)buffers->device_count, struct shown_buffer);
    for (size_t i = 0; i < buffers->parameter_count; i++)
        for (int rank = 0; rank < buffers->device_count; rank++)
            if (buffers->parameters[i].parameter->role != PARAMETER_SCALAR)
                show_one(buffers, &buffers->parameters[i], rank, has_got, has_expected,
                         &result->shown[result->shown_count++]);
}
