/*
 * Reads observations from an untrusted process's JSON.
 *
 * Tables list the fields: name, destination, allowed values. A field that is missing, of another
 * type or out of range ends the reading with an error that names it.
 */
#include <stddef.h>
#include <string.h>

#include "base/json.h"
#include "base/told.h"
#include "device/observation.h"

struct reading {
    struct arena *arena;
    struct error *error;
    size_t *lines_left; /* shared by all kernels */
};

enum field_kind { FIELD_TEXT, FIELD_INT, FIELD_U32, FIELD_I64, FIELD_COUNT, FIELD_ADDRESS, FIELD_TRIPLE, FIELD_BOOL };

struct field {
    const char *name;
    enum field_kind kind;
    size_t offset;
};

static bool read_text(const struct reading *reading, const json_t *object, const char *name, const char **out_text)
{
    const char *text = "";
    if (!json_get_text(object, name, &text, reading->error))
        return false;
    size_t size = strlen(text);
    if (size > OBSERVATION_TEXT_BYTES_MAX)
        return error_set(reading->error, ERROR_RANGE, "'%s' has %zu bytes", name, size);
    *out_text = arena_strndup(reading->arena, text, size);
    return true;
}

static bool read_triple(const struct reading *reading, const json_t *object, const char *name, uint32_t out_values[3])
{
    json_t *array = NULL;
    if (!json_get_array(object, name, &array, reading->error))
        return false;
    if (json_array_size(array) != 3)
        return error_set(reading->error, ERROR_SYNTAX, "'%s' does not have three numbers", name);
    for (size_t i = 0; i < 3; i++) {
        const json_t *item = json_array_get(array, i);
        json_int_t value = json_integer_value(item);
        if (!json_is_integer(item) || value < 0 || value > UINT32_MAX)
            return error_set(reading->error, ERROR_RANGE, "'%s' holds what is not a 32-bit number", name);
        out_values[i] = (uint32_t)value;
    }
    return true;
}

static bool read_field(const struct reading *reading, const json_t *object, const struct field *field, void *to)
{
    int64_t integer = 0;
    struct error *error = reading->error;
    switch (field->kind) {
    case FIELD_TEXT:
        return read_text(reading, object, field->name, to);
    case FIELD_TRIPLE:
        return read_triple(reading, object, field->name, to);
    case FIELD_BOOL:
        return json_get_bool(object, field->name, to, error);
    case FIELD_ADDRESS:
        return json_get_u64(object, field->name, to, error);
    case FIELD_I64:
        return json_get_integer(object, field->name, to, error);
    case FIELD_INT:
        if (!json_get_integer_in(object, field->name, 0, INT32_MAX, &integer, error))
            return false;
        *(int *)to = (int)integer;
        return true;
    case FIELD_U32:
        if (!json_get_integer_in(object, field->name, 0, UINT32_MAX, &integer, error))
            return false;
        *(uint32_t *)to = (uint32_t)integer;
        return true;
    case FIELD_COUNT:
        if (!json_get_integer_in(object, field->name, 0, INT64_MAX, &integer, error))
            return false;
        *(uint64_t *)to = (uint64_t)integer;
        return true;
    }
    return error_set(error, ERROR_INTERNAL, "field '%s' has no kind", field->name);
}

static bool read_fields(const struct reading *reading, const json_t *object, const struct field *fields, size_t count,
                        void *record)
{
    if (!json_is_object(object))
        return error_set(reading->error, ERROR_SYNTAX, "an object is missing");
    for (size_t i = 0; i < count; i++)
        if (!read_field(reading, object, &fields[i], (char *)record + fields[i].offset))
            return false;
    return true;
}

/* A told sentence, if there is one, instead of the English words. */
static bool read_said(const struct reading *reading, const json_t *object, const char *name, const char **out_said,
                      const char **out_words)
{
    if (!json_object_get(object, name))
        return true;
    if (!read_text(reading, object, name, out_said))
        return false;
    *out_words = told_local(reading->arena, *out_said);
    return true;
}

