/* Selects loads, stores, and conversions between address spaces. */
#include "vgpu/decode/selector.h"
#include "vgpu/program/handlers.h"
#include "vgpu/program/op_flags.h"
#include "vgpu/program/spelling.h"

/* Elements of 128 bits: each is two elements of 64, like its register. */
static bool decode_wide_elements(struct vgpu_decoder *decoder, const struct ptx_operand *elements, uint32_t count,
                                 bool is_load)
{
    struct vgpu_detail *detail = decoder->detail;
    detail->size_bytes = 8;
    detail->is_wide = true;
    detail->element_count = (uint8_t)(2 * count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t offset = VGPU_NO_OPERAND;
        bool is_sink = elements[i].kind == PTX_OPERAND_SINK;
        if (!is_sink && !(is_load ? decode_destination(decoder, &elements[i], 16, &offset)
                                  : decode_source(decoder, &elements[i], 16, &offset)))
            return false;
        detail->elements[2 * i] = offset;
        detail->elements[2 * i + 1] = is_sink ? offset : offset + 8 * VGPU_WARP_LANES;
    }
    return true;
}

/* The elements of a load or store: frame offsets in detail->elements. */
static bool decode_elements(struct vgpu_decoder *decoder, const struct ptx_operand *operand, bool is_load)
{
    struct vgpu_detail *detail = decoder->detail;
    const struct ptx_operand *elements = operand;
    uint32_t count = 1;
    if (operand->kind == PTX_OPERAND_VECTOR) {
        elements = operand->elements;
        count = operand->element_count;
    }
    detail->size_bytes = (uint8_t)(ptx_type_bits((enum ptx_type)decoder->instruction->types[0]) / 8);
    if (detail->size_bytes == 16 && count <= 2)
        return decode_wide_elements(decoder, elements, count, is_load);
    bool is_too_long = count * detail->size_bytes > VGPU_TRANSFER_BYTES_MAX;
    if (count > 8 || detail->size_bytes > 8 || detail->size_bytes == 0 || is_too_long)
        return decode_refuse(decoder, "a transfer of %u elements of %u bytes is not supported", count,
                             detail->size_bytes);
    detail->element_count = (uint8_t)count;
    detail->is_signed = ptx_type_is_signed((enum ptx_type)decoder->instruction->types[0]);
    detail->is_wide = detail->size_bytes == 8;
    unsigned width = detail->is_wide ? 8 : 4;
    for (uint32_t i = 0; i < count; i++) { /* a register can be wider than the element */
        unsigned own_width = decode_register_width(decoder, &elements[i]);
        width = own_width > width ? own_width : width;
    }
    detail->is_wide = width >= 8;
    for (uint32_t i = 0; i < count; i++) {
        detail->elements[i] = VGPU_NO_OPERAND;
        if (elements[i].kind == PTX_OPERAND_SINK)
            continue;
        if (is_load ? !decode_destination(decoder, &elements[i], width, &detail->elements[i])
                    : !decode_source(decoder, &elements[i], width, &detail->elements[i]))
            return false;
    }
    decoder->op->d = detail->elements[0];
    return true;
}

/*
 * Adds the upper half of a 32-bit address. Shared and local addresses need none. Constant memory is
 * in a 64-bit space, but all variables of a module are within 4 GiB.
 */
static bool decode_upper_half(struct vgpu_decoder *decoder, uint64_t *out_base)
{
    const struct vgpu_module *module = decoder->module;
    bool is_known = false;
    *out_base = 0;
    for (uint32_t i = 0; decoder->instruction->space == PTX_SPACE_CONSTANT && i < module->program->variable_count;
         i++) {
        const struct vgpu_buffer *buffer = module->buffers[i];
        if (!buffer || !buffer->is_constant)
            continue;
        uint64_t base = buffer->start >> 32 << 32;
        if ((is_known && base != *out_base) || (buffer->start + buffer->size_bytes) >> 32 != base >> 32)
            return decode_refuse(decoder, "constant memory is spread too far for addresses of 32 bits");
        *out_base = base;
        is_known = true;
    }
    return true;
}

