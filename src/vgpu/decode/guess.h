/* Finds the values that a function's compare-and-swaps compare with (guess.c). */
#ifndef VGPU_RACE_GUESS_H
#define VGPU_RACE_GUESS_H

#include <stdbool.h>

#include "base/arena.h"
#include "vgpu/program/program.h"

/*
 * By register slot: whether a value of it can become the compared value of a compare-and-swap. The
 * value can pass through registers, local memory or the parameters of a call. `calls_swaps`: a call
 * of the function leads to a compare-and-swap.
 */
const bool *guess_find_feeders(struct arena *arena, const struct vgpu_function *function, bool calls_swaps);

#endif