/* Reads an array of at most `capacity` records with `read`, into the arena. */
static bool read_array(const struct reading *reading, const json_t *object, const char *name, size_t capacity,
                       size_t record_bytes, bool (*read)(const struct reading *, const json_t *, void *),
                       void **out_records, size_t *out_count)
{
    json_t *array = NULL;
    if (!json_get_array(object, name, &array, reading->error))
        return false;
    size_t count = json_array_size(array);
    if (count > capacity)
        return error_set(reading->error, ERROR_RANGE, "'%s' has %zu entries, at most %zu can be", name, count,
                         capacity);
    char *records = count ? arena_alloc_array(reading->arena, count, record_bytes) : NULL;
    for (size_t i = 0; i < count; i++)
        if (!read(reading, json_array_get(array, i), records + i * record_bytes))
            return error_add_context(reading->error, "%s.%zu", name, i);
    *out_records = records;
    *out_count = count;
    return true;
}

/* --- findings --------------------------------------------------------------------------------- */

static bool read_access(const struct reading *reading, const json_t *object, enum vgpu_access *out_access)
{
    const char *name = NULL;
    if (!json_get_text(object, "access", &name, reading->error))
        return false;
    for (int i = VGPU_ACCESS_NONE; i <= VGPU_ACCESS_ATOMIC; i++) {
        if (strcmp(name, vgpu_access_name((enum vgpu_access)i)) != 0)
            continue;
        *out_access = (enum vgpu_access)i;
        return true;
    }
    return error_set(reading->error, ERROR_RANGE, "'access' is none of the kinds of access");
}

static bool read_space(const struct reading *reading, const json_t *object, enum vgpu_finding_space *out_space)
{
    const char *name = NULL;
    if (!json_get_text(object, "space", &name, reading->error))
        return false;
    for (int i = VGPU_FINDING_SPACE_NONE; i <= VGPU_FINDING_SPACE_REGISTER; i++) {
        if (strcmp(name, vgpu_finding_space_name((enum vgpu_finding_space)i)) != 0)
            continue;
        *out_space = (enum vgpu_finding_space)i;
        return true;
    }
    return error_set(reading->error, ERROR_RANGE, "'space' is none of the memory spaces");
}

static bool read_kind(const struct reading *reading, const json_t *object, struct vgpu_finding *finding)
{
    const char *name = NULL;
    if (!json_get_text(object, "kind", &name, reading->error))
        return false;
    if (!vgpu_finding_find(name, &finding->kind))
        return error_set(reading->error, ERROR_RANGE, "'kind' is none of the kinds of findings");
    const struct vgpu_finding_description *description = vgpu_finding_describe(finding->kind);
    finding->check = description->check;
    finding->severity = description->severity;
    return true;
}

static bool read_party(const struct reading *reading, const json_t *object, struct vgpu_party *party)
{
    static const struct field fields[] = {
        {"block", FIELD_TRIPLE, offsetof(struct vgpu_party, block)},
        {"thread", FIELD_TRIPLE, offsetof(struct vgpu_party, thread)},
        {"line", FIELD_INT, offsetof(struct vgpu_party, line)},
        {"ptx_line", FIELD_INT, offsetof(struct vgpu_party, ptx_line)},
    };
    static const struct field of_another_launch[] = {
        {"kernel", FIELD_TEXT, offsetof(struct vgpu_party, kernel)},
        {"device", FIELD_INT, offsetof(struct vgpu_party, device)},
        {"plan_line", FIELD_INT, offsetof(struct vgpu_party, plan_line)},
    };
    return read_fields(reading, object, fields, sizeof fields / sizeof *fields, party) &&
           (!json_object_get(object, "kernel") ||
            read_fields(reading, object, of_another_launch, sizeof of_another_launch / sizeof *of_another_launch,
                        party)) &&
           read_access(reading, object, &party->access);
}

