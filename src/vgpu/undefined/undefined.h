/*
 * Values that were never set: what is kept of them, and how ops pass them on.
 *
 * A function of which some op may read what was never set is *tracked* (check_registers.c finds out when a module is
 * loaded). Its frames have a shadow, laid out like the frame itself: a bit of it is set where the bit of the register,
 * or of the words of a .param variable, is undefined. Constants and scratch have zeros there, so that an op's operands
 * are found in the shadow at the same offsets, and ops that only move bits are executed on the shadow by their own
 * handlers.
 *
 * Beside it stands for each *slot* in which lanes any bit is undefined, so that ops whose operands are defined cost
 * little. Slots are the function's registers, then its .param variables, then the carry flag.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_H
#define VGPU_UNDEFINED_UNDEFINED_H

#include "vgpu/execution/execution.h"
#include "vgpu/undefined/undefined_bits.h"

#define VGPU_NO_SLOT UINT32_MAX

enum vgpu_undefined_how {
    VGPU_UNDEFINED_ANY,      /* an undefined bit of any operand makes the results undefined */
    VGPU_UNDEFINED_MOVES,    /* the handler does to the shadow what it does to the frame */
    VGPU_UNDEFINED_BITS,     /* `rule` on sources[] gives the result */
    VGPU_UNDEFINED_CONVERTS, /* between integers */
    VGPU_UNDEFINED_LOGIC,    /* `rule` on predicates */
    VGPU_UNDEFINED_COMPARES, /* setp */
    VGPU_UNDEFINED_SELECTS,  /* selp */
    VGPU_UNDEFINED_CARRIES,  /* carry chains */
    VGPU_UNDEFINED_SHUFFLES, /* each lane gets the bits of the lane that it reads from */
    VGPU_UNDEFINED_LOADS,
    VGPU_UNDEFINED_STORES,
    VGPU_UNDEFINED_CALLS, /* undefined_pass() does it */
};

/* How an op passes on what is undefined. */
struct vgpu_undefined_form {
    enum vgpu_undefined_how how;
    undefined_rule *rule;
    struct undefined_shape shape;
    uint32_t sources[UNDEFINED_SOURCES_MAX];    /* frame offsets */
    uint8_t source_bits[UNDEFINED_SOURCES_MAX]; /* that count */
    bool is_wide[UNDEFINED_SOURCES_MAX];        /* in registers of 64 bits */
    uint8_t source_count;
    bool result_is_signed;          /* CONVERTS: extended to its register by its sign */
    uint32_t read_slot, write_slot; /* the .param variable or carry that it reads or writes, or VGPU_NO_SLOT */
};

/* Of a tracked function. `at_entry` is copied to a frame when it begins. */
struct vgpu_undefined_plan {
    uint32_t slot_count, carry_slot, carry_offset; /* the carry's offset in the frame, 0: there is none */
    size_t bits_bytes, total_bytes;                /* of the shadow; of all */
    const uint8_t *widths;                         /* by register: 1 (predicate), 4, 8, 16 */
    const uint8_t *at_entry;
};

/* Lanes of each slot with an undefined bit. */
static inline uint32_t *undefined_lanes(const struct vgpu_frame *frame)
{
    return (uint32_t *)(void *)(frame->undefined + frame->function->undefined->bits_bytes);
}

/* Where a slot's undefined bits come from: see undefined_source.h; 0: a register never set. */
static inline uint32_t *undefined_origins(const struct vgpu_frame *frame)
{
    return undefined_lanes(frame) + frame->function->undefined->slot_count;
}

static inline uint32_t undefined_variable_slot(const struct vgpu_function *function,
                                               const struct vgpu_frame_variable *variable)
{
    bool is_own = variable >= function->variables && variable < function->variables + function->variable_count;
    return is_own ? function->register_count + (uint32_t)(variable - function->variables) : VGPU_NO_SLOT;
}

/* undefined_form.c: NULL never. Allocated in the module's arena. */
struct vgpu_undefined_form *undefined_form_new(struct vgpu_module *module, const struct vgpu_function *function,
                                               const struct vgpu_op *op);

/* undefined_call.c: what the words of a call's value hold of undefined bits goes along with them. */
void undefined_pass(struct vgpu_warp *warp, struct vgpu_frame *to_frame, const struct vgpu_frame_variable *to,
                    const struct vgpu_frame *from_frame, const struct vgpu_frame_variable *from, uint32_t lanes);

#endif
