/* Checks the registers of matrix operands. */
#include <stdlib.h>

#include "ptx/form/form.h"

/*
 * The number of a lane's registers for its part of a matrix (PTX ISA 9.7.14). The elements of the
 * whole matrix are packed into 32-bit registers (64-bit ones for f64) and dealt to the 32 lanes.
 * Two forms hold more: f16 operands of wmma are kept twice, and mma.m8n8k4 on f16 is four products
 * at once.
 */
struct extent {
    uint32_t m, n, k;
};

enum { LANES = 32 };

/* "m16n8k16"; k is 0 for "m8n8" */
static bool read_extent(const struct ptx_form *form, struct extent *out)
{
    for (uint8_t i = 0; i < form->modifier_count; i++) {
        if (ptx_modifier_class(form->modifiers[i]) != PTX_CLASS_SHAPE)
            continue;
        char *next = NULL;
        out->m = (uint32_t)strtoul(ptx_modifier_name(form->modifiers[i]) + 1, &next, 10);
        out->n = (uint32_t)strtoul(next + 1, &next, 10);
        out->k = *next == 'k' ? (uint32_t)strtoul(next + 1, NULL, 10) : 0;
        return true;
    }
    return false;
}

static bool has_modifier(const struct ptx_form *form, enum ptx_modifier modifier)
{
    for (uint8_t i = 0; i < form->modifier_count; i++)
        if (form->modifiers[i] == modifier)
            return true;
    return false;
}

/* 4-bit and 6-bit floats are in bytes, except in the kinds for 4 bits alone. */
static uint32_t element_bits(const struct ptx_form *form, enum ptx_type type)
{
    bool is_narrow = type == PTX_TYPE_E2M1 || type == PTX_TYPE_E2M3 || type == PTX_TYPE_E3M2;
    bool is_packed = has_modifier(form, PTX_MODIFIER_KIND_MXF4) || has_modifier(form, PTX_MODIFIER_KIND_MXF4NVF4);
    return is_narrow && !is_packed ? 8 : ptx_type_bits(type);
}

static uint32_t registers_for(const struct ptx_form *form, uint32_t rows, uint32_t columns, enum ptx_type type)
{
    uint32_t register_bits = type == PTX_TYPE_F64 ? 64 : 32;
    uint32_t count = rows * columns * element_bits(form, type) / (LANES * register_bits);
    return count > 0 ? count : 1;
}

static bool width_is(const struct ptx_operand *operand, uint32_t count)
{
    return count == (operand->kind == PTX_OPERAND_VECTOR ? operand->element_count : 1);
}

/* d, a, b, c */
static bool check_mma(const struct ptx_form *form, const struct extent *extent, const struct ptx_operand *operands,
                      uint32_t *out_operand)
{
    if (form->type_count < 4)
        return true; /* two types, d and c, only in wmma.mma on f16 */
    const uint8_t *types = form->types;
    bool is_sparse = form->opcode != PTX_OPCODE_MMA;
    uint32_t counts[4] = {registers_for(form, extent->m, extent->n, types[0]),
                          registers_for(form, extent->m, extent->k, types[1]) / (is_sparse ? 2 : 1),
                          registers_for(form, extent->k, extent->n, types[2]),
                          registers_for(form, extent->m, extent->n, types[3])};
    if (extent->m == 8 && extent->n == 8 && extent->k == 4 && types[1] == PTX_TYPE_F16) {
        counts[0] = types[0] == PTX_TYPE_F32 ? 8 : 4;
        counts[1] = counts[2] = 2;
        counts[3] = types[3] == PTX_TYPE_F32 ? 8 : 4;
    }
    for (uint32_t i = 0; i < 4; i++) {
        *out_operand = i;
        if (!width_is(&operands[i], counts[i]))
            return false;
    }
    return true;
}

static uint32_t wmma_registers(const struct ptx_form *form, const struct extent *extent, char matrix,
                               enum ptx_type type)
{
    enum { F16_REGISTERS = 8 };
    if (matrix == 'c')
        return registers_for(form, extent->m, extent->n, type);
    if (type == PTX_TYPE_F16)
        return F16_REGISTERS;
    return matrix == 'a' ? registers_for(form, extent->m, extent->k, type)
                         : registers_for(form, extent->k, extent->n, type);
}

static bool check_wmma_mma(const struct ptx_form *form, const struct extent *extent, const struct ptx_operand *operands,
                           uint32_t *out_operand)
{
    static const char matrices[4] = {'c', 'a', 'b', 'c'};
    bool has_all = form->type_count == 4;
    const enum ptx_type types[4] = {form->types[0], has_all ? (enum ptx_type)form->types[1] : PTX_TYPE_F16,
                                    has_all ? (enum ptx_type)form->types[2] : PTX_TYPE_F16,
                                    form->types[has_all ? 3 : 1]};
    for (uint32_t i = 0; i < 4; i++) {
        *out_operand = i;
        if (!width_is(&operands[i], wmma_registers(form, extent, matrices[i], types[i])))
            return false;
    }
    return true;
}

static bool check_wmma_access(const struct ptx_form *form, const struct extent *extent,
                              const struct ptx_operand *operands, uint32_t *out_operand)
{
    char matrix = has_modifier(form, PTX_MODIFIER_A) ? 'a' : has_modifier(form, PTX_MODIFIER_B) ? 'b' : 'c';
    *out_operand = form->opcode == PTX_OPCODE_WMMA_STORE ? 1 : 0;
    return width_is(&operands[*out_operand], wmma_registers(form, extent, matrix, form->types[0]));
}

/* ldmatrix, stmatrix of 8x8 b16 tiles: one register for each */
static bool check_tiles(const struct ptx_form *form, const struct extent *extent, const struct ptx_operand *operands,
                        uint32_t *out_operand)
{
    uint32_t count = 1;
    for (uint8_t i = 0; i < form->modifier_count; i++)
        if (ptx_modifier_class(form->modifiers[i]) == PTX_CLASS_REPEAT)
            count = (uint32_t)strtoul(ptx_modifier_name(form->modifiers[i]) + 1, NULL, 10);
    bool is_double = extent->m == 16 && extent->n == 16; /* a 16x16 tile of bytes takes two */
    *out_operand = form->opcode == PTX_OPCODE_STMATRIX ? 1 : 0;
    return width_is(&operands[*out_operand], is_double ? 2 * count : count);
}

bool matrix_shape_check(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t *out_operand)
{
    struct extent extent;
    if (!read_extent(form, &extent))
        return true;
    switch (form->opcode) {
    case PTX_OPCODE_MMA:
    case PTX_OPCODE_MMA_SP:
    case PTX_OPCODE_MMA_SP_ORDERED_METADATA:
        return check_mma(form, &extent, operands, out_operand);
    case PTX_OPCODE_WMMA_MMA:
        return check_wmma_mma(form, &extent, operands, out_operand);
    case PTX_OPCODE_WMMA_LOAD:
    case PTX_OPCODE_WMMA_STORE:
        return check_wmma_access(form, &extent, operands, out_operand);
    case PTX_OPCODE_LDMATRIX:
    case PTX_OPCODE_STMATRIX:
        return check_tiles(form, &extent, operands, out_operand);
    default:
        return true;
    }
}