static bool read_finding(const struct reading *reading, const json_t *object, void *record)
{
    static const struct field fields[] = {
        {"line", FIELD_INT, offsetof(struct vgpu_finding, line)},
        {"ptx_line", FIELD_INT, offsetof(struct vgpu_finding, ptx_line)},
        {"plan_line", FIELD_INT, offsetof(struct vgpu_finding, plan_line)},
        {"file", FIELD_TEXT, offsetof(struct vgpu_finding, file)},
        {"instruction", FIELD_TEXT, offsetof(struct vgpu_finding, instruction)},
        {"kernel", FIELD_TEXT, offsetof(struct vgpu_finding, kernel)},
        {"block", FIELD_TRIPLE, offsetof(struct vgpu_finding, block)},
        {"thread", FIELD_TRIPLE, offsetof(struct vgpu_finding, thread)},
        {"lane", FIELD_U32, offsetof(struct vgpu_finding, lane)},
        {"warp", FIELD_U32, offsetof(struct vgpu_finding, warp)},
        {"device", FIELD_INT, offsetof(struct vgpu_finding, device)},
        {"address", FIELD_ADDRESS, offsetof(struct vgpu_finding, address)},
        {"size_bytes", FIELD_U32, offsetof(struct vgpu_finding, size_bytes)},
        {"buffer", FIELD_TEXT, offsetof(struct vgpu_finding, buffer)},
        {"buffer_bytes", FIELD_COUNT, offsetof(struct vgpu_finding, buffer_bytes)},
        {"offset_bytes", FIELD_I64, offsetof(struct vgpu_finding, offset_bytes)},
        {"distance_bytes", FIELD_I64, offsetof(struct vgpu_finding, distance_bytes)},
        {"element", FIELD_I64, offsetof(struct vgpu_finding, element)},
        {"count", FIELD_COUNT, offsetof(struct vgpu_finding, count)},
        {"message", FIELD_TEXT, offsetof(struct vgpu_finding, message)},
    };
    struct vgpu_finding *finding = record;
    const json_t *other = json_object_get(object, "other");
    return read_fields(reading, object, fields, sizeof fields / sizeof *fields, finding) &&
           read_kind(reading, object, finding) && read_access(reading, object, &finding->access) &&
           read_space(reading, object, &finding->space) &&
           read_said(reading, object, "said", &finding->said, &finding->message) &&
           (!other || read_party(reading, other, &finding->other));
}

/* --- kernels and printed lines ---------------------------------------------------------------- */

static bool read_counters(const struct reading *reading, const json_t *object, uint64_t out_values[VGPU_COUNTER_COUNT])
{
    json_t *counters = NULL, *value = NULL;
    const char *name = NULL;
    if (!json_get_object(object, "counters", &counters, reading->error))
        return false;
    json_object_foreach(counters, name, value)
    {
        enum vgpu_counter counter;
        if (!vgpu_counter_find(name, &counter))
            return error_set(reading->error, ERROR_RANGE, "there is no counter '%.64s'", name);
        if (!json_is_integer(value) || json_integer_value(value) < 0)
            return error_set(reading->error, ERROR_RANGE, "counter '%s' is not a count", name);
        out_values[counter] = (uint64_t)json_integer_value(value);
    }
    return true;
}

static bool read_line(const struct reading *reading, const json_t *object, void *record)
{
    static const struct field fields[] = {{"line", FIELD_INT, offsetof(struct line_counters, line)}};
    struct line_counters *line = record;
    if (*reading->lines_left == 0)
        return error_set(reading->error, ERROR_RANGE, "more than %d lines in all", (int)OBSERVATION_ALL_LINES_MAX);
    --*reading->lines_left;
    return read_fields(reading, object, fields, 1, line) && read_counters(reading, object, line->values);
}

static bool lines_ascend(const struct reading *reading, const struct kernel_observation *kernel)
{
    for (size_t i = 1; i < kernel->line_count; i++)
        if (kernel->lines[i].line <= kernel->lines[i - 1].line)
            return error_set(reading->error, ERROR_RANGE, "'lines' are not in ascending order");
    return true;
}

