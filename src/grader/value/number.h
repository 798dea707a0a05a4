/*
 * Numbers of every element type: from a double to the stored bits and back.
 *
 * Encoding rounds once, straight from the double, to nearest, ties to even. Types without
 * infinities (e4m3) saturate to their largest finite value. Integers round to nearest and saturate
 * at their range. A NaN is stored as the type's quiet NaN, in integers as 0. Formats: OCP 8-bit
 * floating point specification 1.0 for e4m3 and e5m2.
 */
#ifndef GRADER_VALUE_NUMBER_H
#define GRADER_VALUE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "plan/parameter.h"

/* The stored bits in the low dtype_bytes() bytes. */
uint64_t number_encode(enum dtype dtype, double value);

/* 64-bit integers beyond 2^53 lose low bits; compare their bits instead. */
double number_decode(enum dtype dtype, uint64_t bits);

/* Elements `first` to `first + count` of a packed array. */
void number_decode_part(enum dtype dtype, const void *elements, uint64_t first, uint64_t count, double *out);

/* Element `index` of a packed array. */
uint64_t number_load(enum dtype dtype, const void *elements, uint64_t index);
void number_store(enum dtype dtype, void *elements, uint64_t index, uint64_t bits);

bool number_is_nan(enum dtype dtype, uint64_t bits);

/*
 * The number of steps between neighbouring stored values; UINT64_MAX if one is NaN or exactly one
 * is infinite.
 */
uint64_t number_ulps(enum dtype dtype, uint64_t left, uint64_t right);

#endif
