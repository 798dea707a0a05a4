/* Tests integer, bit-field and packed instructions against bit-by-bit forms of the ISA's text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "math_support.h"
#include "vgpu/math/math_bitfield.h"
#include "vgpu/math/math_integer.h"
#include "vgpu/math/math_packed.h"

enum { ROUNDS = 20000 };

static bool bit_of(uint64_t a, unsigned position)
{
    return a >> position & 1;
}

static void division_has_its_edges(void **state)
{
    (void)state;
    assert_int_equal(math_s32_div(0x80000000, 0xffffffff), 0x80000000);
    assert_int_equal(math_s32_rem(0x80000000, 0xffffffff), 0);
    assert_int_equal(math_s32_div((uint32_t)-7, 2), (uint32_t)-3);
    assert_int_equal(math_s32_rem((uint32_t)-7, 2), (uint32_t)-1);
    assert_int_equal(math_u32_div(5, 0), UINT32_MAX);
    assert_int_equal(math_u32_rem(5, 0), UINT32_MAX);
    assert_int_equal(math_s32_div(5, 0), UINT32_MAX);
    assert_true(math_s64_div(UINT64_C(1) << 63, UINT64_MAX) == UINT64_C(1) << 63);
    assert_true(math_s64_rem(UINT64_C(1) << 63, UINT64_MAX) == 0);
    assert_true(math_u64_div(UINT64_MAX, 10) == UINT64_MAX / 10);
    assert_int_equal(math_s16_div(0x8000, 0xffff), 0x8000);
    assert_int_equal(math_u16_div(7, 0), 0xffff);
    assert_int_equal(math_s16_rem((uint16_t)-7, 3), (uint16_t)-1);
}

static void products_have_their_halves(void **state)
{
    (void)state;
    assert_int_equal(math_u32_mul_hi(0xffffffff, 0xffffffff), 0xfffffffe);
    assert_int_equal(math_s32_mul_hi(0xffffffff, 0xffffffff), 0);
    assert_int_equal(math_s32_mul_hi(0x80000000, 0x80000000), 0x40000000);
    assert_int_equal(math_s16_mul_hi(0x8000, 0x7fff), 0xc000);
    assert_int_equal(math_u16_mul_hi(0xffff, 0xffff), 0xfffe);
    assert_true(math_u64_mul_hi(UINT64_MAX, UINT64_MAX) == UINT64_MAX - 1);
    assert_true(math_s64_mul_hi(UINT64_MAX, 5) == UINT64_MAX);
    assert_int_equal(math_u32_mul24_lo(0xff000003, 0x01000005), 15);
    assert_int_equal(math_u32_mul24_hi(0x00ffffff, 0x00ffffff), 0xfffffe00);
    assert_int_equal(math_s32_mul24_hi(0x00ffffff, 0x00000001), 0xffffffff);
    assert_int_equal(math_s32_mul24_lo(0x00ffffff, 0x00000003), (uint32_t)-3);
    assert_int_equal(math_b32_mad_lo(0xffffffff, 2, 5), 3);
}

static void saturation_stops_at_the_ends(void **state)
{
    (void)state;
    assert_int_equal(math_s32_add_sat(INT32_MAX, 1), INT32_MAX);
    assert_int_equal(math_s32_add_sat(0x80000000, 0xffffffff), 0x80000000);
    assert_int_equal(math_s32_sub_sat(0x80000000, 1), 0x80000000);
    assert_int_equal(math_s32_sub_sat(5, 7), (uint32_t)-2);
    assert_int_equal(math_s32_mad_hi_sat(0x40000000, 0x40000000, INT32_MAX), INT32_MAX);
    assert_int_equal(math_s32_relu((uint32_t)-4), 0);
}

static void order_and_distance(void **state)
{
    (void)state;
    assert_int_equal(math_s32_min((uint32_t)-1, 1), (uint32_t)-1);
    assert_int_equal(math_u32_min((uint32_t)-1, 1), 1);
    assert_int_equal(math_s16_max(0xffff, 1), 1);
    assert_int_equal(math_u32_sad(3, 10, 100), 107);
    assert_int_equal(math_s32_sad((uint32_t)-3, 10, 100), 113);
    assert_int_equal(math_b32_abs(0x80000000), 0x80000000);
    assert_int_equal(math_b32_abs((uint32_t)-9), 9);
    assert_true(math_s32_compare(MATH_LT, (uint32_t)-1, 0));
    assert_false(math_u32_compare(MATH_LT, (uint32_t)-1, 0));
    assert_true(math_u64_compare(MATH_GE, 7, 7));
    assert_int_equal(math_b32_cnot(0), 1);
    assert_int_equal(math_b32_cnot(4), 0);
    assert_int_equal(math_b32_slct_s32(1, 2, 0), 1);
    assert_int_equal(math_b32_slct_s32(1, 2, 0x80000000), 2);
    assert_int_equal(math_b32_slct_f32(1, 2, 0x80000000, 0), 1);
    assert_int_equal(math_b32_slct_f32(1, 2, 0x7fc00000, 0), 2);
    assert_int_equal(math_b32_slct_f32(1, 2, 0x80000001, 0), 2);
    assert_int_equal(math_b32_slct_f32(1, 2, 0x80000001, MATH_FTZ), 1);
}

static void carries_chain(void **state)
{
    (void)state;
    struct math_stream stream = {5};
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t a = stream_next(&stream), b = i % 3 ? stream_next(&stream) : ~a;
        uint32_t carry = 0;
        uint64_t low = math_u32_add_carry((uint32_t)a, (uint32_t)b, &carry);
        uint64_t high = math_u32_add_carry((uint32_t)(a >> 32), (uint32_t)(b >> 32), &carry);
        assert_true((high << 32 | low) == a + b);
        assert_int_equal(carry, a + b < a);
        carry = 0;
        low = math_u32_sub_borrow((uint32_t)a, (uint32_t)b, &carry);
        high = math_u32_sub_borrow((uint32_t)(a >> 32), (uint32_t)(b >> 32), &carry);
        assert_true((high << 32 | low) == a - b);
        assert_int_equal(carry, a < b);
        carry = 1;
        assert_true(math_u64_add_carry(a, b, &carry) == a + b + 1);
        assert_int_equal(carry, a + b < a || a + b == UINT64_MAX);
        carry = 1;
        assert_true(math_u64_sub_borrow(a, b, &carry) == a - b - 1);
        assert_int_equal(carry, a <= b);
    }
}

static void shifts_clamp(void **state)
{
    (void)state;
    assert_int_equal(math_b32_shl(1, 31), 0x80000000);
    assert_int_equal(math_b32_shl(1, 32), 0);
    assert_int_equal(math_b32_shl(1, UINT32_MAX), 0);
    assert_int_equal(math_b16_shl(1, 16), 0);
    assert_true(math_b64_shl(1, 63) == UINT64_C(1) << 63);
    assert_int_equal(math_u32_shr(0x80000000, 31), 1);
    assert_int_equal(math_u32_shr(0x80000000, 32), 0);
    assert_int_equal(math_s32_shr(0x80000000, 32), UINT32_MAX);
    assert_int_equal(math_s16_shr(0x8000, 4), 0xf800);
    assert_int_equal(math_s16_shr(0x8000, 99), 0xffff);
    assert_true(math_s64_shr(UINT64_C(1) << 63, 64) == UINT64_MAX);
    assert_int_equal(math_shf_left(0x89abcdef, 0x01234567, 8, true), 0x23456789);
    assert_int_equal(math_shf_left(0x89abcdef, 0x01234567, 40, true), 0x89abcdef);
    assert_int_equal(math_shf_left(0x89abcdef, 0x01234567, 40, false), 0x23456789);
    assert_int_equal(math_shf_right(0x89abcdef, 0x01234567, 8, true), 0x6789abcd);
    assert_int_equal(math_shf_right(0x89abcdef, 0x01234567, 32, true), 0x01234567);
    assert_int_equal(math_shf_right(0x89abcdef, 0x01234567, 32, false), 0x89abcdef);
}

static void counting_bits(void **state)
{
    (void)state;
    assert_int_equal(math_b32_clz(0), 32);
    assert_int_equal(math_b64_clz(1), 63);
    assert_int_equal(math_b64_popc(UINT64_MAX), 64);
    assert_int_equal(math_u32_bfind(0, false), UINT32_MAX);
    assert_int_equal(math_u32_bfind(0x00010000, false), 16);
    assert_int_equal(math_u32_bfind(0x00010000, true), 15);
    assert_int_equal(math_s32_bfind(UINT32_MAX, false), UINT32_MAX);
    assert_int_equal(math_s32_bfind(0xfffeffff, false), 16);
    assert_int_equal(math_s64_bfind((uint64_t)-5, false), 2);
    assert_int_equal(math_b32_brev(0x00000003), 0xc0000000);
    assert_true(math_b64_brev(1) == UINT64_C(1) << 63);
}

static uint64_t reference_bfe(uint64_t a, uint32_t b, uint32_t c, unsigned bits, bool is_signed)
{
    unsigned position = b & 0xff, length = c & 0xff, last = position + length - 1;
    bool sign = is_signed && length && bit_of(a, last < bits - 1 ? last : bits - 1);
    uint64_t result = 0;
    for (unsigned i = 0; i < bits; i++)
        result |= (uint64_t)(i < length && position + i < bits ? bit_of(a, position + i) : sign) << i;
    return result;
}

static uint64_t reference_bfi(uint64_t a, uint64_t b, uint32_t c, uint32_t d, unsigned bits)
{
    unsigned position = c & 0xff, length = d & 0xff;
    for (unsigned i = 0; i < length && position + i < bits; i++)
        b = (b & ~(UINT64_C(1) << (position + i))) | (uint64_t)bit_of(a, i) << (position + i);
    return b;
}

static void fields_match_the_description(void **state)
{
    (void)state;
    struct math_stream stream = {77};
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t a = stream_next(&stream), b = stream_next(&stream);
        uint32_t c = (uint32_t)(stream_next(&stream) >> 30), d = (uint32_t)(stream_next(&stream) >> 30);
        if (i & 1) {
            c %= 70;
            d %= 70;
        }
        uint32_t low = (uint32_t)a, other = (uint32_t)b;
        assert_int_equal(math_u32_bfe(low, c, d), reference_bfe(low, c, d, 32, false));
        assert_int_equal(math_s32_bfe(low, c, d), reference_bfe(low, c, d, 32, true));
        assert_true(math_u64_bfe(a, c, d) == reference_bfe(a, c, d, 64, false));
        assert_true(math_s64_bfe(a, c, d) == reference_bfe(a, c, d, 64, true));
        assert_int_equal(math_b32_bfi(low, other, c, d), reference_bfi(low, other, c, d, 32));
        assert_true(math_b64_bfi(a, b, c, d) == reference_bfi(a, b, c, d, 64));
    }
}

static void extension_and_masks(void **state)
{
    (void)state;
    assert_int_equal(math_szext(0x00000080, 8, true, true), 0xffffff80);
    assert_int_equal(math_szext(0xffffff80, 8, true, false), 0x80);
    assert_int_equal(math_szext(0x12345678, 32, true, true), 0x12345678);
    assert_int_equal(math_szext(0x12345678, 36, false, true), 0xfffffff8);
    assert_int_equal(math_szext(0x12345678, 0, true, true), 0);
    assert_int_equal(math_bmsk(4, 8, true), 0xff0);
    assert_int_equal(math_bmsk(28, 8, true), 0xf0000000);
    assert_int_equal(math_bmsk(32, 8, true), 0);
    assert_int_equal(math_bmsk(36, 40, false), 0xff0);
    assert_int_equal(math_bmsk(4, 40, true), 0xfffffff0);
    assert_int_equal(math_bmsk(4, 0, true), 0);
    assert_int_equal(math_fns(0x00010110, 0, 1), 4);
    assert_int_equal(math_fns(0x00010110, 0, 3), 16);
    assert_int_equal(math_fns(0x00010110, 0, 4), UINT32_MAX);
    assert_int_equal(math_fns(0x00010110, 16, -2), 8);
    assert_int_equal(math_fns(0x00010110, 8, 0), 8);
    assert_int_equal(math_fns(0x00010110, 9, 0), UINT32_MAX);
    assert_int_equal(math_fns(UINT32_MAX, 0, INT32_MIN), UINT32_MAX);
    assert_int_equal(math_fns(UINT32_MAX, 32, 1), UINT32_MAX);
}

static void logic_tables(void **state)
{
    (void)state;
    struct math_stream stream = {13};
    for (uint32_t table = 0; table < 256; table++) {
        uint32_t a = (uint32_t)stream_next(&stream), b = (uint32_t)stream_next(&stream);
        uint32_t c = (uint32_t)stream_next(&stream), want = 0;
        for (unsigned i = 0; i < 32; i++)
            want |= (table >> (bit_of(a, i) << 2 | bit_of(b, i) << 1 | bit_of(c, i)) & 1) << i;
        assert_int_equal(math_lop3(a, b, c, table), want);
    }
}

static void bytes_are_permuted(void **state)
{
    (void)state;
    const uint32_t a = 0x33221100, b = 0xf7e6d5c4;
    const struct {
        enum math_prmt mode;
        uint32_t c, want;
    } cases[] = {
        {MATH_PRMT, 0x3210, 0x33221100}, {MATH_PRMT, 0x7654, 0xf7e6d5c4}, {MATH_PRMT, 0xf8c4, 0xff00ffc4},
        {MATH_PRMT_F4E, 1, 0xc4332211},  {MATH_PRMT_F4E, 3, 0xe6d5c433},  {MATH_PRMT_B4E, 0, 0xd5e6f700},
        {MATH_PRMT_B4E, 2, 0xf7001122},  {MATH_PRMT_RC8, 2, 0x22222222},  {MATH_PRMT_ECL, 1, 0x33221111},
        {MATH_PRMT_ECR, 2, 0x22221100},  {MATH_PRMT_ECR, 1, 0x11111100},  {MATH_PRMT_RC16, 1, 0x33223322},
        {MATH_PRMT_RC16, 2, 0x11001100},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(math_prmt(a, b, math_prmt_selector(cases[i].mode, cases[i].c)), cases[i].want);
}

static void dot_products(void **state)
{
    (void)state;
    assert_int_equal(math_dp4a(0x01020304, false, 0x01010101, false, 5), 15);
    assert_int_equal(math_dp4a(0xff000000, true, 0x02000000, false, 5), 3);
    assert_int_equal(math_dp4a(0xff000000, false, 0x02000000, false, 5), 515);
    assert_int_equal(math_dp4a(0x80808080, true, 0x80808080, true, 0), 65536);
    assert_int_equal(math_dp2a(0x00030002, false, 0x07060504, false, 1, false), 1 + 2 * 4 + 3 * 5);
    assert_int_equal(math_dp2a(0x00030002, false, 0x07060504, false, 1, true), 1 + 2 * 6 + 3 * 7);
    assert_int_equal(math_dp2a(0xffff0002, true, 0x0000ff04, true, 1, false), 1 + 8 + 1);
}

static void packed_lanes_do_not_mix(void **state)
{
    (void)state;
    assert_int_equal(math_16x2_add(0x0001ffff, 0x00010001), 0x00020000);
    assert_int_equal(math_16x2_sub(0x00010000, 0x00010001), 0x0000ffff);
    assert_int_equal(math_16x2_min_max(0xffff0001, 0x00010002, true, false, 0), 0xffff0001);
    assert_int_equal(math_16x2_min_max(0xffff0001, 0x00010002, true, false, MATH_RELU), 0x00000001);
    assert_int_equal(math_16x2_min_max(0xffff0001, 0x00010002, false, true, 0), 0xffff0002);
    assert_int_equal(math_simd(MATH_SIMD_ABSDIFF, 4, 0x10203040, false, 0x40302010, false, 0, false, 15, false, 0),
                     0x30101030);
    assert_int_equal(math_simd(MATH_SIMD_ABSDIFF, 4, 0x10203040, false, 0x40302010, false, 7, false, 15, true, 0),
                     7 + 0x80);
    assert_int_equal(math_simd(MATH_SIMD_ADD, 4, 0xff01ff01, false, 0x01010101, false, 0, false, 15, false, MATH_SAT),
                     0xff02ff02);
    assert_int_equal(math_simd(MATH_SIMD_SUB, 2, 0x00010005, true, 0x00020001, true, 0xaaaabbbb, true, 1, false, 0),
                     0xaaaa0004);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(division_has_its_edges),
        cmocka_unit_test(products_have_their_halves),
        cmocka_unit_test(saturation_stops_at_the_ends),
        cmocka_unit_test(order_and_distance),
        cmocka_unit_test(carries_chain),
        cmocka_unit_test(shifts_clamp),
        cmocka_unit_test(counting_bits),
        cmocka_unit_test(fields_match_the_description),
        cmocka_unit_test(extension_and_masks),
        cmocka_unit_test(logic_tables),
        cmocka_unit_test(bytes_are_permuted),
        cmocka_unit_test(dot_products),
        cmocka_unit_test(packed_lanes_do_not_mix),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
