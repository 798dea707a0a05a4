/*
 * alloca, stacksave, stackrestore (PTX ISA 9.7.17): local memory behind a frame's variables.
 *
 * The top of the stack is one for all lanes of a frame: an allocation takes the most that a lane asks for.
 */
#include "vgpu/program/select.h"
#include "vgpu/warp/execution.h"

enum { STACK_ALIGN = 16 };

static uint64_t read_lane(const uint8_t *frame, uint32_t offset, uint32_t lane, bool is_wide)
{
    return is_wide ? ((const uint64_t *)(const void *)(frame + offset))[lane]
                   : ((const uint32_t *)(const void *)(frame + offset))[lane];
}

static void write_lanes(const struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op, uint64_t value)
{
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        if (!(warp->active >> lane & 1))
            continue;
        if (op->flags)
            ((uint64_t *)(void *)(frame + op->d))[lane] = value;
        else
            ((uint32_t *)(void *)(frame + op->d))[lane] = (uint32_t)value;
    }
}

/* alloca d, size: op->immediate is the alignment, op->flags whether registers have 64 bits. */
static const struct vgpu_op *allocate(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    uint64_t most = 0, align = (uint64_t)op->immediate;
    for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
        uint64_t size_bytes = warp->active >> lane & 1 ? read_lane(frame, op->a, lane, op->flags) : 0;
        most = most > size_bytes ? most : size_bytes;
    }
    uint32_t top = warp_local_bytes(warp);
    uint64_t start = (top + align - 1) / align * align;
    if (most > VGPU_LOCAL_BYTES_MAX || start + most + STACK_ALIGN > VGPU_LOCAL_BYTES_MAX)
        return warp_fault_as(warp, op, VGPU_FINDING_STACK_OVERFLOW, "alloca of %llu bytes leaves the stack of %d bytes",
                             (unsigned long long)most, VGPU_LOCAL_BYTES_MAX);
    uint32_t end = (uint32_t)((start + most + STACK_ALIGN - 1) / STACK_ALIGN * STACK_ALIGN);
    frame_forget_local(warp, top, end - top, warp->active);
    warp->frame->allocated_bytes += end - top;
    write_lanes(warp, frame, op, start);
    return op + 1;
}

static const struct vgpu_op *save(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    write_lanes(warp, frame, op, warp_local_bytes(warp));
    return op + 1;
}

/* Lanes that part from others of the frame leave the stack to them. */
static const struct vgpu_op *restore(struct vgpu_warp *warp, uint8_t *frame, const struct vgpu_op *op)
{
    uint32_t top = warp_local_bytes(warp), base = top - warp->frame->allocated_bytes;
    uint64_t wanted = read_lane(frame, op->a, (uint32_t)__builtin_ctz(warp->active), op->flags);
    if (wanted < base || wanted > top)
        return warp_fault_as(warp, op, VGPU_FINDING_STACK_OVERFLOW,
                             "stackrestore to %llu, which stacksave did not give", (unsigned long long)wanted);
    if (warp->active == (warp->frame->lanes & warp->live))
        warp->frame->allocated_bytes = (uint32_t)wanted - base;
    return op + 1;
}

bool select_stack(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *operands = instruction->operands;
    struct vgpu_op *op = decoder->op;
    unsigned width = ptx_type_bits((enum ptx_type)instruction->types[0]) / 8;
    vgpu_handler *handler = instruction->opcode == PTX_OPCODE_ALLOCA      ? allocate
                            : instruction->opcode == PTX_OPCODE_STACKSAVE ? save
                                                                          : restore;
    decode_handlers(decoder, (struct vgpu_handler_pair){handler, handler});
    decoder->module->uses_local = true;
    op->flags = width == 8;
    op->immediate = 8;
    if (instruction->opcode == PTX_OPCODE_STACKRESTORE)
        return decode_source(decoder, &operands[0], width, &op->a);
    if (instruction->opcode == PTX_OPCODE_ALLOCA) {
        if (instruction->operand_count > 2)
            op->immediate = (int64_t)operands[2].bits;
        if (op->immediate <= 0 || op->immediate > VGPU_LOCAL_BYTES_MAX || op->immediate & (op->immediate - 1))
            return decode_refuse(decoder, "the alignment must be a power of two");
        if (!decode_source(decoder, &operands[1], width, &op->a))
            return false;
    }
    return decode_destination(decoder, &operands[0], width, &op->d);
}
