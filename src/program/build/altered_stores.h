/*
 * Kernels that store other values than they were written to store.
 *
 * A program whose output comes from its kernels prints something else with them. One that computes
 * on the host prints the same. So a judge tells the two apart.
 */
#ifndef PROGRAM_BUILD_ALTERED_STORES_H
#define PROGRAM_BUILD_ALTERED_STORES_H

#include <stddef.h>

#include "base/arena.h"

/*
 * The PTX with a bit changed in each value that is stored to global memory. It is the highest bit
 * of the fraction, if the value is a floating-point number: a finite number stays finite. The same
 * value always becomes the same other one.
 */
const char *altered_stores(const char *ptx, struct arena *arena, size_t *out_bytes);

#endif
