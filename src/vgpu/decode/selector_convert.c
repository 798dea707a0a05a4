/*
 * Selects cvt: a lane handler if there is one, else the general conversion, described by its two
 * types and its modifiers.
 */
#include "vgpu/decode/selector.h"
#include "vgpu/math/math_convert.h"
#include "vgpu/program/handlers.h"
#include "vgpu/program/spelling.h"

static bool float_format(enum ptx_type type, uint8_t *out_format)
{
    static const struct {
        enum ptx_type type;
        enum math_format_id format;
    } formats[] = {
        {PTX_TYPE_F16, MATH_FORMAT_F16},
        {PTX_TYPE_BF16, MATH_FORMAT_BF16},
        {PTX_TYPE_F32, MATH_FORMAT_F32},
        {PTX_TYPE_F64, MATH_FORMAT_F64},
    };
    for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (formats[i].type == type) {
            *out_format = (uint8_t)formats[i].format;
            return true;
        }
    }
    return false;
}

static bool describe_side(struct vgpu_decoder *decoder, enum ptx_type type, const struct ptx_operand *operand,
                          struct vgpu_conversion_side *out_side)
{
    *out_side = (struct vgpu_conversion_side){
        .bits = (uint8_t)ptx_type_bits(type),
        .is_float = ptx_type_is_float(type),
        .is_signed = ptx_type_is_signed(type),
        .is_wide = operand->kind == PTX_OPERAND_REGISTER ? decode_register_width(decoder, operand) == 8
                                                         : ptx_type_bits(type) == 64,
        .keep = UINT32_MAX,
    };
    if (operand->kind == PTX_OPERAND_REGISTER &&
        ptx_type_bits(decoder->function->source->registers[operand->register_slot].type) == 16)
        out_side->keep = UINT16_MAX;
    if (out_side->is_float && !float_format(type, &out_side->format))
        return decode_refuse(decoder, "conversion with %s is not supported", ptx_type_name(type));
    return true;
}

static void describe_modifiers(const struct vgpu_decoder *decoder, struct vgpu_conversion *conversion)
{
    static const struct {
        enum ptx_modifier modifier;
        enum math_rounding rounding;
        bool is_integral;
    } roundings[] = {
        {PTX_MODIFIER_RN, MATH_RN, false}, {PTX_MODIFIER_RZ, MATH_RZ, false},   {PTX_MODIFIER_RM, MATH_RM, false},
        {PTX_MODIFIER_RP, MATH_RP, false}, {PTX_MODIFIER_RNA, MATH_RNA, false}, {PTX_MODIFIER_RNI, MATH_RN, true},
        {PTX_MODIFIER_RZI, MATH_RZ, true}, {PTX_MODIFIER_RMI, MATH_RM, true},   {PTX_MODIFIER_RPI, MATH_RP, true},
    };
    for (size_t i = 0; i < sizeof(roundings) / sizeof(roundings[0]); i++) {
        if (!decode_has(decoder, roundings[i].modifier))
            continue;
        conversion->rounding = (uint8_t)roundings[i].rounding;
        conversion->is_integral = roundings[i].is_integral && conversion->to.is_float && conversion->from.is_float;
    }
    conversion->flags = (decode_has(decoder, PTX_MODIFIER_FTZ) ? MATH_FTZ : 0U) |
                        (decode_has(decoder, PTX_MODIFIER_SAT) ? MATH_SAT : 0U) |
                        (decode_has(decoder, PTX_MODIFIER_RELU) ? MATH_RELU : 0U) |
                        (decode_has(decoder, PTX_MODIFIER_SATFINITE) ? MATH_SATFINITE : 0U);
}

/*
 * In a 32-bit register, s16 extends its sign into the upper half (9.4.1). The rows do not, since
 * they expect 16-bit registers.
 */
static bool extends_sign(const struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *to = &instruction->operands[0];
    return instruction->types[0] == PTX_TYPE_S16 && to->kind == PTX_OPERAND_REGISTER &&
           ptx_type_bits(decoder->function->source->registers[to->register_slot].type) > 16;
}

/* Whether the operands have the widths that this spelling's lane handler expects. */
static bool fits_lane_handler(const struct vgpu_decoder *decoder, const struct vgpu_lane_handler *handler)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    if (extends_sign(decoder))
        return false;
    for (uint32_t i = 0; i < instruction->operand_count && i <= handler->source_count; i++) {
        unsigned width = decode_register_width(decoder, &instruction->operands[i]);
        if (width && width != handler->widths[i])
            return false;
    }
    return true;
}

bool select_convert(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    char spelling[160];
    spelling_of_instruction(instruction, spelling, sizeof(spelling));
    const struct vgpu_lane_handler *handler = spelling_index_find(decoder->lanes, spelling);
    if (handler && fits_lane_handler(decoder, handler))
        return select_lanes_as(decoder, spelling);
    if (instruction->type_count != 2 || instruction->operand_count != 2)
        return decode_refuse(decoder, "%s is not executed by this device", spelling);
    struct vgpu_conversion *conversion = ARENA_NEW(decoder->arena, struct vgpu_conversion);
    const struct ptx_operand *to = &instruction->operands[0], *from = &instruction->operands[1];
    if (!describe_side(decoder, (enum ptx_type)instruction->types[0], to, &conversion->to) ||
        !describe_side(decoder, (enum ptx_type)instruction->types[1], from, &conversion->from))
        return false;
    describe_modifiers(decoder, conversion);
    decoder->detail->conversion = conversion;
    decode_handlers(decoder, decoder->handlers->convert_any);
    return decode_source(decoder, from, conversion->from.is_wide ? 8 : 4, &decoder->op->a) &&
           decode_destination(decoder, to, conversion->to.is_wide ? 8 : 4, &decoder->op->d);
}
