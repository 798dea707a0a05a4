/*
 * Which bits of a result are undefined, given which bits of its operands are.
 *
 * A rule may call a bit undefined that in truth is always the same, but never the other way round: whatever the
 * undefined bits of the operands hold, the defined bits of the result come out alike. Rules for moving, logic, shifts
 * and bit fields are exact, and so is the comparison of values whose defined bits decide; sums are undefined from where
 * a carry may differ, products from their lowest undefined bit upwards. All others: any undefined bit makes all
 * undefined. The idea is that of Valgrind's Memcheck (Seward, Nethercote, USENIX 2005).
 */
#ifndef VGPU_UNDEFINED_UNDEFINED_BITS_H
#define VGPU_UNDEFINED_UNDEFINED_BITS_H

#include <stdbool.h>
#include <stdint.h>

enum { UNDEFINED_SOURCES_MAX = 4 };

/* An operand in one lane. Bits of `value` that are undefined may hold anything; bits above the operand's width are 0.
 */
struct undefined_word {
    uint64_t value, undefined;
};

/* What a rule needs to know of the instruction. */
struct undefined_shape {
    uint8_t bits;        /* of the operands' type: 16, 32, 64 */
    uint8_t result_bits; /* of the result's type; rules may answer with more bits, which the caller cuts off */
    bool is_signed;      /* the operands' type */
    bool wraps;          /* shf.wrap */
    uint8_t compare;     /* enum undefined_compare */
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
undefined_rule undefined_select;   /* sources: a, b, and the choice, whose bit 0 takes a */
undefined_rule undefined_halves;   /* each half of 32 bits from the same half of the sources */
undefined_rule undefined_copysign; /* the sign of a, the rest of b */
undefined_rule undefined_any;      /* any undefined bit: all */

/* Whether a comparison of integers may come out either way. */
bool undefined_comparison(const struct undefined_word *a, const struct undefined_word *b,
                          const struct undefined_shape *shape);

/* Sign-extends bit `bits` - 1 upwards. */
uint64_t undefined_extend(uint64_t word, unsigned bits);

#endif
