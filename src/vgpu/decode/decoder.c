/* Decodes functions: frame layout, operands, and the walk over the instructions. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/told.h"
#include "ptx/registers.h"
#include "vgpu/affine/affine.h"
#include "vgpu/cache/count.h"
#include "vgpu/decode/selector.h"
#include "vgpu/execution/special_register.h"
#include "vgpu/math/math_convert.h"

enum { FRAME_ALIGN = 64 };

bool decode_refuse(struct vgpu_decoder *decoder, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    told_format(decoder->refusal, sizeof(decoder->refusal), format, arguments);
    va_end(arguments);
    return false;
}

bool decode_has(const struct vgpu_decoder *decoder, enum ptx_modifier modifier)
{
    return ptx_has_modifier(decoder->instruction, modifier);
}

/* Grows the function's frame or its local memory. Returns the place of the new bytes. */
static uint32_t reserve(struct vgpu_decoder *decoder, uint32_t *bytes, uint64_t more)
{
    enum { BYTES_MAX = 1 << 30 };
    uint32_t place = *bytes;
    if (more > BYTES_MAX || place + more > BYTES_MAX)
        decoder->is_too_large = true;
    else
        *bytes = (uint32_t)(place + more);
    return place;
}

uint32_t decode_scratch(struct vgpu_decoder *decoder, uint64_t size_bytes)
{
    return reserve(decoder, &decoder->function->frame_bytes,
                   (size_bytes + FRAME_ALIGN - 1) / FRAME_ALIGN * FRAME_ALIGN);
}

/* --- operands --------------------------------------------------------------------------------- */

static uint32_t decode_special(struct vgpu_decoder *decoder, enum ptx_special_register special, uint8_t component,
                               bool is_wide)
{
    bool per_block = special_scope(special) == SPECIAL_SCOPE_BLOCK;
    decoder->function->traits.sees_order |= special_sees_order(special);
    return decode_add_constant(decoder, (struct vgpu_constant){.kind = VGPU_CONSTANT_SPECIAL,
                                                               .is_wide = is_wide,
                                                               .special = special,
                                                               .component = component,
                                                               .is_per_block = per_block});
}

static unsigned type_width(enum ptx_type type)
{
    uint32_t bits = ptx_type_bits(type);
    return bits == 1 ? 1 : bits <= 32 ? 4 : bits / 8;
}

unsigned decode_register_width(const struct vgpu_decoder *decoder, const struct ptx_operand *operand)
{
    if (operand->kind != PTX_OPERAND_REGISTER)
        return 0;
    return type_width(decoder->function->source->registers[operand->register_slot].type);
}

const struct vgpu_frame_variable *decode_frame_variable(const struct vgpu_decoder *decoder,
                                                        const struct ptx_variable *variable)
{
    for (uint32_t i = 0; i < decoder->function->variable_count; i++)
        if (decoder->function->variables[i].variable == variable)
            return &decoder->function->variables[i];
    return NULL;
}

/*
 * Parameters of device functions are in the frame. A parameter whose address is taken has a copy in
 * local memory.
 */
static bool decode_local_copy(struct vgpu_decoder *decoder, const struct ptx_variable *variable, uint64_t *out_address)
{
    struct vgpu_function *function = decoder->function;
    struct vgpu_frame_variable *copied = (struct vgpu_frame_variable *)decode_frame_variable(decoder, variable);
    if (!copied || variable->role != PTX_VARIABLE_PARAMETER)
        return decode_refuse(decoder, "the address of %s is not supported", variable->name);
    if (!copied->has_address) {
        copied->has_address = true;
        copied->local_offset = (function->local_bytes + 15) / 16 * 16;
        function->local_bytes = copied->local_offset + (copied->words * 4 + 15) / 16 * 16;
    }
    *out_address = copied->local_offset;
    return true;
}