bool select_address(struct vgpu_decoder *decoder, const struct ptx_operand *operand)
{
    struct vgpu_op *op = decoder->op;
    op->immediate = operand->offset_bytes;
    if (operand->base_kind == PTX_OPERAND_REGISTER) {
        struct ptx_operand base = {
            .kind = PTX_OPERAND_REGISTER, .register_slot = operand->register_slot, .name = operand->name};
        unsigned width = decode_register_width(decoder, &base);
        if (width == 8)
            op->flags |= VGPU_ACCESS_ADDRESS_64;
        uint64_t upper = 0;
        if (width != 8 && !decode_upper_half(decoder, &upper))
            return false;
        if (upper) /* see place_address */
            op->immediate = (int64_t)(upper | (uint32_t)op->immediate);
        if (!decode_source(decoder, &base, width == 8 ? 8 : 4, &op->a))
            return false;
        decoder->detail->address_read_count = decoder->detail->read_count;
        return true;
    }
    if (operand->base_kind == PTX_OPERAND_IMMEDIATE) {
        op->immediate = (int64_t)(operand->bits + (uint64_t)operand->offset_bytes);
        op->flags |= VGPU_ACCESS_NO_REGISTER;
        return true;
    }
    struct ptx_operand variable = {.kind = PTX_OPERAND_VARIABLE, .variable = operand->variable, .name = operand->name};
    op->flags |= VGPU_ACCESS_ADDRESS_64;
    return decode_source(decoder, &variable, 8, &op->a);
}

static bool is_ordered(const struct vgpu_decoder *decoder)
{
    return decode_has(decoder, PTX_MODIFIER_VOLATILE) || decode_has(decoder, PTX_MODIFIER_RELAXED) ||
           decode_has(decoder, PTX_MODIFIER_ACQUIRE) || decode_has(decoder, PTX_MODIFIER_RELEASE) ||
           decode_has(decoder, PTX_MODIFIER_MMIO);
}

/* ld.param of an entry at a known address becomes a move from a constant of the frame. */
static bool decode_entry_parameter(struct vgpu_decoder *decoder, const struct ptx_operand *memory)
{
    struct vgpu_detail *detail = decoder->detail;
    uint64_t address = 0;
    if (!decode_variable_address(decoder, memory->variable, &address))
        return false;
    address += (uint64_t)memory->offset_bytes;
    const struct ptx_function *function = decoder->function->source;
    uint32_t size_bytes = (uint32_t)detail->size_bytes * detail->element_count;
    if (address + size_bytes > function->parameter_bytes)
        return decode_refuse(decoder, "a load beyond the parameters");
    if (detail->element_count > 1 || detail->elements[0] == VGPU_NO_OPERAND) {
        decoder->op->flags = VGPU_ACCESS_NO_REGISTER;
        decoder->op->immediate = (int64_t)address;
        decode_handlers(decoder, decoder->handlers->load_slow);
        return true;
    }
    decoder->op->d = detail->elements[0];
    decoder->op->a = decode_parameter(decoder, (uint32_t)address, size_bytes, detail->is_signed, detail->is_wide);
    decode_handlers(decoder, spelling_index_find(decoder->lanes, detail->is_wide ? "mov.b64" : "mov.b32")->pair);
    return true;
}

/* ld.param and st.param of words in the frame. */
static bool decode_frame_access(struct vgpu_decoder *decoder, const struct ptx_operand *memory, bool is_load)
{
    const struct vgpu_frame_variable *variable = decode_frame_variable(decoder, memory->variable);
    uint32_t size_bytes = (uint32_t)decoder->detail->size_bytes * decoder->detail->element_count;
    if (!variable)
        return decode_refuse(decoder, "parameter %s is not in this function", memory->variable->name);
    if (memory->offset_bytes < 0 || (uint64_t)memory->offset_bytes + size_bytes > variable->words * UINT64_C(4))
        return decode_refuse(decoder, "an access beyond parameter %s", memory->variable->name);
    decoder->op->a = variable->offset;
    decoder->op->immediate = memory->offset_bytes;
    decode_handlers(decoder, is_load ? decoder->handlers->load_frame : decoder->handlers->store_frame);
    return true;
}

