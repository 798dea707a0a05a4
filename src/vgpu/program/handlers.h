/*
 * Handlers: the functions that execute ops, compiled once per instruction set of the CPU.
 *
 * The files execute_*.c are compiled several times (cmake/VirtualGpu.cmake): portable, AVX2,
 * AVX-512. VGPU_HANDLER_ISA is the suffix of a compilation's functions. Each compilation exports
 * one `struct vgpu_handlers`. All other files are compiled once and call handlers only through ops.
 *
 * There are two kinds of handlers:
 *
 *     lane handlers      a row of a table (arithmetic.def, ..): spellings, types, expression
 *     special handlers   a row of special.def, and one or two functions in execute_*.c
 */
#ifndef VGPU_PROGRAM_HANDLERS_H
#define VGPU_PROGRAM_HANDLERS_H

#include "vgpu/program/program.h"

/* The operands that a lane handler takes. */
enum vgpu_lane_kind {
    VGPU_LANE_RESULT,    /* d and up to four sources are registers */
    VGPU_LANE_PREDICATE, /* setp: d is one predicate or two */
    VGPU_LANE_TEST,      /* testp: d is a predicate */
};

struct vgpu_lane_handler {
    const char *spellings; /* "add.s32 add.u32": all spellings of this row, separated by blanks */
    struct vgpu_handler_pair pair;
    enum vgpu_lane_kind kind;
    uint8_t source_count;
    uint8_t widths[5]; /* bytes of the registers d, a, b, c, e: 4 or 8 */
};

struct vgpu_handlers {
    const char *isa;
    /* a list of tables that ends with NULL; each table ends with spellings NULL */
    const struct vgpu_lane_handler *const *lanes;
#define SPECIAL(name) struct vgpu_handler_pair name;
#define SPECIAL_MASKED(name) struct vgpu_handler_pair name;
#include "vgpu/program/special.def"
};

/* A build may omit some of them (WARPSCHOOL_VGPU_ISAS). isa.c knows which are compiled. */
extern const struct vgpu_handlers vgpu_handlers_portable;
extern const struct vgpu_handlers vgpu_handlers_avx2;
extern const struct vgpu_handlers vgpu_handlers_avx512;

#endif
