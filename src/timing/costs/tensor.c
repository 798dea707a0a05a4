/*
 * Costs of tensor instructions.
 *
 * The unit is one multiply-add of f16. Other factor types take as much longer or shorter as the
 * datasheets' dense rates say; f64 was measured. Each instruction also takes a share of time that
 * does not shrink with its shape. On an H100, m16n8k16 takes 1.70 cycles of an SM and m16n8k8 takes
 * 1.18. A wmma product of 16 x 16 x 16 is two m16n8k16 instructions.
 */
#include <stdlib.h>

#include "timing/costs/costs.h"

#define WHOLE_FMA 2048.0  /* of m16n8k16 */
#define FIXED_SHARE 0.379 /* share of its time that a smaller shape takes too */
#define F64_WEIGHT 19.4

enum { FRAGMENT_REGISTERS = 8 }; /* to load or store a 16 x 16 fragment of global memory */

static double weight_of(enum ptx_type type)
{
    switch (type) {
    case PTX_TYPE_F64:
        return F64_WEIGHT;
    case PTX_TYPE_TF32:
        return 2;
    case PTX_TYPE_S8:
    case PTX_TYPE_U8:
    case PTX_TYPE_E4M3:
    case PTX_TYPE_E5M2:
        return 0.5;
    case PTX_TYPE_S4:
    case PTX_TYPE_U4:
        return 0.25;
    case PTX_TYPE_B1:
        return 0.0625;
    default:
        return 1;
    }
}

/* m * n * k of "m16n8k16" */
static double multiply_adds(const struct ptx_instruction *instruction)
{
    for (uint8_t i = 0; i < instruction->modifier_count; i++) {
        enum ptx_modifier modifier = (enum ptx_modifier)instruction->modifiers[i];
        if (ptx_modifier_class(modifier) != PTX_CLASS_SHAPE)
            continue;
        char *next;
        double product = strtod(ptx_modifier_name(modifier) + 1, &next);
        while (*next == 'n' || *next == 'k')
            product *= strtod(next + 1, &next);
        return product;
    }
    return WHOLE_FMA;
}

static enum ptx_type factor_type(const struct ptx_instruction *instruction)
{
    if (instruction->type_count < 4) /* wmma on f16 names d and c alone */
        return PTX_TYPE_F16;
    return (enum ptx_type)instruction->types[1];
}

static bool is_shared(const struct ptx_instruction *instruction)
{
    return instruction->space == PTX_SPACE_SHARED || instruction->space == PTX_SPACE_SHARED_CLUSTER;
}

void tensor_cost(const struct ptx_instruction *instruction, const struct time_rates *rates, struct time_cost *out_cost)
{
    *out_cost = (struct time_cost){.issue = 1, .latency = rates->tensor_cycles};
    enum ptx_action does = ptx_does(instruction);
    if (does == PTX_DOES_LOAD_FRAGMENT || does == PTX_DOES_STORE_FRAGMENT)
        out_cost->issue = does == PTX_DOES_LOAD_FRAGMENT && is_shared(instruction) ? 2 : FRAGMENT_REGISTERS;
    if (does != PTX_DOES_MULTIPLY)
        return;
    double work = multiply_adds(instruction) * weight_of(factor_type(instruction));
    double parts = work > WHOLE_FMA && factor_type(instruction) != PTX_TYPE_F64 ? work / WHOLE_FMA : 1;
    out_cost->issue = parts;
    out_cost->latency += (parts - 1) * rates->tensor_cycles / 8;
    out_cost->tensor =
        factor_type(instruction) == PTX_TYPE_F64 ? work : (1 - FIXED_SHARE) * work + FIXED_SHARE * WHOLE_FMA * parts;
}
