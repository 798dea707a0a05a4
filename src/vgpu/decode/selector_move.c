/* Selects mov in all its forms, selp, and logic on predicates. */
#include "vgpu/decode/selector.h"
#include "vgpu/program/handlers.h"

static bool is_predicate_form(const struct vgpu_decoder *decoder)
{
    return decoder->instruction->type_count == 1 && decoder->instruction->types[0] == PTX_TYPE_PRED;
}

/* d = a OP b on predicates. op->flags: bit 0 negates a, bit 1 negates b. */
static bool decode_predicate_logic(struct vgpu_decoder *decoder, struct vgpu_handler_pair pair, int sources)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    struct vgpu_op *op = decoder->op;
    bool negated = false;
    if (!decode_predicate(decoder, &instruction->operands[1], &op->a, &negated))
        return false;
    op->flags = negated;
    if (sources == 2) {
        if (!decode_predicate(decoder, &instruction->operands[2], &op->b, &negated))
            return false;
        op->flags |= (uint8_t)(negated << 1);
    }
    decode_handlers(decoder, pair);
    return decode_destination(decoder, &instruction->operands[0], 1, &op->d);
}

/*
 * mov.b64 d, {a, b}, mov.b128 d, {a, b, c, e} and similar forms. The elements go to
 * detail->elements.
 */
static bool decode_pack(struct vgpu_decoder *decoder, const struct ptx_operand *vector, bool is_destination)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *whole = &instruction->operands[is_destination ? 1 : 0];
    unsigned bits = ptx_type_bits((enum ptx_type)instruction->types[0]);
    unsigned element_bits = bits / vector->element_count;
    bool is_128 = bits == 128 && element_bits == 32;
    if ((bits > 64 && !is_128) || element_bits * vector->element_count != bits || vector->element_count > 4)
        return decode_refuse(decoder, "mov of this vector is not supported");
    struct vgpu_op *op = decoder->op;
    op->flags = (uint8_t)element_bits;
    decoder->detail->element_count = (uint8_t)vector->element_count;
    for (uint32_t i = 0; i < vector->element_count; i++) {
        uint32_t *offset = &decoder->detail->elements[i];
        const struct ptx_operand *element = &vector->elements[i];
        if (is_destination ? !decode_destination(decoder, element, 4, offset)
                           : !decode_source(decoder, element, 4, offset))
            return false;
    }
    bool is_64 = element_bits == 32 && vector->element_count == 2;
    op->b = decoder->detail->elements[0];
    op->c = decoder->detail->elements[1];
    const struct vgpu_handlers *handlers = decoder->handlers;
    unsigned width = bits < 64 ? 4 : bits / 8;
    if (is_destination) {
        decode_handlers(decoder, is_128 ? handlers->unpack_4x32 : is_64 ? handlers->unpack_2x32 : handlers->unpack);
        return decode_source(decoder, whole, width, &op->a);
    }
    decode_handlers(decoder, is_128 ? handlers->pack_4x32 : is_64 ? handlers->pack_2x32 : handlers->pack);
    return decode_destination(decoder, whole, width, &op->d);
}

/* One side of a mov: 64-bit registers or a vector's elements, in order into elements[first ..]. */
static bool decode_parts(struct vgpu_decoder *decoder, const struct ptx_operand *operand, unsigned width,
                         uint32_t first, bool is_destination)
{
    struct vgpu_detail *detail = decoder->detail;
    bool is_vector = operand->kind == PTX_OPERAND_VECTOR, is_special = operand->kind == PTX_OPERAND_SPECIAL;
    bool is_whole = !is_vector && width == 8;
    uint32_t count = is_vector ? operand->element_count : is_special ? detail->element_count : 1;
    struct ptx_operand component = *operand; /* a component of a special register */
    for (uint32_t i = 0; i < count; i++) {
        const struct ptx_operand *element = is_vector ? &operand->elements[i] : operand;
        if (is_special) {
            component.component = (uint8_t)i;
            element = &component;
        }
        unsigned own_width = is_whole && decode_register_width(decoder, operand) == 16 ? 16 : width;
        uint32_t *offset = &detail->elements[first + i];
        if (is_destination ? !decode_destination(decoder, element, own_width, offset)
                           : !decode_source(decoder, element, own_width, offset))
            return false;
        if (own_width == 16)
            offset[1] = offset[0] + 8 * VGPU_WARP_LANES;
    }
    return true;
}

/* mov.v4.u32 {a, b, c, d}, %tid moves its components in order. */
static bool is_vector_of_special(const struct ptx_instruction *instruction)
{
    return ptx_has_modifier(instruction, PTX_MODIFIER_V4) && instruction->operands[0].kind == PTX_OPERAND_VECTOR &&
           instruction->operands[1].kind == PTX_OPERAND_SPECIAL;
}

/*
 * mov.b128 d, a; mov.b128 d, {a, b}; mov.b128 {a, b}, d; mov.v2.u32 {a, b}, {c, d} and similar
 * forms
 */
