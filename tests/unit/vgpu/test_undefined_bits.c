/* For all values of undefined bits, a result's defined bits agree. Exact rules mark no others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "vgpu/math/math_bitfield.h"
#include "vgpu/undefined/undefined_bits.h"

enum { TRIALS = 400, COMPARISONS = 400 };

typedef uint64_t operation(const uint64_t *values, const struct undefined_shape *shape);

static uint64_t cut(uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

static int64_t sign(uint64_t value, unsigned bits)
{
    return (int64_t)undefined_extend(value, bits);
}

#define OPERATION(name, expression)                                                                       \
    static uint64_t do_##name(const uint64_t *v, const struct undefined_shape *s __attribute__((unused))) \
    {                                                                                                     \
        return (expression);                                                                              \
    }

OPERATION(and, v[0] & v[1])
OPERATION(or, v[0] | v[1])
OPERATION(xor, v[0] ^ v[1])
OPERATION(not, ~v[0])
OPERATION(copy, v[0])
OPERATION(cnot, v[0] == 0)
OPERATION(select, v[2] & 1 ? v[0] : v[1])
OPERATION(lop3, math_lop3((uint32_t)v[0], (uint32_t)v[1], (uint32_t)v[2], (uint32_t)v[3]))
OPERATION(add, v[0] + v[1])
OPERATION(sub, v[0] - v[1])
OPERATION(neg, 0 - v[0])
OPERATION(mul, s->is_signed ? (uint64_t)sign(v[0], s->bits) * (uint64_t)sign(v[1], s->bits) : v[0] * v[1])
OPERATION(mad, do_mul(v, s) + v[2])
OPERATION(min, s->is_signed ? sign(v[0], s->bits) < sign(v[1], s->bits) ? v[0] : v[1] : v[0] < v[1] ? v[0] : v[1])
OPERATION(max, s->is_signed ? sign(v[0], s->bits) > sign(v[1], s->bits) ? v[0] : v[1] : v[0] > v[1] ? v[0] : v[1])
OPERATION(shl, v[1] >= s->bits ? 0 : v[0] << v[1])
OPERATION(shr, s->is_signed      ? (uint64_t)(sign(v[0], s->bits) >> (v[1] >= s->bits ? s->bits - 1U : v[1]))
               : v[1] >= s->bits ? 0
                                 : v[0] >> v[1])
OPERATION(shf_left, math_shf_left((uint32_t)v[0], (uint32_t)v[1], (uint32_t)v[2], !s->wraps))
OPERATION(shf_right, math_shf_right((uint32_t)v[0], (uint32_t)v[1], (uint32_t)v[2], !s->wraps))
OPERATION(bfe, s->bits == 64  ? s->is_signed ? math_s64_bfe(v[0], (uint32_t)v[1], (uint32_t)v[2])
                                             : math_u64_bfe(v[0], (uint32_t)v[1], (uint32_t)v[2])
                : s->is_signed ? math_s32_bfe((uint32_t)v[0], (uint32_t)v[1], (uint32_t)v[2])
                              : math_u32_bfe((uint32_t)v[0], (uint32_t)v[1], (uint32_t)v[2]))
OPERATION(bfi, s->bits == 64 ? math_b64_bfi(v[0], v[1], (uint32_t)v[2], (uint32_t)v[3])
                             : math_b32_bfi((uint32_t)v[0], (uint32_t)v[1], (uint32_t)v[2], (uint32_t)v[3]))
OPERATION(prmt, math_prmt((uint32_t)v[0], (uint32_t)v[1], (uint32_t)v[2]))
OPERATION(brev, s->bits == 64 ? math_b64_brev(v[0]) : math_b32_brev((uint32_t)v[0]))
OPERATION(popc, math_b64_popc(v[0]))
OPERATION(clz, math_b64_clz(v[0]) - (64 - s->bits))
OPERATION(copysign, (v[0] & UINT64_C(1) << (s->bits - 1)) | (v[1] & ~(UINT64_C(1) << (s->bits - 1))))
OPERATION(halves, (uint64_t)((uint32_t)((v[0] >> 16) * (v[1] >> 16)) << 16 | ((v[0] * v[1]) & 0xffff)))

struct tested {
    const char *name;
    undefined_rule *rule;
    operation *operation;
    unsigned sources, bits;
    bool is_signed, is_exact, wraps;
    unsigned defined_from; /* sources from this one on are defined, and small enough for a shift */
};

