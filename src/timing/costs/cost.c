/* Costs of instructions: the table costs.def, and what depends on more than the opcode. */
#include "timing/costs/costs.h"

enum kind { KIND_ANY, KIND_INT, KIND_LONG, KIND_HALF, KIND_FLOAT, KIND_DOUBLE };

struct row {
    enum ptx_opcode opcode;
    enum kind kind;
    struct time_cost cost;
};

static const struct row rows[] = {
#define TIME_COST(opcode, kind, issue, fma, integer, fp64, special, latency) \
    {PTX_OPCODE_##opcode, KIND_##kind, {issue, fma, integer, fp64, special, latency}},
#include "timing/costs/costs.def"
};

static enum kind kind_of(const struct ptx_instruction *instruction)
{
    enum ptx_type type = instruction->type_count ? (enum ptx_type)instruction->types[0] : PTX_TYPE_NONE;
    uint32_t bits = ptx_type_bits(type);
    bool converts = ptx_opcode_info(instruction->opcode)->arithmetic == PTX_ARITHMETIC_CONVERSION;
    if (converts && instruction->type_count > 1) { /* the more expensive side counts */
        enum ptx_type from = (enum ptx_type)instruction->types[1];
        if (from == PTX_TYPE_F64 || type == PTX_TYPE_F64)
            return KIND_DOUBLE;
        if (ptx_type_is_float(from) && !ptx_type_is_float(type))
            return KIND_ANY;
    }
    if (type == PTX_TYPE_F64)
        return KIND_DOUBLE;
    if (type == PTX_TYPE_F32)
        return KIND_FLOAT;
    if (ptx_type_is_float(type) || type == PTX_TYPE_F16X2 || type == PTX_TYPE_BF16X2)
        return KIND_HALF;
    return bits == 64 ? KIND_LONG : bits > 1 ? KIND_INT : KIND_ANY;
}

/*
 * Constants that take two moves: those of 64 bits, unless the lower half is zero. (Counted on a
 * GELU in f64.)
 */
static double wide_constants(const struct ptx_instruction *instruction)
{
    double count = 0;
    for (uint32_t i = 0; i < instruction->operand_count; i++) {
        const struct ptx_operand *operand = &instruction->operands[i];
        count += operand->kind == PTX_OPERAND_IMMEDIATE && operand->immediate_type == PTX_TYPE_F64 &&
                 operand->bits & UINT32_MAX;
    }
    return count;
}

bool cost_is_function(const struct ptx_instruction *instruction)
{
    const struct ptx_opcode_info *info = ptx_opcode_info(instruction->opcode);
    return info->unit == PTX_UNIT_SFU || instruction->opcode == PTX_OPCODE_DIV || instruction->opcode == PTX_OPCODE_REM;
}

void cost_find(const struct ptx_instruction *instruction, const struct time_rates *rates, struct time_cost *out_cost)
{
    enum kind kind = kind_of(instruction);
    *out_cost = (struct time_cost){.issue = 1, .latency = 5};
    const struct ptx_opcode_info *info = ptx_opcode_info(instruction->opcode);
    if (info->unit == PTX_UNIT_TENSOR) {
        tensor_cost(instruction, rates, out_cost);
        return;
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].opcode != instruction->opcode || (rows[i].kind != KIND_ANY && rows[i].kind != kind))
            continue;
        *out_cost = rows[i].cost;
        break;
    }
    if (kind == KIND_DOUBLE)
        out_cost->issue += 2 * wide_constants(instruction);
    if (kind == KIND_ANY && instruction->type_count && instruction->types[0] == PTX_TYPE_PRED)
        *out_cost = (struct time_cost){.latency = 1}; /* comparisons combine with a predicate for free */
    bool is_wide = ptx_has_modifier(instruction, PTX_MODIFIER_WIDE);
    enum ptx_arithmetic arithmetic = info->arithmetic;
    if (arithmetic == PTX_ARITHMETIC_PRODUCT && is_wide) /* becomes one instruction with the addition of the base */
        *out_cost = (struct time_cost){.fma = 2, .latency = 1};
    if (arithmetic == PTX_ARITHMETIC_PRODUCT_SUM && is_wide)
        *out_cost = (struct time_cost){.issue = 1, .fma = 2, .latency = 6};
    bool is_approximate =
        ptx_has_modifier(instruction, PTX_MODIFIER_APPROX) || ptx_has_modifier(instruction, PTX_MODIFIER_FULL);
    if (kind == KIND_FLOAT && is_approximate && ptx_has_modifier(instruction, PTX_MODIFIER_FTZ) &&
        out_cost->special > 0)
        *out_cost = (struct time_cost){.issue = 1, .special = 1, .latency = 22};
    else if (kind == KIND_FLOAT && is_approximate &&
             (arithmetic == PTX_ARITHMETIC_QUOTIENT || arithmetic == PTX_ARITHMETIC_RECIPROCAL ||
              arithmetic == PTX_ARITHMETIC_ROOT))
        *out_cost = (struct time_cost){.issue = 5, .fma = 3, .integer = 1, .special = 1, .latency = 40};
    if (info->does == PTX_DOES_COPY && instruction->operand_count > 1 &&
        instruction->operands[1].kind == PTX_OPERAND_SPECIAL)
        *out_cost = (struct time_cost){.issue = 1, .latency = 20};
    if (info->does == PTX_DOES_LOAD && instruction->space == PTX_SPACE_PARAMETER)
        *out_cost = (struct time_cost){.issue = 1, .latency = 10};
}
