/*
 * The state at the beginning of the chosen block, so that a step back need not run earlier blocks
 * again.
 *
 * The snapshot keeps everything that a block can change. These are buffers with their shadow, the
 * worker's counts and findings, the state of the race checks, and registers from the block before.
 * It is taken once, before the block starts. It is only taken where nothing else is half done at
 * that moment.
 */
#include <stdlib.h>
#include <string.h>

#include "vgpu/execution/device.h"
#include "vgpu/launch/launch.h"
#include "vgpu/observers/observers.h"
#include "vgpu/report/report.h"
#include "vgpu/step/step.h"

#define SNAPSHOT_BYTES_MAX (UINT64_C(512) << 20)

struct step_snapshot {
    struct vgpu_worker worker; /* its numbers, and copies of the arrays below */
    uint64_t next_block, instructions;
    struct memory_kept *buffers;
    size_t buffer_count;
    uint8_t **registers; /* by warp */
    struct observer_snapshots observers;
};

static void *copy_of(const void *bytes, size_t size_bytes)
{
    void *copy = malloc(size_bytes + 1);
    if (copy)
        memcpy(copy, bytes, size_bytes);
    return copy;
}

/* --- the worker's arrays ---------------------------------------------------------------------- */

struct worker_array {
    void *in_worker, *in_snapshot;
    size_t size_bytes;
};

enum { WORKER_ARRAYS = 4 };

static void list_arrays(const struct vgpu_worker *worker, const struct vgpu_worker *kept,
                        struct worker_array out_arrays[WORKER_ARRAYS])
{
    const struct vgpu_module *module = worker->launch->module;
    size_t ops = module->op_count + 2U;
    out_arrays[0] = (struct worker_array){worker->count.ops, kept->count.ops, ops * sizeof(*worker->count.ops)};
    out_arrays[1] = (struct worker_array){worker->count.guarded_off, kept->count.guarded_off,
                                          ops * sizeof(*worker->count.guarded_off)};
    out_arrays[2] =
        (struct worker_array){worker->count.diverged, kept->count.diverged, ops * sizeof(*worker->count.diverged)};
    out_arrays[3] = (struct worker_array){worker->accesses, kept->accesses,
                                          (module->access_count + 1U) * sizeof(*worker->accesses)};
}

static bool keep_worker(struct step_snapshot *snapshot, const struct vgpu_worker *worker)
{
    struct worker_array arrays[WORKER_ARRAYS];
    struct vgpu_worker *kept = &snapshot->worker;
    *kept = *worker;
    list_arrays(worker, kept, arrays);
    kept->count.ops = copy_of(arrays[0].in_worker, arrays[0].size_bytes);
    kept->count.guarded_off = copy_of(arrays[1].in_worker, arrays[1].size_bytes);
    kept->count.diverged = copy_of(arrays[2].in_worker, arrays[2].size_bytes);
    kept->accesses = copy_of(arrays[3].in_worker, arrays[3].size_bytes);
    kept->builder = report_builder_copy(worker->builder);
    return kept->count.ops && kept->count.guarded_off && kept->count.diverged && kept->accesses && kept->builder;
}

static bool give_back_worker(const struct step_snapshot *snapshot, struct vgpu_worker *worker)
{
    struct worker_array arrays[WORKER_ARRAYS];
    const struct vgpu_worker *kept = &snapshot->worker;
    struct vgpu_report_builder *builder = report_builder_copy(kept->builder);
    if (!builder)
        return false;
    report_builder_free(worker->builder);
    worker->builder = builder;
    list_arrays(worker, kept, arrays);
    for (int i = 0; i < WORKER_ARRAYS; i++)
        memcpy(arrays[i].in_worker, arrays[i].in_snapshot, arrays[i].size_bytes);
    memcpy(worker->count.extra, kept->count.extra, sizeof(worker->count.extra));
    worker->budget = kept->budget;
    worker->budget_given = kept->budget_given;
    worker->changes = kept->changes;
    worker->round = kept->round - 1; /* its round begins again */
    worker->claimed = kept->claimed;
    worker->order = kept->order;
    return true;
}

