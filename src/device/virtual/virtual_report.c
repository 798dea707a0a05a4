/* Adds a launch's report to the device's observation. */
#include <string.h>

#include "device/virtual/virtual.h"
#include "vgpu/occupancy.h"

/* Appends to an array in an arena. The array grows when its count is a power of two. */
static void *grow(struct arena *arena, void *items, size_t count, size_t item_bytes)
{
    bool is_full = (count & (count - 1)) == 0;
    if (!is_full)
        return items;
    void *grown = arena_alloc_array(arena, count ? 2 * count : 1, item_bytes);
    if (count)
        memcpy(grown, items, count * item_bytes);
    return grown;
}

/* Cuts texts well below the reader's limit, because bytes that are not UTF-8 grow in JSON. */
static const char *copy_text(struct arena *arena, const char *text)
{
    return arena_strndup(arena, text ? text : "", text ? strnlen(text, OBSERVATION_TEXT_BYTES_MAX / 4) : 0);
}

/* The same mistake at the same instruction and buffer, in an earlier launch. */
static struct vgpu_finding *find_same(struct observation *observation, const struct vgpu_finding *finding)
{
    for (size_t i = 0; i < observation->finding_count; i++) {
        struct vgpu_finding *known = &observation->findings[i];
        if (known->kind == finding->kind && known->ptx_line == finding->ptx_line && known->device == finding->device &&
            strcmp(known->kernel, finding->kernel ? finding->kernel : "") == 0 &&
            strcmp(known->buffer, finding->buffer ? finding->buffer : "") == 0)
            return known;
    }
    return NULL;
}

void virtual_observe_finding(struct observation *observation, const struct vgpu_finding *finding)
{
    struct vgpu_finding *same = find_same(observation, finding);
    if (same)
        same->count += finding->count;
    if (same || observation->finding_count == OBSERVATION_FINDINGS_MAX)
        return;
    struct arena *arena = observation->arena;
    observation->findings = grow(arena, observation->findings, observation->finding_count, sizeof *finding);
    struct vgpu_finding *copy = &observation->findings[observation->finding_count++];
    *copy = *finding;
    copy->file = copy_text(arena, finding->file);
    copy->instruction = copy_text(arena, finding->instruction);
    copy->kernel = copy_text(arena, finding->kernel);
    copy->buffer = copy_text(arena, finding->buffer);
    copy->message = copy_text(arena, finding->message);
    copy->said = finding->said ? copy_text(arena, finding->said) : NULL;
    if (finding->other.kernel)
        copy->other.kernel = copy_text(arena, finding->other.kernel);
}

static void add_printed(struct observation *observation, const struct vgpu_printed *printed)
{
    if (observation->printed_count == OBSERVATION_PRINTED_MAX)
        return;
    observation->printed =
        grow(observation->arena, observation->printed, observation->printed_count, sizeof *observation->printed);
    struct printed_line *line = &observation->printed[observation->printed_count++];
    memcpy(line->block, printed->block, sizeof line->block);
    memcpy(line->thread, printed->thread, sizeof line->thread);
    line->text = copy_text(observation->arena, printed->text);
}

/* --- kernels ---------------------------------------------------------------------------------- */

static bool has_shape(const struct kernel_observation *entry, const struct vgpu_launch *launch)
{
    return memcmp(entry->grid, launch->grid, sizeof entry->grid) == 0 &&
           memcmp(entry->block, launch->block, sizeof entry->block) == 0 &&
           entry->dynamic_shared_bytes == launch->dynamic_shared_bytes;
}

/* The entry of a launch; NULL: it needs a new one. */
static struct kernel_observation *find_entry(struct observation *observation, const char *kernel,
                                             const struct vgpu_launch *launch)
{
    bool is_full = observation->kernel_count == OBSERVATION_KERNELS_MAX;
    for (size_t i = 0; i < observation->kernel_count; i++) {
        struct kernel_observation *entry = &observation->kernels[i];
        if (strcmp(entry->kernel, kernel) == 0 && (is_full || has_shape(entry, launch)))
            return entry;
    }
    return is_full ? &observation->kernels[0] : NULL;
}

static struct kernel_observation *add_entry(struct observation *observation, const struct vgpu_kernel *kernel,
                                            const struct vgpu_launch *launch)
{
    observation->kernels =
        grow(observation->arena, observation->kernels, observation->kernel_count, sizeof *observation->kernels);
    struct kernel_observation *entry = &observation->kernels[observation->kernel_count++];
    *entry = (struct kernel_observation){.kernel = copy_text(observation->arena, kernel->name),
                                         .static_shared_bytes = kernel->static_shared_bytes,
                                         .dynamic_shared_bytes = launch->dynamic_shared_bytes};
    memcpy(entry->grid, launch->grid, sizeof entry->grid);
    memcpy(entry->block, launch->block, sizeof entry->block);
    return entry;
}

