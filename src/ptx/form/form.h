/*
 * Forms: the meaning of one spelling of an instruction ("ld.global.nc.v4.f32"). Each spelling is
 * resolved once.
 */
#ifndef PTX_FORM_FORM_H
#define PTX_FORM_FORM_H

#include <stdbool.h>
#include <stdint.h>

#include "ptx/lex/lexer.h"
#include "ptx/program.h"

enum { PTX_SHAPES_MAX = 8, PTX_SLOTS_MAX = 12 };

/* One operand of a shape: the letter of ptx/opcodes.def. 'C' stands for the operands of a call. */
struct ptx_slot {
    char class;
    bool is_optional;
    bool may_pair;
    bool may_discard; /* _ for a destination */
};

struct ptx_shape {
    struct ptx_slot slots[PTX_SLOTS_MAX];
    uint8_t count, least;
};

struct ptx_form {
    enum ptx_opcode opcode;
    const char *spelling;
    const uint16_t *modifiers;
    const uint8_t *types;
    uint8_t modifier_count, type_count;
    uint8_t vector;
    enum ptx_space space, space_2;
    bool negates; /* sources can be written !p */
    struct ptx_shape shapes[PTX_SHAPES_MAX];
    uint8_t shape_count;
};

/*
 * Resolves the spelling in token->name against the tables. An unknown instruction, an unknown or
 * wrong modifier, and a wrong type or number of types are errors at the word. Returns NULL in that
 * case.
 */
const struct ptx_form *form_resolve(struct arena *arena, const struct ptx_token *token, const struct source *source,
                                    struct diagnostics *diagnostics);

/* Compiles "d|p,a,?a;m,a" to shapes. Returns their number. */
uint8_t operand_shapes_compile(const char *text, struct ptx_shape shapes[PTX_SHAPES_MAX]);

/* Whether the operands fit one of the shapes. Else gives a message and the wrong operand. */
bool operand_shape_check(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t count,
                         uint32_t *out_operand, const char **out_problem);

/* How many of the operands, which fit one of the shapes, are destinations; these come first. */
uint32_t operand_shape_destinations(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t count);

/*
 * Whether registers and constants have the types of the instruction (ptx/opcodes.def).
 * `registers` are the function's, by slot. Else gives the wrong operand and a message. Check the
 * shape first.
 */
bool operand_types_check(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t count,
                         const struct ptx_register *registers, uint32_t *out_operand, const char **out_problem);

/*
 * Whether the instruction can take the constants (ptx/form/operand_ranges.def). Else gives the
 * wrong operand and a message.
 */
bool operand_range_check(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t count,
                         uint32_t *out_operand, const char **out_problem);

/* Whether the form takes that many operands. Check the shape first. */
bool operand_count_check(const struct ptx_form *form, uint32_t count);

/*
 * Whether the content of [] can be an address, and is in the state space of the form. Else gives
 * the wrong operand and a message.
 */
bool operand_memory_check(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t count,
                          const struct ptx_register *registers, uint32_t *out_operand, const char **out_problem);

/*
 * Whether the vectors of a matrix instruction have the number of registers that its shape and types
 * need.
 */
bool matrix_shape_check(const struct ptx_form *form, const struct ptx_operand *operands, uint32_t *out_operand);

/*
 * Whether the words of the form fit together (ptx/form/form_rules.def). Else gives a message.
 * `modifiers` and `types` must be set.
 */
bool form_check(const struct ptx_form *form, const struct source *source, struct location location,
                struct diagnostics *diagnostics);

/* Whether a word of a table names the modifier, by its spelling or its class. */
bool form_word_means(const char *word, size_t length, enum ptx_modifier modifier);

#endif
