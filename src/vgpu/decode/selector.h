/*
 * Decoding: from PTX instructions to ops.
 *
 * decoder.c walks the functions. For each instruction it calls the selector of the instruction's
 * family (selector_*.c), which fills in handlers and operands. A selector that cannot decode calls
 * decode_refuse() with the reason and returns false.
 */
#ifndef VGPU_DECODE_SELECTOR_H
#define VGPU_DECODE_SELECTOR_H

#include "base/buffer.h"
#include "vgpu/program/handlers.h"
#include "vgpu/program/op_flags.h"
#include "vgpu/program/program.h"
#include "vgpu/program/spelling.h"

struct vgpu_lane_index; /* spelling -> lane handler */

enum { DECODE_LANES_4 = 4 * VGPU_WARP_LANES, DECODE_LANES_8 = 8 * VGPU_WARP_LANES }; /* bytes of a register */

struct vgpu_decoder {
    struct vgpu_module *module;
    struct arena *arena;
    const struct vgpu_handlers *handlers;
    struct vgpu_lane_index *lanes;
    /* of the current function */
    struct vgpu_function *function;
    bool is_too_large; /* its frame, its local memory, or the memory instructions up to its end */
    uint32_t constant_capacity;
    uint32_t *constant_table; /* hash table of numbers of constants; twice the capacity */
    /* of the current instruction */
    const struct ptx_instruction *instruction;
    struct vgpu_op *op;
    struct vgpu_detail *detail;
    char refusal[256]; /* why the instruction cannot be executed, told (base/told.h) */
};

/* Notes why the instruction cannot be executed. Returns false. */
bool decode_refuse(struct vgpu_decoder *decoder, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * The frame offset of a source operand, as a register of `width_bytes` (4 or 8). Immediates,
 * special registers and addresses of variables become constants of the frame. A register of another
 * width is refused.
 */
bool decode_source(struct vgpu_decoder *decoder, const struct ptx_operand *operand, unsigned width_bytes,
                   uint32_t *out_offset);
/* The frame offset of a destination. The operand _ gets a scratch register. */
bool decode_destination(struct vgpu_decoder *decoder, const struct ptx_operand *operand, unsigned width_bytes,
                        uint32_t *out_offset);
/* A predicate register or a constant predicate. *out_negated is true for a negated operand. */
bool decode_predicate(struct vgpu_decoder *decoder, const struct ptx_operand *operand, uint32_t *out_offset,
                      bool *out_negated);
/* The width of a register: 4, 8 or 16, and 1 for predicates. 0 for other operands. */
unsigned decode_register_width(const struct vgpu_decoder *decoder, const struct ptx_operand *operand);

/* The frame offset of a constant, which is added unless the function has it. */
uint32_t decode_add_constant(struct vgpu_decoder *decoder, struct vgpu_constant wanted);
/* A constant register that holds `bits` in all lanes. */
uint32_t decode_constant(struct vgpu_decoder *decoder, uint64_t bits, bool is_wide);
uint32_t decode_parameter(struct vgpu_decoder *decoder, uint32_t offset_bytes, uint32_t size_bytes, bool is_signed,
                          bool is_wide);
/* The mask with CC.CF of each lane. It is 0 when the function starts. */
uint32_t decode_carry(struct vgpu_decoder *decoder);
/* Reserves scratch space in the frame. */
uint32_t decode_scratch(struct vgpu_decoder *decoder, uint64_t size_bytes);
/*
 * Binds a value of a call to `count` registers from `slot` on: the registers of a vector, or a
 * single one.
 */
void decode_value_registers(const struct vgpu_decoder *decoder, uint32_t slot, uint32_t count,
                            struct vgpu_frame_variable *value);
/* The frame variable of a .param name, or NULL. */
const struct vgpu_frame_variable *decode_frame_variable(const struct vgpu_decoder *decoder,
                                                        const struct ptx_variable *variable);
/* The address of a variable in its own space; cvta makes it generic. */
bool decode_variable_address(struct vgpu_decoder *decoder, const struct ptx_variable *variable, uint64_t *out_address);

/* Fills in op->a, op->immediate and op->flags for place_address(). */
bool select_address(struct vgpu_decoder *decoder, const struct ptx_operand *operand);
/* Gives the op the number of its pattern and its counts. */
void select_access_number(struct vgpu_decoder *decoder);
/* Whether an instruction of the function reads the register. */
bool decode_is_read(const struct vgpu_decoder *decoder, const struct ptx_operand *operand);
bool decode_has(const struct vgpu_decoder *decoder, enum ptx_modifier modifier);
static inline void decode_handlers(struct vgpu_decoder *decoder, struct vgpu_handler_pair pair)
{
    decoder->op->full = pair.full;
    decoder->op->masked = pair.masked;
}

/* --- selectors, one per family ---------------------------------------------------------------- */

typedef bool vgpu_selector(struct vgpu_decoder *decoder);
/* lane tables: arithmetic, comparison, conversion; the default */
vgpu_selector select_lanes;
vgpu_selector select_order;        /* min, max */
vgpu_selector select_carry;        /* add, sub, mad with or without .cc; addc, subc, madc */
vgpu_selector select_set;          /* set */
vgpu_selector select_lop3;         /* lop3 with or without a predicate */
vgpu_selector select_move;         /* mov, selp, predicates, vectors */
vgpu_selector select_memory;       /* ld, st, cvta, isspacep, prefetch */
vgpu_selector select_atomic;       /* atom, red */
vgpu_selector select_control;      /* bra, brx, call, ret, exit, trap, barriers, fences */
vgpu_selector select_exchange;     /* shfl, vote, match, redux, activemask, bar.warp.sync */
vgpu_selector select_convert;      /* cvt */
vgpu_selector select_matrix;       /* mma, wmma.mma, movmatrix */
vgpu_selector select_fragment;     /* ldmatrix, stmatrix, wmma.load, wmma.store */
vgpu_selector select_asynchronous; /* cp.async, mbarrier */
vgpu_selector select_bulk;         /* cp.async.bulk, st.async */
vgpu_selector select_stack;        /* alloca, stacksave, stackrestore */
vgpu_selector select_video;        /* vadd4 and similar ones */
vgpu_selector select_video_scalar; /* vadd and similar ones */
vgpu_selector select_nothing;      /* hints, which have no visible effect */

/* Like select_lanes, for the row of another spelling. */
bool select_lanes_as(struct vgpu_decoder *decoder, const char *spelling);

/* --- decoder.c, decoder_line.c, guess.c, shared_base.c ----------------------------------- */

/* False: it is too large to be executed. */
bool decode_function(struct vgpu_decoder *decoder, struct vgpu_function *function);
/* Sets is_guess of the module's ops, after they are decoded (guess.c). */
void guess_find_all(struct vgpu_module *module);
/* Finds the line and file of each op of the function. */
void decode_find_lines(const struct vgpu_function *function, const struct ptx_program *program);
/* Fills detail->shared_base of all accesses, if the module has several shared variables. */
void shared_base_find(const struct vgpu_module *module);

#endif
