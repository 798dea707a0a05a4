/* The result of a case as JSON, and back, checked against the job. */
#include <inttypes.h>
#include <string.h>

#include "base/i18n.h"
#include "base/json.h"
#include "base/told.h"
#include "grader/value/observation_merge.h"
#include "grader/value/scope.h"
#include "grader/wire/result.h"

bool result_is_right(const struct case_result *result)
{
    for (size_t i = 0; i < result->buffer_count; i++)
        if (result->buffers[i].wrong_count)
            return false;
    for (size_t i = 0; i < result->observation->finding_count; i++)
        if (result->observation->findings[i].severity == VGPU_SEVERITY_ERROR)
            return false;
    return result->outcome == CASE_RAN && !result->changed_input;
}

static bool has_strict(const struct observation *observation, uint64_t strict)
{
    for (size_t i = 0; i < observation->finding_count; i++)
        if (strict >> observation->findings[i].kind & 1)
            return true;
    return false;
}

void result_count(const struct case_result *result, const struct job_case *given, struct job_tally *tally)
{
    tally->ran++;
    tally->work += observation_issued(result->observation) + result->reference_work;
    tally->failed += !result_is_right(result);
    tally->unsafe += observation_endangers(result->observation) || has_strict(result->observation, given->strict);
}

int result_informs(const struct case_result *result, const struct job_case *given)
{
    enum { EXPLAINED = RESULT_INFORMS_MOST - 1 };
    const struct buffer_result *wrong = NULL;
    for (size_t i = 0; i < result->buffer_count && !wrong; i++)
        wrong = result->buffers[i].wrong_count ? &result->buffers[i] : NULL;
    if (!wrong)
        return 0;
    if (given->init_count > 0 && pattern_needs_varied_inputs(wrong->pattern.kind))
        return 1; /* with inputs of its own, such as ones, it may be chance */
    bool is_partly_right = wrong->wrong_count < wrong->count;
    bool has_many = wrong->count >= RESULT_INFORMATIVE_ELEMENTS;
    return pattern_explains(wrong->pattern.kind) ? EXPLAINED + has_many : 1 + is_partly_right + has_many;
}

static json_t *element_to_json(const struct compare_element *element)
{
    return json_pack("{s:I, s:o, s:o, s:f, s:b}", "index", (json_int_t)element->index, "got",
                     json_from_u64(element->got), "expected", json_from_u64(element->expected), "terms", element->terms,
                     "never_written", element->never_written);
}

static json_t *elements_to_json(const struct compare_element *elements, uint32_t count)
{
    json_t *array = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(array, element_to_json(&elements[i]));
    return array;
}

static json_t *buffer_to_json(const struct buffer_result *buffer)
{
    json_t *json = json_object();
    json_object_set_new(json, "parameter", json_from_text(buffer->parameter->name));
    json_object_set_new(json, "rank", json_integer(buffer->rank));
    json_object_set_new(json, "count", json_integer((json_int_t)buffer->count));
    json_object_set_new(json, "wrong", json_integer((json_int_t)buffer->wrong_count));
    json_object_set_new(json, "unwritten", json_integer((json_int_t)buffer->unwritten_count));
    json_object_set_new(json, "got_hash", json_from_u64(buffer->got_hash));
    json_object_set_new(json, "expected_hash", json_from_u64(buffer->expected_hash));
    json_object_set_new(json, "scale", json_real(buffer->scale));
    json_object_set_new(json, "input_specials", json_integer(buffer->input_specials));
    json_object_set_new(json, "first", elements_to_json(buffer->first, buffer->first_count));
    json_object_set_new(json, "samples", elements_to_json(buffer->samples, buffer->sample_count));
    json_object_set_new(json, "pattern", pattern_to_json(&buffer->pattern));
    json_object_set_new(json, "pattern_input",
                        json_from_text(buffer->pattern_input ? buffer->pattern_input->name : NULL));
    json_object_set_new(json, "pattern_other",
                        json_from_text(buffer->pattern_other ? buffer->pattern_other->name : NULL));
    return json;
}

