/* Selects alloca, stacksave, stackrestore (PTX ISA 9.7.17). */
#include "vgpu/decode/selector.h"
#include "vgpu/warp/stack.h"

bool select_stack(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *operands = instruction->operands;
    struct vgpu_op *op = decoder->op;
    unsigned width = ptx_type_bits((enum ptx_type)instruction->types[0]) / 8;
    vgpu_handler *handler = instruction->opcode == PTX_OPCODE_ALLOCA      ? stack_allocate
                            : instruction->opcode == PTX_OPCODE_STACKSAVE ? stack_save
                                                                          : stack_restore;
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
