/*
 * Selects atom and red: operation, values and results.
 *
 * With n values per lane, the elements of detail are the results at 0 and the values at n. For cas,
 * the compared values are at n and the stored values at 2 n.
 */
#include "vgpu/decode/selector.h"

/* Whether the order of concurrent atomics can change the result. */
static bool depends_on_order(const struct vgpu_decoder *decoder, enum vgpu_atomic operation, bool has_result)
{
    enum ptx_type type = (enum ptx_type)decoder->instruction->types[0];
    bool is_exact = !ptx_type_is_float(type) && ptx_type_class(type) != PTX_TYPE_CLASS_PACKED;
    return has_result || !is_exact || operation == VGPU_ATOMIC_EXCHANGE || operation == VGPU_ATOMIC_CAS ||
           operation == VGPU_ATOMIC_INC || operation == VGPU_ATOMIC_DEC;
}

static bool find_operation(const struct vgpu_decoder *decoder, enum vgpu_atomic *out_operation)
{
    static const struct {
        enum ptx_modifier modifier;
        enum vgpu_atomic operation;
    } operations[] = {
        {PTX_MODIFIER_ADD, VGPU_ATOMIC_ADD},       {PTX_MODIFIER_MIN, VGPU_ATOMIC_MIN},
        {PTX_MODIFIER_MAX, VGPU_ATOMIC_MAX},       {PTX_MODIFIER_AND, VGPU_ATOMIC_AND},
        {PTX_MODIFIER_OR, VGPU_ATOMIC_OR},         {PTX_MODIFIER_XOR, VGPU_ATOMIC_XOR},
        {PTX_MODIFIER_INC, VGPU_ATOMIC_INC},       {PTX_MODIFIER_DEC, VGPU_ATOMIC_DEC},
        {PTX_MODIFIER_EXCH, VGPU_ATOMIC_EXCHANGE}, {PTX_MODIFIER_CAS, VGPU_ATOMIC_CAS},
    };
    for (size_t i = 0; i < sizeof(operations) / sizeof(operations[0]); i++) {
        if (decode_has(decoder, operations[i].modifier)) {
            *out_operation = operations[i].operation;
            return true;
        }
    }
    return false;
}

/* Decodes a scalar or the elements of a vector. 128 bits are two elements of 64. */
static bool decode_values(struct vgpu_decoder *decoder, const struct ptx_operand *operand, uint32_t first,
                          bool is_result)
{
    struct vgpu_detail *detail = decoder->detail;
    bool is_vector = operand->kind == PTX_OPERAND_VECTOR;
    bool is_128 = ptx_type_bits((enum ptx_type)decoder->instruction->types[0]) == 128;
    uint32_t count = is_vector ? operand->element_count : 1;
    unsigned width = is_128 ? 16 : detail->is_wide ? 8 : 4;
    if (count * (is_128 ? 2 : 1) != detail->element_count)
        return decode_refuse(decoder, "an atomic operation takes as many values as its result has");
    for (uint32_t i = 0; i < count; i++) {
        const struct ptx_operand *element = is_vector ? &operand->elements[i] : operand;
        uint32_t *offset = &detail->elements[first + i];
        if (is_result && element->kind == PTX_OPERAND_SINK)
            continue;
        if (is_result ? !decode_destination(decoder, element, width, offset)
                      : !decode_source(decoder, element, width, offset))
            return false;
        if (is_128)
            offset[1] = offset[0] + 8 * VGPU_WARP_LANES;
    }
    return true;
}

static bool describe_atomic(struct vgpu_decoder *decoder, const struct ptx_operand *values)
{
    struct vgpu_detail *detail = decoder->detail;
    uint32_t bits = ptx_type_bits((enum ptx_type)decoder->instruction->types[0]);
    detail->size_bytes = (uint8_t)(bits == 128 ? 8 : bits / 8);
    detail->element_count = (uint8_t)(bits == 128 ? 2 : values->kind == PTX_OPERAND_VECTOR ? values->element_count : 1);
    detail->access = VGPU_ACCESS_ATOMIC;
    detail->is_ordered = true;
    decoder->function->traits.has_ordered_access |=
        ptx_has_modifier(decoder->instruction, PTX_MODIFIER_CTA) && decoder->instruction->space != PTX_SPACE_SHARED;
    detail->is_wide = detail->size_bytes == 8;
    detail->report_undefined = VGPU_UNDEFINED_ADDRESS | VGPU_UNDEFINED_UPDATE;
    for (unsigned i = 0; i < VGPU_ELEMENTS_MAX; i++)
        detail->elements[i] = VGPU_NO_OPERAND;
    if (!find_operation(decoder, &detail->atomic) || detail->element_count > 8)
        return decode_refuse(decoder, "this atomic operation is not supported");
    return true;
}

/* atom d, [a], b{, c}; red [a], b. A cache policy may follow. */
bool select_atomic(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *operands = instruction->operands;
    struct vgpu_detail *detail = decoder->detail;
    bool has_result = instruction->opcode == PTX_OPCODE_ATOM;
    unsigned first = has_result ? 1 : 0;
    if (!describe_atomic(decoder, &operands[first + 1]))
        return false;
    uint32_t count = detail->element_count;
    select_access_number(decoder);
    if (!select_address(decoder, &operands[first]) || !decode_values(decoder, &operands[first + 1], count, false))
        return false;
    if (detail->atomic == VGPU_ATOMIC_CAS && !decode_values(decoder, &operands[first + 2], 2 * count, false))
        return false;
    bool is_live = has_result && operands[0].kind != PTX_OPERAND_SINK;
    if (is_live && !decode_values(decoder, &operands[0], 0, true))
        return false;
    is_live = is_live && (count > 1 || decode_is_read(decoder, &operands[0]));
    bool replaces = detail->atomic == VGPU_ATOMIC_EXCHANGE || detail->atomic == VGPU_ATOMIC_CAS ||
                    detail->atomic == VGPU_ATOMIC_INC || detail->atomic == VGPU_ATOMIC_DEC;
    decoder->function->traits.sees_order |= is_live || replaces;
    if (instruction->space != PTX_SPACE_SHARED && instruction->space != PTX_SPACE_SHARED_CLUSTER)
        decoder->function->traits.has_live_atomic |= count > 1 || depends_on_order(decoder, detail->atomic, is_live);
    decode_handlers(decoder, decoder->handlers->atomic);
    return true;
}