static void note_shared(struct vgpu_function *function, const struct vgpu_shared_variable *variable)
{
    uint32_t end = variable->size_bytes ? variable->start + variable->size_bytes : UINT32_MAX;
    if (!function->shared_end || variable->start < function->shared_first)
        function->shared_first = variable->start;
    function->shared_end = end > function->shared_end ? end : function->shared_end;
}

bool decode_variable_address(struct vgpu_decoder *decoder, const struct ptx_variable *variable, uint64_t *out_address)
{
    const struct vgpu_module *module = decoder->module;
    const struct ptx_function *function = decoder->function->source;
    switch (variable->space) {
    case PTX_SPACE_GLOBAL:
    case PTX_SPACE_CONSTANT:
        if (variable->role != PTX_VARIABLE_MODULE || !module->buffers[variable->index])
            return decode_refuse(decoder, "no definition of variable %s", variable->name);
        *out_address = module->buffers[variable->index]->start;
        return true;
    case PTX_SPACE_SHARED:
        for (uint32_t i = 0; i < module->shared_count; i++) {
            if (module->shared[i].variable == variable) {
                *out_address = module->shared[i].start;
                note_shared(decoder->function, &module->shared[i]);
                return true;
            }
        }
        return decode_refuse(decoder, "no definition of shared variable %s", variable->name);
    case PTX_SPACE_LOCAL:
        if (variable->role != PTX_VARIABLE_FUNCTION || function->variables[variable->index] != variable)
            return decode_refuse(decoder, "local variable %s outside a function", variable->name);
        *out_address = decoder->function->local_offsets[variable->index];
        return true;
    case PTX_SPACE_PARAMETER:
        if (!decoder->function->has_entry_layout || variable->role != PTX_VARIABLE_PARAMETER)
            return decode_local_copy(decoder, variable, out_address);
        *out_address = variable->offset_bytes;
        return true;
    default:
        return decode_refuse(decoder, "variable %s has no address", variable->name);
    }
}

static bool decode_address_constant(struct vgpu_decoder *decoder, const struct ptx_operand *operand, bool is_wide,
                                    uint32_t *out_offset)
{
    uint64_t address;
    if (!decode_variable_address(decoder, operand->variable, &address))
        return false;
    address += (uint64_t)operand->offset_bytes;
    bool is_local = operand->variable->space == PTX_SPACE_LOCAL ||
                    (operand->variable->space == PTX_SPACE_PARAMETER && !decoder->function->has_entry_layout);
    if (is_local)
        *out_offset = decode_add_constant(
            decoder, (struct vgpu_constant){.kind = VGPU_CONSTANT_LOCAL, .is_wide = is_wide, .bits = address});
    else
        *out_offset = decode_constant(decoder, address, is_wide);
    return true;
}

static void note_read(struct vgpu_decoder *decoder, uint32_t slot)
{
    struct vgpu_detail *detail = decoder->detail;
    if (detail->read_count < VGPU_READS_MAX)
        detail->reads[detail->read_count++] = slot;
}

static void note_write(struct vgpu_decoder *decoder, uint32_t slot)
{
    struct vgpu_detail *detail = decoder->detail;
    if (detail->write_count < VGPU_WRITES_MAX)
        detail->writes[detail->write_count++] = slot;
}

/* Decimal literals are stored as f64, 0f literals as f32. The register's type decides. */
static uint64_t immediate_bits(const struct ptx_operand *operand, bool is_wide)
{
    if (operand->immediate_type == PTX_TYPE_F64 && !is_wide)
        return math_f64_to_f32(operand->bits, 0);
    if (operand->immediate_type == PTX_TYPE_F32 && is_wide)
        return math_f32_to_f64((uint32_t)operand->bits, 0);
    return operand->bits;
}

/* x, y, z, w as 0..3, or the number of a numbered register. */
static uint8_t special_part(const struct ptx_operand *operand)
{
    if (ptx_special_register_is_numbered(operand->special))
        return (uint8_t)operand->bits;
    return operand->component == PTX_COMPONENT_ALL ? 0 : operand->component;
}

