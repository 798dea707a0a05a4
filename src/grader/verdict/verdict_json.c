/* A verdict as JSON, schema "warpschool.verdict/1": doc/verdict-json.md describes every key. */
#include <math.h>

#include "base/json.h"
#include "grader/value/counter.h"
#include "grader/verdict.h"

static void set_text(json_t *json, const char *key, const char *text)
{
    json_object_set_new(json, key, json_from_text(text));
}

static void set_count(json_t *json, const char *key, uint64_t count)
{
    json_object_set_new(json, key, json_integer((json_int_t)count));
}

/* JSON has no NaN and no infinities: these are the texts "nan", "inf" and "-inf". */
static json_t *number_to_json(double value)
{
    if (isnan(value))
        return json_string("nan");
    if (isinf(value))
        return json_string(value > 0 ? "inf" : "-inf");
    return json_real(value);
}

static void set_number(json_t *json, const char *key, double value)
{
    json_object_set_new(json, key, number_to_json(value));
}

static json_t *triple_to_json(const uint32_t triple[3])
{
    return json_pack("[I, I, I]", (json_int_t)triple[0], (json_int_t)triple[1], (json_int_t)triple[2]);
}

static json_t *element_to_json(const struct wrong_element *element)
{
    json_t *json = json_object();
    set_count(json, "index", element->index);
    set_text(json, "position", element->position);
    set_number(json, "expected", element->expected);
    set_number(json, "got", element->got);
    if (element->ulps != UINT64_MAX)
        json_object_set_new(json, "ulps", json_from_u64(element->ulps));
    json_object_set_new(json, "never_written", json_boolean(element->never_written));
    set_text(json, "owner", element->owner);
    return json;
}

static json_t *buffer_to_json(const struct wrong_buffer *buffer)
{
    json_t *first = json_array();
    for (size_t i = 0; i < buffer->first_count; i++)
        json_array_append_new(first, element_to_json(&buffer->first[i]));
    json_t *json = json_object();
    set_text(json, "parameter", buffer->parameter);
    set_count(json, "elements", buffer->element_count);
    set_count(json, "wrong", buffer->wrong_count);
    set_count(json, "unwritten", buffer->unwritten_count);
    set_text(json, "pattern", buffer->pattern);
    json_object_set_new(json, "first", first);
    return json;
}

static json_t *case_to_json(const struct case_verdict *given)
{
    json_t *wrong = json_array();
    for (size_t i = 0; i < given->wrong_count; i++)
        json_array_append_new(wrong, buffer_to_json(&given->wrong[i]));
    json_t *json = json_object();
    set_text(json, "name", given->name);
    json_object_set_new(json, "ran", json_boolean(given->ran));
    json_object_set_new(json, "right", json_boolean(given->right));
    json_object_set_new(json, "drawn", json_boolean(given->is_drawn));
    set_text(json, "changed_input", given->input_changed ? given->changed_input : NULL);
    json_object_set_new(json, "wrong", wrong);
    set_count(json, "elapsed_ns", given->elapsed_ns);
    return json;
}

/*
 * The second party of a race: the same launch, another launch, or a copy or fill of the plan, which
 * has no threads.
 */
static void add_other(json_t *json, const struct vgpu_finding *finding)
{
    const struct vgpu_party *other = &finding->other;
    if (other->ptx_line || other->line)
        set_count(json, "other_line", (uint64_t)other->line);
    if (other->ptx_line) {
        json_object_set_new(json, "other_thread", triple_to_json(other->thread));
        json_object_set_new(json, "other_block", triple_to_json(other->block));
    }
    if (!other->kernel)
        return;
    set_text(json, "other_kernel", other->kernel);
    json_object_set_new(json, "device", json_integer(finding->device));
    json_object_set_new(json, "other_device", json_integer(other->device));
}

static json_t *finding_to_json(const struct vgpu_finding *finding)
{
    json_t *json = json_object();
    set_text(json, "kind", vgpu_finding_describe(finding->kind)->name);
    set_text(json, "severity", finding->severity == VGPU_SEVERITY_ERROR ? "error" : "note");
    set_count(json, "line", (uint64_t)finding->line);
    set_text(json, "kernel", finding->kernel);
    json_object_set_new(json, "thread", triple_to_json(finding->thread));
    json_object_set_new(json, "block", triple_to_json(finding->block));
    set_text(json, "access", vgpu_access_name(finding->access));
    set_text(json, "space", vgpu_finding_space_name(finding->space));
    set_text(json, "buffer", finding->buffer);
    json_object_set_new(json, "element", json_integer(finding->element));
    json_object_set_new(json, "distance_bytes", json_integer(finding->distance_bytes));
    set_count(json, "count", finding->count);
    add_other(json, finding);
    set_text(json, "message", finding->message);
    return json;
}

