/* Explanations of a wrong result as JSON: origins of a NaN, and buffers between the launches. */
#include <ctype.h>
#include <stdio.h>

#include "base/json.h"
#include "grader/value/number.h"
#include "grader/wire/result.h"

json_t *result_origin_to_json(const struct vgpu_origin *origin)
{
    json_t *json = json_object();
    json_object_set_new(json, "cause", json_integer(origin->cause));
    json_object_set_new(json, "line", json_integer(origin->line));
    json_object_set_new(json, "operand", json_real(origin->operand));
    return json;
}

bool result_origin_from_json(const json_t *json, const char *key, struct vgpu_origin *out_origin, struct error *error)
{
    json_t *object;
    int64_t cause, line;
    struct vgpu_origin origin = {0};
    if (!json_get_object(json, key, &object, error) ||
        !json_get_integer_in(object, "cause", 0, VGPU_ORIGIN_CAUSE_COUNT - 1, &cause, error) ||
        !json_get_integer_in(object, "line", 0, INT32_MAX, &line, error) ||
        !json_get_real(object, "operand", &origin.operand, error))
        return false;
    origin.cause = (enum vgpu_origin_cause)cause;
    origin.line = (int)line;
    *out_origin = origin;
    return true;
}

static json_t *buffer_to_json(const struct stage_buffer *buffer)
{
    json_t *json = json_object();
    json_object_set_new(json, "scratch", json_from_text(buffer->scratch));
    json_object_set_new(json, "line", json_integer(buffer->line));
    return json;
}

json_t *result_stages_to_json(const struct case_result *result)
{
    json_t *array = json_array();
    for (size_t i = 0; i < result->stage_count; i++) {
        const struct stage_result *stage = &result->stages[i];
        json_t *json = json_object();
        json_object_set_new(json, "scratch", json_from_text(stage->scratch));
        json_object_set_new(json, "kernel", json_from_text(stage->kernel));
        json_object_set_new(json, "line", json_integer(stage->line));
        json_object_set_new(json, "rank", json_integer(stage->rank));
        json_object_set_new(json, "is_of_several", json_boolean(stage->is_of_several));
        json_object_set_new(json, "state", json_integer(stage->state));
        json_object_set_new(json, "never_written", json_boolean(stage->never_written));
        json_object_set_new(json, "source", buffer_to_json(&stage->source));
        json_object_set_new(json, "index", json_from_u64(stage->index));
        json_object_set_new(json, "got", json_from_u64(number_encode(DTYPE_F64, stage->got)));
        json_object_set_new(json, "expected", json_from_u64(number_encode(DTYPE_F64, stage->expected)));
        json_array_append_new(array, json);
    }
    return array;
}

/* A name that the plan's grammar allows. */
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

static bool read_buffer(const json_t *json, const char *key, struct stage_buffer *out, struct error *error)
{
    json_t *object;
    int64_t line;
    if (!json_get_object(json, key, &object, error) || !read_name(object, "scratch", out->scratch, error) ||
        !json_get_integer_in(object, "line", 0, INT32_MAX, &line, error))
        return false;
    out->line = (int)line;
    return true;
}

static bool read_stage(const json_t *json, struct stage_result *stage, struct error *error)
{
    int64_t line, rank, state;
    uint64_t got, expected;
    if (!read_name(json, "scratch", stage->scratch, error) || !read_name(json, "kernel", stage->kernel, error) ||
        !read_buffer(json, "source", &stage->source, error) ||
        !json_get_integer_in(json, "line", 0, INT32_MAX, &line, error) ||
        !json_get_integer_in(json, "rank", 0, DEVICE_COUNT_MAX - 1, &rank, error) ||
        !json_get_integer_in(json, "state", 0, STAGE_STATE_COUNT - 1, &state, error) ||
        !json_get_bool(json, "is_of_several", &stage->is_of_several, error) ||
        !json_get_bool(json, "never_written", &stage->never_written, error) ||
        !json_get_u64(json, "index", &stage->index, error) || !json_get_u64(json, "got", &got, error) ||
        !json_get_u64(json, "expected", &expected, error))
        return false;
    stage->got = number_decode(DTYPE_F64, got);
    stage->expected = number_decode(DTYPE_F64, expected);
    stage->line = (int)line;
    stage->rank = (int)rank;
    stage->state = (enum stage_state)state;
    return true;
}

bool result_stages_from_json(const json_t *json, struct case_result *result, struct error *error)
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

json_t *result_unused_to_json(const struct case_result *result)
{
    return buffer_to_json(&result->unused);
}

bool result_unused_from_json(const json_t *json, struct case_result *result, struct error *error)
{
    return read_buffer(json, "unused", &result->unused, error);
}