bool decode_source(struct vgpu_decoder *decoder, const struct ptx_operand *operand, unsigned width_bytes,
                   uint32_t *out_offset)
{
    bool is_wide = width_bytes == 8;
    bool is_too_wide = width_bytes > 8 && operand->kind != PTX_OPERAND_REGISTER; /* for a constant */
    switch (is_too_wide ? PTX_OPERAND_NONE : operand->kind) {
    case PTX_OPERAND_REGISTER:
        if (decode_register_width(decoder, operand) != width_bytes)
            return decode_refuse(decoder, "operand %s has an unsuitable size", operand->name ? operand->name : "");
        note_read(decoder, operand->register_slot);
        *out_offset = decoder->function->register_offsets[operand->register_slot];
        return true;
    case PTX_OPERAND_IMMEDIATE:
        *out_offset = decode_constant(decoder, immediate_bits(operand, is_wide), is_wide);
        return true;
    case PTX_OPERAND_SPECIAL:
        *out_offset = decode_special(decoder, operand->special, special_part(operand), is_wide);
        return true;
    case PTX_OPERAND_VARIABLE:
        return decode_address_constant(decoder, operand, is_wide, out_offset);
    case PTX_OPERAND_FUNCTION:
        *out_offset = decode_constant(decoder, VGPU_FUNCTION_ADDRESS + operand->target * 16ULL, is_wide);
        return true;
    default:
        return decode_refuse(decoder, "an operand of this form is not supported here");
    }
}

bool decode_destination(struct vgpu_decoder *decoder, const struct ptx_operand *operand, unsigned width_bytes,
                        uint32_t *out_offset)
{
    if (operand->kind == PTX_OPERAND_SINK) {
        *out_offset = decode_scratch(decoder, width_bytes == 8 ? DECODE_LANES_8 : DECODE_LANES_4);
        return true;
    }
    if (operand->kind != PTX_OPERAND_REGISTER || decode_register_width(decoder, operand) != width_bytes)
        return decode_refuse(decoder, "destination %s has an unsuitable size", operand->name ? operand->name : "");
    note_write(decoder, operand->register_slot);
    *out_offset = decoder->function->register_offsets[operand->register_slot];
    return true;
}

bool decode_predicate(struct vgpu_decoder *decoder, const struct ptx_operand *operand, uint32_t *out_offset,
                      bool *out_negated)
{
    *out_negated = operand->is_negated;
    bool is_special = operand->kind == PTX_OPERAND_SPECIAL && operand->special == PTX_SPECIAL_IS_EXPLICIT_CLUSTER;
    if (operand->kind == PTX_OPERAND_IMMEDIATE || is_special) {
        struct vgpu_constant constant = {.kind = VGPU_CONSTANT_PREDICATE, .bits = operand->bits ? UINT32_MAX : 0};
        if (is_special)
            constant = (struct vgpu_constant){.kind = VGPU_CONSTANT_PREDICATE, .special = operand->special};
        *out_offset = decode_add_constant(decoder, constant);
        return true;
    }
    if (decode_register_width(decoder, operand) != 1)
        return decode_refuse(decoder, "a predicate is needed");
    note_read(decoder, operand->register_slot);
    *out_offset = decoder->function->register_offsets[operand->register_slot];
    return true;
}

bool decode_is_read(const struct vgpu_decoder *decoder, const struct ptx_operand *operand)
{
    const struct ptx_function *function = decoder->function->source;
    for (uint32_t i = 0; i < function->instruction_count; i++)
        if (ptx_reads_register(&function->instructions[i], operand->register_slot))
            return true;
    return false;
}

/* --- frame layout ----------------------------------------------------------------------------- */

