/*
 * Packed integers in one register: dot products, sums and order by element (PTX ISA 9.7.1.23, .24,
 * .1, .11, .12; four-byte forms: 9.7.19).
 */
#ifndef VGPU_MATH_MATH_PACKED_H
#define VGPU_MATH_MATH_PACKED_H

#include "vgpu/math/math_bits.h"

/* Byte or half `index` of a word, extended by its type. */
MATH_INLINE int32_t math_packed_byte(uint32_t a, unsigned index, bool is_signed)
{
    uint32_t byte = a >> (8 * index) & 0xff;
    return is_signed ? (int8_t)byte : (int32_t)byte;
}

MATH_INLINE int32_t math_packed_half(uint32_t a, unsigned index, bool is_signed)
{
    uint32_t half = a >> (16 * index) & 0xffff;
    return is_signed ? (int16_t)half : (int32_t)half;
}

MATH_INLINE uint32_t math_dp4a(uint32_t a, bool a_signed, uint32_t b, bool b_signed, uint32_t c)
{
    for (unsigned i = 0; i < 4; i++)
        c += (uint32_t)(math_packed_byte(a, i, a_signed) * math_packed_byte(b, i, b_signed));
    return c;
}

/* Multiplies the two halves of a with bytes 0, 1 (.lo) or 2, 3 (.hi) of b. */
MATH_INLINE uint32_t math_dp2a(uint32_t a, bool a_signed, uint32_t b, bool b_signed, uint32_t c, bool is_high)
{
    for (unsigned i = 0; i < 2; i++)
        c += (uint32_t)(math_packed_half(a, i, a_signed) * math_packed_byte(b, i + 2 * is_high, b_signed));
    return c;
}

/* add.{u16x2,s16x2}. */
MATH_INLINE uint32_t math_16x2_add(uint32_t a, uint32_t b)
{
    return ((a + b) & 0xffff) | ((a & 0xffff0000) + (b & 0xffff0000));
}

MATH_INLINE uint32_t math_16x2_sub(uint32_t a, uint32_t b)
{
    return ((a - b) & 0xffff) | ((a & 0xffff0000) - (b & 0xffff0000));
}

MATH_INLINE uint32_t math_16x2_neg(uint32_t a)
{
    return math_16x2_sub(0, a);
}

/* min, max.{u16x2,s16x2}. The signed ones take MATH_RELU. */
MATH_INLINE uint32_t math_16x2_min_max(uint32_t a, uint32_t b, bool is_signed, bool want_max, unsigned flags)
{
    uint32_t result = 0;
    for (unsigned i = 0; i < 2; i++) {
        int32_t x = math_packed_half(a, i, is_signed), y = math_packed_half(b, i, is_signed);
        int32_t pick = (x < y) != want_max ? x : y;
        pick = (flags & MATH_RELU) && pick < 0 ? 0 : pick;
        result |= ((uint32_t)pick & 0xffff) << (16 * i);
    }
    return result;
}

enum math_simd { MATH_SIMD_ADD, MATH_SIMD_SUB, MATH_SIMD_AVERAGE, MATH_SIMD_ABSDIFF, MATH_SIMD_MIN, MATH_SIMD_MAX };

/*
 * One element of a vadd4-like operation, before clamping. Averages round halves away from zero
 * (9.7.19).
 */
MATH_INLINE int32_t math_simd_lane(enum math_simd operation, int32_t x, int32_t y)
{
    switch (operation) {
    case MATH_SIMD_ADD:
        return x + y;
    case MATH_SIMD_SUB:
        return x - y;
    case MATH_SIMD_AVERAGE:
        return (x + y + (x + y >= 0)) >> 1;
    case MATH_SIMD_ABSDIFF:
        return x > y ? x - y : y - x;
    case MATH_SIMD_MIN:
        return x < y ? x : y;
    case MATH_SIMD_MAX:
        return x > y ? x : y;
    }
    return 0;
}

/*
 * The word-wide form of v*2 and v*4, with `lanes` 2 or 4. d_signed is the type of the result's
 * elements; MATH_SAT clamps them. Elements outside `mask` (one bit each) keep those of c. With
 * `accumulate`, the sum of the masked elements is added to c instead.
 */
MATH_INLINE uint32_t math_simd(enum math_simd operation, unsigned lanes, uint32_t a, bool a_signed, uint32_t b,
                               bool b_signed, uint32_t c, bool d_signed, unsigned mask, bool accumulate, unsigned flags)
{
    unsigned bits = 32 / lanes;
    uint32_t field = (uint32_t)((UINT64_C(1) << bits) - 1);
    int32_t least = d_signed ? -(int32_t)(field / 2) - 1 : 0;
    int32_t most = d_signed ? (int32_t)(field / 2) : (int32_t)field;
    uint32_t result = c;
    for (unsigned i = 0; i < lanes; i++) {
        int32_t x = lanes == 4 ? math_packed_byte(a, i, a_signed) : math_packed_half(a, i, a_signed);
        int32_t y = lanes == 4 ? math_packed_byte(b, i, b_signed) : math_packed_half(b, i, b_signed);
        int32_t value = math_simd_lane(operation, x, y);
        if (flags & MATH_SAT)
            value = value < least ? least : value > most ? most : value;
        if (!(mask >> i & 1))
            continue;
        if (accumulate)
            result += (uint32_t)value;
        else
            result = (result & ~(field << (i * bits))) | ((uint32_t)value & field) << (i * bits);
    }
    return result;
}

#endif
