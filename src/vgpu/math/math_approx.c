/* The .approx instructions: reduction of large angles by many bits of 2/pi. */
#include "vgpu/math/math_approx.h"

/* 256 bits of 2/pi after the binary point, between words of zeros. */
static const uint64_t two_over_pi[] = {
    0,
    UINT64_C(0xa2f9836e4e441529),
    UINT64_C(0xfc2757d1f534ddc0),
    UINT64_C(0xdb6295993c439041),
    UINT64_C(0xfe5163abdebbc561),
    0,
};

/* 64 bits of the array, from bit `position` on. */
static uint64_t bits_at(unsigned position)
{
    unsigned word = position / 64, shift = position % 64;
    if (shift == 0)
        return two_over_pi[word];
    return two_over_pi[word] << shift | two_over_pi[word + 1] >> (64 - shift);
}

struct math_angle math_angle_large(float x)
{
    uint32_t bits = math_f32_bits(x);
    uint32_t significand = (bits & 0x7fffff) | 0x800000;
    int exponent = (int)(bits >> 23 & 0xff) - 127 - 23;
    /* x * 2/pi modulo 4 needs the bits of 2/pi that give products below 4 with the significand. */
    unsigned position = (unsigned)(64 + exponent - 2);
    unsigned __int128 window = (unsigned __int128)bits_at(position) << 64 | bits_at(position + 64);
    unsigned __int128 turns = window * significand; /* parts of a whole circle, modulo 2^128 */
    uint64_t quadrant = (uint64_t)((turns + ((unsigned __int128)1 << 125)) >> 126);
    __int128 rest = (__int128)(turns - ((unsigned __int128)quadrant << 126));
    double angle = (double)rest * 0x1p-126 * 0x1.921fb54442d18p+0;
    if (bits & MATH_F32_SIGN)
        return (struct math_angle){-angle, 0 - quadrant};
    return (struct math_angle){angle, quadrant};
}
