/* One function per row of distributions.def. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "grader/value/input_functions.h"
#include "grader/value/number.h"

/*
 * One block of random bits serves four neighbouring elements. Doubles need more bits and use a
 * block each.
 */
static uint32_t word_at(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    uint64_t block = index / 4;
    if (!draw->is_valid || draw->block != block) {
        const uint32_t key[2] = {(uint32_t)recipe->key, (uint32_t)(recipe->key >> 32)};
        struct random_block counter = {
            {(uint32_t)block, (uint32_t)(block >> 32), (uint32_t)STREAM_SHARED, (uint32_t)(STREAM_SHARED >> 32)}};
        draw->words = random_philox(counter, key);
        draw->block = block;
        draw->is_valid = true;
    }
    return draw->words.word[index % 4];
}

/* In [0, 1). */
static double unit(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    if (recipe->dtype == DTYPE_F64)
        return random_uniform_at(recipe->key, STREAM_VALUE, index);
    return (double)word_at(recipe, index, draw) * 0x1p-32;
}

static uint64_t store(const struct input_recipe *recipe, double value)
{
    return number_encode(recipe->dtype, value);
}

/* The part of a value that input_slant() scales. */
static double slant(const struct input_recipe *recipe, uint64_t index)
{
    double factor = 1;
    for (int i = 0; i < recipe->slant_digits; i++)
        factor *= recipe->slant[i][index >> 4 * i & 15];
    return factor;
}

static double uniform(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw, double low,
                      double high)
{
    return low + unit(recipe, index, draw) * (high - low);
}

uint64_t input_uniform(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    double value = uniform(recipe, index, draw, recipe->arguments[0], recipe->arguments[1]);
    if (dtype_kind(recipe->dtype) != DTYPE_KIND_FLOAT)
        value = floor(value);   /* [a, b) stays half open */
    if (recipe->slant_digits) { /* towards 0, or towards the end that is nearer to 0 */
        double low = recipe->arguments[0], high = recipe->arguments[1];
        double least = low > 0 ? low : high < 0 ? high : 0;
        value = least + (value - least) * slant(recipe, index);
    }
    return store(recipe, value);
}

uint64_t input_normal(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    double half_step = recipe->dtype == DTYPE_F64 ? 0x1p-54 : 0x1p-33; /* excludes both ends, evenly */
    double value = random_normal_quantile(unit(recipe, index, draw) + half_step);
    if (recipe->slant_digits)
        value *= slant(recipe, index);
    return store(recipe, recipe->arguments[0] + recipe->arguments[1] * value);
}

struct input_range input_range_of(const struct input_recipe *recipe)
{
    double low = fmax(recipe->arguments[0], -0x1p63), high = fmin(recipe->arguments[1], 0x1.fffffffffffffp62);
    bool is_wide = recipe->dtype == DTYPE_I64 || recipe->dtype == DTYPE_U64;
    int64_t first = (int64_t)ceil(low), last = (int64_t)floor(high);
    return (struct input_range){.first = first, .last = last, .is_narrow = !is_wide && last - first < INT32_MAX};
}

/* Wide integers do not go through doubles, so all of the type's range can be drawn. */
uint64_t input_integers(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    struct input_range range = input_range_of(recipe);
    if (range.is_narrow) {
        uint64_t span = (uint64_t)(range.last - range.first) + 1;
        return store(recipe, (double)(range.first + (int64_t)(word_at(recipe, index, draw) * span >> 32)));
    }
    int64_t value = random_integer_at(recipe->key, STREAM_VALUE, index, range.first, range.last);
    return dtype_bytes(recipe->dtype) == 8 ? (uint64_t)value : store(recipe, (double)value);
}

uint64_t input_zeros(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    (void)index;
    (void)draw;
    return store(recipe, 0);
}

uint64_t input_ones(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    (void)index;
    (void)draw;
    return store(recipe, 1);
}

uint64_t input_constant(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    (void)index;
    (void)draw;
    return store(recipe, recipe->arguments[0]);
}

uint64_t input_iota(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    (void)draw;
    double start = recipe->argument_count > 0 ? recipe->arguments[0] : 0;
    double step = recipe->argument_count > 1 ? recipe->arguments[1] : 1;
    return store(recipe, start + step * (double)index);
}

uint64_t input_alternating(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    (void)draw;
    return store(recipe, recipe->arguments[index % 2]);
}

enum { FEISTEL_ROUNDS = 6 };

/*
 * A keyed permutation of [0, 4^half_bits) by a Feistel network (Luby and Rackoff, 1988). It repeats
 * until the result is inside the wanted range.
 */
