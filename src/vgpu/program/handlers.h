/*
 * Handlers: the functions that execute ops, compiled once per instruction set of the CPU.
 *
 * The files execute_*.c are compiled several times (cmake/VirtualGpu.cmake): portable, AVX2, AVX-512. VGPU_HANDLER_ISA
 * is the suffix of this compilation's functions, and each compilation exports one `struct vgpu_handlers`. Everything
 * else is compiled once and calls handlers through ops only.
 *
 * Two kinds of handlers:
 *   lane handlers      one row in a table (arithmetic.def, compare.def, convert.def): spelling, types, expression
 *   special handlers   a row in special.def and a function or two in the execute_*.c of its family
 */
#ifndef VGPU_PROGRAM_HANDLERS_H
#define VGPU_PROGRAM_HANDLERS_H

#include "vgpu/program/program.h"

/* What a lane handler wants of its operands. */
enum vgpu_lane_kind {
    VGPU_LANE_RESULT,    /* d and up to four sources in registers */
    VGPU_LANE_PREDICATE, /* d is a predicate, or two: setp */
    VGPU_LANE_TEST,      /* d is a predicate: testp */
};

struct vgpu_lane_handler {
    const char *spellings; /* "add.s32 add.u32": all that this row executes, divided by blanks */
    struct vgpu_handler_pair pair;
    enum vgpu_lane_kind kind;
    uint8_t source_count;
    uint8_t widths[5]; /* bytes of d, a, b, c, e as registers: 4 or 8 */
};

struct vgpu_handlers {
    const char *isa;
    const struct vgpu_lane_handler *const *lanes; /* tables, each ending with spellings NULL; ends with NULL */
#define SPECIAL(name) struct vgpu_handler_pair name;
#define SPECIAL_MASKED(name) struct vgpu_handler_pair name;
#include "vgpu/program/special.def"
};

/* A build may leave some of them out (WARPSCHOOL_VGPU_ISAS): isa.c knows which are there. */
extern const struct vgpu_handlers vgpu_handlers_portable;
extern const struct vgpu_handlers vgpu_handlers_avx2;
extern const struct vgpu_handlers vgpu_handlers_avx512;

#endif
