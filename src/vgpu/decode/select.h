/*
 * Decoding: from PTX instructions to ops.
 *
 * decode.c walks the functions; for each instruction it asks the selector of its family (select_*.c), which fills in
 * handlers and operands. A selector returns false after decode_refuse(), which says what cannot be executed.
 */
#ifndef VGPU_DECODE_SELECT_H
#define VGPU_DECODE_SELECT_H

#include "base/buffer.h"
#include "vgpu/program/handlers.h"
#include "vgpu/program/op_flags.h"
#include "vgpu/program/program.h"
#include "vgpu/program/spelling.h"

struct vgpu_lane_index; /* spelling -> lane handler */

struct vgpu_decoder {
    struct vgpu_module *module;
    struct arena *arena;
    const struct vgpu_handlers *handlers;
    struct vgpu_lane_index *lanes;
    /* of the function at work */
    struct vgpu_function *function;
    uint32_t constant_capacity;
    /* of the instruction at work */
    const struct ptx_instruction *instruction;
    struct vgpu_op *op;
    struct vgpu_detail *detail;
    char refusal[256]; /* why it cannot be executed */
};

/* Notes why the instruction cannot be executed. Returns false. */
bool decode_refuse(struct vgpu_decoder *decoder, const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Frame offset of a source operand as a register of `width_bytes` (4 or 8). Immediates, special registers, addresses
 * of variables become constants of the frame. A register of another width is refused.
 */
bool decode_source(struct vgpu_decoder *decoder, const struct ptx_operand *operand, unsigned width_bytes,
                   uint32_t *out_offset);
/* The same for destinations; _ gets a scratch register. */
bool decode_destination(struct vgpu_decoder *decoder, const struct ptx_operand *operand, unsigned width_bytes,
                        uint32_t *out_offset);
/* A predicate register or constant predicate; *out_negated as written. */
bool decode_predicate(struct vgpu_decoder *decoder, const struct ptx_operand *operand, uint32_t *out_offset,
                      bool *out_negated);
/* 4, 8 or 16; 1 for predicates; 0 for what is no register. */
unsigned decode_register_width(const struct vgpu_decoder *decoder, const struct ptx_operand *operand);

/* A constant register holding `bits` in all lanes. */
uint32_t decode_constant(struct vgpu_decoder *decoder, uint64_t bits, bool is_wide);
uint32_t decode_parameter(struct vgpu_decoder *decoder, uint32_t offset_bytes, uint32_t size_bytes, bool is_signed,
                          bool is_wide);
uint32_t decode_special(struct vgpu_decoder *decoder, enum ptx_special_register special, uint8_t component,
                        bool is_wide);
/* The mask that holds CC.CF of every lane, 0 when the function is entered. */
uint32_t decode_carry(struct vgpu_decoder *decoder);
/* Scratch space in the frame. */
uint32_t decode_scratch(struct vgpu_decoder *decoder, uint32_t size_bytes);
/* The frame variable that a .param name means, or NULL. */
/* Lets a value of a call stand for `count` registers from `slot` on: those of a vector, or a single one. */
void decode_value_registers(const struct vgpu_decoder *decoder, uint32_t slot, uint32_t count,
                            struct vgpu_frame_variable *value);
const struct vgpu_frame_variable *decode_frame_variable(const struct vgpu_decoder *decoder,
                                                        const struct ptx_variable *variable);
/* Address of a variable in its own space; generic ones by cvta. */
bool decode_variable_address(struct vgpu_decoder *decoder, const struct ptx_variable *variable, uint64_t *out_address);

/* Fills in op->a, op->immediate and op->flags for access_address(). */
bool decode_address(struct vgpu_decoder *decoder, const struct ptx_operand *operand);
/* Gives the op the number under which its pattern and counts are kept. */
void decode_number_access(struct vgpu_decoder *decoder);
/* Whether any instruction of the function reads the register. */
bool decode_is_read(const struct vgpu_decoder *decoder, const struct ptx_operand *operand);
bool decode_has(const struct vgpu_decoder *decoder, enum ptx_modifier modifier);
static inline void decode_handlers(struct vgpu_decoder *decoder, struct vgpu_handler_pair pair)
{
    decoder->op->full = pair.full;
    decoder->op->masked = pair.masked;
}

/* --- selectors, one per family ----------------------------------------------------------------------------------- */

typedef bool vgpu_selector(struct vgpu_decoder *decoder);
vgpu_selector select_lanes;        /* lane tables: arithmetic, comparison, conversion; the default */
vgpu_selector select_order;        /* min, max */
vgpu_selector select_carry;        /* add, sub, mad with or without .cc; addc, subc, madc */
vgpu_selector select_set;          /* set */
vgpu_selector select_lop3;         /* lop3 with or without a predicate */
vgpu_selector select_move;         /* mov, selp, predicates, vectors */
vgpu_selector select_memory;       /* ld, st, cvta, isspacep, prefetch */
vgpu_selector select_atomic;       /* atom, red */
vgpu_selector select_control;      /* bra, brx, call, ret, exit, trap, barriers, fences */
vgpu_selector select_warp;         /* shfl, vote, match, redux, activemask, bar.warp.sync */
vgpu_selector select_convert;      /* cvt */
vgpu_selector select_matrix;       /* mma, wmma.mma, movmatrix */
vgpu_selector select_fragment;     /* ldmatrix, stmatrix, wmma.load, wmma.store */
vgpu_selector select_asynchronous; /* cp.async, mbarrier */
vgpu_selector select_stack;        /* alloca, stacksave, stackrestore */
vgpu_selector select_video;        /* vadd4 and its like */
vgpu_selector select_video_scalar; /* vadd and its like */
vgpu_selector select_nothing;      /* hints without an effect that can be seen */

/* As select_lanes, for the row of another spelling. */
bool select_lanes_as(struct vgpu_decoder *decoder, const char *spelling);

/* --- decode.c, decode_line.c, select_guess.c, shared_base.c ------------------------------------------------------- */

void decode_function(struct vgpu_decoder *decoder, struct vgpu_function *function);
/* Sets is_guess of the module's ops, which are decoded; see select_guess.c. */
void guesses_find(struct vgpu_module *module);
/* The line and file of each of the function's ops. */
void decode_find_lines(const struct vgpu_function *function, const struct ptx_program *program);
/* Fills detail->shared_base of all accesses, where the module has several shared variables. */
void shared_base_find(const struct vgpu_module *module);

#endif