static json_t *findings_to_json(const struct observation *observation)
{
    json_t *findings = json_array();
    for (size_t i = 0; i < observation->finding_count; i++)
        json_array_append_new(findings, finding_to_json(&observation->findings[i]));
    return findings;
}

static json_t *counters_to_json(const struct observation *observation)
{
    json_t *json = json_object();
    if (!observation->kernel_count)
        return json;
    for (int i = 0; i < VGPU_COUNTER_COUNT; i++)
        set_count(json, vgpu_counter_describe((enum vgpu_counter)i)->name,
                  counter_total(observation, (enum vgpu_counter)i));
    return json;
}

static json_t *gate_to_json(const struct gate_verdict *gate)
{
    json_t *json = json_object();
    set_text(json, "counter", gate->counter);
    set_number(json, "value", gate->value);
    set_number(json, gate->is_max ? "max" : "min", gate->limit);
    json_object_set_new(json, "met", json_boolean(gate->met));
    set_count(json, "line", (uint64_t)gate->line);
    set_number(json, "line_share", gate->line_share);
    set_text(json, "lesson", gate->lesson);
    set_text(json, "message", gate->message);
    return json;
}

const char *verdict_basis_name(enum time_basis basis)
{
    static const char *const names[TIME_BASIS_COUNT] = {"sample", "whole", "sample_on_zeros"};
    return basis < TIME_BASIS_COUNT ? names[basis] : "";
}

static json_t *time_to_json(const struct time_verdict *time)
{
    json_t *json = json_object();
    json_object_set_new(json, "available", json_boolean(time->available));
    json_object_set_new(json, "modelled", json_boolean(time->modelled));
    if (time->available && time->modelled)
        set_text(json, "basis", verdict_basis_name(time->basis));
    set_text(json, "device", time->device);
    set_text(json, "architecture", time->architecture);
    set_number(json, "microseconds", time->microseconds);
    set_number(json, "interval", time->interval);
    if (time->available && time->modelled)
        set_number(json, "alone_microseconds", time->alone_microseconds);
    set_number(json, "roofline_percent", time->roofline_percent);
    set_number(json, "ratio_to_reference", time->ratio_to_reference);
    set_number(json, "ratio_to_solution", time->ratio_to_solution);
    if (time->ratio_to_best > 0)
        set_number(json, "ratio_to_best", time->ratio_to_best);
    set_number(json, "bytes_per_second", time->bytes_per_second);
    set_number(json, "flops_per_second", time->flops_per_second);
    set_text(json, "limiter", time->limiter);
    set_text(json, "medal", verdict_medal_name(time->medal));
    set_text(json, "note", time->note);
    return json;
}

static json_t *full_run_to_json(const struct verdict_full_run *run)
{
    json_t *json = json_object();
    set_number(json, "estimated_s", run->estimated_s);
    json_object_set_new(json, "ran", json_boolean(run->ran));
    set_number(json, "seconds", run->seconds);
    set_number(json, "instructions", run->instructions);
    set_number(json, "budget", run->budget);
    json_object_set_new(json, "runs", json_integer(run->runs));
    return json;
}

static const char *severity_name(enum diagnostic_severity severity)
{
    static const char *const names[] = {
        [DIAGNOSTIC_NOTE] = "note", [DIAGNOSTIC_WARNING] = "warning", [DIAGNOSTIC_ERROR] = "error"};
    return names[severity];
}

static json_t *diagnostics_to_json(const struct diagnostics *diagnostics)
{
    json_t *array = json_array();
    for (size_t i = 0; i < diagnostics_count(diagnostics); i++) {
        const struct diagnostic *diagnostic = diagnostics_at(diagnostics, i);
        json_t *json = json_object();
        set_text(json, "severity", severity_name(diagnostic->severity));
        set_count(json, "line", (uint64_t)diagnostic->location.line);
        set_count(json, "column", (uint64_t)diagnostic->location.column);
        set_count(json, "length", (uint64_t)diagnostic->location.length);
        set_text(json, "message", diagnostic->message);
        set_text(json, "hint", diagnostic->hint);
        json_array_append_new(array, json);
    }
    return array;
}