static json_t *named_to_json(const struct case_result *result)
{
    json_t *array = json_array();
    for (size_t i = 0; i < result->named_count; i++)
        json_array_append_new(
            array, json_pack("{s:o, s:o, s:o}", "parameter", json_from_text(result->named[i].parameter->name), "index",
                             json_from_u64(result->named[i].index), "bits", json_from_u64(result->named[i].bits)));
    return array;
}

static json_t *unread_to_json(const struct unread_input *unread)
{
    return json_pack("{s:o, s:I, s:I, s:b}", "parameter",
                     json_from_text(unread->parameter ? unread->parameter->name : NULL), "first",
                     (json_int_t)unread->first, "count", (json_int_t)unread->count, "is_whole", unread->is_whole);
}

static json_t *influence_to_json(const struct input_influence *influence)
{
    return json_pack("{s:o, s:I, s:i, s:b, s:I, s:o, s:I}", "parameter",
                     json_from_text(influence->parameter ? influence->parameter->name : NULL), "index",
                     (json_int_t)influence->index, "kind", (int)influence->kind, "has_other", influence->has_other,
                     "other", (json_int_t)influence->other, "partner",
                     json_from_text(influence->partner ? influence->partner->name : NULL), "must",
                     (json_int_t)influence->must);
}

json_t *result_to_json(const struct case_result *result)
{
    json_t *buffers = json_array();
    for (size_t i = 0; i < result->buffer_count; i++)
        json_array_append_new(buffers, buffer_to_json(&result->buffers[i]));
    json_t *json = json_object();
    json_object_set_new(json, "case", json_integer((json_int_t)result->case_index));
    json_object_set_new(json, "outcome", json_integer(result->outcome));
    json_object_set_new(json, "code", json_integer(result->refusal.code));
    json_object_set_new(json, "message", json_from_text(result->refusal.message));
    json_object_set_new(json, "hint", json_from_text(result->refusal.hint));
    json_object_set_new(json, "buffers", buffers);
    json_object_set_new(json, "changed_input",
                        json_from_text(result->changed_input ? result->changed_input->name : NULL));
    json_object_set_new(json, "judged_by_checker", json_boolean(result->judged_by_checker));
    json_object_set_new(json, "checker_first", json_integer(result->checker_first));
    json_object_set_new(json, "named", named_to_json(result));
    json_object_set_new(json, "follows_pointers", json_boolean(result->follows_pointers));
    json_object_set_new(json, "unread", unread_to_json(&result->unread));
    json_object_set_new(json, "influence", influence_to_json(&result->influence));
    json_object_set_new(json, "order", json_integer(result->order));
    json_object_set_new(json, "nan", result_origin_to_json(&result->nan));
    json_object_set_new(json, "infinity", result_origin_to_json(&result->infinity));
    json_object_set_new(json, "stages", result_stages_to_json(result));
    json_object_set_new(json, "unused", result_unused_to_json(result));
    json_object_set_new(json, "runs_before", json_integer(result->runs_before));
    json_object_set_new(json, "excess", json_real(result->excess));
    json_object_set_new(json, "excess_line", json_integer(result->excess_source.line));
    json_object_set_new(json, "excess_share", json_real(result->excess_source.share));
    json_object_set_new(json, "reference_work", json_integer((json_int_t)result->reference_work));
    json_object_set_new(json, "elapsed_ns", json_integer((json_int_t)result->elapsed_ns));
    json_object_set_new(json, "device_ns", json_real(result->device_ns));
    json_object_set_new(json, "outcomes", json_from_text(result->outcomes));
    json_object_set_new(json, "observation", observation_to_json(result->observation));
    if (result->shown_count)
        json_object_set_new(json, "shown", result_shown_to_json(result));
    if (result->timeline)
        json_object_set_new(json, "timeline", plan_timeline_to_json(result->timeline));
    if (result->time)
        json_object_set_new(json, "time", result_time_to_json(result->time));
    return json;
}

