/*
 * Random numbers by position: the value at (seed, stream, index), without computing those before
 * it.
 *
 * The generator is Philox4x32-10 (SC 2011, "Parallel random numbers"). Its authors are Salmon,
 * Moraes, Dror and Shaw. The counter is (index, stream), the key is the seed. The same bits come
 * out on every machine and with every compiler setting that the project allows. That holds for
 * integers, and for doubles from + - * / and sqrt alone.
 */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stdint.h>

struct random_block {
    uint32_t word[4];
};

/* The bare generator: ten rounds over a 128-bit counter with a 64-bit key. */
struct random_block random_philox(struct random_block counter, const uint32_t key[2]);

/* Many blocks at once are cheaper than one by one. Plane j holds their words j. */
enum { RANDOM_RUN = 64 };
struct random_run {
    uint32_t word[4][RANDOM_RUN];
};

/* The blocks of the counters (first + i, stream) for each i < count. count <= RANDOM_RUN */
void random_blocks(uint64_t seed, uint64_t stream, uint64_t first, int count, struct random_run *out_run);

uint64_t random_at(uint64_t seed, uint64_t stream, uint64_t index);

/* In [0, 1), a multiple of 2^-53. */
double random_uniform_at(uint64_t seed, uint64_t stream, uint64_t index);

/* In [0, bound), every value equally likely to within bound / 2^64; 0 for bound 0. */
uint64_t random_below_at(uint64_t seed, uint64_t stream, uint64_t index, uint64_t bound);

/* In [low, high], both included; low where high < low. */
int64_t random_integer_at(uint64_t seed, uint64_t stream, uint64_t index, int64_t low, int64_t high);

/*
 * The x with P(X <= x) = p for the standard normal distribution. 0 < p < 1, else NaN. The relative
 * error is about 1e-15.
 */
double random_normal_quantile(double p);

/* Replaces each p by its quantile, as random_normal_quantile() does. count <= RANDOM_QUANTILES */
enum { RANDOM_QUANTILES = 4 * RANDOM_RUN };
void random_normal_quantiles(double *values, int count);

/* An unpredictable seed from the system. Every other value follows from a seed. */
uint64_t random_system_seed(void);

/* A random UUID (RFC 9562, version 4), such as "f81d4fae-7dec-41d0-a765-00a0c91e6bf6". */
enum { RANDOM_UUID_BYTES = 37 }; /* with the final NUL */
void random_uuid(char out_uuid[RANDOM_UUID_BYTES]);

#endif