static const struct tested all[] = {
    {"and", undefined_and, do_and, 2, 32, false, true, false, 4},
    {"or", undefined_or, do_or, 2, 64, false, true, false, 4},
    {"xor", undefined_xor, do_xor, 2, 16, false, true, false, 4},
    {"not", undefined_not, do_not, 1, 32, false, true, false, 4},
    {"copy", undefined_copy, do_copy, 1, 64, false, true, false, 4},
    {"cnot", undefined_cnot, do_cnot, 1, 32, false, true, false, 4},
    {"select", undefined_select, do_select, 3, 32, false, false, false, 4},
    {"select, choice known", undefined_select, do_select, 3, 32, false, true, false, 2},
    {"lop3", undefined_lop3, do_lop3, 4, 32, false, true, false, 3},
    {"add.u32", undefined_add, do_add, 2, 32, false, false, false, 4},
    {"add.u64", undefined_add, do_add, 2, 64, false, false, false, 4},
    {"sub.u32", undefined_sub, do_sub, 2, 32, false, false, false, 4},
    {"neg.s32", undefined_neg, do_neg, 1, 32, true, false, false, 4},
    {"mul.lo.u32", undefined_mul, do_mul, 2, 32, false, false, false, 4},
    {"mul.wide.s32", undefined_mul, do_mul, 2, 32, true, false, false, 4},
    {"mad.lo.s32", undefined_mad, do_mad, 3, 32, true, false, false, 4},
    {"min.s32", undefined_min_max, do_min, 2, 32, true, false, false, 4},
    {"max.u64", undefined_min_max, do_max, 2, 64, false, false, false, 4},
    {"shl.b32", undefined_shl, do_shl, 2, 32, false, true, false, 1},
    {"shl.b64, any count", undefined_shl, do_shl, 2, 64, false, false, false, 4},
    {"shr.u32", undefined_shr, do_shr, 2, 32, false, true, false, 1},
    {"shr.s16", undefined_shr, do_shr, 2, 16, true, true, false, 1},
    {"shf.l.wrap", undefined_shf_left, do_shf_left, 3, 32, false, true, true, 2},
    {"shf.r.clamp", undefined_shf_right, do_shf_right, 3, 32, false, true, false, 2},
    {"bfe.u32", undefined_bfe, do_bfe, 3, 32, false, true, false, 1},
    {"bfe.s64", undefined_bfe, do_bfe, 3, 64, true, true, false, 1},
    {"bfi.b32", undefined_bfi, do_bfi, 4, 32, false, true, false, 2},
    {"bfi.b64", undefined_bfi, do_bfi, 4, 64, false, true, false, 2},
    {"prmt", undefined_prmt, do_prmt, 3, 32, false, true, false, 2},
    {"brev", undefined_brev, do_brev, 1, 64, false, true, false, 4},
    {"popc", undefined_popc, do_popc, 1, 32, false, false, false, 4},
    {"clz", undefined_clz, do_clz, 1, 32, false, false, false, 4},
    {"copysign", undefined_copysign, do_copysign, 2, 32, false, true, false, 4},
    {"halves", undefined_halves, do_halves, 2, 32, false, false, false, 4},
};

static uint64_t state = 1;

static uint64_t draw(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * UINT64_C(0x2545f4914f6cdd1d);
}

/* Draws few bits, many, or any, and up to three undefined ones. */
static struct undefined_word draw_word(unsigned bits, bool is_defined)
{
    uint64_t value = draw(), undefined = 0;
    if (draw() % 3 == 0)
        value &= draw() & draw();
    for (unsigned i = 0; !is_defined && i < draw() % 4; i++)
        undefined |= UINT64_C(1) << draw() % bits;
    return (struct undefined_word){cut(value, bits), cut(undefined, bits)};
}

