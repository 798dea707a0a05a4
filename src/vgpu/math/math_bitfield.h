/*
 * Bit counts, bit fields, shifts, byte permutation and three-input logic (PTX ISA 9.7.1.15 to .22,
 * 9.7.8, 9.7.9.7).
 */
#ifndef VGPU_MATH_MATH_BITFIELD_H
#define VGPU_MATH_MATH_BITFIELD_H

#include "vgpu/math/math_bits.h"

/* popc and clz. clz of 0 is the width. */
MATH_INLINE uint32_t math_b32_popc(uint32_t a)
{
    return (uint32_t)__builtin_popcount(a);
}

MATH_INLINE uint32_t math_b64_popc(uint64_t a)
{
    return (uint32_t)__builtin_popcountll(a);
}

MATH_INLINE uint32_t math_b32_clz(uint32_t a)
{
    return a ? (uint32_t)__builtin_clz(a) : 32;
}

MATH_INLINE uint32_t math_b64_clz(uint64_t a)
{
    return a ? (uint32_t)__builtin_clzll(a) : 64;
}

/*
 * bfind: the highest set bit, or for signed types the highest bit that differs from the sign. All
 * ones if there is none. With .shiftamt: the distance of that bit from the top.
 */
MATH_INLINE uint32_t math_u32_bfind(uint32_t a, bool shift_amount)
{
    if (a == 0)
        return UINT32_MAX;
    return shift_amount ? math_b32_clz(a) : 31 - math_b32_clz(a);
}

MATH_INLINE uint32_t math_s32_bfind(uint32_t a, bool shift_amount)
{
    return math_u32_bfind((int32_t)a < 0 ? ~a : a, shift_amount);
}

MATH_INLINE uint32_t math_u64_bfind(uint64_t a, bool shift_amount)
{
    if (a == 0)
        return UINT32_MAX;
    return shift_amount ? math_b64_clz(a) : 63 - math_b64_clz(a);
}

MATH_INLINE uint32_t math_s64_bfind(uint64_t a, bool shift_amount)
{
    return math_u64_bfind((int64_t)a < 0 ? ~a : a, shift_amount);
}