static bool get_count(const json_t *json, const char *key, uint64_t high, uint64_t *out_count, struct error *error)
{
    int64_t count;
    if (!json_get_integer_in(json, key, 0, (int64_t)high, &count, error))
        return false;
    *out_count = (uint64_t)count;
    return true;
}

static bool read_element(const json_t *json, uint64_t count, struct compare_element *out_element, struct error *error)
{
    return get_count(json, "index", count ? count - 1 : 0, &out_element->index, error) &&
           json_get_u64(json, "got", &out_element->got, error) &&
           json_get_u64(json, "expected", &out_element->expected, error) &&
           json_get_real(json, "terms", &out_element->terms, error) &&
           json_get_bool(json, "never_written", &out_element->never_written, error);
}

static bool read_elements(const json_t *json, const char *key, uint64_t count, struct compare_element *out_elements,
                          uint32_t limit, uint32_t *out_count, struct error *error)
{
    json_t *array;
    if (!json_get_array(json, key, &array, error))
        return false;
    if (json_array_size(array) > limit)
        return error_set(error, ERROR_RANGE, "too many elements came back");
    for (size_t i = 0; i < json_array_size(array); i++)
        if (!read_element(json_array_get(array, i), count, &out_elements[i], error))
            return false;
    *out_count = (uint32_t)json_array_size(array);
    return true;
}

/* NULL names no parameter. A name that the job does not have is an error. */
static bool read_parameter_name(const json_t *json, const char *key, const struct job *job,
                                const struct parameter **out_parameter, struct error *error)
{
    const char *name;
    if (!json_get_text_or(json, key, NULL, &name, error))
        return false;
    *out_parameter = NULL;
    for (size_t i = 0; name && i < job->parameter_count; i++)
        if (!strcmp(job->parameters[i].name, name))
            *out_parameter = &job->parameters[i];
    return !name || *out_parameter || error_set(error, ERROR_SYNTAX, "an answer names an unknown parameter");
}

static bool read_buffer(const json_t *json, const struct job *job, const struct job_case *given,
                        struct buffer_result *buffer, struct error *error)
{
    uint64_t shape[SHAPE_RANK_MAX], count, rank, specials;
    struct scope scope = {given->values, given->value_count, given->devices};
    json_t *pattern;
    if (!read_parameter_name(json, "parameter", job, &buffer->parameter, error) ||
        !read_parameter_name(json, "pattern_input", job, &buffer->pattern_input, error) ||
        !read_parameter_name(json, "pattern_other", job, &buffer->pattern_other, error))
        return false;
    if (!buffer->parameter || buffer->parameter->role == PARAMETER_SCALAR)
        return error_set(error, ERROR_SYNTAX, "an answer names no buffer");
    if (!scope_shape(&scope, buffer->parameter, shape, &count, error) ||
        !get_count(json, "count", count, &buffer->count, error) ||
        !get_count(json, "rank", (uint64_t)given->devices - 1, &rank, error) ||
        !get_count(json, "wrong", count, &buffer->wrong_count, error) ||
        !get_count(json, "unwritten", buffer->wrong_count, &buffer->unwritten_count, error) ||
        !json_get_u64(json, "got_hash", &buffer->got_hash, error) ||
        !json_get_u64(json, "expected_hash", &buffer->expected_hash, error) ||
        !json_get_real(json, "scale", &buffer->scale, error) ||
        !get_count(json, "input_specials", INPUT_SPECIAL_ALL, &specials, error) ||
        !read_elements(json, "first", count, buffer->first, WRONG_ELEMENTS_MAX, &buffer->first_count, error) ||
        !read_elements(json, "samples", count, buffer->samples, JOB_SAMPLES, &buffer->sample_count, error) ||
        !json_get_object(json, "pattern", &pattern, error) || !pattern_from_json(pattern, &buffer->pattern, error))
        return false;
    buffer->rank = (int)rank;
    buffer->input_specials = (unsigned)specials;
    return buffer->count == count || error_set(error, ERROR_SYNTAX, "an answer has the wrong number of elements");
}

