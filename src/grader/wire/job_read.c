/* Reads jobs from messages. Every field is checked, because either side may be compromised. */
#include "base/json.h"
#include "grader/wire/job.h"

static bool read_value(const json_t *json, struct value *out_value, struct error *error)
{
    json_t *value;
    if (!json_get(json, "value", &value, error))
        return false;
    if (!json_is_number(value))
        return error_set(error, ERROR_SYNTAX, "a case's value is not a number");
    out_value->is_real = json_is_real(value);
    out_value->integer = json_is_real(value) ? 0 : json_integer_value(value);
    out_value->real = json_number_value(value);
    return true;
}

/* An array of at most `limit` entries. */
static bool bounded_array(const json_t *json, const char *key, size_t limit, json_t **out_array, struct error *error)
{
    json_t *array;
    if (!json_get_array(json, key, &array, error))
        return false;
    if (json_array_size(array) > limit)
        return error_set(error, ERROR_RANGE, "a job has more than %zu %s", limit, key);
    *out_array = array;
    return true;
}

static bool read_text(const json_t *json, const char *key, struct arena *arena, const char **out_text,
                      struct error *error)
{
    const char *text;
    if (!json_get_text_or(json, key, NULL, &text, error))
        return false;
    *out_text = text ? arena_strdup(arena, text) : NULL;
    return true;
}

static bool read_shape(const json_t *json, struct arena *arena, struct parameter *parameter, struct error *error)
{
    json_t *shape;
    if (!bounded_array(json, "shape", SHAPE_RANK_MAX, &shape, error))
        return false;
    parameter->rank = (int)json_array_size(shape);
    for (int axis = 0; axis < parameter->rank; axis++) {
        const char *text = json_string_value(json_array_get(shape, (size_t)axis));
        if (!text)
            return error_set(error, ERROR_SYNTAX, "a shape is not a text");
        parameter->shape[axis] = expression_parse_text(arena, text, error);
        if (!parameter->shape[axis])
            return false;
    }
    return true;
}

static bool read_parameter(const json_t *json, struct arena *arena, struct parameter *out_parameter,
                           struct error *error)
{
    const char *type;
    int64_t role;
    bool generated;
    if (!read_text(json, "name", arena, &out_parameter->name, error) || !json_get_text(json, "type", &type, error) ||
        !json_get_integer_in(json, "role", PARAMETER_SCALAR, PARAMETER_INOUT, &role, error) ||
        !read_text(json, "init", arena, &out_parameter->init, error) ||
        !json_get_bool(json, "generated", &generated, error))
        return false;
    if (!out_parameter->name || !dtype_parse(type, &out_parameter->dtype))
        return error_set(error, ERROR_SYNTAX, "a parameter has no name or an unknown type");
    out_parameter->role = (enum parameter_role)role;
    out_parameter->init_kernel = generated ? "" : NULL;
    return read_shape(json, arena, out_parameter, error);
}

static bool read_case_lists(const json_t *json, struct arena *arena, struct job_case *given, struct error *error)
{
    json_t *values, *inits;
    if (!bounded_array(json, "values", JOB_VALUES_MAX, &values, error) ||
        !bounded_array(json, "inits", JOB_PARAMETERS_MAX, &inits, error))
        return false;
    given->value_count = json_array_size(values);
    given->values = ARENA_ARRAY(arena, given->value_count, struct case_value);
    given->init_count = json_array_size(inits);
    given->inits = ARENA_ARRAY(arena, given->init_count, struct case_init);
    for (size_t i = 0; i < given->value_count; i++) {
        const json_t *entry = json_array_get(values, i);
        if (!read_text(entry, "name", arena, &given->values[i].name, error) ||
            !read_value(entry, &given->values[i].value, error))
            return false;
        if (!given->values[i].name)
            return error_set(error, ERROR_SYNTAX, "a case's value has no name");
    }
    for (size_t i = 0; i < given->init_count; i++) {
        const json_t *entry = json_array_get(inits, i);
        if (!read_text(entry, "parameter", arena, &given->inits[i].parameter, error) ||
            !read_text(entry, "init", arena, &given->inits[i].init, error))
            return false;
        if (!given->inits[i].parameter)
            return error_set(error, ERROR_SYNTAX, "an init has no parameter");
    }
    return true;
}

static bool read_case(const json_t *json, struct arena *arena, struct job_case *out_case, struct error *error)
{
    int64_t checks, devices;
    if (!read_text(json, "name", arena, &out_case->name, error) || !read_case_lists(json, arena, out_case, error) ||
        !json_get_integer_in(json, "checks", 0, 2 * DEVICE_COUNT_CACHE - 1, &checks, error) ||
        !json_get_bool(json, "compare", &out_case->compare, error) ||
        !json_get_bool(json, "measure", &out_case->measure, error) ||
        !json_get_bool(json, "sample_values", &out_case->sample_values, error) ||
        !json_get_bool(json, "whole", &out_case->whole, error) ||
        !json_get_u64(json, "number", &out_case->number, error) ||
        !json_get_u64(json, "sample_seed", &out_case->sample_seed, error) ||
        !json_get_integer_in(json, "devices", 1, JOB_DEVICES_MAX, &devices, error) ||
        !json_get_bool(json, "orders", &out_case->orders, error) ||
        !json_get_bool(json, "has_budget", &out_case->has_budget, error) ||
        !json_get_bool(json, "show", &out_case->show, error) ||
        !json_get_real_or(json, "least_scale", 0, &out_case->least_scale, error) ||
        !json_get_u64(json, "instruction_limit", &out_case->instruction_limit, error) ||
        (json_object_get(json, "block_limit") && !json_get_u64(json, "block_limit", &out_case->block_limit, error)) ||
        (json_object_get(json, "most_failures") &&
         !json_get_u64(json, "most_failures", &out_case->most_failures, error)) ||
        (json_object_get(json, "least_work") && !json_get_u64(json, "least_work", &out_case->least_work, error)) ||
        (json_object_get(json, "strict") && !json_get_u64(json, "strict", &out_case->strict, error)) ||
        (json_object_get(json, "only_if_none_right") &&
         !json_get_bool(json, "only_if_none_right", &out_case->only_if_none_right, error)) ||
        (json_object_get(json, "few_blocks") && !json_get_bool(json, "few_blocks", &out_case->few_blocks, error)) ||
        (json_object_get(json, "sought") && !json_get_u64(json, "sought", &out_case->sought, error)) ||
        (json_object_get(json, "limit_is_final") &&
         !json_get_bool(json, "limit_is_final", &out_case->limit_is_final, error)) ||
        (json_object_get(json, "only_judged") && !json_get_bool(json, "only_judged", &out_case->only_judged, error)) ||
        (json_object_get(json, "choice") && !json_get_u64(json, "choice", &out_case->choice, error)))
        return false;
    out_case->checks = (unsigned)checks;
    out_case->devices = (int)devices;
    return out_case->name || error_set(error, ERROR_SYNTAX, "a case has no name");
}