/* Places the registers of one width, in the order of their slots. */
static void place_registers(struct vgpu_decoder *decoder, unsigned width_bytes)
{
    struct vgpu_function *function = decoder->function;
    uint32_t size_bytes = width_bytes == 1 ? 4 : width_bytes * VGPU_WARP_LANES;
    for (uint32_t slot = 0; slot < function->register_count; slot++) {
        if (type_width(function->source->registers[slot].type) != width_bytes)
            continue;
        function->register_offsets[slot] = reserve(decoder, &function->frame_bytes, size_bytes);
    }
    function->frame_bytes = (function->frame_bytes + FRAME_ALIGN - 1) / FRAME_ALIGN * FRAME_ALIGN;
}

/* A last parameter without a size is as large as the module's largest .param variable. */
static uint64_t open_parameter_bytes(const struct ptx_program *program)
{
    uint64_t most_bytes = 0;
    for (uint32_t i = 0; i < program->function_count; i++)
        for (uint32_t j = 0; j < program->functions[i].variable_count; j++) {
            const struct ptx_variable *variable = program->functions[i].variables[j];
            if (variable->space == PTX_SPACE_PARAMETER && variable->size_bytes > most_bytes)
                most_bytes = variable->size_bytes;
        }
    return most_bytes;
}

void decode_value_registers(const struct vgpu_decoder *decoder, uint32_t slot, uint32_t count,
                            struct vgpu_frame_variable *value)
{
    enum ptx_type type = decoder->function->source->registers[slot].type;
    unsigned width = type_width(type);
    value->register_slot = slot;
    value->register_offset = decoder->function->register_offsets[slot];
    value->register_width = (uint8_t)width;
    value->register_count = (uint8_t)count;
    value->value_bytes = (uint8_t)(count > 1 ? ptx_type_bits(type) / 8 : width <= 4 ? 4 : width);
    value->words = (count * value->value_bytes + 3) / 4;
}

static void place_frame_variable(struct vgpu_decoder *decoder, const struct ptx_variable *variable)
{
    struct vgpu_function *function = decoder->function;
    bool is_open = variable->role == PTX_VARIABLE_PARAMETER && variable->size_bytes == 0;
    uint64_t size_bytes = is_open ? open_parameter_bytes(decoder->module->program) : variable->size_bytes;
    uint64_t words = (size_bytes + 3) / 4;
    struct vgpu_frame_variable *placed = &function->variables[function->variable_count++];
    *placed = (struct vgpu_frame_variable){.variable = variable, .words = (uint32_t)words};
    if (variable->space == PTX_SPACE_REGISTER && variable->register_slot < function->register_count) {
        decode_value_registers(decoder, variable->register_slot, variable->vector, placed);
        words = placed->words;
    }
    placed->offset = decode_scratch(decoder, words * DECODE_LANES_4);
}

static void place_variables(struct vgpu_decoder *decoder)
{
    struct vgpu_function *function = decoder->function;
    const struct ptx_function *source = function->source;
    uint32_t most = source->parameter_count + source->result_count + source->variable_count;
    function->variables = ARENA_ARRAY(decoder->arena, most + 1, struct vgpu_frame_variable);
    function->local_offsets = ARENA_ARRAY(decoder->arena, source->variable_count + 1, uint32_t);
    for (uint32_t i = 0; !function->has_entry_layout && i < source->parameter_count; i++)
        place_frame_variable(decoder, source->parameters[i]);
    for (uint32_t i = 0; i < source->result_count; i++)
        place_frame_variable(decoder, source->results[i]);
    for (uint32_t i = 0; i < source->variable_count; i++) {
        const struct ptx_variable *variable = source->variables[i];
        function->local_offsets[i] = UINT32_MAX;
        if (variable->space == PTX_SPACE_PARAMETER)
            place_frame_variable(decoder, variable);
        if (variable->space != PTX_SPACE_LOCAL)
            continue;
        uint32_t align = variable->align_bytes ? variable->align_bytes : 1;
        function->local_bytes = (function->local_bytes + align - 1) / align * align;
        function->local_offsets[i] = reserve(decoder, &function->local_bytes, variable->size_bytes);
    }
    function->local_bytes = (function->local_bytes + 15) / 16 * 16;
}

