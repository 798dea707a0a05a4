/* Selects ldmatrix, stmatrix, wmma.load, wmma.store: shape, layout, registers. */
#include <stdio.h>

#include "vgpu/decode/selector.h"
#include "vgpu/lanes/fragment.h"

static void use_handler(struct vgpu_decoder *decoder, vgpu_handler *handler)
{
    decode_handlers(decoder, (struct vgpu_handler_pair){handler, handler});
}

static bool decode_registers(struct vgpu_decoder *decoder, struct vgpu_fragment *form,
                             const struct ptx_operand *operand, bool is_load)
{
    bool is_vector = operand->kind == PTX_OPERAND_VECTOR;
    uint32_t count = is_vector ? operand->element_count : 1;
    unsigned width = form->is_wide ? 8 : 4;
    if (count != form->register_count || count > VGPU_FRAGMENT_REGISTERS_MAX)
        return decode_refuse(decoder, "the fragment has %u registers", form->register_count);
    for (uint32_t i = 0; i < count; i++) {
        const struct ptx_operand *element = is_vector ? &operand->elements[i] : operand;
        if (is_load ? !decode_destination(decoder, element, width, &form->registers[i])
                    : !decode_source(decoder, element, width, &form->registers[i]))
            return false;
    }
    return true;
}

/* --- ldmatrix.sync.aligned.m8n8.xN{.trans}.b16 r, [a]; stmatrix likewise ---------------------- */

static bool decode_rows(struct vgpu_decoder *decoder, struct vgpu_fragment *form, bool is_load)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    if (!decode_has(decoder, PTX_MODIFIER_M8N8) || instruction->type_count != 1 ||
        instruction->types[0] != PTX_TYPE_B16)
        return decode_refuse(decoder, "matrices other than m8n8 of b16 are not supported");
    form->register_count = decode_has(decoder, PTX_MODIFIER_X4) ? 4 : decode_has(decoder, PTX_MODIFIER_X2) ? 2 : 1;
    form->is_transposed = decode_has(decoder, PTX_MODIFIER_TRANS);
    use_handler(decoder, is_load ? fragment_load_rows : fragment_store_rows);
    return true;
}

/* --- wmma.load.{a,b,c}, wmma.store.d ---------------------------------------------------------- */

static const struct {
    enum ptx_type type;
    enum math_mma_type matrix;
} element_types[] = {
    {PTX_TYPE_F16, MATH_MMA_F16}, {PTX_TYPE_BF16, MATH_MMA_BF16}, {PTX_TYPE_TF32, MATH_MMA_TF32},
    {PTX_TYPE_F64, MATH_MMA_F64}, {PTX_TYPE_S8, MATH_MMA_S8},     {PTX_TYPE_U8, MATH_MMA_U8},
    {PTX_TYPE_S4, MATH_MMA_S4},   {PTX_TYPE_U4, MATH_MMA_U4},     {PTX_TYPE_B1, MATH_MMA_B1},
    {PTX_TYPE_F32, MATH_MMA_F32}, {PTX_TYPE_S32, MATH_MMA_S32},
};
enum { ELEMENT_TYPES = sizeof(element_types) / sizeof(element_types[0]) };

/* Accumulators do not name the type of A and B, so any type with this shape is right. */
static const struct math_mma_shape *find_shape(const struct vgpu_fragment *form, enum math_mma_type type, unsigned m,
                                               unsigned n, unsigned k)
{
    if (form->matrix != MATH_MATRIX_ACCUMULATOR)
        return math_mma_find(MATH_MMA_WMMA, m, n, k, type, type);
    for (int i = 0; i < ELEMENT_TYPES; i++) {
        enum math_mma_type operand = element_types[i].matrix;
        bool is_integer = operand >= MATH_MMA_S8, is_double = operand == MATH_MMA_F64;
        const struct math_mma_shape *shape = math_mma_find(MATH_MMA_WMMA, m, n, k, operand, operand);
        if (shape && is_integer == (type == MATH_MMA_S32) && is_double == (type == MATH_MMA_F64))
            return shape;
    }
    return NULL;
}

