/* A verdict from its JSON. It may come from another machine, so every field is checked. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "grader/verdict.h"

enum { VERDICT_LIST_MAX = 10000 };

static bool read_text(const json_t *json, const char *key, struct arena *arena, const char **out_text,
                      struct error *error)
{
    const char *text;
    if (!json_get_text_or(json, key, NULL, &text, error))
        return false;
    *out_text = text ? text_sanitised(arena, text) : NULL; /* a stored verdict can be edited, and is printed */
    return true;
}

static bool read_required(const json_t *json, const char *key, struct arena *arena, const char **out_text,
                          struct error *error)
{
    if (!read_text(json, key, arena, out_text, error))
        return false;
    return *out_text || error_set(error, ERROR_SYNTAX, "a verdict has no %s", key);
}

static bool read_count(const json_t *json, const char *key, uint64_t *out_count, struct error *error)
{
    int64_t count;
    if (!json_get_integer_in(json, key, 0, INT64_MAX, &count, error))
        return false;
    *out_count = (uint64_t)count;
    return true;
}

static bool read_u32(const json_t *json, const char *key, uint32_t *out_count, struct error *error)
{
    int64_t count;
    if (!json_get_integer_in(json, key, 0, UINT32_MAX, &count, error))
        return false;
    *out_count = (uint32_t)count;
    return true;
}

static bool read_line(const json_t *json, int *out_line, struct error *error)
{
    int64_t line;
    if (!json_get_integer_in(json, "line", 0, INT32_MAX, &line, error))
        return false;
    *out_line = (int)line;
    return true;
}

static bool read_list(const json_t *json, const char *key, size_t limit, json_t **out_list, struct error *error)
{
    if (!json_get_array(json, key, out_list, error))
        return false;
    return json_array_size(*out_list) <= limit || error_set(error, ERROR_RANGE, "a verdict has too many %s", key);
}

/* A number, or one of the texts "nan", "inf" and "-inf". */
static bool read_number(const json_t *json, const char *key, double *out_value, struct error *error)
{
    const json_t *value = json_object_get(json, key);
    const char *text = json_string_value(value);
    if (json_is_number(value))
        *out_value = json_number_value(value);
    else if (text && !strcmp(text, "nan"))
        *out_value = (double)NAN;
    else if (text && (!strcmp(text, "inf") || !strcmp(text, "-inf")))
        *out_value = *text == '-' ? -(double)INFINITY : (double)INFINITY;
    else
        return error_set(error, ERROR_SYNTAX, "'%s' is not a number", key);
    return true;
}

static bool read_element(const json_t *json, struct wrong_element *element, struct error *error)
{
    const char *position, *owner;
    if (!read_count(json, "index", &element->index, error) || !json_get_text(json, "position", &position, error) ||
        !json_get_text(json, "owner", &owner, error) || !read_number(json, "expected", &element->expected, error) ||
        !read_number(json, "got", &element->got, error) ||
        !json_get_bool(json, "never_written", &element->never_written, error))
        return false;
    snprintf(element->position, sizeof element->position, "%s", position);
    snprintf(element->owner, sizeof element->owner, "%s", owner);
    element->ulps = UINT64_MAX;
    return !json_object_get(json, "ulps") || json_get_u64(json, "ulps", &element->ulps, error);
}

static bool read_buffer(const json_t *json, struct arena *arena, struct wrong_buffer *buffer, struct error *error)
{
    json_t *first;
    if (!read_required(json, "parameter", arena, &buffer->parameter, error) ||
        !read_count(json, "elements", &buffer->element_count, error) ||
        !read_count(json, "wrong", &buffer->wrong_count, error) ||
        !read_count(json, "unwritten", &buffer->unwritten_count, error) ||
        !read_text(json, "pattern", arena, &buffer->pattern, error) ||
        !read_list(json, "first", WRONG_ELEMENTS_MAX, &first, error))
        return false;
    buffer->first_count = json_array_size(first);
    for (size_t i = 0; i < buffer->first_count; i++)
        if (!read_element(json_array_get(first, i), &buffer->first[i], error))
            return false;
    return true;
}

