/*
 * The source lane of a shuffle (PTX ISA 9.7.9.6), for its handler and for the tracking of undefined
 * bits.
 */
#ifndef VGPU_PROGRAM_SHUFFLE_H
#define VGPU_PROGRAM_SHUFFLE_H

#include <stdbool.h>
#include <stdint.h>

#include "vgpu/program/op_flags.h"

/* The lane that `lane` reads from. *out_valid becomes the instruction's predicate. */
static inline uint32_t shuffle_source(unsigned mode, uint32_t lane, uint32_t b, uint32_t c, bool *out_valid)
{
    uint32_t distance = b & 31, segment = c >> 8 & 31, clamp = c & 31;
    uint32_t first = lane & segment, last = first | (clamp & ~segment);
    switch (mode) {
    case VGPU_SHUFFLE_UP: {
        int32_t from = (int32_t)(lane - distance);
        *out_valid = from >= (int32_t)last;
        return (uint32_t)from & 31;
    }
    case VGPU_SHUFFLE_DOWN:
        *out_valid = lane + distance <= last;
        return (lane + distance) & 31;
    case VGPU_SHUFFLE_BUTTERFLY:
        *out_valid = (lane ^ distance) <= last;
        return lane ^ distance;
    default: {
        uint32_t from = first | (distance & ~segment);
        *out_valid = from <= last;
        return from;
    }
    }
}

#endif
