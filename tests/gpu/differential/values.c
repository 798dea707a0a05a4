/* Makes inputs: zeros, ones, extremes, ties, subnormals, infinities, NaN and random bits. */
#include "program.h"

uint64_t random_next(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

uint32_t random_below(uint64_t *state, uint32_t bound)
{
    return (uint32_t)((random_next(state) >> 32) * bound >> 32);
}

/* A format of exponent and fraction bits. */
struct value_format {
    unsigned exponent_bits, fraction_bits;
};

static uint64_t ones(unsigned bits)
{
    return bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* Returns a number near 1, near an integer, near the ends of the range, or any. */
static uint64_t value_float(struct value_format format, uint64_t *random)
{
    unsigned f = format.fraction_bits, e = format.exponent_bits;
    uint64_t sign = (random_next(random) & 1) << (e + f), bias = ones(e - 1);
    uint64_t fraction = random_next(random) & ones(f);
    if (random_one_in(random, 4))
        fraction = random_one_in(random, 2) ? 0 : ones(f) - random_below(random, 2);
    if (random_one_in(random, 4)) /* few bits, so that ties occur */
        fraction &= ~ones(f - 1 - random_below(random, f - 1));
    uint64_t exponent;
    switch (random_below(random, 10)) {
    case 0:
        exponent = 0; /* zeros and subnormals */
        fraction = random_one_in(random, 2) ? 0 : fraction;
        break;
    case 1:
        exponent = ones(e); /* infinities and NaN */
        fraction = random_one_in(random, 2) ? 0 : fraction;
        break;
    case 2:
        exponent = ones(e) - 1 - random_below(random, 3);
        break;
    case 3:
        exponent = 1 + random_below(random, 3);
        break;
    case 4:
        exponent = random_next(random) & ones(e);
        break;
    case 5:
    case 6: /* beyond the integers of 8, 16, 32 and 64 bits */
        exponent = bias + random_below(random, e > 5 ? 70 : 16);
        break;
    default:
        exponent = bias - 4 + random_below(random, 10);
    }
    exponent = exponent > ones(e) ? ones(e) : exponent;
    return sign | exponent << f | fraction;
}

static uint64_t value_integer(unsigned bits, uint64_t *random)
{
    uint64_t small = (uint64_t)((int64_t)random_below(random, 65) - 32);
    switch (random_below(random, 8)) {
    case 0:
        return small & ones(bits);
    case 1:
        return ((UINT64_C(1) << (bits - 1)) + small) & ones(bits);
    case 2:
        return ones(bits) - random_below(random, 3);
    case 3:
        return (UINT64_C(1) << random_below(random, bits)) & ones(bits);
    case 4:
        return random_next(random) & ones(bits) >> random_below(random, bits);
    default:
        return random_next(random) & ones(bits);
    }
}

/* Returns an integer from -4 to 4, so sums of products are exact. Rarely infinite or NaN. */
static uint64_t value_whole(struct value_format format, bool may_be_special, uint64_t *random)
{
    static const unsigned log2s[] = {0, 0, 1, 1, 2};
    unsigned magnitude = random_below(random, 5), f = format.fraction_bits, e = format.exponent_bits;
    uint64_t sign = (random_next(random) & 1) << (e + f), bias = ones(e - 1);
    if (may_be_special && random_one_in(random, 512))
        return sign | ones(e) << f | (random_one_in(random, 2) ? 0 : UINT64_C(1) << (f - 1));
    if (magnitude == 0)
        return sign;
    uint64_t fraction = magnitude == 3 ? UINT64_C(1) << (f - 1) : 0;
    return sign | (bias + log2s[magnitude]) << f | fraction;
}

static uint64_t value_repeated(struct value_format format, unsigned bits, bool may_be_special, uint64_t *random)
{
    uint64_t value = 0;
    for (unsigned at = 0; at < 64; at += bits)
        value |= value_whole(format, may_be_special, random) << at;
    return value;
}

/* Returns the kept positions of a group: two elements of four, or one of two. */
static uint64_t value_metadata(bool is_one_of_two, uint64_t *random)
{
    static const uint8_t pairs[] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
    uint64_t value = 0;
    for (unsigned at = 0; at < 64; at += 4)
        value |= (uint64_t)(is_one_of_two ? (random_one_in(random, 2) ? 0x4 : 0xe) : pairs[random_below(random, 6)])
                 << at;
    return value;
}

static const struct value_format format_f16 = {5, 10}, format_bf16 = {8, 7}, format_f32 = {8, 23},
                                 format_f64 = {11, 52}, format_e4m3 = {4, 3}, format_e5m2 = {5, 2};

static uint64_t value_pair(struct value_format format, uint64_t *random)
{
    uint64_t low = value_float(format, random);
    return value_float(format, random) << 16 | low;
}

uint64_t program_input(char kind, uint64_t *random)
{
    switch (kind) {
    case 'H':
        return value_integer(16, random);
    case 'R':
    case 's':
        return value_integer(32, random);
    case 'N':
        return random_one_in(random, 6) ? value_integer(32, random) : random_below(random, 80);
    case 'O': /* PTX defines positions and lengths of bit fields up to 255 */
        return random_below(random, random_one_in(random, 6) ? 256 : 70);
    case 'F':
        return value_float(format_f32, random);
    case 'G':
        return value_float(format_f64, random);
    case 'X':
        return value_float(format_f16, random);
    case 'Y':
        return value_pair(format_f16, random);
    case 'B':
        return value_float(format_bf16, random);
    case 'C':
        return value_pair(format_bf16, random);
    case 'h':
        return value_repeated(format_f16, 16, true, random);
    case 'b':
        return value_repeated(format_bf16, 16, true, random);
    case 't':
    case 'f':
        return value_repeated(format_f32, 32, true, random);
    case 'g':
        return value_whole(format_f64, true, random);
    case '4':
        return value_repeated(format_e4m3, 8, false, random);
    case '5':
        return value_repeated(format_e5m2, 8, false, random);
    case 'm':
    case 'e':
        return value_metadata(kind == 'e', random);
    case 'D':
        return value_integer(64, random);
    default:
        return random_next(random);
    }
}