static void add_values(uint64_t *to, const uint64_t *values)
{
    for (int i = 0; i < VGPU_COUNTER_COUNT; i++)
        to[i] += values[i];
}

/* Whether the entry already has every line of the report, so that nothing moves. */
static bool add_known_lines(struct kernel_observation *entry, const struct vgpu_report *report)
{
    size_t at = 0;
    for (size_t i = 0; i < report->line_count; i++) {
        while (at < entry->line_count && entry->lines[at].line < report->lines[i].line)
            at++;
        if (at == entry->line_count || entry->lines[at].line != report->lines[i].line)
            return false;
    }
    at = 0;
    for (size_t i = 0; i < report->line_count; i++) {
        while (entry->lines[at].line < report->lines[i].line)
            at++;
        add_values(entry->lines[at].values, report->lines[i].values);
    }
    return true;
}

/* Merges two lists that are ascending by line. */
static void merge_lines(struct arena *arena, struct kernel_observation *entry, const struct vgpu_report *report)
{
    if (add_known_lines(entry, report))
        return;
    size_t a = 0, b = 0, count = 0;
    struct line_counters *merged = ARENA_ARRAY(arena, entry->line_count + report->line_count, struct line_counters);
    while ((a < entry->line_count || b < report->line_count) && count < OBSERVATION_LINES_MAX) {
        bool takes_a =
            a < entry->line_count && (b == report->line_count || entry->lines[a].line <= report->lines[b].line);
        bool takes_b =
            b < report->line_count && (a == entry->line_count || report->lines[b].line <= entry->lines[a].line);
        struct line_counters *to = &merged[count++];
        to->line = takes_a ? entry->lines[a].line : report->lines[b].line;
        if (takes_a)
            add_values(to->values, entry->lines[a++].values);
        if (takes_b)
            add_values(to->values, report->lines[b++].values);
    }
    entry->lines = merged;
    entry->line_count = count;
}

/* Occupancy needs the block's shape and memory, which the entry has. */
static void set_registers(struct kernel_observation *entry, const struct vgpu_architecture *architecture,
                          uint32_t registers)
{
    struct vgpu_kernel kernel = {.static_shared_bytes = entry->static_shared_bytes};
    struct vgpu_launch launch = {.dynamic_shared_bytes = entry->dynamic_shared_bytes};
    struct vgpu_occupancy occupancy;
    if (!registers)
        return;
    memcpy(launch.grid, entry->grid, sizeof launch.grid);
    memcpy(launch.block, entry->block, sizeof launch.block);
    vgpu_occupancy_find(architecture, &kernel, &launch, registers, &occupancy);
    entry->registers = registers;
    entry->resident_warps = occupancy.blocks_per_sm * occupancy.block_warps;
    entry->sm_warps = architecture->max_warps_per_sm;
}

static void add_kernel(struct observation *observation, const struct vgpu_kernel *kernel,
                       const struct vgpu_launch *launch, const struct vgpu_report *report)
{
    struct kernel_observation *entry = find_entry(observation, kernel->name, launch);
    if (!entry)
        entry = add_entry(observation, kernel, launch);
    entry->launches++;
    entry->idle_blocks += report->idle_blocks;
    add_values(entry->totals, report->totals);
    merge_lines(observation->arena, entry, report);
}

void virtual_observe_registers(struct observation *observation, const struct vgpu_architecture *architecture,
                               const struct vgpu_kernel *kernel, const struct vgpu_launch *launch, uint32_t registers)
{
    struct kernel_observation *entry = find_entry(observation, kernel->name, launch);
    if (entry)
        set_registers(entry, architecture, registers);
}

void observation_add_registers(struct observation *observation, const char *architecture, const char *kernel,
                               uint32_t registers)
{
    const struct vgpu_architecture *found = vgpu_architecture_find(architecture);
    for (size_t i = 0; found && i < observation->kernel_count; i++)
        if (!strcmp(observation->kernels[i].kernel, kernel))
            set_registers(&observation->kernels[i], found, registers);
}

void virtual_observe(struct observation *observation, const struct vgpu_kernel *kernel,
                     const struct vgpu_launch *launch, const struct vgpu_report *report)
{
    for (size_t i = 0; i < report->finding_count; i++)
        virtual_observe_finding(observation, &report->findings[i]);
    observation->finding_total += report->finding_total;
    for (size_t i = 0; i < report->printed_count; i++)
        add_printed(observation, &report->printed[i]);
    observation->printed_total += report->printed_total;
    add_kernel(observation, kernel, launch, report);
    observation->faulted |= report->faulted;
    observation->timed_out |= report->timed_out;
    observation->deadlocked |= report->deadlocked;
    if (observation->fault[0])
        return;
    memcpy(observation->fault, report->fault, sizeof observation->fault);
    observation->fault_said = report->fault_said ? copy_text(observation->arena, report->fault_said) : NULL;
}