static bool read_case(const json_t *json, struct arena *arena, struct case_verdict *given, struct error *error)
{
    json_t *wrong;
    if (!read_required(json, "name", arena, &given->name, error) || !json_get_bool(json, "ran", &given->ran, error) ||
        !json_get_bool(json, "right", &given->right, error) || !json_get_bool(json, "drawn", &given->is_drawn, error) ||
        !read_text(json, "changed_input", arena, &given->changed_input, error) ||
        !read_count(json, "elapsed_ns", &given->elapsed_ns, error) ||
        !read_list(json, "wrong", VERDICT_LIST_MAX, &wrong, error))
        return false;
    given->input_changed = given->changed_input != NULL;
    given->wrong_count = json_array_size(wrong);
    given->wrong = ARENA_ARRAY(arena, given->wrong_count, struct wrong_buffer);
    for (size_t i = 0; i < given->wrong_count; i++)
        if (!read_buffer(json_array_get(wrong, i), arena, &given->wrong[i], error))
            return false;
    return true;
}

static bool read_cases(const json_t *json, struct verdict *verdict, struct error *error)
{
    json_t *cases;
    const char *failing, *told;
    if (!read_list(json, "cases", VERDICT_LIST_MAX, &cases, error) ||
        !json_get_text_or(json, "smallest_failing", NULL, &failing, error) ||
        !json_get_text_or(json, "told", NULL, &told, error))
        return false;
    verdict->case_count = json_array_size(cases);
    verdict->cases = ARENA_ARRAY(verdict->arena, verdict->case_count, struct case_verdict);
    for (size_t i = 0; i < verdict->case_count; i++) {
        struct case_verdict *given = &verdict->cases[i];
        if (!read_case(json_array_get(cases, i), verdict->arena, given, error))
            return false;
        verdict->right_count += given->right;
        if (failing && !given->right && !verdict->smallest_failing && !strcmp(failing, given->name))
            verdict->smallest_failing = given;
        if (told && !given->right && !verdict->reported && !strcmp(told, given->name))
            verdict->reported = given;
    }
    return true;
}

static bool read_gate(const json_t *json, struct arena *arena, struct gate_verdict *gate, struct error *error)
{
    gate->is_max = json_object_get(json, "max") != NULL;
    return read_required(json, "counter", arena, &gate->counter, error) &&
           read_number(json, "value", &gate->value, error) &&
           read_number(json, gate->is_max ? "max" : "min", &gate->limit, error) &&
           json_get_bool(json, "met", &gate->met, error) && read_line(json, &gate->line, error) &&
           read_number(json, "line_share", &gate->line_share, error) &&
           read_text(json, "lesson", arena, &gate->lesson, error) &&
           read_text(json, "message", arena, &gate->message, error);
}

static bool read_gates(const json_t *json, struct verdict *verdict, struct error *error)
{
    json_t *gates;
    if (!read_list(json, "gates", VERDICT_LIST_MAX, &gates, error))
        return false;
    verdict->gate_count = json_array_size(gates);
    verdict->gates = ARENA_ARRAY(verdict->arena, verdict->gate_count, struct gate_verdict);
    for (size_t i = 0; i < verdict->gate_count; i++)
        if (!read_gate(json_array_get(gates, i), verdict->arena, &verdict->gates[i], error))
            return false;
    return true;
}

static bool read_medal(const json_t *json, enum medal *out_medal, struct error *error)
{
    const char *name;
    if (!json_get_text(json, "medal", &name, error))
        return false;
    for (int medal = MEDAL_NONE; medal <= MEDAL_GOLD; medal++) {
        if (!strcmp(verdict_medal_name((enum medal)medal), name)) {
            *out_medal = (enum medal)medal;
            return true;
        }
    }
    return error_set(error, ERROR_SYNTAX, "unknown medal");
}