static bool keep_registers(struct step_snapshot *snapshot, const struct vgpu_block *block)
{
    const struct vgpu_launch_state *launch = block->worker->launch;
    snapshot->registers = calloc(launch->block_warps, sizeof(*snapshot->registers));
    for (uint32_t i = 0; snapshot->registers && i < launch->block_warps; i++) {
        snapshot->registers[i] = copy_of(block->warps[i].entry->registers, launch->entry->frame_bytes);
        if (!snapshot->registers[i])
            return false;
    }
    return snapshot->registers;
}

/* --- buffers ---------------------------------------------------------------------------------- */

static bool can_change(const struct vgpu_buffer *buffer)
{
    return buffer->bytes && !buffer->read_only && !buffer->is_constant;
}

static uint64_t bytes_to_keep(const struct vgpu_memory *memory)
{
    uint64_t total = 0;
    for (size_t i = 0; i < memory->count; i++)
        if (can_change(memory->buffers[i]))
            total += memory_kept_bytes(memory->buffers[i]);
    return total;
}

static bool keep_buffers(struct step_snapshot *snapshot, const struct vgpu_memory *memory)
{
    snapshot->buffers = calloc(memory->count + 1, sizeof(*snapshot->buffers));
    if (!snapshot->buffers)
        return false;
    for (size_t i = 0; i < memory->count; i++)
        if (can_change(memory->buffers[i]) &&
            !memory_keep(memory->buffers[i], &snapshot->buffers[snapshot->buffer_count++]))
            return false;
    return true;
}

/* --- the whole -------------------------------------------------------------------------------- */

void step_snapshot_free(struct step_snapshot *snapshot)
{
    if (!snapshot)
        return;
    free(snapshot->worker.count.ops);
    free(snapshot->worker.count.guarded_off);
    free(snapshot->worker.count.diverged);
    free(snapshot->worker.accesses);
    report_builder_free(snapshot->worker.builder);
    for (size_t i = 0; i < snapshot->buffer_count; i++)
        memory_kept_free(&snapshot->buffers[i]);
    free(snapshot->buffers);
    for (uint32_t i = 0; snapshot->registers && i < snapshot->worker.launch->block_warps; i++)
        free(snapshot->registers[i]);
    free(snapshot->registers);
    observers_snapshot_free(&snapshot->observers);
    free(snapshot);
}

/*
 * Blocks that wait for each other, the heap, other GPUs and the cache model have state that a
 * snapshot lacks.
 */
static bool is_simple(const struct vgpu_worker *worker)
{
    const struct vgpu_launch_state *launch = worker->launch;
    const struct vgpu_memory *memory = device_memory(launch->device);
    return worker->resident_count == 1 && !worker->has_fault && !launch->cache && !memory->peers &&
           !launch->entry->traits.uses_heap && bytes_to_keep(memory) <= SNAPSHOT_BYTES_MAX;
}

void step_snapshot_take(struct step_snapshot **snapshot, struct vgpu_worker *worker)
{
    struct vgpu_launch_state *launch = worker->launch;
    if (*snapshot || launch->next_block == 0 || !is_simple(worker))
        return;
    struct step_snapshot *taken = calloc(1, sizeof(*taken));
    if (!taken)
        return;
    taken->next_block = launch->next_block;
    taken->instructions = launch->instructions;
    if (keep_worker(taken, worker) && keep_registers(taken, worker->resident[0]) &&
        keep_buffers(taken, device_memory(launch->device)) &&
        observers_snapshot_take(&taken->observers, launch, SNAPSHOT_BYTES_MAX))
        *snapshot = taken;
    else
        step_snapshot_free(taken); /* then earlier blocks run again */
}

bool step_snapshot_restore(const struct step_snapshot *snapshot, struct vgpu_worker *worker)
{
    struct vgpu_launch_state *launch = worker->launch;
    const struct vgpu_memory *memory = device_memory(launch->device);
    if (!give_back_worker(snapshot, worker) || !observers_snapshot_restore(&snapshot->observers, launch))
        return false;
    for (uint32_t i = 0; i < launch->block_warps; i++)
        memcpy(worker->resident[0]->warps[i].entry->registers, snapshot->registers[i], launch->entry->frame_bytes);
    for (size_t i = 0; i < snapshot->buffer_count; i++)
        memory_give_back(memory, &snapshot->buffers[i]);
    launch_reset(launch);
    launch->next_block = snapshot->next_block;
    launch->instructions = snapshot->instructions;
    return true;
}
