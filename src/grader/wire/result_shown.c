/* Shown elements as JSON: 16 hexadecimal digits each. */
#include <string.h>

#include "base/json.h"
#include "grader/value/scope.h"
#include "grader/wire/result.h"

enum { SHOWN_DIGITS = 16 };

static json_t *bits_to_json(const uint64_t *bits, uint64_t count)
{
    static const char digits[] = "0123456789abcdef";
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    for (uint64_t i = 0; i < count; i++)
        for (int digit = SHOWN_DIGITS - 1; digit >= 0; digit--)
            buffer_append_char(&text, digits[bits[i] >> (4 * digit) & 15]);
    return json_from_text(buffer_text(&text));
}

json_t *result_shown_to_json(const struct case_result *result)
{
    json_t *array = json_array();
    for (size_t i = 0; i < result->shown_count; i++) {
        const struct shown_buffer *shown = &result->shown[i];
        const struct {
            const char *key;
            const uint64_t *bits;
        } parts[] = {
            {"initial", shown->initial}, {"got", shown->got}, {"expected", shown->expected}, {"marks", shown->marks}};
        json_t *json = json_object();
        json_object_set_new(json, "parameter", json_from_text(shown->parameter->name));
        json_object_set_new(json, "rank", json_integer(shown->rank));
        json_object_set_new(json, "first", json_from_u64(shown->first));
        json_object_set_new(json, "shown", json_from_u64(shown->shown));
        for (size_t j = 0; j < sizeof parts / sizeof parts[0]; j++)
            if (parts[j].bits)
                json_object_set_new(json, parts[j].key, bits_to_json(parts[j].bits, shown->shown));
        json_array_append_new(array, json);
    }
    return array;
}

static int digit_of(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    return digit >= 'a' && digit <= 'f' ? digit - 'a' + 10 : -1;
}

static bool read_bits(const json_t *json, const char *key, uint64_t count, struct arena *arena, uint64_t **out_bits,
                      struct error *error)
{
    const char *text;
    if (!json_get_text_or(json, key, NULL, &text, error))
        return false;
    if (!text)
        return true;
    if (strlen(text) != count * SHOWN_DIGITS)
        return error_set(error, ERROR_SYNTAX, "an answer shows another number of elements than it says");
    uint64_t *bits = ARENA_ARRAY(arena, count + 1, uint64_t);
    for (uint64_t i = 0; i < count * SHOWN_DIGITS; i++) {
        int digit = digit_of(text[i]);
        if (digit < 0)
            return error_set(error, ERROR_SYNTAX, "an answer shows elements that are no numbers");
        bits[i / SHOWN_DIGITS] = bits[i / SHOWN_DIGITS] << 4 | (uint64_t)digit;
    }
    *out_bits = bits;
    return true;
}

static bool read_one(const json_t *json, const struct job *job, const struct job_case *given, struct arena *arena,
                     struct shown_buffer *shown, struct error *error)
{
    const char *name;
    int64_t rank;
    uint64_t shape[SHAPE_RANK_MAX], count;
    struct scope scope = {given->values, given->value_count, given->devices};
    if (!json_get_text(json, "parameter", &name, error) ||
        !json_get_integer_in(json, "rank", 0, given->devices - 1, &rank, error) ||
        !json_get_u64(json, "first", &shown->first, error) || !json_get_u64(json, "shown", &shown->shown, error))
        return false;
    for (size_t i = 0; i < job->parameter_count; i++)
        if (!strcmp(job->parameters[i].name, name) && job->parameters[i].role != PARAMETER_SCALAR)
            shown->parameter = &job->parameters[i];
    if (!shown->parameter)
        return error_set(error, ERROR_SYNTAX, "an answer shows no buffer of the exercise");
    shown->rank = (int)rank;
    if (!scope_shape(&scope, shown->parameter, shape, &count, error))
        return false;
    if (shown->shown > SHOWN_ELEMENTS_MAX || shown->first > count || shown->shown > count - shown->first)
        return error_set(error, ERROR_RANGE, "an answer shows elements that the buffer does not have");
    return read_bits(json, "initial", shown->shown, arena, &shown->initial, error) &&
           read_bits(json, "got", shown->shown, arena, &shown->got, error) &&
           read_bits(json, "expected", shown->shown, arena, &shown->expected, error) &&
           read_bits(json, "marks", shown->shown, arena, &shown->marks, error);
}

bool result_shown_from_json(const json_t *json, const struct job *job, const struct job_case *given,
                            struct arena *arena, struct case_result *result, struct error *error)
{
    if (!json_is_array(json) || json_array_size(json) > (size_t)JOB_PARAMETERS_MAX * JOB_DEVICES_MAX || !given->show)
        return error_set(error, ERROR_SYNTAX, "an answer shows what was not asked for");
    struct shown_buffer *shown = ARENA_ARRAY(arena, json_array_size(json) + 1, struct shown_buffer);
    for (size_t i = 0; i < json_array_size(json); i++)
        if (!read_one(json_array_get(json, i), job, given, arena, &shown[i], error))
            return false;
    result->shown = shown;
    result->shown_count = json_array_size(json);
    return true;
}
