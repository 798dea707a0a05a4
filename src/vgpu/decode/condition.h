/*
 * Conditions: comparisons whose operands follow from no loaded value. Sizes, arguments and places
 * in the grid decide them. A launch notes which outcomes each one has.
 */
#ifndef VGPU_DECODE_CONDITION_H
#define VGPU_DECODE_CONDITION_H

#include "vgpu/program/program.h"

/* Numbers the conditions of all functions, from 1, in op->access. */
void condition_find_all(struct vgpu_module *module);

#endif
