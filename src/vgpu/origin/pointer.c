/*
 * Follows pointers through registers, lane by lane: a result belongs to the buffer of the one
 * operand that has a buffer.
 *
 * A pointer that comes from memory, from a parameter or from a symbol belongs to the buffer that
 * holds its address.
 */
#include "vgpu/origin/pointer.h"

#include <stdlib.h>
#include <string.h>

#include "vgpu/execution/device.h"
#include "vgpu/execution/place.h"

enum { POINTER_SLOTS = 1 << 15, POINTER_OPERANDS_MAX = 4 };

typedef const struct vgpu_buffer *pointer_buffers[VGPU_WARP_LANES];

/* The buffers of one 64-bit register. Registers of frames that ended are overwritten. */
struct pointer_register {
    const uint8_t *at; /* its place in the frame; NULL: the slot is free */
    pointer_buffers buffers;
};

/* An instruction that executes next. */
struct pointer_step {
    const uint8_t *results[POINTER_OPERANDS_MAX]; /* 64-bit registers that it writes */
    uint32_t result_count;
    uint32_t lanes;
    bool is_computed; /* `buffers` hold the result's; else its value decides */
    pointer_buffers buffers;
};

struct vgpu_pointer_watch {
    const void *launch; /* of the registers */
    struct pointer_register *registers;
    uint32_t register_count;
    struct pointer_step step;
    uint64_t strayed;
};

struct vgpu_pointer_watch *vgpu_pointer_watch_new(void)
{
    struct vgpu_pointer_watch *watch = calloc(1, sizeof *watch);
    if (!watch)
        return NULL;
    watch->registers = calloc(POINTER_SLOTS, sizeof *watch->registers);
    if (watch->registers)
        return watch;
    free(watch);
    return NULL;
}

void vgpu_pointer_watch_free(struct vgpu_pointer_watch *watch)
{
    if (!watch)
        return;
    free(watch->registers);
    free(watch);
}

uint64_t vgpu_pointer_watch_strayed(const struct vgpu_pointer_watch *watch)
{
    return watch->strayed;
}

/* --- registers -------------------------------------------------------------------------------- */

static void forget_registers(struct vgpu_pointer_watch *watch)
{
    memset(watch->registers, 0, POINTER_SLOTS * sizeof *watch->registers);
    watch->register_count = 0;
}

/* The slot of a register, or the free one where it belongs. */
static struct pointer_register *slot_of(struct vgpu_pointer_watch *watch, const uint8_t *at)
{
    uint64_t slot = ((uintptr_t)at >> 7) * UINT64_C(0x9e3779b97f4a7c15) >> 49;
    while (watch->registers[slot].at && watch->registers[slot].at != at)
        slot = (slot + 1) % POINTER_SLOTS;
    return &watch->registers[slot];
}

/* Forgetting loses knowledge, and never makes a wrong claim. */
static struct pointer_register *take_slot(struct vgpu_pointer_watch *watch, const uint8_t *at)
{
    struct pointer_register *slot = slot_of(watch, at);
    if (slot->at)
        return slot;
    if (watch->register_count == POINTER_SLOTS / 2) {
        forget_registers(watch);
        slot = slot_of(watch, at);
    }
    slot->at = at;
    watch->register_count++;
    return slot;
}

/* The place of a 64-bit register; NULL for other operands. */
static const uint8_t *register_at(const struct vgpu_warp *warp, enum ptx_operand_kind kind, uint32_t slot)
{
    const struct vgpu_function *function = warp->frame->function;
    if (kind != PTX_OPERAND_REGISTER || ptx_type_bits(function->source->registers[slot].type) != 64)
        return NULL;
    return warp->frame->registers + function->register_offsets[slot];
}

static const struct vgpu_buffer *buffer_of(struct vgpu_pointer_watch *watch, const uint8_t *at, uint32_t lane)
{
    const struct pointer_register *slot = at ? slot_of(watch, at) : NULL;
    return slot && slot->at ? slot->buffers[lane] : NULL;
}

/* --- instruction by instruction --------------------------------------------------------------- */

/* Instructions whose result points to where one operand points. */
static bool keeps_buffer(const struct ptx_instruction *instruction)
{
    switch (instruction->opcode) {
    case PTX_OPCODE_ADD:
    case PTX_OPCODE_SUB:
    case PTX_OPCODE_MAD:
    case PTX_OPCODE_AND:
    case PTX_OPCODE_OR:
    case PTX_OPCODE_MOV:
    case PTX_OPCODE_CVTA:
    case PTX_OPCODE_CVT:
    case PTX_OPCODE_MIN:
    case PTX_OPCODE_MAX:
        return true;
    default:
        return false;
    }
}

/* A result with two pointers, such as a distance, belongs to no buffer. */
static const struct vgpu_buffer *joined(const struct vgpu_warp *warp, struct vgpu_pointer_watch *watch,
                                        const struct ptx_instruction *instruction, uint32_t lane)
{
    const struct vgpu_buffer *found = NULL;
    for (uint32_t i = instruction->destination_count; i < instruction->operand_count; i++) {
        const struct ptx_operand *operand = &instruction->operands[i];
        const struct vgpu_buffer *buffer =
            buffer_of(watch, register_at(warp, operand->kind, operand->register_slot), lane);
        if (buffer && found)
            return NULL;
        found = buffer ? buffer : found;
    }
    return found;
}

