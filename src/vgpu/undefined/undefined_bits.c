/* The rules of undefined_bits.h. */
#include "vgpu/undefined/undefined_bits.h"

#include "vgpu/math/math_bitfield.h"

enum { HALF_BITS = 16, WORD_BITS = 64 };

static uint64_t low_bits(unsigned bits)
{
    return bits >= WORD_BITS ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
}

/* The lowest set bit and all bits above it. */
static uint64_t from_lowest(uint64_t bits)
{
    return bits | (0 - bits);
}

/*
 * All bits up to the highest in which two numbers differ. A number between the two may differ in
 * these bits.
 */
static uint64_t between(uint64_t a, uint64_t b)
{
    uint64_t difference = a ^ b;
    return difference ? UINT64_MAX >> __builtin_clzll(difference) : 0;
}

static uint64_t least(const struct undefined_word *word)
{
    return word->value & ~word->undefined;
}

static uint64_t most(const struct undefined_word *word)
{
    return word->value | word->undefined;
}

uint64_t undefined_extend(uint64_t word, unsigned bits)
{
    unsigned unused = WORD_BITS - bits;
    return (uint64_t)((int64_t)(word << unused) >> unused);
}

/* --- moving and logic ------------------------------------------------------------------------- */

uint64_t undefined_copy(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    (void)shape;
    return sources[0].undefined;
}

uint64_t undefined_and(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    const struct undefined_word *a = &sources[0], *b = &sources[1];
    (void)shape;
    return (a->undefined & b->undefined) | (a->undefined & b->value) | (b->undefined & a->value);
}

uint64_t undefined_or(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    const struct undefined_word *a = &sources[0], *b = &sources[1];
    (void)shape;
    return (a->undefined & b->undefined) | (a->undefined & ~b->value) | (b->undefined & ~a->value);
}

uint64_t undefined_xor(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    (void)shape;
    return sources[0].undefined | sources[1].undefined;
}

uint64_t undefined_not(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    return undefined_copy(sources, shape);
}

uint64_t undefined_cnot(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    (void)shape;
    return sources[0].undefined && !least(&sources[0]) ? 1 : 0;
}

uint64_t undefined_select(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    const struct undefined_word *a = &sources[0], *b = &sources[1];
    (void)shape;
    if (sources[2].undefined & 1)
        return a->undefined | b->undefined | (a->value ^ b->value);
    return sources[2].value & 1 ? a->undefined : b->undefined;
}

uint64_t undefined_halves(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    uint64_t any = 0, half = low_bits(HALF_BITS);
    (void)shape;
    for (int i = 0; i < UNDEFINED_SOURCES_MAX; i++)
        any |= sources[i].undefined;
    return (any & half ? half : 0) | (any >> HALF_BITS ? half << HALF_BITS : 0);
}

uint64_t undefined_copysign(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    uint64_t sign = UINT64_C(1) << (shape->bits - 1);
    return (sources[0].undefined & sign) | (sources[1].undefined & ~sign);
}

/* Joins the results of every choice of the undefined inputs. */
uint64_t undefined_lop3(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    uint32_t ones = 0, zeros = 0, table = (uint32_t)sources[3].value;
    (void)shape;
    for (unsigned way = 0; way < 8; way++) {
        uint32_t in[3];
        for (unsigned i = 0; i < 3; i++)
            in[i] = (uint32_t)(way >> i & 1 ? most(&sources[i]) : least(&sources[i]));
        uint32_t result = math_lop3(in[0], in[1], in[2], table);
        ones |= result;
        zeros |= ~result;
    }
    return ones & zeros;
}

/* --- arithmetic ------------------------------------------------------------------------------- */

uint64_t undefined_add(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    const struct undefined_word *a = &sources[0], *b = &sources[1];
    (void)shape;
    return a->undefined | b->undefined | ((least(a) + least(b)) ^ (most(a) + most(b)));
}

uint64_t undefined_sub(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    const struct undefined_word *a = &sources[0], *b = &sources[1];
    (void)shape;
    return a->undefined | b->undefined | ((least(a) - most(b)) ^ (most(a) - least(b)));
}

uint64_t undefined_neg(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    return undefined_sub((struct undefined_word[]){{0, 0}, sources[0]}, shape);
}

/*
 * Trailing zeros of one operand shift the other's undefined bits up. An operand of 0 clears them.
 */
uint64_t undefined_mul(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    const struct undefined_word *a = &sources[0], *b = &sources[1];
    uint64_t result = 0;
    (void)shape;
    if (most(a) == 0 || most(b) == 0)
        return 0;
    if (a->undefined)
        result |= from_lowest((a->undefined & (0 - a->undefined)) << __builtin_ctzll(most(b)));
    if (b->undefined)
        result |= from_lowest((b->undefined & (0 - b->undefined)) << __builtin_ctzll(most(a)));
    return result;
}

static uint64_t extended(uint64_t value, const struct undefined_shape *shape)
{
    return shape->is_signed ? undefined_extend(value, shape->bits) : value;
}

/* mad.lo and mad.wide */
uint64_t undefined_mad(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    struct undefined_word product = {
        .value = extended(sources[0].value, shape) * extended(sources[1].value, shape),
        .undefined = undefined_mul(sources, shape),
    };
    return undefined_add((struct undefined_word[]){product, sources[2]}, shape);
}