static void lay_out_frame(struct vgpu_decoder *decoder)
{
    struct vgpu_function *function = decoder->function;
    function->register_count = function->source->register_count;
    function->register_offsets = ARENA_ARRAY(decoder->arena, function->register_count + 1, uint32_t);
    static const unsigned widths[] = {1, 4, 8, 16};
    for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++)
        place_registers(decoder, widths[i]);
    function->register_bytes = function->frame_bytes;
    place_variables(decoder);
}

/* --- instructions ----------------------------------------------------------------------------- */

static vgpu_selector *find_selector(enum ptx_opcode opcode)
{
    static vgpu_selector *const selectors[PTX_OPCODE_COUNT] = {
#define SELECT(opcode, selector) [PTX_OPCODE_##opcode] = selector,
#include "vgpu/decode/selectors.def"
    };
    return selectors[opcode] ? selectors[opcode] : select_lanes;
}

/*
 * A guard becomes a wrapper around the handlers. Branches and exits check their guard themselves.
 */
static bool wrap_guard(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    struct vgpu_op *op = decoder->op;
    op->guard = VGPU_NO_OPERAND;
    if (!instruction->is_guarded)
        return true;
    struct ptx_operand guard = {.kind = PTX_OPERAND_REGISTER,
                                .register_slot = instruction->guard_slot,
                                .is_negated = instruction->guard_negated};
    if (!decode_predicate(decoder, &guard, &op->guard, &op->guard_negated))
        return false;
    if (decoder->detail->heeds_guard)
        return true;
    decoder->detail->inner = (struct vgpu_handler_pair){op->full, op->masked};
    decode_handlers(decoder, decoder->handlers->guarded);
    return true;
}

static void decode_instruction(struct vgpu_decoder *decoder)
{
    const struct ptx_instruction *instruction = decoder->instruction;
    struct vgpu_op *op = decoder->op;
    decoder->refusal[0] = '\0';
    op->guard = VGPU_NO_OPERAND;
    op->immediate = 0;
    bool selected = find_selector(instruction->opcode)(decoder) && wrap_guard(decoder);
    count_describe(decoder->detail);
    if (selected)
        return;
    decode_handlers(decoder, decoder->handlers->unsupported);
    op->guard = VGPU_NO_OPERAND;
    if (!decoder->refusal[0])
        decode_refuse(decoder, "this form is not supported");
    decoder->detail->refusal = arena_strdup(decoder->arena, decoder->refusal);
}

bool decode_function(struct vgpu_decoder *decoder, struct vgpu_function *function)
{
    const struct ptx_function *source = function->source;
    decoder->function = function;
    decoder->is_too_large = false;
    decoder->constant_capacity = 0;
    lay_out_frame(decoder);
    struct vgpu_op *ops = (struct vgpu_op *)function->ops;
    struct vgpu_detail *details = ARENA_ARRAY(decoder->arena, function->op_count, struct vgpu_detail);
    for (uint32_t i = 0; i < function->op_count; i++) {
        decoder->op = &ops[i];
        decoder->detail = ops[i].detail = &details[i];
        details[i].function = source;
        details[i].index = (uint32_t)(&ops[i] - decoder->module->ops);
        if (i + 1 == function->op_count) {
            decode_handlers(decoder, decoder->handlers->past_end);
            decoder->op->guard = VGPU_NO_OPERAND;
            break;
        }
        decoder->instruction = details[i].source = &source->instructions[i];
        decode_instruction(decoder);
    }
    decode_find_lines(function, decoder->module->program);
    if (function->has_entry_layout)
        function->scalar_offset = decode_scratch(
            decoder, ((uint64_t)function->register_count + function->constant_count) * sizeof(struct vgpu_affine));
    return !decoder->is_too_large;
}
