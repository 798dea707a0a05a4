/* Philox random numbers and their distributions. */
#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>

#include "base/clock.h"
#include "base/every_isa.h"

enum { PHILOX_ROUNDS = 10 };

/*
 * Multipliers and key increments of Philox4x32 (the paper's table 2). The increments are the golden
 * ratio and sqrt(3)-1.
 */
#define PHILOX_MULTIPLIER_0 UINT64_C(0xD2511F53)
#define PHILOX_MULTIPLIER_1 UINT64_C(0xCD9E8D57)
#define PHILOX_INCREMENT_0 UINT32_C(0x9E3779B9)
#define PHILOX_INCREMENT_1 UINT32_C(0xBB67AE85)

struct random_block random_philox(struct random_block counter, const uint32_t key[2])
{
    uint32_t key_0 = key[0];
    uint32_t key_1 = key[1];
    for (int round = 0; round < PHILOX_ROUNDS; round++) {
        uint64_t product_0 = PHILOX_MULTIPLIER_0 * counter.word[0];
        uint64_t product_1 = PHILOX_MULTIPLIER_1 * counter.word[2];
        counter = (struct random_block){{
            (uint32_t)(product_1 >> 32) ^ counter.word[1] ^ key_0,
            (uint32_t)product_1,
            (uint32_t)(product_0 >> 32) ^ counter.word[3] ^ key_1,
            (uint32_t)product_0,
        }};
        key_0 += PHILOX_INCREMENT_0;
        key_1 += PHILOX_INCREMENT_1;
    }
    return counter;
}

/* One round for all blocks, in a loop that the compiler makes wide. */
static inline void philox_round(struct random_run *run, int count, uint32_t key_0, uint32_t key_1)
{
    for (int i = 0; i < count; i++) {
        uint64_t product_0 = PHILOX_MULTIPLIER_0 * run->word[0][i];
        uint64_t product_1 = PHILOX_MULTIPLIER_1 * run->word[2][i];
        run->word[0][i] = (uint32_t)(product_1 >> 32) ^ run->word[1][i] ^ key_0;
        run->word[1][i] = (uint32_t)product_1;
        run->word[2][i] = (uint32_t)(product_0 >> 32) ^ run->word[3][i] ^ key_1;
        run->word[3][i] = (uint32_t)product_0;
    }
}

EVERY_ISA
void random_blocks(uint64_t seed, uint64_t stream, uint64_t first, int count, struct random_run *out_run)
{
    uint32_t key_0 = (uint32_t)seed, key_1 = (uint32_t)(seed >> 32);
    for (int i = 0; i < count; i++) {
        out_run->word[0][i] = (uint32_t)(first + (uint64_t)i);
        out_run->word[1][i] = (uint32_t)((first + (uint64_t)i) >> 32);
        out_run->word[2][i] = (uint32_t)stream;
        out_run->word[3][i] = (uint32_t)(stream >> 32);
    }
    for (int round = 0; round < PHILOX_ROUNDS; round++) {
        philox_round(out_run, count, key_0, key_1);
        key_0 += PHILOX_INCREMENT_0;
        key_1 += PHILOX_INCREMENT_1;
    }
}

uint64_t random_at(uint64_t seed, uint64_t stream, uint64_t index)
{
    struct random_block counter = {
        {(uint32_t)index, (uint32_t)(index >> 32), (uint32_t)stream, (uint32_t)(stream >> 32)}};
    uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    struct random_block block = random_philox(counter, key);
    return (uint64_t)block.word[1] << 32 | block.word[0];
}

double random_uniform_at(uint64_t seed, uint64_t stream, uint64_t index)
{
    return (double)(random_at(seed, stream, index) >> 11) * 0x1p-53;
}

uint64_t random_below_at(uint64_t seed, uint64_t stream, uint64_t index, uint64_t bound)
{
    unsigned __int128 product = (unsigned __int128)random_at(seed, stream, index) * bound;
    return (uint64_t)(product >> 64);
}

int64_t random_integer_at(uint64_t seed, uint64_t stream, uint64_t index, int64_t low, int64_t high)
{
    if (high < low)
        return low;
    uint64_t span = (uint64_t)high - (uint64_t)low;
    uint64_t offset =
        span == UINT64_MAX ? random_at(seed, stream, index) : random_below_at(seed, stream, index, span + 1);
    return (int64_t)((uint64_t)low + offset);
}

/*
 * The natural logarithm of a positive normal number, with the same bits everywhere. Results of libm
 * can differ in the last bit. With x = m * 2^e and m in [sqrt(1/2), sqrt(2)), ln m = 2
 * atanh((m-1)/(m+1)) by its series. The argument is below 0.172.
 */
static double portable_log(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    int exponent = (int)(bits >> 52) - 1022;
    bits = (bits & UINT64_C(0x000FFFFFFFFFFFFF)) | UINT64_C(0x3FE0000000000000);
    double mantissa;
    memcpy(&mantissa, &bits, sizeof mantissa);
    if (mantissa < 0.70710678118654752) {
        mantissa *= 2;
        exponent--;
    }
    double ratio = (mantissa - 1) / (mantissa + 1);
    double square = ratio * ratio;
    double series = 0;
    for (int term = 21; term >= 1; term -= 2)
        series = series * square + 1.0 / term;
    return exponent * 0.69314718055994530942 + 2 * ratio * series;
}

