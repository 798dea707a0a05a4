/* Floating-point operations of a profile: all that a kernel computed, useful or not. */
#include "timing/sample/sample.h"
#include "vgpu/profile.h"

/* Operations of one lane. Minima, maxima and functions count, since the kernel computed them. */
static double lane_flops(const struct ptx_instruction *instruction)
{
    const struct ptx_opcode_info *info = ptx_opcode_info(instruction->opcode);
    bool is_function = info->unit == PTX_UNIT_SFU || info->flow == PTX_FLOW_MIN_MAX;
    return is_function ? ptx_type_floats((enum ptx_type)instruction->types[0]) : ptx_flops(instruction);
}

double flops_of_profile(const struct vgpu_profile *profile)
{
    double flops = 0;
    for (uint32_t i = 0; i < profile->op_count; i++) {
        const struct vgpu_profiled_op *op = &profile->ops[i];
        if (op->instruction)
            flops += (double)op->lanes * lane_flops(op->instruction) +
                     2 * (double)op->warps * tensor_products(op->instruction);
    }
    return flops;
}