/* Older verdicts have no trust. */
static bool read_trust(const json_t *json, struct verdict *verdict, struct error *error)
{
    const char *name;
    if (!json_get_text_or(json, "trust", "none", &name, error))
        return false;
    for (int trust = 0; trust < VERDICT_TRUST_COUNT; trust++)
        if (!strcmp(verdict_trust_name((enum verdict_trust)trust), name))
            verdict->trust = (enum verdict_trust)trust;
    return true;
}

/* Older verdicts have no basis. */
static enum time_basis read_basis(const json_t *json)
{
    const char *name = json_string_value(json_object_get(json, "basis"));
    for (int basis = 0; name && basis < TIME_BASIS_COUNT; basis++)
        if (!strcmp(verdict_basis_name((enum time_basis)basis), name))
            return (enum time_basis)basis;
    return TIME_BASIS_SAMPLE;
}

static bool read_time(const json_t *root, struct verdict *verdict, struct error *error)
{
    json_t *json;
    struct time_verdict *time = &verdict->time;
    time->basis = read_basis(json_object_get(root, "time"));
    return json_get_object(root, "time", &json, error) && json_get_bool(json, "available", &time->available, error) &&
           json_get_bool(json, "modelled", &time->modelled, error) &&
           read_text(json, "device", verdict->arena, &time->device, error) &&
           read_text(json, "architecture", verdict->arena, &time->architecture, error) &&
           read_number(json, "microseconds", &time->microseconds, error) &&
           read_number(json, "interval", &time->interval, error) &&
           (!json_object_get(json, "alone_microseconds") ||
            read_number(json, "alone_microseconds", &time->alone_microseconds, error)) &&
           read_number(json, "roofline_percent", &time->roofline_percent, error) &&
           read_number(json, "ratio_to_reference", &time->ratio_to_reference, error) &&
           read_number(json, "ratio_to_solution", &time->ratio_to_solution, error) &&
           (!json_object_get(json, "ratio_to_best") ||
            read_number(json, "ratio_to_best", &time->ratio_to_best, error)) &&
           read_number(json, "bytes_per_second", &time->bytes_per_second, error) &&
           read_number(json, "flops_per_second", &time->flops_per_second, error) &&
           read_text(json, "limiter", verdict->arena, &time->limiter, error) && read_medal(json, &time->medal, error) &&
           read_text(json, "note", verdict->arena, &time->note, error);
}

/* Older verdicts have none. */
static bool read_full_run(const json_t *root, struct verdict *verdict, struct error *error)
{
    struct verdict_full_run *run = &verdict->full_run;
    int64_t runs = 0;
    json_t *json;
    bool good = !json_object_get(root, "full_run") ||
                (json_get_object(root, "full_run", &json, error) &&
                 read_number(json, "estimated_s", &run->estimated_s, error) &&
                 json_get_bool(json, "ran", &run->ran, error) && read_number(json, "seconds", &run->seconds, error) &&
                 read_number(json, "instructions", &run->instructions, error) &&
                 read_number(json, "budget", &run->budget, error) &&
                 json_get_integer_in(json, "runs", 0, INT32_MAX, &runs, error));
    run->runs = (int)runs;
    return good;
}

static enum diagnostic_severity read_severity(const char *name)
{
    if (!strcmp(name, "error"))
        return DIAGNOSTIC_ERROR;
    return strcmp(name, "warning") ? DIAGNOSTIC_NOTE : DIAGNOSTIC_WARNING;
}