MATH_INLINE uint32_t math_b32_brev(uint32_t a)
{
    a = (a >> 1 & 0x55555555) | (a & 0x55555555) << 1;
    a = (a >> 2 & 0x33333333) | (a & 0x33333333) << 2;
    a = (a >> 4 & 0x0f0f0f0f) | (a & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(a);
}

MATH_INLINE uint64_t math_b64_brev(uint64_t a)
{
    return (uint64_t)math_b32_brev((uint32_t)a) << 32 | math_b32_brev((uint32_t)(a >> 32));
}

/* A word with the low `count` bits set. All bits are set from 64 on. */
MATH_INLINE uint64_t math_low_bits(uint32_t count)
{
    return count < 64 ? (UINT64_C(1) << (count & 63)) - 1 : UINT64_MAX;
}

/*
 * bfe: `length` bits from `position`, both modulo 256. In a signed type, bits outside the register
 * or the field repeat the highest bit of the field. They are 0 in an unsigned type or an empty
 * field.
 */
MATH_INLINE uint64_t math_field_extract(uint64_t a, uint32_t position, uint32_t length, uint32_t bits, bool is_signed)
{
    position &= 0xff;
    length &= 0xff;
    uint32_t last = position + length - 1 < bits - 1 ? position + length - 1 : bits - 1;
    bool sign = is_signed && length != 0 && (a >> (last & 63) & 1);
    uint32_t inside = position < bits ? bits - position : 0;
    uint64_t field = math_low_bits(length < inside ? length : inside);
    uint64_t value = position < bits ? a >> (position & 63) & field : 0;
    return (value | (sign ? ~field : 0)) & math_low_bits(bits);
}

MATH_INLINE uint32_t math_u32_bfe(uint32_t a, uint32_t position, uint32_t length)
{
    return (uint32_t)math_field_extract(a, position, length, 32, false);
}

MATH_INLINE uint32_t math_s32_bfe(uint32_t a, uint32_t position, uint32_t length)
{
    return (uint32_t)math_field_extract(a, position, length, 32, true);
}

MATH_INLINE uint64_t math_u64_bfe(uint64_t a, uint32_t position, uint32_t length)
{
    return math_field_extract(a, position, length, 64, false);
}

MATH_INLINE uint64_t math_s64_bfe(uint64_t a, uint32_t position, uint32_t length)
{
    return math_field_extract(a, position, length, 64, true);
}

/*
 * bfi: replaces bits of b from `position` on by the low `length` bits of a. Both numbers are modulo
 * 256.
 */
MATH_INLINE uint64_t math_b64_bfi(uint64_t a, uint64_t b, uint32_t position, uint32_t length)
{
    position &= 0xff;
    if (position > 63)
        return b;
    uint64_t field = math_low_bits(length & 0xff) << position;
    return (b & ~field) | (a << position & field);
}

MATH_INLINE uint32_t math_b32_bfi(uint32_t a, uint32_t b, uint32_t position, uint32_t length)
{
    return (uint32_t)math_b64_bfi(a, b, position, length);
}

/*
 * szext: extends the low `width` bits of a by sign or zero. With .clamp, widths from 32 on keep all
 * of a. With .wrap, the width is width & 31.
 */
MATH_INLINE uint32_t math_szext(uint32_t a, uint32_t width, bool is_clamp, bool is_signed)
{
    uint32_t kept = width & 31;
    if (is_clamp && width >= 32)
        return a;
    uint32_t field = (uint32_t)math_low_bits(kept);
    bool sign = is_signed && kept && (a >> (kept - 1) & 1);
    return (a & field) | (sign ? ~field : 0);
}

/* bmsk: `width` ones from `position` on. With .clamp, numbers from 32 on reach past the end. */
MATH_INLINE uint32_t math_bmsk(uint32_t position, uint32_t width, bool is_clamp)
{
    if (is_clamp && position >= 32)
        return 0;
    uint32_t from = position & 31;
    uint32_t count = is_clamp && width >= 32 ? 32 : width & 31;
    return (uint32_t)(math_low_bits(count) << from);
}

/*
 * fns: the position of the n-th set bit from `base`. It counts upwards for positive n and downwards
 * for negative n. For n = 0 only the bit at `base` counts. All ones if there is no such bit.
 */
MATH_INLINE uint32_t math_fns(uint32_t mask, uint32_t base, int32_t n)
{
    if (base > 31)
        return UINT32_MAX;
    if (n == 0)
        return (mask >> base & 1) ? base : UINT32_MAX;
    uint32_t left = n < 0 ? 0 - (uint32_t)n : (uint32_t)n;
    for (uint32_t position = base; position < 32; position += n < 0 ? UINT32_MAX : 1) {
        if ((mask >> position & 1) && --left == 0)
            return position;
    }
    return UINT32_MAX;
}

/* lop3: for each bit, bit (a << 2 | b << 1 | c) of the table (9.7.8.6). */
MATH_INLINE uint32_t math_lop3(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;
    result |= (0 - (table >> 0 & 1)) & ~a & ~b & ~c;
    result |= (0 - (table >> 1 & 1)) & ~a & ~b & c;
    result |= (0 - (table >> 2 & 1)) & ~a & b & ~c;
    result |= (0 - (table >> 3 & 1)) & ~a & b & c;
    result |= (0 - (table >> 4 & 1)) & a & ~b & ~c;
    result |= (0 - (table >> 5 & 1)) & a & ~b & c;
    result |= (0 - (table >> 6 & 1)) & a & b & ~c;
    result |= (0 - (table >> 7 & 1)) & a & b & c;
    return result;
}

/*
 * shf: shifts the pair high:low. With .l the result is its upper word, with .r its lower (9.7.8.7).
 * .clamp limits the amount to 32, .wrap to 31.
 */
MATH_INLINE uint32_t math_shf_amount(uint32_t amount, bool is_clamp)
{
    if (!is_clamp)
        return amount & 31;
    return amount < 32 ? amount : 32;
}

MATH_INLINE uint32_t math_shf_left(uint32_t low, uint32_t high, uint32_t amount, bool is_clamp)
{
    uint64_t pair = (uint64_t)high << 32 | low;
    return (uint32_t)(pair << math_shf_amount(amount, is_clamp) >> 32);
}

MATH_INLINE uint32_t math_shf_right(uint32_t low, uint32_t high, uint32_t amount, bool is_clamp)
{
    uint64_t pair = (uint64_t)high << 32 | low;
    return (uint32_t)(pair >> math_shf_amount(amount, is_clamp));
}

/* prmt modes (9.7.9.7). */
enum math_prmt { MATH_PRMT, MATH_PRMT_F4E, MATH_PRMT_B4E, MATH_PRMT_RC8, MATH_PRMT_ECL, MATH_PRMT_ECR, MATH_PRMT_RC16 };

/*
 * Each of the four selector nibbles picks a byte of b:a. Bit 3 of a nibble repeats the byte's sign
 * instead.
 */
MATH_INLINE uint32_t math_prmt(uint32_t a, uint32_t b, uint32_t selector)
{
    uint64_t pair = (uint64_t)b << 32 | a;
    uint32_t result = 0;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t nibble = selector >> (4 * i);
        uint32_t byte = (uint32_t)(pair >> (8 * (nibble & 7))) & 0xff;
        uint32_t spread = (0 - (byte >> 7)) & 0xff;
        result |= ((nibble & 8) ? spread : byte) << (8 * i);
    }
    return result;
}

/* The generic selector with the effect of `mode`, for the low two bits of c. */
MATH_INLINE uint32_t math_prmt_selector(enum math_prmt mode, uint32_t c)
{
    static const uint16_t selectors[7][4] = {
        [MATH_PRMT_F4E] = {0x3210, 0x4321, 0x5432, 0x6543}, [MATH_PRMT_B4E] = {0x5670, 0x6701, 0x7012, 0x0123},
        [MATH_PRMT_RC8] = {0x0000, 0x1111, 0x2222, 0x3333}, [MATH_PRMT_ECL] = {0x3210, 0x3211, 0x3222, 0x3333},
        [MATH_PRMT_ECR] = {0x0000, 0x1110, 0x2210, 0x3210}, [MATH_PRMT_RC16] = {0x1010, 0x3232, 0x1010, 0x3232},
    };
    return mode == MATH_PRMT ? c : selectors[mode][c & 3];
}

#endif