/* The value that a select takes. */
static const struct vgpu_buffer *selected(const struct vgpu_warp *warp, struct vgpu_pointer_watch *watch,
                                          const struct ptx_instruction *instruction, uint32_t lane)
{
    const uint8_t *one = register_at(warp, instruction->operands[1].kind, instruction->operands[1].register_slot);
    const uint8_t *other = register_at(warp, instruction->operands[2].kind, instruction->operands[2].register_slot);
    const struct vgpu_buffer *buffer = buffer_of(watch, one, lane);
    return one && other && buffer == buffer_of(watch, other, lane) ? buffer : NULL;
}

static void add_result(const struct vgpu_warp *warp, const struct ptx_operand *operand, struct pointer_step *step)
{
    const uint8_t *at = register_at(warp, operand->kind, operand->register_slot);
    if (at && step->result_count < POINTER_OPERANDS_MAX)
        step->results[step->result_count++] = at;
}

static void find_results(const struct vgpu_warp *warp, const struct ptx_instruction *instruction,
                         struct pointer_step *step)
{
    for (uint32_t i = 0; i < instruction->destination_count; i++) {
        const struct ptx_operand *operand = &instruction->operands[i];
        bool is_list = operand->kind == PTX_OPERAND_VECTOR || operand->kind == PTX_OPERAND_LIST;
        if (!is_list)
            add_result(warp, operand, step);
        for (uint32_t j = 0; is_list && j < operand->element_count; j++)
            add_result(warp, &operand->elements[j], step);
    }
}

/* A value from a parameter, from memory or of a symbol. A computed number is no such value. */
static bool comes_from_elsewhere(const struct ptx_instruction *instruction)
{
    enum ptx_action does = ptx_does(instruction);
    bool is_symbol = instruction->opcode == PTX_OPCODE_MOV && instruction->operands[1].kind == PTX_OPERAND_VARIABLE;
    return does == PTX_DOES_LOAD || is_symbol;
}

static bool before(struct vgpu_warp *warp, const struct vgpu_op *op)
{
    struct vgpu_pointer_watch *watch = warp->worker->launch->request->pointers;
    const struct ptx_instruction *instruction = op->detail->source;
    struct pointer_step *step = &watch->step;
    if (watch->launch != warp->worker->launch)
        forget_registers(watch);
    watch->launch = warp->worker->launch;
    step->result_count = 0;
    if (!instruction)
        return true;
    find_results(warp, instruction, step);
    if (!step->result_count)
        return true;
    step->lanes = warp_guard_lanes(warp, op);
    step->is_computed = !comes_from_elsewhere(instruction);
    memset(step->buffers, 0, sizeof step->buffers);
    bool keeps = keeps_buffer(instruction), selects = instruction->opcode == PTX_OPCODE_SELP;
    for (uint32_t lanes = keeps || selects ? step->lanes : 0; lanes; lanes &= lanes - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(lanes);
        step->buffers[lane] =
            selects ? selected(warp, watch, instruction, lane) : joined(warp, watch, instruction, lane);
    }
    return true;
}

static void after(struct vgpu_warp *warp)
{
    struct vgpu_launch_state *launch = warp->worker->launch;
    struct vgpu_pointer_watch *watch = launch->request->pointers;
    const struct pointer_step *step = &watch->step;
    for (uint32_t i = 0; i < step->result_count; i++) {
        struct pointer_register *slot = take_slot(watch, step->results[i]);
        for (uint32_t lanes = step->lanes; lanes; lanes &= lanes - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(lanes);
            uint64_t value;
            memcpy(&value, step->results[i] + lane * sizeof value, sizeof value);
            slot->buffers[lane] = step->is_computed            ? step->buffers[lane]
                                  : value < VGPU_WINDOW_GLOBAL ? NULL
                                                               : memory_find(device_memory(launch->device), value, 1);
        }
    }
}

/* --- accesses --------------------------------------------------------------------------------- */

/* The register with the address of an access by each lane; NULL: none. */
static const uint8_t *address_register(const struct vgpu_warp *warp, const struct vgpu_op *op)
{
    const struct ptx_instruction *instruction = op->detail->source;
    enum ptx_action does = instruction ? ptx_does(instruction) : PTX_DOES_NOTHING;
    bool is_single = does == PTX_DOES_LOAD || does == PTX_DOES_STORE || does == PTX_DOES_ATOMIC ||
                     does == PTX_DOES_REDUCE || does == PTX_DOES_LOAD_FRAGMENT || does == PTX_DOES_STORE_FRAGMENT;
    for (uint32_t i = 0; is_single && i < instruction->operand_count; i++)
        if (instruction->operands[i].kind == PTX_OPERAND_MEMORY)
            return register_at(warp, instruction->operands[i].base_kind, instruction->operands[i].register_slot);
    return NULL;
}

static const struct vgpu_buffer *strays(struct vgpu_warp *warp, const struct vgpu_lane_access *access,
                                        const struct vgpu_buffer *reached)
{
    struct vgpu_pointer_watch *watch = warp->worker->launch->request->pointers;
    const struct vgpu_buffer *buffer = buffer_of(watch, address_register(warp, access->op), access->lane);
    if (!buffer || buffer == reached)
        return NULL;
    watch->strayed++;
    return buffer;
}

void pointer_begin(struct vgpu_launch_state *launch)
{
    static const struct vgpu_watcher watcher = {.before = before, .after = after, .strays = strays};
    if (launch->request->pointers)
        launch->watcher = &watcher;
}
