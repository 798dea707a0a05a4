/* Merges observations: findings once each, counters and printed lines as asked. */
#include "grader/value/observation_merge.h"

#include <stdio.h>
#include <string.h>

#include "base/told.h"

static const char *copy_text(struct arena *arena, const char *text)
{
    return text ? arena_strdup(arena, text) : "";
}

static bool same_text(const char *left, const char *right)
{
    return !strcmp(left ? left : "", right ? right : "");
}

static bool same_finding(const struct vgpu_finding *left, const struct vgpu_finding *right)
{
    return left->kind == right->kind && left->line == right->line && left->other.line == right->other.line &&
           same_text(left->buffer, right->buffer) && same_text(left->kernel, right->kernel);
}

static struct vgpu_finding *known_finding(struct observation *observation, const struct vgpu_finding *finding)
{
    for (size_t i = 0; i < observation->finding_count; i++)
        if (same_finding(&observation->findings[i], finding))
            return &observation->findings[i];
    return NULL;
}

static void merge_findings(struct observation *into, const struct observation *from)
{
    size_t room = into->finding_count + from->finding_count;
    struct vgpu_finding *findings = ARENA_ARRAY(into->arena, room, struct vgpu_finding);
    if (into->finding_count)
        memcpy(findings, into->findings, into->finding_count * sizeof *findings);
    into->findings = findings;
    into->finding_total += from->finding_total;
    for (size_t i = 0; i < from->finding_count && into->finding_count < MERGED_FINDINGS_MAX; i++) {
        struct vgpu_finding *known = known_finding(into, &from->findings[i]);
        if (known) {
            known->count = known->count > from->findings[i].count ? known->count : from->findings[i].count;
            continue;
        }
        struct vgpu_finding copy = from->findings[i];
        copy.file = copy_text(into->arena, copy.file);
        copy.instruction = copy_text(into->arena, copy.instruction);
        copy.kernel = copy_text(into->arena, copy.kernel);
        copy.other.kernel = copy.other.kernel ? copy_text(into->arena, copy.other.kernel) : NULL;
        copy.buffer = copy_text(into->arena, copy.buffer);
        copy.message = copy_text(into->arena, copy.message);
        copy.said = copy.said ? copy_text(into->arena, copy.said) : NULL;
        findings[into->finding_count++] = copy;
    }
}

static void merge_kernels(struct observation *into, const struct observation *from)
{
    size_t count = into->kernel_count + from->kernel_count;
    struct kernel_observation *kernels = ARENA_ARRAY(into->arena, count, struct kernel_observation);
    if (into->kernel_count)
        memcpy(kernels, into->kernels, into->kernel_count * sizeof *kernels);
    for (size_t i = 0; i < from->kernel_count; i++) {
        struct kernel_observation copy = from->kernels[i];
        copy.kernel = copy_text(into->arena, copy.kernel);
        copy.lines = arena_memdup(into->arena, copy.lines, copy.line_count * sizeof *copy.lines);
        kernels[into->kernel_count + i] = copy;
    }
    into->kernels = kernels;
    into->kernel_count = count;
    into->scratch_bytes = from->scratch_bytes > into->scratch_bytes ? from->scratch_bytes : into->scratch_bytes;
    into->schedule_steps = from->schedule_steps > into->schedule_steps ? from->schedule_steps : into->schedule_steps;
}

static void merge_printed(struct observation *into, const struct observation *from)
{
    into->printed_total += from->printed_total;
    if (!from->printed_count || into->printed_count >= MERGED_PRINTED_MAX)
        return;
    size_t room = into->printed_count + from->printed_count;
    struct printed_line *printed = ARENA_ARRAY(into->arena, room, struct printed_line);
    if (into->printed_count)
        memcpy(printed, into->printed, into->printed_count * sizeof *printed);
    into->printed = printed;
    for (size_t i = 0; i < from->printed_count && into->printed_count < MERGED_PRINTED_MAX; i++) {
        struct printed_line copy = from->printed[i];
        copy.text = copy_text(into->arena, copy.text);
        printed[into->printed_count++] = copy;
    }
}

void observation_merge(struct observation *into, const struct observation *from, unsigned parts)
{
    merge_findings(into, from);
    if (parts & MERGE_PRINTED)
        merge_printed(into, from);
    if (parts & MERGE_KERNELS)
        merge_kernels(into, from);
    if (!*into->fault) {
        snprintf(into->fault, sizeof into->fault, "%s", from->fault);
        into->fault_said = from->fault_said ? copy_text(into->arena, from->fault_said) : NULL;
    }
    into->faulted |= from->faulted;
    into->timed_out |= from->timed_out;
    into->deadlocked |= from->deadlocked;
}

static bool strays_at(const struct observation *known, int line)
{
    for (size_t i = 0; line > 0 && i < known->finding_count; i++)
        if (known->findings[i].kind == VGPU_FINDING_OUT_OF_BOUNDS && known->findings[i].line == line)
            return true;
    return false;
}

static bool is_echo(const struct vgpu_finding *finding, const struct observation *known)
{
    if (finding->space != VGPU_FINDING_SPACE_GLOBAL)
        return false;
    for (size_t i = 0; i < known->finding_count; i++)
        if (same_finding(&known->findings[i], finding))
            return false;
    return strays_at(known, finding->line) || strays_at(known, finding->other.line);
}

void observation_drop_echoes(struct observation *observation, const struct observation *known)
{
    size_t kept = 0;
    for (size_t i = 0; i < observation->finding_count; i++)
        if (!is_echo(&observation->findings[i], known))
            observation->findings[kept++] = observation->findings[i];
    observation->finding_count = kept;
}

uint64_t observation_most_often(const struct observation *merged, const struct vgpu_finding *finding)
{
    for (size_t i = 0; i < merged->finding_count; i++)
        if (same_finding(&merged->findings[i], finding))
            return merged->findings[i].count > finding->count ? merged->findings[i].count : finding->count;
    return finding->count;
}

bool observation_unsafe(const struct observation *observation)
{
    for (size_t i = 0; i < observation->finding_count; i++)
        if (observation->findings[i].severity == VGPU_SEVERITY_ERROR)
            return true;
    return false;
}

static bool ends_itself(const struct vgpu_finding *finding)
{
    return finding->kind == VGPU_FINDING_TRAP || finding->kind == VGPU_FINDING_ASSERTION ||
           finding->kind == VGPU_FINDING_ILLEGAL_INSTRUCTION;
}

bool observation_endangers(const struct observation *observation)
{
    for (size_t i = 0; i < observation->finding_count; i++)
        if (observation->findings[i].severity == VGPU_SEVERITY_ERROR && !ends_itself(&observation->findings[i]))
            return true;
    return false;
}

uint64_t observation_issued(const struct observation *observation)
{
    uint64_t instructions = 0;
    for (size_t i = 0; i < observation->kernel_count; i++)
        instructions += observation->kernels[i].totals[VGPU_COUNTER_WARP_INSTRUCTIONS];
    return instructions;
}
