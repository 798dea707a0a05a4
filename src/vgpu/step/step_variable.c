/* Reads registers and memory where the variables of the kernel's source are. */
#include <string.h>

#include "vgpu/execution/device.h"
#include "vgpu/step/step.h"
#include "vgpu/undefined/check_undefined.h"
#include "vgpu/undefined/undefined.h"

/* --- the kernel's own code -------------------------------------------------------------------- */

/* Whether the op is of the kernel's own file, not of a header's function. */
static bool step_is_own(const struct vgpu_step *step, const struct vgpu_op *op)
{
    const char *own = step->launch->entry->ops[0].detail->file, *file = op->detail->file;
    return own == file || (own && file && strcmp(own, file) == 0);
}

int step_line(const struct vgpu_step *step, const struct vgpu_op *op)
{
    const struct vgpu_module *module = step->launch->module;
    if (!step_is_own(step, op))
        return 0;
    const struct vgpu_function *function = &module->functions[op->detail->function->index];
    bool is_beginning = module->program->target_debug && op->detail->line == function->ops[0].detail->line;
    return is_beginning ? 0 : op->detail->line;
}

const struct vgpu_frame *step_own_frame(const struct vgpu_step *step, const struct vgpu_op **out_op)
{
    const struct vgpu_split *split = step_current_split(step);
    if (!split)
        return NULL;
    const struct vgpu_op *op = split->op;
    const struct vgpu_frame *frame = split->frame;
    for (; frame->caller && !step_is_own(step, op); frame = frame->caller)
        op = frame->return_op - 1;
    *out_op = op;
    return frame;
}

bool vgpu_step_place(struct vgpu_step *step, const char **out_function, int *out_ptx_line)
{
    const struct vgpu_op *op;
    const struct vgpu_frame *frame = step_own_frame(step, &op);
    if (!frame || !op->detail->source)
        return false;
    *out_function = frame->function->source->name;
    *out_ptx_line = op->detail->source->ptx_line;
    return true;
}

/* --- registers -------------------------------------------------------------------------------- */

bool vgpu_step_own_register(struct vgpu_step *step, const char *name, struct vgpu_step_register *out_register)
{
    const struct vgpu_op *op;
    const struct vgpu_frame *frame = step_own_frame(step, &op);
    uint32_t count = frame ? frame->function->source->register_count : 0;
    for (uint32_t slot = 0; slot < count; slot++) {
        if (strcmp(frame->function->source->registers[slot].name, name) != 0)
            continue;
        step_read_register(step, frame, slot, out_register);
        if (frame->undefined)
            out_register->defined &= ~undefined_lanes(frame)[slot];
        return true;
    }
    return false;
}

/* --- addresses -------------------------------------------------------------------------------- */

/* The start of a shared variable; NULL: it is none. */
static const struct vgpu_shared_variable *find_shared(const struct vgpu_step *step, const char *name)
{
    const struct vgpu_module *module = step->launch->module;
    for (uint32_t i = 0; i < module->shared_count; i++)
        if (strcmp(module->shared[i].variable->name, name) == 0)
            return &module->shared[i];
    return NULL;
}

static uint64_t shared_bytes(const struct vgpu_step *step, const struct vgpu_shared_variable *shared)
{
    uint64_t end = step->launch->shared_bytes;
    return shared->size_bytes ? shared->size_bytes : end > shared->start ? end - shared->start : 0;
}

/* Variables of the function: local memory. */
static bool find_local(const struct vgpu_step *step, const char *name, uint64_t *out_address, uint64_t *out_size_bytes)
{
    const struct vgpu_op *op;
    const struct vgpu_frame *frame = step_own_frame(step, &op);
    const struct ptx_function *source = frame ? frame->function->source : NULL;
    for (uint32_t i = 0; source && i < source->variable_count; i++) {
        if (strcmp(source->variables[i]->name, name) != 0 || frame->function->local_offsets[i] == UINT32_MAX)
            continue;
        *out_address = VGPU_WINDOW_LOCAL + frame->local_base + frame->function->local_offsets[i];
        *out_size_bytes = source->variables[i]->size_bytes;
        return true;
    }
    return false;
}

/* Variables of the module, and parameters of the kernel. */
static bool find_constant(const struct vgpu_step *step, const char *name, uint64_t *out_address,
                          uint64_t *out_size_bytes)
{
    const struct vgpu_module *module = step->launch->module;
    const struct ptx_function *entry = step->launch->entry->source;
    for (uint32_t i = 0; i < module->program->variable_count; i++) {
        if (!module->buffers[i] || strcmp(module->program->variables[i]->name, name) != 0)
            continue;
        *out_address = module->buffers[i]->start;
        *out_size_bytes = module->buffers[i]->size_bytes;
        return true;
    }
    for (uint32_t i = 0; i < entry->parameter_count; i++) {
        if (strcmp(entry->parameters[i]->name, name) != 0)
            continue;
        *out_address = VGPU_WINDOW_PARAMETER + entry->parameters[i]->offset_bytes;
        *out_size_bytes = entry->parameters[i]->size_bytes;
        return true;
    }
    return false;
}

