/* Tests conversions against the CPU, each other, and a search over all narrow values. */
#include <fenv.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "math_support.h"
#include "vgpu/math/math_convert.h"

enum { ROUNDS = 30000 };

static const int hardware_rounding[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};

static const struct math_integer s8 = {8, true}, u8 = {8, false}, s16 = {16, true}, u16 = {16, false};
static const struct math_integer s32 = {32, true}, u32 = {32, false}, s64 = {64, true}, u64 = {64, false};

static void floats_match_the_cpu_in_every_rounding(void **state)
{
    (void)state;
    struct math_stream stream = {101};
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t bits = stream_f64(&stream), integer = stream_next(&stream) >> (stream_next(&stream) % 64);
        enum math_rounding rounding = (enum math_rounding)(i % 4);
        volatile double value = math_f64_value(bits);
        volatile int64_t signed_integer = (int64_t)integer;
        volatile uint64_t unsigned_integer = integer;
        fesetround(hardware_rounding[rounding]);
        volatile float narrowed = (float)value, from_signed = (float)signed_integer;
        volatile double integral = nearbyint(value), wide_from_signed = (double)signed_integer;
        fesetround(FE_TONEAREST);
        (void)unsigned_integer;
        uint64_t got = math_convert_float(MATH_FORMAT_F32, MATH_FORMAT_F64, bits, rounding, 0);
        assert_int_equal(got, isnan(narrowed) ? MATH_F32_NAN : math_f32_bits(narrowed));
        got = math_convert_from_integer(MATH_FORMAT_F32, s64, integer, rounding, 0);
        assert_int_equal(got, math_f32_bits(from_signed));
        got = math_convert_from_integer(MATH_FORMAT_F64, s64, integer, rounding, 0);
        assert_true(got == math_f64_bits(wide_from_signed));
        if (isnan(integral))
            continue;
        assert_true(math_convert_integral(MATH_FORMAT_F64, bits, rounding, 0) == math_f64_bits(integral));
        if (fabs(integral) < 0x1p63)
            assert_true(math_convert_to_integer(s64, MATH_FORMAT_F64, bits, rounding, 0) ==
                        (uint64_t)(int64_t)integral);
    }
}

static void frequent_float_conversions_are_the_general_ones(void **state)
{
    (void)state;
    struct math_stream stream = {202};
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = stream_f32(&stream);
        uint64_t b = stream_f64(&stream);
        uint16_t h = (uint16_t)(stream_next(&stream) >> 9);
        unsigned ftz = i & 4 ? MATH_FTZ : 0, sat = i & 8 ? MATH_SAT : 0, relu = i & 16 ? MATH_RELU : 0;
        enum math_rounding rounding = (enum math_rounding)(i % 4);
#define SAME(got, to, from, bits, mode, flags) assert_true((got) == math_convert_float(to, from, bits, mode, flags))
        SAME(math_f32_to_f16(a, sat | relu), MATH_FORMAT_F16, MATH_FORMAT_F32, a, MATH_RN, sat | relu);
        SAME(math_f32_to_bf16(a, sat | relu), MATH_FORMAT_BF16, MATH_FORMAT_F32, a, MATH_RN, sat | relu);
        SAME(math_f32_to_f64(a, ftz), MATH_FORMAT_F64, MATH_FORMAT_F32, a, MATH_RN, ftz);
        SAME(math_f64_to_f32(b, ftz | sat), MATH_FORMAT_F32, MATH_FORMAT_F64, b, MATH_RN, ftz | sat);
        SAME(math_f32_clamp(a), MATH_FORMAT_F32, MATH_FORMAT_F32, a, MATH_RN, MATH_SAT);
        SAME(math_f16_to_f32(h), MATH_FORMAT_F32, MATH_FORMAT_F16, h, MATH_RN, 0);
        if ((h & 0x7fff) <= 0x7f80) /* a NaN's bits remain */
            SAME(math_bf16_to_f32(h), MATH_FORMAT_F32, MATH_FORMAT_BF16, h, MATH_RN, 0);
        assert_true(math_f32_integral(a, rounding, ftz) == math_convert_integral(MATH_FORMAT_F32, a, rounding, ftz));
        enum math_rounding tf32 = i % 3 == 0 ? MATH_RNA : i % 3 == 1 ? MATH_RN : MATH_RZ;
        uint64_t want = math_convert_float(MATH_FORMAT_TF32, MATH_FORMAT_F32, a, tf32, relu) << 13;
        assert_true(math_f32_to_tf32(a, tf32, relu) == (math_f32_is_nan(a) ? MATH_F32_NAN : want));
    }
}