static bool read_buffers(const json_t *json, const struct job *job, const struct job_case *given, struct arena *arena,
                         struct case_result *result, struct error *error)
{
    json_t *buffers;
    if (!json_get_array(json, "buffers", &buffers, error))
        return false;
    if (json_array_size(buffers) > (size_t)JOB_PARAMETERS_MAX * JOB_DEVICES_MAX)
        return error_set(error, ERROR_RANGE, "an answer has too many buffers");
    result->buffer_count = json_array_size(buffers);
    result->buffers = ARENA_ARRAY(arena, result->buffer_count, struct buffer_result);
    for (size_t i = 0; i < result->buffer_count; i++)
        if (!read_buffer(json_array_get(buffers, i), job, given, &result->buffers[i], error))
            return false;
    return true;
}

static bool read_named(const json_t *json, const struct job *job, struct case_result *result, struct error *error)
{
    json_t *array;
    if (!json_get_array(json, "named", &array, error))
        return false;
    if (json_array_size(array) > JOB_PARAMETERS_MAX)
        return error_set(error, ERROR_RANGE, "an answer names too many elements");
    for (size_t i = 0; i < json_array_size(array); i++) {
        struct named_element *named = &result->named[i];
        if (!read_parameter_name(json_array_get(array, i), "parameter", job, &named->parameter, error) ||
            !json_get_u64(json_array_get(array, i), "index", &named->index, error) ||
            !json_get_u64(json_array_get(array, i), "bits", &named->bits, error))
            return false;
        if (!named->parameter)
            return error_set(error, ERROR_SYNTAX, "an answer names no buffer");
    }
    result->named_count = json_array_size(array);
    return true;
}

static bool read_unread(const json_t *json, const struct job *job, struct unread_input *unread, struct error *error)
{
    json_t *object;
    return json_get_object(json, "unread", &object, error) &&
           read_parameter_name(object, "parameter", job, &unread->parameter, error) &&
           get_count(object, "first", INT64_MAX, &unread->first, error) &&
           get_count(object, "count", INT64_MAX, &unread->count, error) &&
           json_get_bool(object, "is_whole", &unread->is_whole, error);
}

static bool read_influence(const json_t *json, const struct job *job, struct input_influence *influence,
                           struct error *error)
{
    json_t *object;
    int64_t kind;
    if (!json_get_object(json, "influence", &object, error) ||
        !read_parameter_name(object, "parameter", job, &influence->parameter, error) ||
        !get_count(object, "index", INT64_MAX, &influence->index, error) ||
        !json_get_integer_in(object, "kind", 0, INFLUENCE_COUNT - 1, &kind, error) ||
        !json_get_bool(object, "has_other", &influence->has_other, error) ||
        !get_count(object, "other", INT64_MAX, &influence->other, error) ||
        !read_parameter_name(object, "partner", job, &influence->partner, error) ||
        !get_count(object, "must", INT64_MAX, &influence->must, error))
        return false;
    influence->kind = (enum influence_kind)kind;
    return true;
}

static bool read_refusal(const json_t *json, struct error *out_refusal, struct error *error)
{
    int64_t code;
    const char *message, *hint;
    if (!json_get_integer_in(json, "code", ERROR_NONE, ERROR_INTERNAL, &code, error) ||
        !json_get_text(json, "message", &message, error) || !json_get_text(json, "hint", &hint, error))
        return false;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    /* The worker has no languages: its sentences are told, or plain texts without values. */
    error_set(out_refusal, (enum error_code)code, "%s", i18n_text(told_local(arena, message)));
    error_add_hint(out_refusal, "%s", i18n_text(told_local(arena, hint)));
    return true;
}