static bool read_kernel(const struct reading *reading, const json_t *object, void *record)
{
    static const struct field fields[] = {
        {"kernel", FIELD_TEXT, offsetof(struct kernel_observation, kernel)},
        {"launches", FIELD_COUNT, offsetof(struct kernel_observation, launches)},
        {"grid", FIELD_TRIPLE, offsetof(struct kernel_observation, grid)},
        {"block", FIELD_TRIPLE, offsetof(struct kernel_observation, block)},
        {"registers", FIELD_U32, offsetof(struct kernel_observation, registers)},
        {"static_shared_bytes", FIELD_U32, offsetof(struct kernel_observation, static_shared_bytes)},
        {"dynamic_shared_bytes", FIELD_U32, offsetof(struct kernel_observation, dynamic_shared_bytes)},
    };
    static const struct field of_occupancy[] = {
        /* recorded verdicts can be older than these */
        {"resident_warps", FIELD_U32, offsetof(struct kernel_observation, resident_warps)},
        {"sm_warps", FIELD_U32, offsetof(struct kernel_observation, sm_warps)},
    };
    static const struct field of_blocks[] = {
        {"idle_blocks", FIELD_COUNT, offsetof(struct kernel_observation, idle_blocks)},
    };
    struct kernel_observation *kernel = record;
    return read_fields(reading, object, fields, sizeof fields / sizeof *fields, kernel) &&
           (!json_object_get(object, "sm_warps") ||
            read_fields(reading, object, of_occupancy, sizeof of_occupancy / sizeof *of_occupancy, kernel)) &&
           (!json_object_get(object, "idle_blocks") || read_fields(reading, object, of_blocks, 1, kernel)) &&
           read_counters(reading, object, kernel->totals) &&
           read_array(reading, object, "lines", OBSERVATION_LINES_MAX, sizeof *kernel->lines, read_line,
                      (void **)&kernel->lines, &kernel->line_count) &&
           lines_ascend(reading, kernel);
}

static bool read_printed(const struct reading *reading, const json_t *object, void *record)
{
    static const struct field fields[] = {
        {"block", FIELD_TRIPLE, offsetof(struct printed_line, block)},
        {"thread", FIELD_TRIPLE, offsetof(struct printed_line, thread)},
        {"text", FIELD_TEXT, offsetof(struct printed_line, text)},
    };
    return read_fields(reading, object, fields, sizeof fields / sizeof *fields, record);
}

/* --- the whole -------------------------------------------------------------------------------- */

static bool read_fault(const struct reading *reading, const json_t *json, struct observation *observation)
{
    const char *fault = "";
    if (!read_text(reading, json, "fault", &fault) ||
        !read_said(reading, json, "fault_said", &observation->fault_said, &fault))
        return false;
    size_t size = strlen(fault);
    if (size >= sizeof observation->fault)
        return error_set(reading->error, ERROR_RANGE, "'fault' has %zu bytes", size);
    memcpy(observation->fault, fault, size + 1);
    return true;
}

static bool read_observation(const struct reading *reading, const json_t *json, struct observation *observation)
{
    static const struct field fields[] = {
        {"finding_total", FIELD_COUNT, offsetof(struct observation, finding_total)},
        {"printed_total", FIELD_COUNT, offsetof(struct observation, printed_total)},
        {"faulted", FIELD_BOOL, offsetof(struct observation, faulted)},
        {"timed_out", FIELD_BOOL, offsetof(struct observation, timed_out)},
        {"deadlocked", FIELD_BOOL, offsetof(struct observation, deadlocked)},
    };
    static const struct field of_the_plan[] = {
        /* recorded verdicts can be older than these */
        {"scratch_bytes", FIELD_COUNT, offsetof(struct observation, scratch_bytes)},
        {"schedule_steps", FIELD_COUNT, offsetof(struct observation, schedule_steps)},
    };
    return read_fields(reading, json, fields, sizeof fields / sizeof *fields, observation) &&
           (!json_object_get(json, "scratch_bytes") ||
            read_fields(reading, json, of_the_plan, sizeof of_the_plan / sizeof *of_the_plan, observation)) &&
           read_array(reading, json, "findings", OBSERVATION_FINDINGS_MAX, sizeof *observation->findings, read_finding,
                      (void **)&observation->findings, &observation->finding_count) &&
           read_array(reading, json, "kernels", OBSERVATION_KERNELS_MAX, sizeof *observation->kernels, read_kernel,
                      (void **)&observation->kernels, &observation->kernel_count) &&
           read_array(reading, json, "printed", OBSERVATION_PRINTED_MAX, sizeof *observation->printed, read_printed,
                      (void **)&observation->printed, &observation->printed_count) &&
           read_fault(reading, json, observation);
}

struct observation *observation_from_json(const json_t *json, struct error *error)
{
    struct observation *observation = observation_new();
    size_t lines_left = OBSERVATION_ALL_LINES_MAX;
    struct reading reading = {observation->arena, error, &lines_left};
    if (read_observation(&reading, json, observation))
        return observation;
    error_add_context(error, "observation");
    observation_free(observation);
    return NULL;
}