static inline double polynomial(const double *coefficients, double x)
{
    double sum = 0;
    for (int i = 7; i >= 0; i--)
        sum = sum * x + coefficients[i];
    return sum;
}

struct rational {
    double numerator[8];
    double denominator[8];
};

/*
 * Rational approximations of algorithm AS 241, PPND16, for the middle, the shoulders and the tails.
 * Source: M. J. Wichura, "The percentage points of the normal distribution", Applied Statistics 37,
 * 1988.
 */
static const struct rational middle = {
    {3.3871328727963666080e0, 1.3314166789178437745e2, 1.9715909503065514427e3, 1.3731693765509461125e4,
     4.5921953931549871457e4, 6.7265770927008700853e4, 3.3430575583588128105e4, 2.5090809287301226727e3},
    {1.0, 4.2313330701600911252e1, 6.8718700749205790830e2, 5.3941960214247511077e3, 2.1213794301586595867e4,
     3.9307895800092710610e4, 2.8729085735721942674e4, 5.2264952788528545610e3},
};
static const struct rational shoulder = {
    {1.42343711074968357734e0, 4.63033784615654529590e0, 5.76949722146069140550e0, 3.64784832476320460504e0,
     1.27045825245236838258e0, 2.41780725177450611770e-1, 2.27238449892691845833e-2, 7.74545014278341407640e-4},
    {1.0, 2.05319162663775882187e0, 1.67638483018380384940e0, 6.89767334985100004550e-1, 1.48103976427480074590e-1,
     1.51986665636164571966e-2, 5.47593808499534494600e-4, 1.05075007164441684324e-9},
};
static const struct rational tail = {
    {6.65790464350110377720e0, 5.46378491116411436990e0, 1.78482653991729133580e0, 2.96560571828504891230e-1,
     2.65321895265761230930e-2, 1.24266094738807843860e-3, 2.71155556874348757815e-5, 2.01033439929228813265e-7},
    {1.0, 5.99832206555887937690e-1, 1.36929880922735805310e-1, 1.48753612908506148525e-2, 7.86869131145613259100e-4,
     1.84631831751005468180e-5, 1.42151175831644588870e-7, 2.04426310338993978564e-15},
};

static inline double evaluate_rational(const struct rational *rational, double x)
{
    return polynomial(rational->numerator, x) / polynomial(rational->denominator, x);
}

#define MIDDLE 0.425 /* the rational for the middle serves offsets up to here */

static inline double middle_quantile(double offset)
{
    return offset * evaluate_rational(&middle, 0.180625 - offset * offset);
}

double random_normal_quantile(double p)
{
    if (!(p > 0 && p < 1))
        return NAN;
    double offset = p - 0.5;
    if (fabs(offset) <= MIDDLE)
        return middle_quantile(offset);
    double distance = sqrt(-portable_log(offset < 0 ? p : 1 - p));
    double magnitude =
        distance <= 5 ? evaluate_rational(&shoulder, distance - 1.6) : evaluate_rational(&tail, distance - 5);
    return offset < 0 ? -magnitude : magnitude;
}

/* It calls nothing: after wide instructions, a call of plain code would be slow. */
EVERY_ISA
static void middle_quantiles(const double *values, int count, double *out)
{
    for (int i = 0; i < count; i++)
        out[i] = middle_quantile(values[i] - 0.5);
}

void random_normal_quantiles(double *values, int count)
{
    double quantiles[RANDOM_QUANTILES];
    int others[RANDOM_QUANTILES + 1], other_count = 0;
    for (int i = 0; i < count; i++) {
        others[other_count] = i;
        other_count += !(fabs(values[i] - 0.5) <= MIDDLE);
    }
    middle_quantiles(values, count, quantiles);
    for (int i = 0; i < other_count; i++)
        quantiles[others[i]] = random_normal_quantile(values[others[i]]);
    memcpy(values, quantiles, (size_t)count * sizeof *values);
}

uint64_t random_system_seed(void)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) == (ssize_t)sizeof seed)
        return seed;
    /* only reached before the system's entropy pool is ready */
    return (uint64_t)clock_wall_ns() ^ (uint64_t)clock_monotonic_ns() << 20;
}

void random_uuid(char out_uuid[RANDOM_UUID_BYTES])
{
    uint64_t high = (random_system_seed() & ~UINT64_C(0xf000)) | 0x4000; /* version 4 */
    uint64_t low = (random_system_seed() & ~(UINT64_C(3) << 62)) | UINT64_C(2) << 62;
    snprintf(out_uuid, RANDOM_UUID_BYTES, "%08x-%04x-%04x-%04x-%012llx", (unsigned)(high >> 32),
             (unsigned)(high >> 16 & 0xffff), (unsigned)(high & 0xffff), (unsigned)(low >> 48),
             (unsigned long long)(low & 0xffffffffffff));
}
