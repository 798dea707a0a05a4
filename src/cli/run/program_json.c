/* Writes the result of a whole program as JSON. */
#include "cli/run/program_json.h"

#include "base/json.h"
#include "base/told.h"
#include "cli/output.h"

static json_t *json_count(uint64_t count)
{
    return json_integer((json_int_t)count);
}

static json_t *shape_json(const uint32_t shape[3])
{
    return json_pack("[i, i, i]", (int)shape[0], (int)shape[1], (int)shape[2]);
}

static json_t *findings_json(const struct program_result *result)
{
    json_t *list = json_array();
    for (size_t i = 0; i < result->finding_count; i++) {
        CLEANUP(arena_free) struct arena *arena = arena_new();
        const struct program_finding *finding = &result->findings[i];
        json_array_append_new(list,
                              json_pack("{s:s, s:s, s:o, s:i, s:o, s:o}", "kind", finding->name, "severity",
                                        finding->is_note ? "note" : "error", "file",
                                        finding->file ? json_from_text(finding->file) : json_null(), "line",
                                        finding->line, "message", json_from_text(told_local(arena, finding->message)),
                                        "count", json_count(finding->count)));
    }
    return list;
}

static json_t *launch_json(const struct program_launch *launch)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    json_t *json = json_object();
    json_object_set_new(json, "kernel", json_from_text(launch->kernel));
    json_object_set_new(json, "file", launch->file ? json_from_text(launch->file) : json_null());
    json_object_set_new(json, "line", json_integer(launch->line));
    json_object_set_new(json, "device", json_integer(launch->device));
    json_object_set_new(json, "grid", shape_json(launch->grid));
    json_object_set_new(json, "block", shape_json(launch->block));
    json_object_set_new(json, "shared_bytes", json_integer(launch->dynamic_shared_bytes));
    json_object_set_new(json, "launches", json_count(launch->count));
    json_object_set_new(json, "not_run_again", json_count(launch->repeated));
    json_object_set_new(json, "microseconds", json_real(launch->total_ns * 1e-3));
    json_object_set_new(json, "least_microseconds", json_real(launch->least_ns * 1e-3));
    json_object_set_new(json, "most_microseconds", json_real(launch->most_ns * 1e-3));
    if (launch->link_bytes > 0)
        json_object_set_new(json, "link_bytes", json_real(launch->link_bytes));
    if (launch->limiter)
        json_object_set_new(json, "sentence", json_from_text(told_local(arena, launch->limiter)));
    if (launch->not_modelled)
        json_object_set_new(json, "no_time", json_from_text(launch->not_modelled));
    return json;
}

static json_t *copies_json(const struct program_copies *copies)
{
    return json_pack("{s:o, s:o, s:f}", "count", json_count(copies->count), "bytes", json_count(copies->bytes),
                     "microseconds", copies->total_ns * 1e-3);
}

static json_t *diagnostics_json(const struct diagnostics *diagnostics)
{
    json_t *list = json_array();
    for (size_t i = 0; i < diagnostics_count(diagnostics); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(diagnostics, i);
        json_array_append_new(list,
                              json_pack("{s:i, s:i, s:b, s:o}", "line", diagnostic->location.line, "column",
                                        diagnostic->location.column, "error", diagnostic->severity == DIAGNOSTIC_ERROR,
                                        "message", json_from_text(diagnostic->message)));
    }
    return list;
}

void program_json_print(const struct program_result *result, const struct buffer *output)
{
    CLEANUP(json_decref) json_t *json = json_object();
    json_t *launches = json_array();
    for (size_t i = 0; i < result->launch_count; i++)
        json_array_append_new(launches, launch_json(&result->launches[i]));
    json_object_set_new(json, "built", json_boolean(result->built));
    json_object_set_new(json, "diagnostics", diagnostics_json(result->diagnostics));
    json_object_set_new(json, "output", json_from_text(buffer_text(output)));
    json_object_set_new(json, "exit_status", json_integer(result->status.signalled ? -1 : result->status.code));
    json_object_set_new(json, "signal", json_integer(result->status.signalled ? result->status.code : 0));
    json_object_set_new(json, "timed_out", json_boolean(result->timed_out));
    json_object_set_new(json, "device", json_from_text(result->device_name));
    json_object_set_new(json, "devices", json_integer(result->device_count));
    json_object_set_new(json, "modelled", json_boolean(!result->is_measured));
    json_object_set_new(json, "microseconds", json_real(result->elapsed_ns * 1e-3));
    json_object_set_new(json, "findings", findings_json(result));
    json_object_set_new(json, "launches", launches);
    json_object_set_new(json, "copies_to_device", copies_json(&result->to_device));
    json_object_set_new(json, "copies_from_device", copies_json(&result->from_device));
    json_object_set_new(json, "copies_between_devices", copies_json(&result->between_devices));
    CLEANUP(arena_free) struct arena *arena = arena_new();
    json_object_set_new(json, "timeline", program_action_timeline_json(result, arena));
    if (result->observation)
        json_object_set_new(json, "kernels", observation_to_json(result->observation));
    output_json(json);
}