static struct vgpu_handler_pair access_handlers(const struct vgpu_decoder *decoder, enum ptx_space space, bool is_load)
{
    const struct vgpu_handlers *handlers = decoder->handlers;
    if (space == PTX_SPACE_CONSTANT && !(decoder->op->flags & (VGPU_ACCESS_ADDRESS_64 | VGPU_ACCESS_NO_REGISTER)))
        return handlers->load_slow;
    switch (space) {
    case PTX_SPACE_GLOBAL:
    case PTX_SPACE_CONSTANT:
    case PTX_SPACE_GENERIC:
        return is_load ? handlers->load_global : handlers->store_global;
    case PTX_SPACE_SHARED:
    case PTX_SPACE_SHARED_CLUSTER:
        return is_load ? handlers->load_shared : handlers->store_shared;
    default:
        return is_load ? handlers->load_slow : handlers->store_slow;
    }
}

void select_access_number(struct vgpu_decoder *decoder)
{
    enum { NUMBERS_MOST = UINT16_MAX };
    if (decoder->module->access_count == NUMBERS_MOST)
        decoder->is_too_large = true;
    else
        decoder->op->access = (uint16_t)decoder->module->access_count++;
}

/*
 * Loads of narrower values into 128-bit registers go through the general path, which extends them.
 */
static bool extends_load(const struct vgpu_decoder *decoder, const struct ptx_operand *value)
{
    const struct ptx_operand *first = value->kind == PTX_OPERAND_VECTOR ? value->elements : value;
    uint32_t count = value->kind == PTX_OPERAND_VECTOR ? value->element_count : 1;
    bool is_128 = false;
    for (uint32_t i = 0; i < count; i++)
        is_128 |= decode_register_width(decoder, &first[i]) == 16;
    return is_128 && ptx_type_bits((enum ptx_type)decoder->instruction->types[0]) < 128;
}

static bool decode_transfer(struct vgpu_decoder *decoder, bool is_load)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    const struct ptx_operand *value = &instruction->operands[is_load ? 0 : 1];
    const struct ptx_operand *memory = &instruction->operands[is_load ? 1 : 0];
    struct vgpu_detail *detail = decoder->detail;
    detail->access = is_load ? VGPU_ACCESS_READ : VGPU_ACCESS_WRITE;
    detail->is_ordered = is_ordered(decoder);
    decoder->function->traits.sees_order |= detail->is_ordered;
    decoder->function->traits.has_ordered_access |= detail->is_ordered && instruction->space != PTX_SPACE_SHARED;
    detail->report_undefined = VGPU_UNDEFINED_ADDRESS;
    select_access_number(decoder);
    bool is_variable = memory->base_kind == PTX_OPERAND_VARIABLE;
    if (instruction->space == PTX_SPACE_PARAMETER && is_variable) {
        if (!decode_elements(decoder, value, is_load))
            return false;
        if (is_load && extends_load(decoder, value))
            return decode_refuse(decoder, "a parameter narrower than its register of 128 bits is not supported");
        bool is_entry = decoder->function->has_entry_layout && !decode_frame_variable(decoder, memory->variable);
        if (is_entry && is_load)
            return decode_entry_parameter(decoder, memory);
        return decode_frame_access(decoder, memory, is_load);
    }
    if (!select_address(decoder, memory) || !decode_elements(decoder, value, is_load))
        return false;
    bool is_extended = is_load && extends_load(decoder, value);
    decode_handlers(decoder, is_extended ? decoder->handlers->load_extended
                                         : access_handlers(decoder, instruction->space, is_load));
    return true;
}

static uint64_t window_of(const struct vgpu_decoder *decoder)
{
    switch (decoder->instruction->space) {
    case PTX_SPACE_SHARED:
    case PTX_SPACE_SHARED_CLUSTER:
        return VGPU_WINDOW_SHARED;
    case PTX_SPACE_LOCAL:
        return VGPU_WINDOW_LOCAL;
    case PTX_SPACE_PARAMETER:
        return decoder->function->has_entry_layout ? VGPU_WINDOW_PARAMETER : VGPU_WINDOW_LOCAL;
    default:
        return 0;
    }
}