static bool read_diagnostics(const json_t *root, struct verdict *verdict, struct error *error)
{
    json_t *list;
    if (!read_list(root, "diagnostics", VERDICT_LIST_MAX, &list, error))
        return false;
    for (size_t i = 0; i < json_array_size(list); i++) {
        const json_t *json = json_array_get(list, i);
        const char *severity, *message, *hint;
        int64_t line, column, length;
        if (!json_get_text(json, "severity", &severity, error) || !json_get_text(json, "message", &message, error) ||
            !json_get_text_or(json, "hint", NULL, &hint, error) ||
            !json_get_integer_in(json, "line", 0, INT32_MAX, &line, error) ||
            !json_get_integer_in(json, "column", 0, INT32_MAX, &column, error) ||
            !json_get_integer_in(json, "length", 0, INT32_MAX, &length, error))
            return false;
        struct location location = {(int)line, (int)column, (int)length};
        diagnostics_add(verdict->diagnostics, read_severity(severity), NULL, location, "%s", message);
        if (hint)
            diagnostics_hint(verdict->diagnostics, "%s", hint);
    }
    return true;
}

static bool read_resources(const json_t *root, struct verdict *verdict, struct error *error)
{
    json_t *list;
    if (!read_list(root, "resources", VERDICT_LIST_MAX, &list, error))
        return false;
    verdict->resource_count = json_array_size(list);
    verdict->resources = ARENA_ARRAY(verdict->arena, verdict->resource_count, struct kernel_resources);
    for (size_t i = 0; i < verdict->resource_count; i++) {
        struct kernel_resources *resources = &verdict->resources[i];
        const json_t *json = json_array_get(list, i);
        if (!read_required(json, "kernel", verdict->arena, &resources->kernel, error) ||
            !read_u32(json, "registers", &resources->registers, error) ||
            !read_u32(json, "stack_bytes", &resources->stack_bytes, error) ||
            !read_u32(json, "spill_store_bytes", &resources->spill_store_bytes, error) ||
            !read_u32(json, "spill_load_bytes", &resources->spill_load_bytes, error) ||
            !read_u32(json, "static_shared_bytes", &resources->static_shared_bytes, error) ||
            !read_u32(json, "constant_bytes", &resources->constant_bytes, error))
            return false;
    }
    return true;
}

static bool read_observation(const json_t *root, struct verdict *verdict, struct error *error)
{
    json_t *json;
    if (!json_get_object(root, "observation", &json, error))
        return false;
    struct observation *observation = observation_from_json(json, error);
    if (!observation)
        return false;
    observation_free(verdict->observation);
    verdict->observation = observation;
    return true;
}

static bool read_status(const json_t *json, enum verdict_status *out_status, struct error *error)
{
    const char *name;
    if (!json_get_text(json, "status", &name, error))
        return false;
    for (int status = 0; status < VERDICT_STATUS_COUNT; status++) {
        if (!strcmp(verdict_status_name((enum verdict_status)status), name)) {
            *out_status = (enum verdict_status)status;
            return true;
        }
    }
    return error_set(error, ERROR_SYNTAX, "unknown status of a verdict");
}