static void frequent_integer_conversions_are_the_general_ones(void **state)
{
    (void)state;
    struct math_stream stream = {303};
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = stream_f32(&stream);
        uint64_t b = stream_f64(&stream), v = stream_next(&stream) >> (stream_next(&stream) % 64);
        unsigned ftz = i & 4 ? MATH_FTZ : 0;
        enum math_rounding mode = (enum math_rounding)(i % 4);
#define TO(type, mask)                                                                    \
    assert_true(math_f32_to_##type(a, mode, ftz) ==                                       \
                (math_convert_to_integer(type, MATH_FORMAT_F32, a, mode, ftz) & (mask))); \
    assert_true(math_f64_to_##type(b, mode) == (math_convert_to_integer(type, MATH_FORMAT_F64, b, mode, 0) & (mask)))
#define FROM(type, narrow)                                                                                           \
    assert_true(math_##type##_to_f32((narrow)v) == math_convert_from_integer(MATH_FORMAT_F32, type, v, MATH_RN, 0)); \
    assert_true(math_##type##_to_f64((narrow)v) == math_convert_from_integer(MATH_FORMAT_F64, type, v, MATH_RN, 0))
        TO(s32, UINT32_MAX);
        TO(u32, UINT32_MAX);
        TO(s64, UINT64_MAX);
        TO(u64, UINT64_MAX);
        FROM(s32, uint32_t);
        FROM(u32, uint32_t);
    }
}

static void floats_clamp_to_integers(void **state)
{
    (void)state;
    const uint32_t nan = 0x7fc00000, big = 0x7f7fffff, infinity = MATH_F32_INFINITY;
    const uint64_t wide_nan = UINT64_C(0x7ff8000000000000);
    assert_int_equal(math_f32_to_s32(big, MATH_RZ, 0), INT32_MAX);
    assert_int_equal(math_f32_to_s32(infinity | MATH_F32_SIGN, MATH_RZ, 0), (uint32_t)INT32_MIN);
    assert_int_equal(math_f32_to_s32(nan, MATH_RZ, 0), 0);
    assert_int_equal(math_f32_to_u32(math_f32_bits(-1.5F), MATH_RZ, 0), 0);
    assert_true(math_f32_to_s64(nan, MATH_RZ, 0) == UINT64_C(1) << 63);
    assert_true(math_f32_to_u64(nan, MATH_RZ, 0) == UINT64_C(1) << 63);
    assert_int_equal(math_f64_to_s32(wide_nan, MATH_RZ), UINT32_C(1) << 31);
    assert_int_equal(math_convert_to_integer(s8, MATH_FORMAT_F32, math_f32_bits(300.0F), MATH_RN, 0), 127);
    assert_int_equal(math_convert_to_integer(u8, MATH_FORMAT_F32, math_f32_bits(300.0F), MATH_RN, 0), 255);
    assert_int_equal(math_convert_to_integer(u16, MATH_FORMAT_F16, 0xbc00, MATH_RN, 0), 0);
    assert_true(math_convert_to_integer(s16, MATH_FORMAT_F32, math_f32_bits(-1e9F), MATH_RN, 0) == (uint64_t)INT16_MIN);
    assert_int_equal(math_f32_to_s32(math_f32_bits(2.5F), MATH_RN, 0), 2);
    assert_int_equal(math_f32_to_s32(math_f32_bits(-2.5F), MATH_RM, 0), (uint32_t)-3);
    assert_int_equal(math_f32_to_s32(math_f32_bits(-2.5F), MATH_RP, 0), (uint32_t)-2);
    assert_int_equal(math_f32_to_s32(1, MATH_RP, 0), 1);
    assert_int_equal(math_f32_to_s32(1, MATH_RP, MATH_FTZ), 0);
}

static void integers_extend_cut_and_clamp(void **state)
{
    (void)state;
    assert_true(math_convert_integer(s32, s8, 0x80, 0) == (uint64_t)-128);
    assert_int_equal(math_convert_integer(u32, s8, 0x80, 0), 0xffffff80);
    assert_int_equal(math_convert_integer(u8, s32, 0x1234, 0), 0x34);
    assert_int_equal(math_convert_integer(u8, s32, 0x1234, MATH_SAT), 0xff);
    assert_int_equal(math_convert_integer(u8, s32, (uint32_t)-5, MATH_SAT), 0);
    assert_true(math_convert_integer(s8, s32, (uint32_t)-500, MATH_SAT) == (uint64_t)-128);
    assert_int_equal(math_convert_integer(s32, u32, UINT32_MAX, MATH_SAT), INT32_MAX);
    assert_true(math_convert_integer(s64, u64, UINT64_MAX, MATH_SAT) == INT64_MAX);
    assert_int_equal(math_convert_pack(s16, 100000, (uint32_t)-100000, 0), 0x7fff8000);
    assert_int_equal(math_convert_pack(u8, 300, (uint32_t)-1, 0xabcd1234), 0x1234ff00);
    assert_int_equal(math_convert_pack((struct math_integer){4, true}, 9, (uint32_t)-9, 0x111111), 0x11111178);
    assert_int_equal(math_convert_pack((struct math_integer){2, false}, 9, 1, 0), 13);
}

static void modifiers_of_float_results(void **state)
{
    (void)state;
    const uint32_t minus = math_f32_bits(-3.0F), nan = 0xffc00000;
    assert_int_equal(math_convert_float(MATH_FORMAT_F16, MATH_FORMAT_F32, minus, MATH_RN, MATH_RELU), 0);
    assert_int_equal(math_convert_float(MATH_FORMAT_F16, MATH_FORMAT_F32, nan, MATH_RN, MATH_RELU), MATH_F16_NAN);
    assert_int_equal(math_convert_float(MATH_FORMAT_F32, MATH_FORMAT_F32, nan, MATH_RN, MATH_SAT), 0);
    assert_int_equal(math_convert_float(MATH_FORMAT_F32, MATH_FORMAT_F16, 0xfe00, MATH_RN, 0), MATH_F32_NAN);
    assert_int_equal(math_convert_from_integer(MATH_FORMAT_F32, s32, 7, MATH_RN, MATH_SAT), MATH_F32_ONE);
    assert_int_equal(math_convert_float(MATH_FORMAT_F16, MATH_FORMAT_F32, 0x47800000, MATH_RZ, 0), 0x7bff);
    assert_int_equal(math_convert_float(MATH_FORMAT_F16, MATH_FORMAT_F32, 0x47800000, MATH_RN, MATH_SATFINITE), 0x7bff);
    assert_int_equal(math_convert_pair(MATH_FORMAT_F16, 0x3f800000, 0x40000000, MATH_RN, 0), 0x3c004000);
    assert_int_equal(math_convert_pair(MATH_FORMAT_BF16, 0x3f80ffff, 0x3f80ffff, MATH_RZ, 0), 0x3f803f80);
    assert_int_equal(math_f32_to_tf32(0x7f7fffff, MATH_RNA, 0), MATH_F32_INFINITY);
    assert_int_equal(math_f32_to_tf32(0xff7fffff, MATH_RN, MATH_SATFINITE), 0xff7fe000);
    assert_int_equal(math_f32_to_tf32(0x3f801000, MATH_RNA, 0), 0x3f802000);
    assert_int_equal(math_f32_to_tf32(0x3f801000, MATH_RN, 0), 0x3f800000);
}

/* A narrow format by its definition: the values of non-negative bits up to `largest`. */
struct narrow {
    enum math_format_id id;
    int mantissa_bits, bias;
    unsigned largest, nan;
};

static const struct narrow narrows[] = {
    {MATH_FORMAT_E4M3, 3, 7, 0x7e, 0x7f}, {MATH_FORMAT_E5M2, 2, 15, 0x7b, 0x7f}, {MATH_FORMAT_E2M1, 1, 1, 7, 7},
    {MATH_FORMAT_E2M3, 3, 1, 31, 31},     {MATH_FORMAT_E3M2, 2, 3, 31, 31},
};

static double narrow_value(const struct narrow *narrow, unsigned bits)
{
    int exponent = (int)(bits >> narrow->mantissa_bits), one = 1 << narrow->mantissa_bits;
    int mantissa = (int)bits & (one - 1);
    if (exponent == 0)
        return ldexp(mantissa, 1 - narrow->bias - narrow->mantissa_bits);
    return ldexp(mantissa + one, exponent - narrow->bias - narrow->mantissa_bits);
}

static unsigned narrow_nearest(const struct narrow *narrow, double magnitude)
{
    unsigned best = 0;
    for (unsigned bits = 1; bits <= narrow->largest; bits++) {
        double distance = fabs(magnitude - narrow_value(narrow, bits));
        double least = fabs(magnitude - narrow_value(narrow, best));
        if (distance < least || (distance == least && bits % 2 == 0))
            best = bits;
    }
    return best;
}

/* The distance of two elements in bits. */
static unsigned narrow_step(enum math_format_id format)
{
    return format == MATH_FORMAT_E2M1 ? 4 : 8;
}

static uint32_t make_narrow_pair(enum math_format_id format, enum math_format_id from, uint32_t high, uint32_t low,
                                 unsigned flags)
{
    flags |= MATH_SATFINITE;
    uint32_t upper = (uint32_t)math_convert_float(format, from, high, MATH_RN, flags);
    uint32_t lower = (uint32_t)math_convert_float(format, from, low, MATH_RN, flags);
    return upper << narrow_step(format) | lower;
}

static uint32_t to_narrow_pair(enum math_format_id format, uint32_t a, uint32_t b, unsigned flags)
{
    return make_narrow_pair(format, MATH_FORMAT_F32, a, b, flags);
}

static uint32_t half_to_narrow_pair(enum math_format_id format, enum math_format_id from, uint32_t pair, unsigned flags)
{
    return make_narrow_pair(format, from, math_pair_high(pair), math_pair_low(pair), flags);
}

static uint32_t from_narrow_pair(enum math_format_id to, enum math_format_id format, uint32_t pair, unsigned flags)
{
    unsigned step = narrow_step(format);
    uint32_t field = (1U << step) - 1;
    uint64_t low = math_convert_float(to, format, pair & field, MATH_RN, flags);
    uint64_t high = math_convert_float(to, format, pair >> step & field, MATH_RN, flags);
    return math_pair((uint16_t)low, (uint16_t)high);
}

static void narrow_formats_take_the_nearest_value(void **state)
{
    (void)state;
    struct math_stream stream = {404};
    for (size_t i = 0; i < sizeof narrows / sizeof narrows[0]; i++) {
        const struct narrow *narrow = &narrows[i];
        unsigned sign = narrow->id == MATH_FORMAT_E2M1 ? 8 : narrow->largest < 64 ? 32 : 128;
        for (int k = 0; k < 600; k++) {
            float value = ldexpf((float)(stream_next(&stream) % 4096 + 1), (int)(stream_next(&stream) % 50) - 36);
            if (k % 3 == 0) /* ties */
                value = (float)(narrow_value(narrow, (unsigned)k / 3 % narrow->largest) +
                                narrow_value(narrow, (unsigned)k / 3 % narrow->largest + 1)) /
                        2;
            unsigned want = narrow_nearest(narrow, (double)value);
            unsigned step = narrow->id == MATH_FORMAT_E2M1 ? 4 : 8;
            uint32_t got = to_narrow_pair(narrow->id, math_f32_bits(-value), math_f32_bits(value), 0);
            assert_int_equal(got, (want | sign) << step | want);
            got = to_narrow_pair(narrow->id, math_f32_bits(-value), math_f32_bits(value), MATH_RELU);
            assert_int_equal(got, want);
        }
        uint32_t nan = to_narrow_pair(narrow->id, 0, 0xffc00000, 0);
        assert_int_equal(nan, narrow->nan);
    }
}

static void narrow_formats_widen_exactly(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof narrows / sizeof narrows[0]; i++) {
        for (unsigned bits = 0; bits <= narrows[i].largest; bits++) {
            uint32_t pair = from_narrow_pair(MATH_FORMAT_F16, narrows[i].id, bits, 0);
            assert_true((double)math_f16_value(math_pair_low(pair)) == narrow_value(&narrows[i], bits));
            uint32_t back = half_to_narrow_pair(narrows[i].id, MATH_FORMAT_F16, pair, 0);
            assert_int_equal(back, bits);
        }
    }
    assert_int_equal(from_narrow_pair(MATH_FORMAT_F16, MATH_FORMAT_E4M3, 0xff7f, 0), 0x7fff7fff);
    assert_int_equal(from_narrow_pair(MATH_FORMAT_F16, MATH_FORMAT_E5M2, 0xfc7d, 0), 0xfc007fff);
}

static void fast_fp8_is_the_general_one(void **state)
{
    (void)state;
    struct math_stream stream = {505};
    for (int i = 0; i < ROUNDS; i++) {
        uint32_t a = stream_f32(&stream), b = stream_f32(&stream), pair = (uint32_t)(stream_next(&stream) >> 7);
        unsigned flags = i & 1 ? MATH_RELU : 0;
        if (i & 2) /* where fp8 has its values and ties */
            a = (a & 0x80700000) | (uint32_t)(127 - 18 + i / 4 % 36) << 23;
        uint32_t want = to_narrow_pair(MATH_FORMAT_E4M3, a, b, flags);
        assert_int_equal(math_f32_to_e4m3x2(a, b, flags), want);
        want = to_narrow_pair(MATH_FORMAT_E5M2, a, b, flags);
        assert_int_equal(math_f32_to_e5m2x2(a, b, flags), want);
        want = half_to_narrow_pair(MATH_FORMAT_E4M3, MATH_FORMAT_F16, pair, flags);
        assert_int_equal(math_f16x2_to_e4m3x2(pair, flags), want);
        want = half_to_narrow_pair(MATH_FORMAT_E5M2, MATH_FORMAT_F16, pair, flags);
        assert_int_equal(math_f16x2_to_e5m2x2(pair, flags), want);
        want = math_convert_pair(MATH_FORMAT_BF16, a, b, MATH_RN, flags);
        assert_int_equal(math_f32_to_bf16x2(a, b, flags), want);
        assert_int_equal(math_f32_to_f16x2(a, b, flags), math_convert_pair(MATH_FORMAT_F16, a, b, MATH_RN, flags));
        pair &= 0xffff;
        want = from_narrow_pair(MATH_FORMAT_F16, MATH_FORMAT_E4M3, pair, flags);
        assert_int_equal(math_e4m3x2_to_f16x2(pair, flags), want);
        want = from_narrow_pair(MATH_FORMAT_F16, MATH_FORMAT_E5M2, pair, flags);
        assert_int_equal(math_e5m2x2_to_f16x2(pair, flags), want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(floats_match_the_cpu_in_every_rounding),
        cmocka_unit_test(frequent_float_conversions_are_the_general_ones),
        cmocka_unit_test(frequent_integer_conversions_are_the_general_ones),
        cmocka_unit_test(floats_clamp_to_integers),
        cmocka_unit_test(integers_extend_cut_and_clamp),
        cmocka_unit_test(modifiers_of_float_results),
        cmocka_unit_test(narrow_formats_take_the_nearest_value),
        cmocka_unit_test(narrow_formats_widen_exactly),
        cmocka_unit_test(fast_fp8_is_the_general_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