static bool read_outcomes(const json_t *json, struct arena *arena, const char **out_outcomes, struct error *error)
{
    const char *digits;
    if (!json_get_text(json, "outcomes", &digits, error))
        return false;
    if (digits[strspn(digits, "0123")])
        return error_set(error, ERROR_SYNTAX, "outcomes are digits from 0 to 3");
    *out_outcomes = arena_strdup(arena, digits);
    return true;
}

bool result_from_json(const json_t *json, const struct job *job, struct arena *arena, struct case_result **out_result,
                      struct error *error)
{
    struct case_result *result = ARENA_NEW(arena, struct case_result);
    int64_t index, outcome, order, runs_before, excess_line;
    uint64_t checker_first;
    json_t *observation;
    if (!json_get_integer_in(json, "case", 0, (int64_t)job->case_count - 1, &index, error) ||
        !json_get_integer_in(json, "outcome", 0, CASE_OUTCOME_COUNT - 1, &outcome, error) ||
        !json_get_integer_in(json, "order", 0, VGPU_ORDER_COUNT - 1, &order, error) ||
        !result_origin_from_json(json, "nan", &result->nan, error) ||
        !result_origin_from_json(json, "infinity", &result->infinity, error) ||
        !read_refusal(json, &result->refusal, error) || !read_named(json, job, result, error) ||
        !read_unread(json, job, &result->unread, error) || !read_influence(json, job, &result->influence, error) ||
        !json_get_bool(json, "follows_pointers", &result->follows_pointers, error) ||
        !result_stages_from_json(json, result, error) || !result_unused_from_json(json, result, error) ||
        !read_outcomes(json, arena, &result->outcomes, error) ||
        !read_buffers(json, job, &job->cases[index], arena, result, error) ||
        !read_parameter_name(json, "changed_input", job, &result->changed_input, error) ||
        !json_get_bool(json, "judged_by_checker", &result->judged_by_checker, error) ||
        !get_count(json, "checker_first", UINT32_MAX, &checker_first, error) ||
        !get_count(json, "reference_work", INT64_MAX, &result->reference_work, error) ||
        !get_count(json, "elapsed_ns", INT64_MAX, &result->elapsed_ns, error) ||
        !json_get_integer_in(json, "runs_before", 0, 1, &runs_before, error) ||
        !json_get_real(json, "device_ns", &result->device_ns, error) ||
        !json_get_real(json, "excess", &result->excess, error) ||
        !json_get_integer_in(json, "excess_line", 0, INT32_MAX, &excess_line, error) ||
        !json_get_real(json, "excess_share", &result->excess_source.share, error) ||
        !json_get_object(json, "observation", &observation, error))
        return error_add_context(error, "the device worker's answer");
    result->case_index = (size_t)index;
    result->outcome = (enum case_outcome)outcome;
    result->order = (enum vgpu_order)order;
    result->runs_before = (int)runs_before;
    result->excess_source.line = (int)excess_line;
    result->checker_first = (uint32_t)checker_first;
    const json_t *shown = json_object_get(json, "shown");
    if (shown && !result_shown_from_json(shown, job, &job->cases[index], arena, result, error))
        return error_add_context(error, "the device worker's answer");
    const json_t *timeline = json_object_get(json, "timeline");
    if (timeline && !(result->timeline = plan_timeline_from_json(timeline, arena, error)))
        return error_add_context(error, "the device worker's answer");
    const json_t *time = json_object_get(json, "time");
    if (time) {
        result->time = ARENA_NEW(arena, struct time_result);
        if (!result_time_from_json(time, arena, result->time, error))
            return error_add_context(error, "the device worker's answer");
    }
    result->observation = observation_from_json(observation, error);
    if (!result->observation)
        return error_add_context(error, "the device worker's answer");
    *out_result = result;
    return true;
}
