/* Constants of a function: registers of the frame that nothing writes. Equal ones share a place. */
#include <string.h>

#include "vgpu/decode/selector.h"

static bool same_constant(const struct vgpu_constant *a, const struct vgpu_constant *b)
{
    return a->kind == b->kind && a->is_wide == b->is_wide && a->bits == b->bits &&
           a->parameter_offset == b->parameter_offset && a->size_bytes == b->size_bytes &&
           a->is_signed == b->is_signed && a->special == b->special && a->component == b->component;
}

static uint64_t hash_constant(const struct vgpu_constant *constant)
{
    uint64_t rest = (uint64_t)constant->kind << 56 | (uint64_t)constant->is_wide << 48 |
                    (uint64_t)constant->is_signed << 40 | (uint64_t)constant->special << 8 | constant->component;
    uint64_t size = (uint64_t)constant->parameter_offset << 32 | constant->size_bytes;
    return ((constant->bits * 31 + rest) * 31 + size) * UINT64_C(0x9e3779b97f4a7c15) >> 32;
}

/* The place of this constant's number, counted from 1, in the table; 0 there: it is a new one. */
static uint32_t *constant_place(const struct vgpu_decoder *decoder, const struct vgpu_constant *wanted)
{
    const struct vgpu_constant *constants = decoder->function->constants;
    uint32_t *table = decoder->constant_table, last = 2 * decoder->constant_capacity - 1;
    uint32_t at = (uint32_t)hash_constant(wanted) & last;
    while (table[at] && !same_constant(&constants[table[at] - 1], wanted))
        at = (at + 1) & last;
    return &table[at];
}

static void grow_constants(struct vgpu_decoder *decoder)
{
    struct vgpu_function *function = decoder->function;
    uint32_t capacity = decoder->constant_capacity ? decoder->constant_capacity * 2 : 32;
    struct vgpu_constant *grown = ARENA_ARRAY(decoder->arena, capacity, struct vgpu_constant);
    if (function->constant_count)
        memcpy(grown, function->constants, function->constant_count * sizeof(*grown));
    function->constants = grown;
    decoder->constant_capacity = capacity;
    decoder->constant_table = ARENA_ARRAY(decoder->arena, 2 * (size_t)capacity, uint32_t);
    for (uint32_t i = 0; i < function->constant_count; i++)
        *constant_place(decoder, &grown[i]) = i + 1;
}

uint32_t decode_add_constant(struct vgpu_decoder *decoder, struct vgpu_constant wanted)
{
    struct vgpu_function *function = decoder->function;
    if (function->constant_count == decoder->constant_capacity)
        grow_constants(decoder);
    uint32_t *place = constant_place(decoder, &wanted);
    if (*place)
        return function->constants[*place - 1].offset;
    bool is_mask = wanted.kind == VGPU_CONSTANT_PREDICATE;
    wanted.offset = decode_scratch(decoder, is_mask ? 4 : wanted.is_wide ? DECODE_LANES_8 : DECODE_LANES_4);
    function->constants[function->constant_count++] = wanted;
    *place = function->constant_count;
    return wanted.offset;
}

uint32_t decode_constant(struct vgpu_decoder *decoder, uint64_t bits, bool is_wide)
{
    return decode_add_constant(decoder, (struct vgpu_constant){.kind = VGPU_CONSTANT_IMMEDIATE,
                                                               .is_wide = is_wide,
                                                               .bits = is_wide ? bits : (uint32_t)bits});
}

uint32_t decode_parameter(struct vgpu_decoder *decoder, uint32_t offset_bytes, uint32_t size_bytes, bool is_signed,
                          bool is_wide)
{
    return decode_add_constant(decoder, (struct vgpu_constant){.kind = VGPU_CONSTANT_PARAMETER,
                                                               .is_wide = is_wide,
                                                               .parameter_offset = offset_bytes,
                                                               .size_bytes = size_bytes,
                                                               .is_signed = is_signed});
}

/* A constant that nothing else shares: its parameter_offset is unique. */
uint32_t decode_carry(struct vgpu_decoder *decoder)
{
    return decode_add_constant(
        decoder,
        (struct vgpu_constant){.kind = VGPU_CONSTANT_PREDICATE, .parameter_offset = UINT32_MAX, .is_per_block = true});
}
