/* Finds the launch of a plan after which the numbers are wrong. */
#include "grader/worker/case_stage.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "grader/case/program_run.h"
#include "grader/value/number.h"

/* The search may cost milliseconds. */
enum { STAGE_ELEMENTS_MAX = 1 << 16, STAGE_INSTRUCTIONS_MAX = 4000000 };

struct kept_stage {
    struct plan_stage stage;
    void *elements; /* NULL: there were too many */
};

struct stage_keeper {
    struct case_buffers *buffers;
    struct kept_stage stages[STAGES_MAX];
    size_t count;
};

static void keep(void *context, const struct plan_stage *stage)
{
    struct stage_keeper *keeper = context;
    struct device *device = keeper->buffers->devices[0];
    struct arena *arena = keeper->buffers->arena;
    size_t size_bytes = stage->element_count * dtype_bytes(stage->dtype);
    if (keeper->count == STAGES_MAX || !stage->element_count || stage->element_count > STAGE_ELEMENTS_MAX)
        return;
    struct kept_stage *kept = &keeper->stages[keeper->count++];
    *kept = (struct kept_stage){.stage = *stage, .elements = arena_alloc(arena, size_bytes)};
    kept->stage.scratch = arena_strdup(arena, stage->scratch);
    kept->stage.kernel = arena_strdup(arena, stage->kernel);
    if (!device->vtable->read(device, kept->elements, stage->address, size_bytes, NULL))
        kept->elements = NULL;
}

static bool run_kept(struct case_buffers *buffers, enum case_side side, struct stage_keeper *out)
{
    const struct job_program *program =
        job_find_program(buffers->job, side == SIDE_LEARNER ? JOB_LEARNER : JOB_REFERENCE, "");
    *out = (struct stage_keeper){.buffers = buffers};
    bool ran =
        program && case_buffers_upload(buffers, side, NULL) && program_run_stages(buffers, program, keep, out, NULL);
    case_buffers_release(buffers);
    return ran && out->count > 0;
}

static const struct kept_stage *find_stage(const struct stage_keeper *keeper, const struct plan_stage *stage)
{
    for (size_t i = 0; i < keeper->count; i++)
        if (keeper->stages[i].elements && !strcmp(keeper->stages[i].stage.scratch, stage->scratch) &&
            keeper->stages[i].stage.element_count == stage->element_count)
            return &keeper->stages[i];
    return NULL;
}

/*
 * The reference's elements in the learner's type. Where the reference has a NaN, the learner's own
 * element.
 */
static void *expected_elements(struct arena *arena, const struct kept_stage *own, const struct kept_stage *reference)
{
    enum dtype dtype = own->stage.dtype;
    void *expected = arena_alloc(arena, own->stage.element_count * dtype_bytes(dtype));
    for (uint64_t i = 0; i < own->stage.element_count; i++) {
        uint64_t bits = number_load(reference->stage.dtype, reference->elements, i);
        double value = number_decode(reference->stage.dtype, bits);
        number_store(dtype, expected, i,
                     isnan(value) ? number_load(dtype, own->elements, i) : number_encode(dtype, value));
    }
    return expected;
}

/* Finds the first element whose error is larger than rounding explains. */
static void find_clearly_wrong(const struct compare_request *request, const uint8_t *wrong, struct stage_result *result)
{
    static const double share = 0.02;
    enum dtype dtype = request->dtype;
    double scale = compare_scale(dtype, request->expected, request->count);
    for (uint64_t i = 0; i < request->count && result->state != STAGE_WRONG; i++) {
        uint64_t bits = number_load(dtype, request->got, i);
        double got = number_decode(dtype, bits),
               expected = number_decode(dtype, number_load(dtype, request->expected, i));
        if (!wrong[i] || fabs(got - expected) <= share * (scale + fabs(expected)))
            continue;
        result->state = STAGE_WRONG;
        result->index = i;
        result->got = got;
        result->expected = expected;
        result->never_written = bits == number_load(dtype, request->poison, i);
    }
}

static struct stage_result compare_stage(struct case_buffers *buffers, const struct kept_stage *own,
                                         const struct kept_stage *reference)
{
    enum dtype dtype = own->stage.dtype;
    size_t size_bytes = own->stage.element_count * dtype_bytes(dtype);
    void *poison = memset(arena_alloc(buffers->arena, size_bytes), 0xff, size_bytes);
    struct compare_request request = {.dtype = dtype,
                                      .count = own->stage.element_count,
                                      .got = own->elements,
                                      .expected = expected_elements(buffers->arena, own, reference),
                                      .poison = poison,
                                      .given = &buffers->job->tolerance,
                                      .reduction_length = job_reduction_length(buffers->job, buffers->given)};
    struct compare_result compared;
    compare_elements(buffers->arena, &request, &compared);
    struct stage_result result = {.line = own->stage.line, .state = compared.wrong_count ? STAGE_CLOSE : STAGE_RIGHT};
    snprintf(result.scratch, sizeof result.scratch, "%s", own->stage.scratch);
    snprintf(result.kernel, sizeof result.kernel, "%s", own->stage.kernel);
    if (compared.wrong_count)
        find_clearly_wrong(&request, compared.wrong, &result);
    return result;
}

static bool is_float(enum dtype dtype)
{
    return dtype_kind(dtype) == DTYPE_KIND_FLOAT;
}

static void compare_stages(struct case_buffers *buffers, const struct stage_keeper *learner,
                           const struct stage_keeper *reference, struct case_result *result)
{
    enum stage_state state = STAGE_RIGHT;
    for (size_t i = 0; i < learner->count && state != STAGE_WRONG; i++) {
        const struct kept_stage *own = &learner->stages[i], *other = find_stage(reference, &own->stage);
        if (!own->elements || !other || !is_float(own->stage.dtype) || !is_float(other->stage.dtype))
            continue;
        struct stage_result *stage = &result->stages[result->stage_count++];
        *stage = compare_stage(buffers, own, other);
        state = stage->state;
    }
}

static bool has_wrong(const struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].wrong_count)
            return true;
    return false;
}

void case_stage(struct case_buffers *buffers, struct case_result *result)
{
    struct device *device = buffers->devices[0];
    if (!device->properties.counts || buffers->device_count != 1 || buffers->is_lazy || !has_wrong(result))
        return;
    struct stage_keeper *learner = ARENA_NEW(buffers->arena, struct stage_keeper);
    struct stage_keeper *reference = ARENA_NEW(buffers->arena, struct stage_keeper);
    uint64_t limit = device->instruction_limit;
    device->instruction_limit = STAGE_INSTRUCTIONS_MAX;
    if (run_kept(buffers, SIDE_LEARNER, learner) && run_kept(buffers, SIDE_REFERENCE, reference))
        compare_stages(buffers, learner, reference, result);
    device->instruction_limit = limit;
}
