/* Selects mma, mma.sp and wmma.mma: shape, types, layouts, and the registers of the fragments. */
#include <stdio.h>

#include "vgpu/decode/selector.h"
#include "vgpu/program/matrix.h"

static bool matrix_type(enum ptx_type type, enum math_mma_type *out_type)
{
    static const struct {
        enum ptx_type type;
        enum math_mma_type matrix;
    } types[] = {
        {PTX_TYPE_F16, MATH_MMA_F16},   {PTX_TYPE_BF16, MATH_MMA_BF16}, {PTX_TYPE_TF32, MATH_MMA_TF32},
        {PTX_TYPE_F32, MATH_MMA_F32},   {PTX_TYPE_F64, MATH_MMA_F64},   {PTX_TYPE_E4M3, MATH_MMA_E4M3},
        {PTX_TYPE_E5M2, MATH_MMA_E5M2}, {PTX_TYPE_S8, MATH_MMA_S8},     {PTX_TYPE_U8, MATH_MMA_U8},
        {PTX_TYPE_S4, MATH_MMA_S4},     {PTX_TYPE_U4, MATH_MMA_U4},     {PTX_TYPE_B1, MATH_MMA_B1},
        {PTX_TYPE_S32, MATH_MMA_S32},
    };
    for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
        if (types[i].type == type) {
            *out_type = types[i].matrix;
            return true;
        }
    }
    return false;
}

/* The types are d a b c, or d c where A and B are f16 (wmma.mma). */
static bool describe_types(struct vgpu_decoder *decoder, struct math_mma *mma)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    enum math_mma_type types[4] = {0};
    if (instruction->type_count != 2 && instruction->type_count != 4)
        return decode_refuse(decoder, "unexpected number of types");
    for (int i = 0; i < instruction->type_count; i++) {
        if (!matrix_type((enum ptx_type)instruction->types[i], &types[i]))
            return decode_refuse(decoder, "matrices of %s are not supported",
                                 ptx_type_name((enum ptx_type)instruction->types[i]));
    }
    bool is_short = instruction->type_count == 2;
    mma->d = types[0];
    mma->a = is_short ? MATH_MMA_F16 : types[1];
    mma->b = is_short ? MATH_MMA_F16 : types[2];
    mma->c = is_short ? types[1] : types[3];
    return true;
}

/* Whether a type of A allows these accumulators. */
static bool accumulators_fit(const struct math_mma *mma)
{
    enum math_mma_type wide = mma->a == MATH_MMA_F64  ? MATH_MMA_F64
                              : mma->a >= MATH_MMA_S8 ? MATH_MMA_S32
                                                      : MATH_MMA_F32;
    bool may_be_half = mma->a == MATH_MMA_F16 || mma->a == MATH_MMA_E4M3 || mma->a == MATH_MMA_E5M2;
    return (mma->c == wide || (may_be_half && mma->c == MATH_MMA_F16)) &&
           (mma->d == wide || (may_be_half && mma->d == MATH_MMA_F16));
}

static enum math_mma_kind matrix_kind(const struct ptx_instruction *instruction)
{
    if (instruction->opcode == PTX_OPCODE_WMMA_MMA)
        return MATH_MMA_WMMA;
    return instruction->opcode == PTX_OPCODE_MMA ? MATH_MMA_DENSE : MATH_MMA_SPARSE;
}

/* Only wmma converts between accumulator types. m8n8k4 also accepts a 16-bit C with a 32-bit D. */
static bool accumulators_agree(const struct ptx_instruction *instruction, const struct math_mma *mma)
{
    bool is_quad = mma->shape->m == 8 && mma->shape->k == 4;
    return mma->c == mma->d || instruction->opcode == PTX_OPCODE_WMMA_MMA || (is_quad && mma->d == MATH_MMA_F32);
}

static bool describe_shape(struct vgpu_decoder *decoder, struct math_mma *mma)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    unsigned m = 0, n = 0, k = 0;
    for (int i = 0; i < instruction->modifier_count; i++) {
        enum ptx_modifier modifier = (enum ptx_modifier)instruction->modifiers[i];
        if (ptx_modifier_class(modifier) == PTX_CLASS_SHAPE)
            sscanf(ptx_modifier_name(modifier), "m%un%uk%u", &m, &n, &k);
    }
    mma->shape = math_mma_find(matrix_kind(instruction), m, n, k, mma->a, mma->b);
    if (!mma->shape || !accumulators_fit(mma) || !accumulators_agree(instruction, mma))
        return decode_refuse(decoder, "m%un%uk%u does not exist with these types", m, n, k);
    return true;
}