static bool read_program(const json_t *json, const struct frame_blob *blobs, struct arena *arena,
                         struct job_program *out_program, struct error *error)
{
    int64_t role;
    json_t *names;
    if (!json_get_integer_in(json, "role", 0, JOB_ROLE_COUNT - 1, &role, error) ||
        !read_text(json, "parameter", arena, &out_program->parameter, error) ||
        !read_text(json, "name", arena, &out_program->source.name, error) ||
        !bounded_array(json, "lowered_names", 4096, &names, error) ||
        (json_object_get(json, "choice") && !json_get_u64(json, "choice", &out_program->choice, error)))
        return false;
    if (!out_program->parameter || !out_program->source.name)
        return error_set(error, ERROR_SYNTAX, "a program has no name");
    out_program->role = (enum job_role)role;
    out_program->lowered_name_count = json_array_size(names);
    out_program->lowered_names = ARENA_ARRAY(arena, out_program->lowered_name_count + 1, const char *);
    for (size_t i = 0; i < out_program->lowered_name_count; i++) {
        const char *name = json_string_value(json_array_get(names, i));
        out_program->lowered_names[i] = name ? arena_strdup(arena, name) : NULL;
    }
    out_program->source.text = blobs[0].data;
    out_program->source.size_bytes = blobs[0].size_bytes;
    out_program->ptx = arena_strndup(arena, blobs[1].data, blobs[1].size_bytes);
    out_program->ptx_bytes = blobs[1].size_bytes;
    out_program->cubin = blobs[2].data;
    out_program->cubin_bytes = blobs[2].size_bytes;
    return true;
}

static bool read_comparison(const json_t *json, struct arena *arena, struct job *job, struct error *error)
{
    const char *length;
    if (!json_get_text_or(json, "reduction_length", NULL, &length, error))
        return false;
    job->tolerance.given = json_object_get(json, "tolerance") != NULL;
    if (job->tolerance.given && (!json_get_real(json, "tolerance.absolute", &job->tolerance.absolute, error) ||
                                 !json_get_real(json, "tolerance.relative", &job->tolerance.relative, error)))
        return false;
    job->reduction_length = length ? expression_parse_text(arena, length, error) : NULL;
    return !length || job->reduction_length;
}

static bool read_lists(const struct frame *frame, struct arena *arena, struct job *job, struct error *error)
{
    json_t *parameters, *programs, *cases;
    if (!bounded_array(frame->header, "parameters", JOB_PARAMETERS_MAX, &parameters, error) ||
        !bounded_array(frame->header, "programs", JOB_PROGRAMS_MAX, &programs, error) ||
        !bounded_array(frame->header, "cases", JOB_CASES_MAX, &cases, error))
        return false;
    job->parameter_count = json_array_size(parameters);
    job->program_count = json_array_size(programs);
    job->case_count = json_array_size(cases);
    job->parameters = ARENA_ARRAY(arena, job->parameter_count, struct parameter);
    job->programs = ARENA_ARRAY(arena, job->program_count, struct job_program);
    job->cases = ARENA_ARRAY(arena, job->case_count, struct job_case);
    if (frame->blob_count != 3 * job->program_count)
        return error_set(error, ERROR_SYNTAX, "a job has the wrong number of parts");
    for (size_t i = 0; i < job->parameter_count; i++)
        if (!read_parameter(json_array_get(parameters, i), arena, &job->parameters[i], error))
            return false;
    for (size_t i = 0; i < job->program_count; i++)
        if (!read_program(json_array_get(programs, i), &frame->blobs[3 * i], arena, &job->programs[i], error))
            return false;
    for (size_t i = 0; i < job->case_count; i++)
        if (!read_case(json_array_get(cases, i), arena, &job->cases[i], error))
            return false;
    return true;
}

bool job_receive(const struct frame *frame, struct arena *arena, struct job **out_job, struct error *error)
{
    struct job *job = ARENA_NEW(arena, struct job);
    int64_t deadline_ms;
    if (frame->type != MESSAGE_JOB)
        return error_set(error, ERROR_SYNTAX, "not a job");
    if (!json_get_u64(frame->header, "seed", &job->seed, error) ||
        !json_get_integer_in(frame->header, "deadline_ms", 1, UINT32_MAX, &deadline_ms, error) ||
        !read_comparison(frame->header, arena, job, error) || !read_lists(frame, arena, job, error))
        return error_add_context(error, "job");
    job->deadline_ms = (uint32_t)deadline_ms;
    *out_job = job;
    return true;
}
