/* Writes jobs as messages. */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/random.h"
#include "grader/value/scope.h"
#include "grader/wire/job.h"

const struct frame_limits job_frame_limits = {
    .header_bytes = 32 << 20,
    .blob_count = 4 * JOB_PROGRAMS_MAX,
    .total_bytes = UINT64_C(256) << 20,
};

const struct job_program *job_find_program(const struct job *job, enum job_role role, const char *parameter)
{
    for (size_t i = 0; i < job->program_count; i++)
        if (job->programs[i].role == role && !strcmp(job->programs[i].parameter, parameter))
            return &job->programs[i];
    return NULL;
}

const struct job_program *job_find_checker(const struct job *job)
{
    const struct job_program *checker = job_find_program(job, JOB_CHECKER, "");
    return checker ? checker : job_find_program(job, JOB_OWN_CHECKER, "");
}

const struct parameter job_seed_parameter = {.name = "seed", .dtype = DTYPE_U32, .role = PARAMETER_SCALAR};

int64_t job_generator_seed(const struct job *job, const struct job_case *given)
{
    enum { STREAM_GENERATOR = 900, BITS = 31 };
    return (int64_t)(random_at(job->seed, STREAM_GENERATOR, given->number) >> (64 - BITS));
}

bool job_case_is_left_out(const struct job_case *given, const struct job_tally *tally)
{
    bool failures_count = !given->only_if_none_right || tally->failed == tally->ran;
    return given->most_failures && tally->work >= given->least_work &&
           ((failures_count && tally->failed >= given->most_failures) || tally->unsafe >= given->most_failures);
}

bool job_ends_before_costly(const struct job_case *given, const struct job_tally *tally)
{
    return given->most_failures && tally->failed;
}

double job_reduction_length(const struct job *job, const struct job_case *given)
{
    struct scope scope = {given->values, given->value_count, given->devices};
    struct expression_environment environment = scope_environment(&scope);
    struct value length;
    if (!job->reduction_length || !expression_evaluate(job->reduction_length, &environment, &length, NULL))
        return 1;
    return length.is_real ? length.real : (double)length.integer;
}

static json_t *value_to_json(const struct value *value)
{
    return value->is_real ? json_real(value->real) : json_integer(value->integer);
}

static json_t *parameter_to_json(const struct parameter *parameter)
{
    json_t *shape = json_array();
    for (int axis = 0; axis < parameter->rank; axis++)
        json_array_append_new(shape, json_from_text(expression_text(parameter->shape[axis])));
    json_t *json = json_object();
    json_object_set_new(json, "name", json_from_text(parameter->name));
    json_object_set_new(json, "type", json_string(dtype_name(parameter->dtype)));
    json_object_set_new(json, "role", json_integer(parameter->role));
    json_object_set_new(json, "shape", shape);
    json_object_set_new(json, "init", json_from_text(parameter->init));
    json_object_set_new(json, "generated", json_boolean(parameter->init_kernel != NULL));
    return json;
}

static json_t *case_to_json(const struct job_case *given)
{
    json_t *values = json_array(), *inits = json_array();
    for (size_t i = 0; i < given->value_count; i++)
        json_array_append_new(values, json_pack("{s:o, s:o}", "name", json_from_text(given->values[i].name), "value",
                                                value_to_json(&given->values[i].value)));
    for (size_t i = 0; i < given->init_count; i++)
        json_array_append_new(inits, json_pack("{s:o, s:o}", "parameter", json_from_text(given->inits[i].parameter),
                                               "init", json_from_text(given->inits[i].init)));
    json_t *json = json_object();
    json_object_set_new(json, "name", json_from_text(given->name));
    json_object_set_new(json, "values", values);
    json_object_set_new(json, "inits", inits);
    json_object_set_new(json, "checks", json_integer(given->checks));
    json_object_set_new(json, "compare", json_boolean(given->compare));
    json_object_set_new(json, "measure", json_boolean(given->measure));
    json_object_set_new(json, "sample_values", json_boolean(given->sample_values));
    json_object_set_new(json, "whole", json_boolean(given->whole));
    json_object_set_new(json, "number", json_from_u64(given->number));
    json_object_set_new(json, "sample_seed", json_from_u64(given->sample_seed));
    json_object_set_new(json, "devices", json_integer(given->devices));
    json_object_set_new(json, "orders", json_boolean(given->orders));
    json_object_set_new(json, "has_budget", json_boolean(given->has_budget));
    json_object_set_new(json, "show", json_boolean(given->show));
    json_object_set_new(json, "instruction_limit", json_from_u64(given->instruction_limit));
    if (given->block_limit) /* keys of the course's own times have none */
        json_object_set_new(json, "block_limit", json_from_u64(given->block_limit));
    if (given->most_failures)
        json_object_set_new(json, "most_failures", json_from_u64(given->most_failures));
    if (given->least_work)
        json_object_set_new(json, "least_work", json_from_u64(given->least_work));
    if (given->strict)
        json_object_set_new(json, "strict", json_from_u64(given->strict));
    if (given->only_if_none_right)
        json_object_set_new(json, "only_if_none_right", json_true());
    if (given->few_blocks)
        json_object_set_new(json, "few_blocks", json_true());
    if (given->sought)
        json_object_set_new(json, "sought", json_from_u64(given->sought));
    if (given->limit_is_final)
        json_object_set_new(json, "limit_is_final", json_true());
    if (given->only_judged)
        json_object_set_new(json, "only_judged", json_true());
    if (given->least_scale > 0)
        json_object_set_new(json, "least_scale", json_real(given->least_scale));
    if (given->choice)
        json_object_set_new(json, "choice", json_from_u64(given->choice));
    return json;
}