static json_t *resources_to_json(const struct verdict *verdict)
{
    json_t *array = json_array();
    for (size_t i = 0; i < verdict->resource_count; i++) {
        const struct kernel_resources *resources = &verdict->resources[i];
        json_t *json = json_object();
        set_text(json, "kernel", resources->kernel);
        set_count(json, "registers", resources->registers);
        set_count(json, "stack_bytes", resources->stack_bytes);
        set_count(json, "spill_store_bytes", resources->spill_store_bytes);
        set_count(json, "spill_load_bytes", resources->spill_load_bytes);
        set_count(json, "static_shared_bytes", resources->static_shared_bytes);
        set_count(json, "constant_bytes", resources->constant_bytes);
        json_array_append_new(array, json);
    }
    return array;
}

static void set_lists(json_t *json, const struct verdict *verdict)
{
    json_t *cases = json_array(), *gates = json_array();
    for (size_t i = 0; i < verdict->case_count; i++)
        json_array_append_new(cases, case_to_json(&verdict->cases[i]));
    for (size_t i = 0; i < verdict->gate_count; i++)
        json_array_append_new(gates, gate_to_json(&verdict->gates[i]));
    json_object_set_new(json, "diagnostics", diagnostics_to_json(verdict->diagnostics));
    json_object_set_new(json, "resources", resources_to_json(verdict));
    json_object_set_new(json, "findings", findings_to_json(verdict->observation));
    json_object_set_new(json, "cases", cases);
    json_object_set_new(json, "counters", counters_to_json(verdict->observation));
    json_object_set_new(json, "gates", gates);
    json_object_set_new(json, "observation", observation_to_json(verdict->observation));
}

static json_t *search_to_json(const struct verdict_search *search)
{
    json_t *json = json_object(), *rows = json_array();
    set_text(json, "case", search->case_name);
    set_count(json, "kept", search->kept);
    set_count(json, "chosen", search->chosen);
    for (size_t i = 0; i < search->row_count; i++) {
        const struct search_row *row = &search->rows[i];
        json_t *entry = json_object();
        set_text(entry, "configuration", row->configuration);
        json_object_set_new(entry, "microseconds", json_real(row->microseconds));
        json_object_set_new(entry, "instructions", json_real(row->instructions));
        json_object_set_new(entry, "l2_bytes", json_real(row->l2_bytes));
        json_object_set_new(entry, "dram_bytes", json_real(row->dram_bytes));
        json_object_set_new(entry, "frontier", json_boolean(row->is_frontier));
        set_text(entry, "note", row->note);
        json_array_append_new(rows, entry);
    }
    json_object_set_new(json, "rows", rows);
    return json;
}

json_t *verdict_to_json(const struct verdict *verdict)
{
    json_t *json = json_object();
    set_text(json, "schema", "warpschool.verdict/1");
    set_text(json, "exercise", verdict->exercise);
    set_text(json, "status", verdict_status_name(verdict->status));
    set_text(json, "message", verdict->message);
    set_text(json, "language", verdict->language);
    set_text(json, "read", verdict->read);
    json_object_set_new(json, "line", json_integer(verdict->line));
    set_text(json, "file", verdict->file);
    set_text(json, "source_sha256", verdict->source_sha256);
    set_text(json, "ptx_sha256", *verdict->ptx_sha256 ? verdict->ptx_sha256 : NULL);
    set_text(json, "toolkit_version", verdict->toolkit_version);
    set_text(json, "program_version", verdict->program_version);
    set_text(json, "model_version", verdict->model_version);
    set_text(json, "device", verdict->device);
    set_text(json, "architecture", verdict->architecture);
    json_object_set_new(json, "seed", json_from_u64(verdict->seed));
    json_object_set_new(json, "certifiable", json_boolean(verdict->certifiable));
    set_text(json, "not_certifiable_why", verdict->not_certifiable_why);
    set_text(json, "unsafe_case", verdict->unsafe_case);
    set_text(json, "smallest_failing", verdict->smallest_failing ? verdict->smallest_failing->name : NULL);
    set_text(json, "told", verdict->reported ? verdict->reported->name : NULL);
    set_lists(json, verdict);
    json_object_set_new(json, "time", time_to_json(&verdict->time));
    if (verdict->search)
        json_object_set_new(json, "search", search_to_json(verdict->search));
    if (verdict->timeline) {
        set_text(json, "timeline_case", verdict->timeline_case);
        json_object_set_new(json, "timeline", plan_timeline_to_json(verdict->timeline));
    }
    set_text(json, "trust", verdict_trust_name(verdict->trust));
    json_object_set_new(json, "full_run", full_run_to_json(&verdict->full_run));
    set_count(json, "elapsed_ns", verdict->elapsed_ns);
    set_count(json, "compile_ns", verdict->compile_ns);
    return json;
}
