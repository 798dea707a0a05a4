/* Floating-point operations of a profile: all that a kernel computed, useful or not. */
#include "timing/sample/sample.h"
#include "vgpu/profile.h"

/*
 * Operations of one lane. Conversions, comparisons and moves count as none, a fused multiply-add as
 * two.
 */
static double lane_flops(const struct ptx_instruction *instruction)
{
    enum ptx_type type = instruction->type_count ? (enum ptx_type)instruction->types[0] : PTX_TYPE_NONE;
    double width = type == PTX_TYPE_F16X2 || type == PTX_TYPE_BF16X2 ? 2 : 1;
    if (width == 1 && !ptx_type_is_float(type))
        return 0;
    switch (instruction->opcode) {
    case PTX_OPCODE_FMA:
    case PTX_OPCODE_MAD:
        return 2 * width;
    case PTX_OPCODE_ADD:
    case PTX_OPCODE_SUB:
    case PTX_OPCODE_MUL:
    case PTX_OPCODE_DIV:
    case PTX_OPCODE_MIN:
    case PTX_OPCODE_MAX:
    case PTX_OPCODE_RCP:
    case PTX_OPCODE_SQRT:
    case PTX_OPCODE_RSQRT:
    case PTX_OPCODE_EX2:
    case PTX_OPCODE_LG2:
    case PTX_OPCODE_SIN:
    case PTX_OPCODE_COS:
    case PTX_OPCODE_TANH:
        return width;
    default:
        return 0;
    }
}

double time_flops(const struct vgpu_profile *profile)
{
    double flops = 0;
    for (uint32_t i = 0; i < profile->op_count; i++) {
        const struct vgpu_profiled_op *op = &profile->ops[i];
        if (op->instruction)
            flops += (double)op->lanes * lane_flops(op->instruction) +
                     2 * (double)op->warps * time_tensor_products(op->instruction);
    }
    return flops;
}