static bool decode_vector_move(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *to = &instruction->operands[0], *from = &instruction->operands[1];
    unsigned bits = ptx_type_bits((enum ptx_type)instruction->types[0]);
    bool is_128 = bits == 128;
    uint32_t count = is_128 ? 2 : to->kind == PTX_OPERAND_VECTOR ? to->element_count : from->element_count;
    const struct ptx_operand *vectors[] = {to, from};
    /* number of elements of an operand that is no vector */
    uint32_t unwritten = is_vector_of_special(instruction) ? 4 : 2;
    for (int i = 0; i < 2; i++)
        if ((vectors[i]->kind == PTX_OPERAND_VECTOR ? vectors[i]->element_count : unwritten) != count || count > 8)
            return decode_refuse(decoder, "mov of this vector is not supported");
    unsigned width = is_128 || bits == 64 ? 8 : 4;
    decoder->op->flags = (uint8_t)width;
    decoder->detail->element_count = (uint8_t)count;
    decode_handlers(decoder, decoder->handlers->move_vector);
    return decode_parts(decoder, from, width, count, false) && decode_parts(decoder, to, width, 0, true);
}

static bool is_clock(enum ptx_special_register special)
{
    return special == PTX_SPECIAL_CLOCK || special == PTX_SPECIAL_CLOCK_HI || special == PTX_SPECIAL_CLOCK64 ||
           special == PTX_SPECIAL_GLOBALTIMER || special == PTX_SPECIAL_GLOBALTIMER_LO ||
           special == PTX_SPECIAL_GLOBALTIMER_HI;
}

static bool has_four_elements(const struct ptx_operand *operand)
{
    return operand->kind == PTX_OPERAND_VECTOR && operand->element_count == 4;
}

static bool decode_move(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *to = &instruction->operands[0], *from = &instruction->operands[1];
    if (instruction->operand_count != 2)
        return decode_refuse(decoder, "unexpected number of operands");
    if (is_predicate_form(decoder))
        return decode_predicate_logic(decoder, decoder->handlers->move_predicate, 1);
    bool is_pair = to->kind == PTX_OPERAND_VECTOR && from->kind == PTX_OPERAND_VECTOR;
    bool is_128 = ptx_type_bits((enum ptx_type)instruction->types[0]) == 128;
    if (is_pair || is_vector_of_special(instruction) || (is_128 && !has_four_elements(to) && !has_four_elements(from)))
        return decode_vector_move(decoder);
    if (to->kind == PTX_OPERAND_VECTOR)
        return decode_pack(decoder, to, true);
    if (from->kind == PTX_OPERAND_VECTOR)
        return decode_pack(decoder, from, false);
    if (from->kind == PTX_OPERAND_SPECIAL && is_clock(from->special)) {
        decode_handlers(decoder, decoder->handlers->clock);
        decoder->function->traits.sees_order = true;
        decoder->op->flags = (uint8_t)from->special;
        return decode_destination(decoder, to, decode_register_width(decoder, to) == 8 ? 8 : 4, &decoder->op->d);
    }
    return select_lanes(decoder);
}

/* selp.type d, a, b, p */
static bool decode_select(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    struct vgpu_op *op = decoder->op;
    unsigned width = ptx_type_bits((enum ptx_type)instruction->types[0]) == 64 ? 8 : 4;
    bool negated;
    decode_handlers(decoder, width == 8 ? decoder->handlers->select_64 : decoder->handlers->select_32);
    if (!decode_source(decoder, &instruction->operands[1], width, &op->a) ||
        !decode_source(decoder, &instruction->operands[2], width, &op->b) ||
        !decode_predicate(decoder, &instruction->operands[3], &op->c, &negated))
        return false;
    op->flags = negated;
    return decode_destination(decoder, &instruction->operands[0], width, &op->d);
}

bool select_move(struct vgpu_decoder *decoder)
{
    const struct vgpu_handlers *handlers = decoder->handlers;
    switch (decoder->instruction->opcode) {
    case PTX_OPCODE_MOV:
        return decode_move(decoder);
    case PTX_OPCODE_SELP:
        return decode_select(decoder);
    case PTX_OPCODE_AND:
        return is_predicate_form(decoder) ? decode_predicate_logic(decoder, handlers->and_predicate, 2)
                                          : select_lanes(decoder);
    case PTX_OPCODE_OR:
        return is_predicate_form(decoder) ? decode_predicate_logic(decoder, handlers->or_predicate, 2)
                                          : select_lanes(decoder);
    case PTX_OPCODE_XOR:
        return is_predicate_form(decoder) ? decode_predicate_logic(decoder, handlers->xor_predicate, 2)
                                          : select_lanes(decoder);
    case PTX_OPCODE_NOT:
        return is_predicate_form(decoder) ? decode_predicate_logic(decoder, handlers->not_predicate, 1)
                                          : select_lanes(decoder);
    default:
        return select_lanes(decoder);
    }
}