static bool find_type(const struct vgpu_decoder *decoder, enum math_mma_type *out_type)
{
    for (int i = 0; i < ELEMENT_TYPES; i++) {
        if (element_types[i].type == (enum ptx_type)decoder->instruction->types[0]) {
            *out_type = element_types[i].matrix;
            return true;
        }
    }
    return false;
}

static void describe_layout(struct vgpu_fragment *form, enum math_mma_type type)
{
    form->bits = (uint8_t)(type == MATH_MMA_TF32 ? 32 : math_mma_type_bits(type));
    form->is_wide = type == MATH_MMA_F64;
    form->per_register = (uint8_t)((form->is_wide ? 64 : 32) / form->bits);
    form->register_count = math_mma_registers(form->shape, form->matrix, type);
    form->element_count = math_mma_elements(form->shape, form->matrix);
    uint32_t rows = form->matrix == MATH_MATRIX_B ? form->shape->k : form->shape->m;
    uint32_t columns = form->matrix == MATH_MATRIX_A ? form->shape->k : form->shape->n;
    form->default_stride = form->is_column_major ? rows : columns;
}

static bool decode_wmma(struct vgpu_decoder *decoder, struct vgpu_fragment *form, bool is_load)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    unsigned m = 0, n = 0, k = 0;
    enum math_mma_type type;
    for (int i = 0; i < instruction->modifier_count; i++) {
        enum ptx_modifier modifier = (enum ptx_modifier)instruction->modifiers[i];
        if (ptx_modifier_class(modifier) == PTX_CLASS_SHAPE)
            sscanf(ptx_modifier_name(modifier), "m%un%uk%u", &m, &n, &k);
    }
    form->matrix = decode_has(decoder, PTX_MODIFIER_A)   ? MATH_MATRIX_A
                   : decode_has(decoder, PTX_MODIFIER_B) ? MATH_MATRIX_B
                                                         : MATH_MATRIX_ACCUMULATOR;
    form->is_column_major = decode_has(decoder, PTX_MODIFIER_COL);
    if (!find_type(decoder, &type) || !(form->shape = find_shape(form, type, m, n, k)))
        return decode_refuse(decoder, "m%un%uk%u does not exist with this type", m, n, k);
    describe_layout(form, type);
    bool along_k = form->matrix == MATH_MATRIX_A ? !form->is_column_major : form->is_column_major;
    if (form->bits < 8 && !along_k)
        return decode_refuse(decoder, "elements of less than a byte must lie along k");
    form->stride = VGPU_NO_OPERAND;
    use_handler(decoder, is_load ? fragment_load : fragment_store);
    return instruction->operand_count < 3 || decode_source(decoder, &instruction->operands[2], 4, &form->stride);
}

bool select_fragment(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    bool is_wmma = instruction->opcode == PTX_OPCODE_WMMA_LOAD || instruction->opcode == PTX_OPCODE_WMMA_STORE;
    bool is_load = instruction->opcode == PTX_OPCODE_WMMA_LOAD || instruction->opcode == PTX_OPCODE_LDMATRIX;
    struct vgpu_fragment *form = ARENA_NEW(decoder->arena, struct vgpu_fragment);
    decoder->op->scalar = form;
    decoder->detail->access = is_load ? VGPU_ACCESS_READ : VGPU_ACCESS_WRITE;
    decoder->detail->report_undefined = VGPU_UNDEFINED_ADDRESS;
    if (instruction->opcode == PTX_OPCODE_WMMA_STORE)
        decoder->detail->report_undefined |= VGPU_UNDEFINED_FRAGMENT;
    select_access_number(decoder);
    return select_address(decoder, &instruction->operands[is_load ? 1 : 0]) &&
           (is_wmma ? decode_wmma(decoder, form, is_load) : decode_rows(decoder, form, is_load)) &&
           decode_registers(decoder, form, &instruction->operands[is_load ? 0 : 1], is_load);
}
