/*
 * Undefined values: their state at run time, and the forms in which ops pass them on.
 *
 * A function is *tracked* if some op may read a register that was never set. undefined_registers.c
 * finds this out when a module is loaded. Each frame of a tracked function has a shadow with the
 * layout of the frame. A shadow bit is set where the frame's bit is undefined, in a register or in
 * a .param variable. Constants and scratch have zeros there. So an op finds its operands in the
 * shadow at the same offsets. Ops that only move bits run on the shadow by their own handlers.
 *
 * Next to the shadow is one mask per *slot*: the lanes with any undefined bit. So an op with
 * defined operands costs little. Slots are the function's registers, then its .param variables,
 * then the carry flag.
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_H
#define VGPU_UNDEFINED_UNDEFINED_H

#include "vgpu/execution/execution.h"
#include "vgpu/undefined/undefined_bits.h"

#define VGPU_NO_SLOT UINT32_MAX

enum vgpu_undefined_how {
    VGPU_UNDEFINED_ANY,      /* an undefined bit of any operand makes the results undefined */
    VGPU_UNDEFINED_MOVES,    /* runs the handler on the shadow as on the frame */
    VGPU_UNDEFINED_BITS,     /* `rule` on sources[] gives the result */
    VGPU_UNDEFINED_CONVERTS, /* conversion between integers */
    VGPU_UNDEFINED_LOGIC,    /* `rule` on predicates */
    VGPU_UNDEFINED_COMPARES, /* setp */
    VGPU_UNDEFINED_SELECTS,  /* selp */
    VGPU_UNDEFINED_CARRIES,  /* carry chains */
    VGPU_UNDEFINED_SHUFFLES, /* each lane gets the bits of its source lane */
    VGPU_UNDEFINED_LOADS,
    VGPU_UNDEFINED_STORES,
    VGPU_UNDEFINED_CALLS, /* see undefined_pass() */
};

/* How an op passes on undefined bits. */
struct vgpu_undefined_form {
    enum vgpu_undefined_how how;
    undefined_rule *rule;
    struct undefined_shape shape;
    uint32_t sources[UNDEFINED_SOURCES_MAX];    /* frame offsets */
    uint8_t source_bits[UNDEFINED_SOURCES_MAX]; /* bits of each source that count */
    bool is_wide[UNDEFINED_SOURCES_MAX];        /* the source is a 64-bit register */
    uint8_t source_count;
    bool result_is_signed; /* CONVERTS: the sign extends the result to its register */
    /* the .param variable or carry that the op reads or writes, or VGPU_NO_SLOT */
    uint32_t read_slot, write_slot;
};

/*
 * The plan of a tracked function. A frame has the state `at_entry` when it is entered. Registers
 * that every path writes before it reads them count as defined there.
 */
struct vgpu_undefined_plan {
    uint32_t slot_count, carry_slot;
    size_t bits_bytes, total_bytes; /* size of the shadow; size of everything */
    const uint8_t *widths;          /* by register: 1 for a predicate, or 4, 8, 16 */
    const uint8_t *at_entry;
    const uint32_t *unset; /* registers that can be read before they are set */
    uint32_t unset_count;
};

/* The bytes of a register, or of its bits in the shadow. */
static inline size_t undefined_slot_bytes(const struct vgpu_undefined_plan *plan, uint32_t slot)
{
    return plan->widths[slot] == 1 ? sizeof(uint32_t) : (size_t)plan->widths[slot] * VGPU_WARP_LANES;
}

/* The lanes of each slot that have an undefined bit. */
static inline uint32_t *undefined_lanes(const struct vgpu_frame *frame)
{
    return (uint32_t *)(void *)(frame->undefined + frame->function->undefined->bits_bytes);
}

/*
 * The origin of each slot's undefined bits (undefined_source.h). 0 means a register that was never
 * set.
 */
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

/* undefined_form.c: never returns NULL. The form is in the module's arena. */
struct vgpu_undefined_form *undefined_form_new(struct vgpu_module *module, const struct vgpu_function *function,
                                               const struct vgpu_op *op);

/* undefined_frame.c: the shadow of a frame, made, emptied, moved and freed with it. */
bool undefined_frame_new(struct vgpu_frame *frame);
void undefined_frame_free(struct vgpu_frame *frame);
void undefined_frame_reset(struct vgpu_frame *frame);
void undefined_frame_move(struct vgpu_frame *to, const struct vgpu_frame *from, uint32_t lanes);

/* undefined_call.c: passes on the undefined bits of a call's values. */
void undefined_pass(struct vgpu_warp *warp, struct vgpu_frame *to_frame, const struct vgpu_frame_variable *to,
                    const struct vgpu_frame *from_frame, const struct vgpu_frame_variable *from, uint32_t lanes);

#endif
