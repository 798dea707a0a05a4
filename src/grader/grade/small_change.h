/*
 * Small changes of a wrong source, such as a learner often needs:
 *
 *     1e5f       ->  1e-5f       a number of the reference that the source lacks
 *     log10f(s)  ->  logf(s)     a function of the same family, which the reference calls
 *     a.y        ->  a.z         the member of a vector that is missing among its neighbours
 *     j < i      ->  j <= i      the comparison of two variables, or of a number and the best one
 *     expf(x)    ->  expf(-x)    the other sign, or the other order of a difference
 *     a + b      ->  a - b       the other operator
 *     a + b      ->  a * b       a product for a sum, or a sum for a product
 *     a * b      ->  a           a factor or a term less
 *     s          ->  sqrtf(s)    a call that the reference has, and the source lacks
 *     x * y      ->  x * y * y   a square
 *     s          ->  s / n       a divisor that another formula has
 *     s += x     ->  s = x       the other assignment
 *     a.n * f(a.m) + b.n  ->  a.n * f(a.m) + b.n * f(b.m)      the same for both
 *     d * b.n    ->  d * b.n * a.n, d * a.n, d * d * b.n      where two are merged: a.n + b.n
 *     d = x - m; m += d / n; v += d * d  ->  v += (x - m) * d      with the new m
 *
 * Nothing is parsed: the compiler and the cases decide.
 */
#ifndef GRADER_GRADE_SMALL_CHANGE_H
#define GRADER_GRADE_SMALL_CHANGE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/diagnostics.h"

/* As long as the longest solution. In a longer source no change is sought. */
enum { SMALL_CHANGE_SOURCE_BYTES_MAX = 1 << 14 };

struct small_change {
    int line;
    const char *written, *right; /* "log10f", "logf"; NULL: without it */
    size_t at, length;           /* the bytes that `put` replaces, one at least */
    const char *put;
    bool everywhere; /* each word that is the same changes too */
};

/* The likeliest first, at most `most` of them. */
size_t small_change_list(const struct source *source, const struct source *reference, struct small_change *out,
                         size_t most, struct arena *arena);

/* The source with the change. */
struct source small_change_apply(const struct source *source, const struct small_change *change, struct arena *arena);

#endif