/* Each program has three blobs: source, PTX and CUBIN. */
static json_t *program_to_json(const struct job_program *program)
{
    json_t *names = json_array();
    for (size_t i = 0; i < program->lowered_name_count; i++)
        json_array_append_new(names, json_from_text(program->lowered_names[i]));
    json_t *json = json_object();
    json_object_set_new(json, "role", json_integer(program->role));
    json_object_set_new(json, "parameter", json_from_text(program->parameter));
    json_object_set_new(json, "name", json_from_text(program->source.name));
    json_object_set_new(json, "lowered_names", names);
    if (program->choice)
        json_object_set_new(json, "choice", json_from_u64(program->choice));
    return json;
}

static json_t *job_to_json(const struct job *job)
{
    json_t *parameters = json_array(), *programs = json_array(), *cases = json_array();
    for (size_t i = 0; i < job->parameter_count; i++)
        json_array_append_new(parameters, parameter_to_json(&job->parameters[i]));
    for (size_t i = 0; i < job->program_count; i++)
        json_array_append_new(programs, program_to_json(&job->programs[i]));
    for (size_t i = 0; i < job->case_count; i++)
        json_array_append_new(cases, case_to_json(&job->cases[i]));
    json_t *json = json_object();
    json_object_set_new(json, "seed", json_from_u64(job->seed));
    json_object_set_new(json, "deadline_ms", json_integer(job->deadline_ms));
    json_object_set_new(json, "parameters", parameters);
    json_object_set_new(json, "programs", programs);
    json_object_set_new(json, "cases", cases);
    if (job->tolerance.given)
        json_object_set_new(
            json, "tolerance",
            json_pack("{s:f, s:f}", "absolute", job->tolerance.absolute, "relative", job->tolerance.relative));
    if (job->reduction_length)
        json_object_set_new(json, "reduction_length", json_from_text(expression_text(job->reduction_length)));
    return json;
}

void job_hash(const struct job *job, struct hash *hash)
{
    json_t *header CLEANUP(json_decref) = job_to_json(job);
    char *text = json_dumps(header, JSON_SORT_KEYS | JSON_COMPACT);
    hash_add_text(hash, text);
    free(text);
    for (size_t i = 0; i < job->program_count; i++) {
        const struct job_program *program = &job->programs[i];
        hash_add_u64(hash, program->source.size_bytes);
        hash_add(hash, program->source.text, program->source.size_bytes);
        hash_add_u64(hash, program->ptx_bytes);
        hash_add(hash, program->ptx, program->ptx_bytes);
        hash_add_u64(hash, program->cubin_bytes);
        hash_add(hash, program->cubin, program->cubin_bytes);
    }
}

bool job_send(int fd, const struct job *job, int64_t deadline_ns, struct error *error)
{
    struct frame_blob blobs[3 * JOB_PROGRAMS_MAX];
    if (job->program_count > JOB_PROGRAMS_MAX)
        return error_set(error, ERROR_RANGE, "an exercise needs more than %d programs", JOB_PROGRAMS_MAX);
    for (size_t i = 0; i < job->program_count; i++) {
        const struct job_program *program = &job->programs[i];
        blobs[3 * i] = (struct frame_blob){program->source.text, program->source.size_bytes};
        blobs[3 * i + 1] = (struct frame_blob){program->ptx, program->ptx_bytes};
        blobs[3 * i + 2] = (struct frame_blob){program->cubin, program->cubin_bytes};
    }
    json_t *header CLEANUP(json_decref) = job_to_json(job);
    return frame_write(fd, MESSAGE_JOB, header, blobs, 3 * job->program_count, deadline_ns, error);
}