/* Maps signed numbers to unsigned ones of the same order. */
static struct undefined_word ordered(const struct undefined_word *word, const struct undefined_shape *shape)
{
    struct undefined_word result = *word;
    if (shape->is_signed)
        result.value ^= UINT64_C(1) << (shape->bits - 1);
    return result;
}

/*
 * The result is one of the two operands. If the defined bits do not decide which, bits that are
 * equal in both are defined.
 */
uint64_t undefined_min_max(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    const struct undefined_word *a = &sources[0], *b = &sources[1];
    return a->undefined | b->undefined |
           (undefined_comparison(a, b,
                                 &(struct undefined_shape){.bits = shape->bits,
                                                           .is_signed = shape->is_signed,
                                                           .compare = UNDEFINED_COMPARE_LESS})
                ? a->value ^ b->value
                : 0);
}

bool undefined_comparison(const struct undefined_word *a, const struct undefined_word *b,
                          const struct undefined_shape *shape)
{
    uint64_t undefined = a->undefined | b->undefined;
    struct undefined_word left = ordered(a, shape), right = ordered(b, shape);
    if (!undefined)
        return false;
    switch ((enum undefined_compare)shape->compare) {
    case UNDEFINED_COMPARE_EQUAL:
        return !((a->value ^ b->value) & ~undefined);
    case UNDEFINED_COMPARE_LESS:
        return !(most(&left) < least(&right) || least(&left) >= most(&right));
    case UNDEFINED_COMPARE_MORE:
        return !(most(&right) < least(&left) || least(&right) >= most(&left));
    default:
        return true;
    }
}

/* --- shifts ----------------------------------------------------------------------------------- */

/* A shift of zero gives zero for any amount. */
static bool is_zero(const struct undefined_word *word)
{
    return most(word) == 0;
}

uint64_t undefined_shl(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    if (sources[1].undefined)
        return is_zero(&sources[0]) ? 0 : UINT64_MAX;
    return sources[1].value >= shape->bits ? 0 : sources[0].undefined << sources[1].value;
}

uint64_t undefined_shr(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    uint64_t count = sources[1].value, undefined = sources[0].undefined;
    if (sources[1].undefined)
        return is_zero(&sources[0]) ? 0 : UINT64_MAX;
    if (!shape->is_signed)
        return count >= shape->bits ? 0 : undefined >> count;
    if (count >= shape->bits)
        count = shape->bits - 1U;
    return (uint64_t)((int64_t)undefined_extend(undefined, shape->bits) >> count);
}

uint64_t undefined_shf_left(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    if (sources[2].undefined)
        return UINT64_MAX;
    return math_shf_left((uint32_t)sources[0].undefined, (uint32_t)sources[1].undefined, (uint32_t)sources[2].value,
                         !shape->wraps);
}

uint64_t undefined_shf_right(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    if (sources[2].undefined)
        return UINT64_MAX;
    return math_shf_right((uint32_t)sources[0].undefined, (uint32_t)sources[1].undefined, (uint32_t)sources[2].value,
                          !shape->wraps);
}

/* --- bit fields ------------------------------------------------------------------------------- */

uint64_t undefined_bfe(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    uint64_t a = sources[0].undefined;
    uint32_t position = (uint32_t)sources[1].value, length = (uint32_t)sources[2].value;
    if ((sources[1].undefined | sources[2].undefined) & 0xff) /* only these bits count */
        return UINT64_MAX;
    if (shape->bits == 64)
        return shape->is_signed ? math_s64_bfe(a, position, length) : math_u64_bfe(a, position, length);
    return shape->is_signed ? math_s32_bfe((uint32_t)a, position, length) : math_u32_bfe((uint32_t)a, position, length);
}

uint64_t undefined_bfi(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    uint64_t a = sources[0].undefined, b = sources[1].undefined;
    uint32_t position = (uint32_t)sources[2].value, length = (uint32_t)sources[3].value;
    if ((sources[2].undefined | sources[3].undefined) & 0xff)
        return UINT64_MAX;
    return shape->bits == 64 ? math_b64_bfi(a, b, position, length)
                             : math_b32_bfi((uint32_t)a, (uint32_t)b, position, length);
}

uint64_t undefined_prmt(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    (void)shape;
    if (sources[2].undefined & 0xffff)
        return UINT64_MAX;
    return math_prmt((uint32_t)sources[0].undefined, (uint32_t)sources[1].undefined, (uint32_t)sources[2].value);
}

uint64_t undefined_brev(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    uint64_t a = sources[0].undefined;
    return shape->bits == 64 ? math_b64_brev(a) : math_b32_brev((uint32_t)a);
}

uint64_t undefined_popc(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    (void)shape;
    return between(math_b64_popc(least(&sources[0])), math_b64_popc(most(&sources[0])));
}

uint64_t undefined_clz(const struct undefined_word *sources, const struct undefined_shape *shape)
{
    unsigned above = WORD_BITS - shape->bits;
    return between(math_b64_clz(least(&sources[0])) - above, math_b64_clz(most(&sources[0])) - above);
}
