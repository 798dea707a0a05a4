#include "grader/worker/case_stage.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "grader/value/number.h"
#include "grader/worker/program_run.h"

/* What looking may cost: milliseconds. */
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

/* The reference's elements in the learner's type; where the reference has none, the learner's own. */
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

/* The first element that is off by more than rounding on the way to it explains. */
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
    bool is_virtual = !device->properties.measures_time && device->properties.checks;
    if (!is_virtual || buffers->device_count != 1 || buffers->is_lazy || !has_wrong(result))
        return;
    struct stage_keeper *learner = ARENA_NEW(buffers->arena, struct stage_keeper);
    struct stage_keeper *reference = ARENA_NEW(buffers->arena, struct stage_keeper);
    uint64_t limit = device->instruction_limit;
    device->instruction_limit = STAGE_INSTRUCTIONS_MAX;
    if (run_kept(buffers, SIDE_LEARNER, learner) && run_kept(buffers, SIDE_REFERENCE, reference))
        compare_stages(buffers, learner, reference, result);
    device->instruction_limit = limit;
}

/* --- on its way to the parent ------------------------------------------------------------------------------------- */

json_t *stages_to_json(const struct case_result *result)
{
    json_t *array = json_array();
    for (size_t i = 0; i < result->stage_count; i++) {
        const struct stage_result *stage = &result->stages[i];
        json_t *json = json_object();
        json_object_set_new(json, "scratch", json_from_text(stage->scratch));
        json_object_set_new(json, "kernel", json_from_text(stage->kernel));
        json_object_set_new(json, "line", json_integer(stage->line));
        json_object_set_new(json, "state", json_integer(stage->state));
        json_object_set_new(json, "never_written", json_boolean(stage->never_written));
        json_object_set_new(json, "index", json_from_u64(stage->index));
        json_object_set_new(json, "got", json_from_u64(number_encode(DTYPE_F64, stage->got)));
        json_object_set_new(json, "expected", json_from_u64(number_encode(DTYPE_F64, stage->expected)));
        json_array_append_new(array, json);
    }
    return array;
}

/* A name that the plan's grammar knows. */
static bool read_name(const json_t *json, const char *key, char out_name[STAGE_NAME_BYTES], struct error *error)
{
    const char *name;
    if (!json_get_text(json, key, &name, error))
        return false;
    for (const char *at = name; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '_' && *at != ':')
            return error_set(error, ERROR_SYNTAX, "an answer has a name with odd characters");
    snprintf(out_name, STAGE_NAME_BYTES, "%s", name);
    return true;
}

static bool read_stage(const json_t *json, struct stage_result *stage, struct error *error)
{
    int64_t line, state;
    uint64_t got, expected;
    if (!read_name(json, "scratch", stage->scratch, error) || !read_name(json, "kernel", stage->kernel, error) ||
        !json_get_integer_in(json, "line", 0, INT32_MAX, &line, error) ||
        !json_get_integer_in(json, "state", 0, STAGE_STATE_COUNT - 1, &state, error) ||
        !json_get_bool(json, "never_written", &stage->never_written, error) ||
        !json_get_u64(json, "index", &stage->index, error) || !json_get_u64(json, "got", &got, error) ||
        !json_get_u64(json, "expected", &expected, error))
        return false;
    stage->got = number_decode(DTYPE_F64, got);
    stage->expected = number_decode(DTYPE_F64, expected);
    stage->line = (int)line;
    stage->state = (enum stage_state)state;
    return true;
}

bool stages_from_json(const json_t *json, struct case_result *result, struct error *error)
{
    json_t *array;
    if (!json_get_array(json, "stages", &array, error))
        return false;
    if (json_array_size(array) > STAGES_MAX)
        return error_set(error, ERROR_RANGE, "too many stages came back");
    for (size_t i = 0; i < json_array_size(array); i++)
        if (!read_stage(json_array_get(array, i), &result->stages[i], error))
            return false;
    result->stage_count = json_array_size(array);
    return true;
}