/* cvta{.to}.SPACE.u64 d, a: adds or subtracts the start of the space's window. */
static bool decode_convert_address(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    struct vgpu_op *op = decoder->op;
    if (instruction->types[0] != PTX_TYPE_U64)
        return decode_refuse(decoder, "addresses of 32 bits are not supported");
    uint64_t window = window_of(decoder);
    if (decode_has(decoder, PTX_MODIFIER_TO))
        window = 0 - window;
    op->b = decode_constant(decoder, window, true);
    decode_handlers(decoder, spelling_index_find(decoder->lanes, window ? "add.u64" : "mov.b64")->pair);
    return decode_source(decoder, &instruction->operands[1], 8, &op->a) &&
           decode_destination(decoder, &instruction->operands[0], 8, &op->d);
}

static bool decode_is_space(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    struct vgpu_op *op = decoder->op;
    op->immediate = (int64_t)window_of(decoder);
    op->flags = instruction->space == PTX_SPACE_CONSTANT ? VGPU_IS_SPACE_CONSTANT
                : op->immediate == 0                     ? VGPU_IS_SPACE_GLOBAL
                                                         : VGPU_IS_SPACE_WINDOW;
    decoder->detail->is_wide = decode_register_width(decoder, &instruction->operands[1]) != 4;
    decode_handlers(decoder, decoder->handlers->is_space);
    return decode_source(decoder, &instruction->operands[1], decoder->detail->is_wide ? 8 : 4, &op->a) &&
           decode_destination(decoder, &instruction->operands[0], 1, &op->d);
}

/* mapa d, a, b: the address that corresponds to a, in the block of rank b. */
static bool decode_map_address(struct vgpu_decoder *decoder)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    unsigned width = decode_register_width(decoder, &operands[0]) == 8 ? 8 : 4;
    decoder->detail->is_wide = width == 8;
    decode_handlers(decoder, decoder->handlers->map_address);
    return decode_source(decoder, &operands[1], width, &decoder->op->a) &&
           decode_source(decoder, &operands[2], 4, &decoder->op->b) &&
           decode_destination(decoder, &operands[0], width, &decoder->op->d);
}

/* getctarank d, a: the rank of the block that the address belongs to. */
static bool decode_address_rank(struct vgpu_decoder *decoder)
{
    const struct ptx_operand *operands = decoder->instruction->operands;
    unsigned width = decode_register_width(decoder, &operands[1]) == 8 ? 8 : 4;
    decoder->detail->is_wide = width == 8;
    decode_handlers(decoder, decoder->handlers->address_rank);
    return decode_source(decoder, &operands[1], width, &decoder->op->a) &&
           decode_destination(decoder, &operands[0], 4, &decoder->op->d);
}

/* The value of createpolicy is opaque; hints have no effect here. */
#define CACHE_POLICY UINT64_C(0x14f0000000000000)

static bool decode_fixed(struct vgpu_decoder *decoder, uint64_t bits)
{
    const struct ptx_operand *to = &decoder->instruction->operands[0];
    unsigned width = decode_register_width(decoder, to) == 8 ? 8 : 4;
    decode_handlers(decoder, spelling_index_find(decoder->lanes, width == 8 ? "mov.b64" : "mov.b32")->pair);
    decoder->op->a = decode_constant(decoder, bits, width == 8);
    return decode_destination(decoder, to, width, &decoder->op->d);
}

bool select_memory(struct vgpu_decoder *decoder)
{
    switch (decoder->instruction->opcode) {
    case PTX_OPCODE_LD:
    case PTX_OPCODE_LDU:
        return decode_transfer(decoder, true);
    case PTX_OPCODE_ST:
        return decode_transfer(decoder, false);
    case PTX_OPCODE_MAPA:
        return decode_map_address(decoder);
    case PTX_OPCODE_GETCTARANK:
        return decode_address_rank(decoder);
    case PTX_OPCODE_CREATEPOLICY:
        return decode_fixed(decoder, CACHE_POLICY);
    case PTX_OPCODE_CVTA:
        return decode_convert_address(decoder);
    default:
        return decode_is_space(decoder);
    }
}