static void try_all_ways(const struct tested *tested, struct undefined_word *words, const struct undefined_shape *shape)
{
    uint64_t positions[16][2], ones = 0, zeros = 0;
    unsigned count = 0;
    for (unsigned i = 0; i < tested->sources; i++)
        for (unsigned bit = 0; bit < 64; bit++)
            if (words[i].undefined >> bit & 1) {
                positions[count][0] = i;
                positions[count++][1] = bit;
            }
    for (uint32_t way = 0; way < 1U << count; way++) {
        uint64_t values[UNDEFINED_SOURCES_MAX];
        for (unsigned i = 0; i < UNDEFINED_SOURCES_MAX; i++)
            values[i] = words[i].value & ~words[i].undefined;
        for (unsigned i = 0; i < count; i++)
            values[positions[i][0]] |= (uint64_t)(way >> i & 1) << positions[i][1];
        uint64_t result = cut(tested->operation(values, shape), shape->result_bits);
        ones |= result;
        zeros |= cut(~result, shape->result_bits);
    }
    uint64_t undefined = cut(tested->rule(words, shape), shape->result_bits), differs = ones & zeros;
    if (differs & ~undefined)
        fail_msg("%s: bits %llx differ, the rule says %llx", tested->name, (unsigned long long)differs,
                 (unsigned long long)undefined);
    if (tested->is_exact && undefined != differs)
        fail_msg("%s: bits %llx differ, the rule says %llx and is to be exact", tested->name,
                 (unsigned long long)differs, (unsigned long long)undefined);
}

static void rules_hold_whatever_undefined_bits_are(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        const struct tested *tested = &all[i];
        struct undefined_shape shape = {.bits = (uint8_t)tested->bits,
                                        .result_bits = (uint8_t)tested->bits,
                                        .is_signed = tested->is_signed,
                                        .wraps = tested->wraps};
        if (tested->operation == do_mul && tested->is_signed)
            shape.result_bits = (uint8_t)(2 * tested->bits);
        for (int trial = 0; trial < TRIALS; trial++) {
            struct undefined_word words[UNDEFINED_SOURCES_MAX] = {0};
            for (unsigned j = 0; j < tested->sources; j++) {
                words[j] = draw_word(tested->bits, j >= tested->defined_from);
                bool is_count = j >= tested->defined_from && tested->rule != undefined_prmt &&
                                tested->rule != undefined_lop3 && tested->rule != undefined_select;
                if (is_count)
                    words[j].value %= tested->bits + 2;
            }
            try_all_ways(tested, words, &shape);
        }
    }
}

/* Defined operands always give defined results. */
static void defined_operands_give_defined_results(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
        struct undefined_shape shape = {.bits = (uint8_t)all[i].bits, .result_bits = (uint8_t)all[i].bits};
        struct undefined_word words[UNDEFINED_SOURCES_MAX] = {{draw() & 0xffff, 0}, {draw() & 15, 0}, {draw() & 15, 0}};
        assert_int_equal(all[i].rule(words, &shape), 0);
    }
}

static bool compare(uint8_t how, int64_t a, int64_t b)
{
    return how == UNDEFINED_COMPARE_EQUAL ? a == b : how == UNDEFINED_COMPARE_LESS ? a < b : a > b;
}

static void comparisons_are_decided_by_defined_bits(void **unused)
{
    (void)unused;
    for (int trial = 0; trial < COMPARISONS; trial++) {
        struct undefined_shape shape = {.bits = 8, .is_signed = trial % 2, .compare = (uint8_t)(1 + trial % 3)};
        struct undefined_word a = draw_word(8, false), b = draw_word(8, false);
        bool seen[2] = {false, false};
        for (unsigned way = 0; way < 1U << 16; way++) { /* all values with these defined bits */
            uint64_t left = way & 0xff, right = way >> 8;
            if ((left ^ a.value) & ~a.undefined || (right ^ b.value) & ~b.undefined)
                continue;
            bool is_signed = shape.is_signed;
            seen[compare(shape.compare, is_signed ? sign(left, 8) : (int64_t)left,
                         is_signed ? sign(right, 8) : (int64_t)right)] = true;
        }
        assert_int_equal(undefined_comparison(&a, &b, &shape), seen[0] && seen[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rules_hold_whatever_undefined_bits_are),
        cmocka_unit_test(defined_operands_give_defined_results),
        cmocka_unit_test(comparisons_are_decided_by_defined_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