bool vgpu_step_variable(struct vgpu_step *step, const char *name, uint32_t lane, uint64_t *out_address,
                        uint64_t *out_size_bytes)
{
    const struct vgpu_shared_variable *shared = find_shared(step, name);
    (void)lane; /* each lane has its local memory at the same addresses */
    if (!shared)
        return find_local(step, name, out_address, out_size_bytes) ||
               find_constant(step, name, out_address, out_size_bytes);
    *out_address = VGPU_WINDOW_SHARED + shared->start;
    *out_size_bytes = shared_bytes(step, shared);
    return true;
}

/* --- memory ----------------------------------------------------------------------------------- */

static bool peek_shared(const struct vgpu_warp *warp, uint64_t offset, uint32_t size_bytes, uint64_t *out_bits,
                        bool *out_is_defined)
{
    if (offset > warp->worker->launch->shared_bytes || warp->worker->launch->shared_bytes - offset < size_bytes)
        return false;
    memcpy(out_bits, warp->block->shared + offset, size_bytes);
    *out_is_defined =
        !warp->block->shared_defined || shadow_is_defined(warp->block->shared_defined, offset, size_bytes);
    return true;
}

/* Local memory is interleaved: word w of lane l at (w * 32 + l) * 4. */
static bool peek_local(const struct vgpu_warp *warp, uint32_t lane, uint64_t offset, uint32_t size_bytes,
                       uint64_t *out_bits, bool *out_is_defined)
{
    if (!warp->local || offset > VGPU_LOCAL_BYTES_MAX || VGPU_LOCAL_BYTES_MAX - offset < size_bytes)
        return false;
    for (uint32_t i = 0; i < size_bytes; i++) {
        uint64_t at = offset + i;
        ((uint8_t *)out_bits)[i] = warp->local[(at / 4 * VGPU_WARP_LANES + lane) * 4 + at % 4];
    }
    *out_is_defined = !warp->undefined || undefined_local_bits(warp, offset, lane, size_bytes) == 0;
    return true;
}

static bool peek_global(const struct vgpu_step *step, uint64_t address, uint32_t size_bytes, uint64_t *out_bits,
                        bool *out_is_defined)
{
    const struct vgpu_buffer *buffer = memory_find(device_memory(step->launch->device), address, size_bytes);
    if (!buffer || buffer->lazy)
        return false;
    uint64_t offset = address - buffer->start;
    memcpy(out_bits, buffer->bytes + offset, size_bytes);
    *out_is_defined = buffer->all_defined || shadow_is_defined(buffer->defined, offset, size_bytes);
    return true;
}

bool vgpu_step_peek(struct vgpu_step *step, uint32_t lane, uint64_t address, uint32_t size_bytes, uint64_t *out_bits,
                    bool *out_is_defined)
{
    const struct vgpu_warp *warp = step_watched_warp(step);
    *out_bits = 0;
    *out_is_defined = true;
    if (!warp || size_bytes > 8 || address < VGPU_WINDOW_SHARED)
        return false;
    if (address < VGPU_WINDOW_LOCAL)
        return peek_shared(warp, address - VGPU_WINDOW_SHARED, size_bytes, out_bits, out_is_defined);
    if (address < VGPU_WINDOW_PARAMETER)
        return peek_local(warp, lane, address - VGPU_WINDOW_LOCAL, size_bytes, out_bits, out_is_defined);
    if (address >= VGPU_WINDOW_END)
        return peek_global(step, address, size_bytes, out_bits, out_is_defined);
    uint64_t offset = address - VGPU_WINDOW_PARAMETER, end = step->launch->argument_bytes;
    if (offset > end || end - offset < size_bytes)
        return false;
    memcpy(out_bits, step->launch->arguments + offset, size_bytes);
    return true;
}

struct vgpu_step_target vgpu_step_target(struct vgpu_step *step, uint64_t address)
{
    const struct vgpu_module *module = step->launch->module;
    const struct vgpu_buffer *buffer =
        address >= VGPU_WINDOW_GLOBAL ? memory_nearest(device_memory(step->launch->device), address) : NULL;
    if (buffer)
        return (struct vgpu_step_target){buffer->name, buffer->start, buffer->size_bytes};
    for (uint32_t i = 0; i < module->shared_count; i++) {
        const struct vgpu_shared_variable *shared = &module->shared[i];
        uint64_t start = VGPU_WINDOW_SHARED + shared->start, size_bytes = shared_bytes(step, shared);
        if (address >= start && address - start <= size_bytes)
            return (struct vgpu_step_target){shared->name, start, size_bytes};
    }
    return (struct vgpu_step_target){.name = ""};
}
