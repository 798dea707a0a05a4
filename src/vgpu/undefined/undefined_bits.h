/*
 * Which bits of a result are undefined, given which bits of its operands are.
 *
 * A rule may call a constant bit undefined. It never calls a varying bit defined: the defined bits
 * of the result do not depend on the undefined bits of the operands.
 *
 * Rules for moves, logic, shifts and bit fields are exact. So is a comparison that the defined bits
 * decide. A sum is undefined from the first carry that may differ, a product from its lowest
 * undefined bit. For all other instructions any undefined bit makes the whole result undefined. The
 * idea comes from Valgrind's Memcheck (Seward and Nethercote, USENIX 2005).
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_BITS_H
#define VGPU_UNDEFINED_UNDEFINED_BITS_H

#include <stdbool.h>
#include <stdint.h>

enum { UNDEFINED_SOURCES_MAX = 4 };

/*
 * An operand in one lane. Undefined bits of `value` may be anything; bits above the operand's width
 * are 0.
 */
struct undefined_word {
    uint64_t value, undefined;
};

/* The properties of an instruction that rules use. */
struct undefined_shape {
    uint8_t bits; /* width of the operands: 16, 32, 64 */
    /* width of the result; the caller cuts off higher bits of a rule's answer */
    uint8_t result_bits;
    bool is_signed;  /* type of the operands */
    bool wraps;      /* shf.wrap */
    uint8_t compare; /* enum undefined_compare */
};

enum undefined_compare {
    UNDEFINED_COMPARE_NONE,
    UNDEFINED_COMPARE_EQUAL, /* eq, ne */
    UNDEFINED_COMPARE_LESS,  /* lt, ge: a < b and its opposite */
    UNDEFINED_COMPARE_MORE,  /* gt, le: b < a and its opposite */
};

typedef uint64_t undefined_rule(const struct undefined_word *sources, const struct undefined_shape *shape);

undefined_rule undefined_and, undefined_or, undefined_xor, undefined_not, undefined_copy;
undefined_rule undefined_add, undefined_sub, undefined_neg, undefined_mul, undefined_mad;
undefined_rule undefined_min_max, undefined_shl, undefined_shr;
undefined_rule undefined_shf_left, undefined_shf_right;
undefined_rule undefined_bfe, undefined_bfi, undefined_prmt, undefined_lop3, undefined_brev;
undefined_rule undefined_popc, undefined_clz, undefined_cnot;
undefined_rule undefined_select; /* sources: a, b and the choice; bit 0 of the choice selects a */
/* each half of 32 bits depends on the same half of the sources */
undefined_rule undefined_halves;
undefined_rule undefined_copysign; /* the sign of a, the other bits of b */

/* Whether undefined bits can change the result of an integer comparison. */
bool undefined_comparison(const struct undefined_word *a, const struct undefined_word *b,
                          const struct undefined_shape *shape);

/* Extends the sign in bit `bits` - 1 upwards. */
uint64_t undefined_extend(uint64_t word, unsigned bits);

#endif
