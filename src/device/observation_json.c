/* Writes observations as JSON, in the form that observation_parse.c requires. */
#include "base/json.h"
#include "device/observation.h"

static json_t *triple(const uint32_t values[3])
{
    return json_pack("[I,I,I]", (json_int_t)values[0], (json_int_t)values[1], (json_int_t)values[2]);
}

/* Counts never exceed 2^63; the limit guards against it. */
static json_t *count_value(uint64_t value)
{
    return json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value);
}

static json_t *counters_value(const uint64_t values[VGPU_COUNTER_COUNT])
{
    json_t *object = json_object();
    for (int i = 0; i < VGPU_COUNTER_COUNT; i++)
        if (values[i])
            json_object_set_new(object, vgpu_counter_describe((enum vgpu_counter)i)->name, count_value(values[i]));
    return object;
}

static json_t *party_value(const struct vgpu_party *party)
{
    json_t *object = json_object();
    json_object_set_new(object, "block", triple(party->block));
    json_object_set_new(object, "thread", triple(party->thread));
    json_object_set_new(object, "line", json_integer(party->line));
    json_object_set_new(object, "ptx_line", json_integer(party->ptx_line));
    json_object_set_new(object, "access", json_string(vgpu_access_name(party->access)));
    if (!party->kernel)
        return object;
    json_object_set_new(object, "kernel", json_from_text(party->kernel));
    json_object_set_new(object, "device", json_integer(party->device));
    json_object_set_new(object, "plan_line", json_integer(party->plan_line));
    return object;
}

static void add_place(json_t *object, const struct vgpu_finding *finding)
{
    json_object_set_new(object, "line", json_integer(finding->line));
    json_object_set_new(object, "ptx_line", json_integer(finding->ptx_line));
    json_object_set_new(object, "plan_line", json_integer(finding->plan_line));
    json_object_set_new(object, "file", json_from_text(finding->file));
    json_object_set_new(object, "instruction", json_from_text(finding->instruction));
    json_object_set_new(object, "kernel", json_from_text(finding->kernel));
    json_object_set_new(object, "block", triple(finding->block));
    json_object_set_new(object, "thread", triple(finding->thread));
    json_object_set_new(object, "lane", json_integer(finding->lane));
    json_object_set_new(object, "warp", json_integer(finding->warp));
    json_object_set_new(object, "device", json_integer(finding->device));
}

static void add_memory(json_t *object, const struct vgpu_finding *finding)
{
    json_object_set_new(object, "access", json_string(vgpu_access_name(finding->access)));
    json_object_set_new(object, "space", json_string(vgpu_finding_space_name(finding->space)));
    json_object_set_new(object, "address", json_from_u64(finding->address));
    json_object_set_new(object, "size_bytes", json_integer(finding->size_bytes));
    json_object_set_new(object, "buffer", json_from_text(finding->buffer));
    json_object_set_new(object, "buffer_bytes", count_value(finding->buffer_bytes));
    json_object_set_new(object, "offset_bytes", json_integer(finding->offset_bytes));
    json_object_set_new(object, "distance_bytes", json_integer(finding->distance_bytes));
    json_object_set_new(object, "element", json_integer(finding->element));
}

static json_t *finding_value(const struct vgpu_finding *finding)
{
    json_t *object = json_object();
    json_object_set_new(object, "kind", json_string(vgpu_finding_describe(finding->kind)->name));
    add_place(object, finding);
    add_memory(object, finding);
    if (finding->other.ptx_line || finding->other.kernel)
        json_object_set_new(object, "other", party_value(&finding->other));
    json_object_set_new(object, "count", count_value(finding->count));
    json_object_set_new(object, "message", json_from_text(finding->message));
    if (finding->said)
        json_object_set_new(object, "said", json_from_text(finding->said));
    return object;
}

static json_t *line_value(const struct line_counters *line)
{
    json_t *object = json_object();
    json_object_set_new(object, "line", json_integer(line->line));
    json_object_set_new(object, "counters", counters_value(line->values));
    return object;
}

static json_t *kernel_value(const struct kernel_observation *kernel)
{
    json_t *object = json_object();
    json_t *lines = json_array();
    for (size_t i = 0; i < kernel->line_count; i++)
        json_array_append_new(lines, line_value(&kernel->lines[i]));
    json_object_set_new(object, "kernel", json_from_text(kernel->kernel));
    json_object_set_new(object, "launches", count_value(kernel->launches));
    json_object_set_new(object, "grid", triple(kernel->grid));
    json_object_set_new(object, "block", triple(kernel->block));
    json_object_set_new(object, "registers", json_integer(kernel->registers));
    json_object_set_new(object, "resident_warps", json_integer(kernel->resident_warps));
    json_object_set_new(object, "sm_warps", json_integer(kernel->sm_warps));
    json_object_set_new(object, "static_shared_bytes", json_integer(kernel->static_shared_bytes));
    json_object_set_new(object, "dynamic_shared_bytes", json_integer(kernel->dynamic_shared_bytes));
    if (kernel->idle_blocks)
        json_object_set_new(object, "idle_blocks", count_value(kernel->idle_blocks));
    json_object_set_new(object, "counters", counters_value(kernel->totals));
    json_object_set_new(object, "lines", lines);
    return object;
}

static json_t *printed_value(const struct printed_line *printed)
{
    json_t *object = json_object();
    json_object_set_new(object, "block", triple(printed->block));
    json_object_set_new(object, "thread", triple(printed->thread));
    json_object_set_new(object, "text", json_from_text(printed->text));
    return object;
}

json_t *observation_to_json(const struct observation *observation)
{
    json_t *findings = json_array(), *kernels = json_array(), *printed = json_array();
    for (size_t i = 0; i < observation->finding_count; i++)
        json_array_append_new(findings, finding_value(&observation->findings[i]));
    for (size_t i = 0; i < observation->kernel_count; i++)
        json_array_append_new(kernels, kernel_value(&observation->kernels[i]));
    for (size_t i = 0; i < observation->printed_count; i++)
        json_array_append_new(printed, printed_value(&observation->printed[i]));
    json_t *root = json_object();
    json_object_set_new(root, "findings", findings);
    json_object_set_new(root, "finding_total", count_value(observation->finding_total));
    json_object_set_new(root, "kernels", kernels);
    json_object_set_new(root, "printed", printed);
    json_object_set_new(root, "printed_total", count_value(observation->printed_total));
    json_object_set_new(root, "scratch_bytes", count_value(observation->scratch_bytes));
    json_object_set_new(root, "schedule_steps", count_value(observation->schedule_steps));
    json_object_set_new(root, "faulted", json_boolean(observation->faulted));
    json_object_set_new(root, "timed_out", json_boolean(observation->timed_out));
    json_object_set_new(root, "deadlocked", json_boolean(observation->deadlocked));
    json_object_set_new(root, "fault", json_from_text(observation->fault));
    if (observation->fault_said)
        json_object_set_new(root, "fault_said", json_from_text(observation->fault_said));
    return root;
}