static bool read_head(const json_t *json, struct verdict *verdict, struct error *error)
{
    struct arena *arena = verdict->arena;
    const char *schema, *sha256, *ptx_sha256;
    int64_t line;
    if (!json_get_text(json, "schema", &schema, error))
        return false;
    if (strcmp(schema, "warpschool.verdict/1"))
        return error_set(error, ERROR_UNSUPPORTED, "this verdict has another format than this program reads");
    if (!read_required(json, "exercise", arena, &verdict->exercise, error) ||
        !read_status(json, &verdict->status, error) ||
        !read_required(json, "message", arena, &verdict->message, error) ||
        !read_text(json, "language", arena, &verdict->language, error) ||
        !read_text(json, "read", arena, &verdict->read, error) || !json_get_integer_or(json, "line", 0, &line, error) ||
        !read_required(json, "file", arena, &verdict->file, error) ||
        !json_get_text(json, "source_sha256", &sha256, error) ||
        !json_get_text_or(json, "ptx_sha256", "", &ptx_sha256, error) ||
        !read_text(json, "toolkit_version", arena, &verdict->toolkit_version, error) ||
        !read_text(json, "program_version", arena, &verdict->program_version, error) ||
        !read_text(json, "model_version", arena, &verdict->model_version, error) ||
        !read_required(json, "device", arena, &verdict->device, error) ||
        !read_required(json, "architecture", arena, &verdict->architecture, error) ||
        !json_get_u64(json, "seed", &verdict->seed, error) ||
        !json_get_bool(json, "certifiable", &verdict->certifiable, error) ||
        !read_text(json, "not_certifiable_why", arena, &verdict->not_certifiable_why, error) ||
        !read_text(json, "unsafe_case", arena, &verdict->unsafe_case, error) ||
        !read_count(json, "elapsed_ns", &verdict->elapsed_ns, error) ||
        !read_count(json, "compile_ns", &verdict->compile_ns, error))
        return false;
    verdict->line = line > 0 && line <= INT32_MAX ? (int)line : 0;
    snprintf(verdict->source_sha256, sizeof verdict->source_sha256, "%s", sha256);
    snprintf(verdict->ptx_sha256, sizeof verdict->ptx_sha256, "%s", ptx_sha256);
    return true;
}

/* Only verdicts on several devices, on streams or with scratch buffers have one. */
static bool read_timeline(const json_t *json, struct verdict *verdict, struct error *error)
{
    const json_t *timeline = json_object_get(json, "timeline");
    if (!timeline)
        return true;
    verdict->timeline = plan_timeline_from_json(timeline, verdict->arena, error);
    return verdict->timeline && read_required(json, "timeline_case", verdict->arena, &verdict->timeline_case, error);
}

static bool read_search_row(const json_t *json, struct arena *arena, struct search_row *out, struct error *error)
{
    return read_required(json, "configuration", arena, &out->configuration, error) &&
           json_get_real(json, "microseconds", &out->microseconds, error) &&
           json_get_real(json, "instructions", &out->instructions, error) &&
           json_get_real(json, "l2_bytes", &out->l2_bytes, error) &&
           json_get_real(json, "dram_bytes", &out->dram_bytes, error) &&
           json_get_bool(json, "frontier", &out->is_frontier, error) &&
           read_text(json, "note", arena, &out->note, error);
}

/* Only verdicts on plans with `tune` have one. */
static bool read_search(const json_t *json, struct verdict *verdict, struct error *error)
{
    const json_t *from = json_object_get(json, "search"), *rows = json_object_get(from, "rows");
    uint64_t kept, chosen;
    if (!from)
        return true;
    struct verdict_search *search = verdict->search = ARENA_NEW(verdict->arena, struct verdict_search);
    if (!read_required(from, "case", verdict->arena, &search->case_name, error) ||
        !read_count(from, "kept", &kept, error) || !read_count(from, "chosen", &chosen, error))
        return false;
    search->kept = kept;
    search->chosen = chosen;
    search->row_count = json_array_size(rows);
    if (search->row_count > VERDICT_SEARCH_MOST || chosen > search->row_count)
        return error_set(error, ERROR_SYNTAX, "a search of a verdict has too many rows");
    for (size_t i = 0; i < search->row_count; i++)
        if (!read_search_row(json_array_get(rows, i), verdict->arena, &search->rows[i], error))
            return false;
    return true;
}

struct verdict *verdict_from_json(const json_t *json, struct error *error)
{
    struct verdict *verdict = verdict_new();
    if (read_head(json, verdict, error) && read_diagnostics(json, verdict, error) &&
        read_resources(json, verdict, error) && read_cases(json, verdict, error) && read_gates(json, verdict, error) &&
        read_time(json, verdict, error) && read_trust(json, verdict, error) && read_full_run(json, verdict, error) &&
        read_search(json, verdict, error) && read_timeline(json, verdict, error) &&
        read_observation(json, verdict, error))
        return verdict;
    verdict_free(verdict);
    return NULL;
}