/* The first of row and col is the layout of A, the second that of B. */
static void describe_modifiers(const struct vgpu_decoder *decoder, struct math_mma *mma)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    bool is_column[2] = {false, true};
    int layouts = 0;
    for (int i = 0; i < instruction->modifier_count && layouts < 2; i++) {
        if (instruction->modifiers[i] == PTX_MODIFIER_ROW || instruction->modifiers[i] == PTX_MODIFIER_COL)
            is_column[layouts++] = instruction->modifiers[i] == PTX_MODIFIER_COL;
    }
    mma->a_is_column_major = is_column[0];
    mma->b_is_column_major = is_column[1];
    mma->flags = decode_has(decoder, PTX_MODIFIER_SATFINITE) ? MATH_SATFINITE : 0;
    mma->rounding = decode_has(decoder, PTX_MODIFIER_RZ)   ? MATH_RZ
                    : decode_has(decoder, PTX_MODIFIER_RM) ? MATH_RM
                    : decode_has(decoder, PTX_MODIFIER_RP) ? MATH_RP
                                                           : MATH_RN;
    if (mma->a == MATH_MMA_B1)
        mma->operation = decode_has(decoder, PTX_MODIFIER_AND) ? MATH_MMA_AND_POPC : MATH_MMA_XOR_POPC;
}

static bool decode_fragment(struct vgpu_decoder *decoder, struct vgpu_matrix *matrix, enum vgpu_matrix_operand which)
{
    static const enum math_matrix matrices[] = {MATH_MATRIX_ACCUMULATOR, MATH_MATRIX_A, MATH_MATRIX_B,
                                                MATH_MATRIX_ACCUMULATOR};
    const struct ptx_operand *operand = &decoder->instruction->operands[which];
    bool is_vector = operand->kind == PTX_OPERAND_VECTOR;
    unsigned width = matrix->is_wide ? 8 : 4;
    unsigned count =
        math_mma_registers(matrix->mma.shape, matrices[which], which == VGPU_MATRIX_D ? matrix->mma.d : matrix->mma.c);
    if ((is_vector ? operand->element_count : 1) != count || count > VGPU_FRAGMENT_MAX)
        return decode_refuse(decoder, "operand %d must have %u registers", (int)which + 1, count);
    matrix->counts[which] = (uint8_t)count;
    for (unsigned i = 0; i < count; i++) {
        const struct ptx_operand *element = is_vector ? &operand->elements[i] : operand;
        uint32_t *offset = &matrix->registers[which][i];
        if (which == VGPU_MATRIX_D ? !decode_destination(decoder, element, width, offset)
                                   : !decode_source(decoder, element, width, offset))
            return false;
    }
    return true;
}

/*
 * The largest selector that ptxas of CUDA 13.0 accepts. The metadata is in single lanes of a quad
 * or in pairs of lanes. A type's large shape takes twice as many lanes as its small one. Both
 * shapes of f16 accept any selector.
 */
static unsigned most_selector(enum ptx_type a, unsigned k)
{
    unsigned bits = ptx_type_bits(a);
    bool is_large = k * bits > 256;
    if (bits < 16)
        return is_large ? 0 : 1;
    return is_large && a != PTX_TYPE_F16 ? 1 : 3;
}

/* mma.sp .., e, f: the metadata, and the selector as an immediate. */
static bool decode_metadata(struct vgpu_decoder *decoder, struct vgpu_matrix *matrix)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    unsigned most = most_selector((enum ptx_type)decoder->instruction->types[1], matrix->mma.shape->k);
    if (operands[5].kind != PTX_OPERAND_IMMEDIATE || operands[5].bits > most)
        return decode_refuse(decoder, "the sparsity selector must be a constant from 0 to %u", most);
    matrix->mma.sparsity_selector = (unsigned)operands[5].bits;
    return decode_source(decoder, &operands[4], 4, &matrix->metadata);
}

bool select_matrix(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    if (instruction->opcode == PTX_OPCODE_MOVMATRIX) {
        decode_handlers(decoder, decoder->handlers->matrix_transpose);
        return decode_source(decoder, &instruction->operands[1], 4, &decoder->op->a) &&
               decode_destination(decoder, &instruction->operands[0], 4, &decoder->op->d);
    }
    struct vgpu_matrix *matrix = ARENA_NEW(decoder->arena, struct vgpu_matrix);
    bool is_sparse = matrix_kind(instruction) == MATH_MMA_SPARSE;
    if (instruction->operand_count != (is_sparse ? 6 : 4))
        return decode_refuse(decoder, "unexpected number of operands");
    if (!describe_types(decoder, &matrix->mma) || !describe_shape(decoder, &matrix->mma))
        return false;
    describe_modifiers(decoder, &matrix->mma);
    matrix->is_wide = matrix->mma.a == MATH_MMA_F64;
    for (int i = 0; i < VGPU_MATRIX_OPERANDS; i++) {
        if (!decode_fragment(decoder, matrix, (enum vgpu_matrix_operand)i))
            return false;
    }
    decoder->op->scalar = matrix;
    decode_handlers(decoder, decoder->handlers->matrix_multiply);
    return !is_sparse || decode_metadata(decoder, matrix);
}