static uint64_t feistel(uint64_t key, int half_bits, uint64_t value)
{
    uint64_t mask = (UINT64_C(1) << half_bits) - 1;
    uint64_t left = value >> half_bits, right = value & mask;
    for (uint64_t round = 0; round < FEISTEL_ROUNDS; round++) {
        uint64_t next = (left ^ random_at(key, STREAM_ROUND + round, right)) & mask;
        left = right;
        right = next;
    }
    return left << half_bits | right;
}

uint64_t input_permutation(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    (void)draw;
    int half_bits = 1;
    while (half_bits < 31 && (UINT64_C(1) << (2 * half_bits)) < recipe->element_count)
        half_bits++;
    uint64_t value = feistel(recipe->key, half_bits, index);
    while (value >= recipe->element_count)
        value = feistel(recipe->key, half_bits, value);
    return store(recipe, (double)value);
}

/* One random number in each of n equal steps gives an ascending sequence. */
uint64_t input_sorted(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    double place = (double)index + unit(recipe, index, draw);
    double share = place / (double)recipe->element_count;
    double value = recipe->arguments[0] + share * (recipe->arguments[1] - recipe->arguments[0]);
    return store(recipe, dtype_kind(recipe->dtype) == DTYPE_KIND_FLOAT ? value : floor(value));
}

uint64_t input_one_hot(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    (void)draw;
    return store(recipe, (double)index == recipe->arguments[0]);
}

uint64_t input_bernoulli(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    (void)draw;
    return store(recipe, random_uniform_at(recipe->key, STREAM_CHOICE, index) < recipe->arguments[0]);
}

uint64_t input_nan_sprinkled(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    bool is_nan = random_uniform_at(recipe->key, STREAM_CHOICE, index) < recipe->arguments[0];
    return store(recipe, is_nan ? (double)NAN : uniform(recipe, index, draw, -1, 1));
}

struct float_range {
    double largest, smallest_normal, smallest;
};

static const struct float_range *float_range(enum dtype dtype)
{
    static const struct float_range ranges[DTYPE_COUNT] = {
        [DTYPE_F64] = {0x1.fffffffffffffp1023, 0x1p-1022, 0x1p-1074},
        [DTYPE_F32] = {0x1.fffffep127, 0x1p-126, 0x1p-149},
        [DTYPE_F16] = {65504, 0x1p-14, 0x1p-24},
        [DTYPE_BF16] = {0x1.fep127, 0x1p-126, 0x1p-133},
        [DTYPE_E4M3] = {448, 0x1p-6, 0x1p-9},
        [DTYPE_E5M2] = {57344, 0x1p-14, 0x1p-16},
    };
    return &ranges[dtype];
}

static double special_float(enum dtype dtype, uint64_t which)
{
    const struct float_range *range = float_range(dtype);
    double values[] = {
        0.0,  -0.0,           (double)INFINITY, -(double)INFINITY,      (double)NAN,     1.0,
        -1.0, range->largest, -range->largest,  range->smallest_normal, range->smallest, -range->smallest};
    return values[which % (sizeof values / sizeof *values)];
}

static uint64_t special_integer(enum dtype dtype, uint64_t which)
{
    double far = ldexp(1, 8 * (int)dtype_bytes(dtype));
    double values[] = {0, 1, -1, 2, far, -far};
    return number_encode(dtype, values[which % (sizeof values / sizeof *values)]);
}

/* Every second element is special, in an order drawn from the key. */
uint64_t input_special(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    uint64_t choice = random_at(recipe->key, STREAM_CHOICE, index);
    bool is_float = dtype_kind(recipe->dtype) == DTYPE_KIND_FLOAT;
    if (choice & 1)
        return store(recipe,
                     is_float ? uniform(recipe, index, draw, -1, 1) : floor(uniform(recipe, index, draw, 0, 100)));
    return is_float ? store(recipe, special_float(recipe->dtype, choice >> 1))
                    : special_integer(recipe->dtype, choice >> 1);
}

uint64_t input_denormal(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    double limit = float_range(recipe->dtype)->smallest_normal;
    return store(recipe, uniform(recipe, index, draw, -limit, limit));
}

uint64_t input_bits(const struct input_recipe *recipe, uint64_t index, struct input_draw *draw)
{
    (void)draw;
    uint64_t bits = random_at(recipe->key, STREAM_VALUE, index);
    if (recipe->dtype == DTYPE_BOOL)
        return bits & 1;
    size_t bytes = dtype_bytes(recipe->dtype);
    return bytes >= 8 ? bits : bits & ((UINT64_C(1) << (8 * bytes)) - 1);
}
