/* Tests which comparisons are conditions, and that their outcomes are noted. */
#include "vgpu_fixture.h"

enum { THREADS = 40 };

/* %r1 is %tid.x, %r2 the argument n, %r3 a loaded word, %r4 follows from it. */
#define KERNEL(body)                                                                                        \
    PTX_HEADER ".visible .entry k(.param .u64 a, .param .u32 n)\n{\n.reg .pred %p<6>; .reg .b32 %r<8>;\n"   \
               ".reg .b64 %rd<4>;\nld.param.u64 %rd1, [a];\nld.param.u32 %r2, [n];\nmov.u32 %r1, %tid.x;\n" \
               "ld.global.u32 %r3, [%rd1];\nadd.s32 %r4, %r3, %r2;\n" body "ret;\n}\n"

/* Launches with n = 0, and with n = 100 if `twice`. */
static void decides(const char *ptx, bool twice, const char *expected)
{
    struct vgpu_fixture f;
    uint32_t zero = 0, count;
    fixture_open(&f, ptx, 1);
    uint64_t at = fixture_buffer(&f, "a", &zero, sizeof zero);
    for (uint64_t n = 0; n <= (twice ? 100 : 0); n += 100) {
        fixture_launch(&f, "k", 1, THREADS, (uint64_t[]){at, n}, 2);
        fixture_assert_clean(&f);
    }
    const uint8_t *outcomes = vgpu_outcomes(f.module, &count);
    assert_int_equal(count, strlen(expected));
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(outcomes[i], expected[i] - '0');
    fixture_close(&f);
}

static void arguments_and_places_decide(void **state)
{
    (void)state;
    decides(KERNEL("setp.gt.u32 %p1, %r2, 50;\nsetp.lt.u32 %p2, %r1, 20;\n"), false, "13");
    decides(KERNEL("setp.gt.u32 %p1, %r2, 50;\nsetp.lt.u32 %p2, %r1, 20;\n"), true, "33");
    decides(KERNEL("setp.lt.u32 %p2, %r1, 64;\n"), false, "2");
}

static void loaded_values_are_left_out(void **state)
{
    (void)state;
    decides(KERNEL("setp.gt.u32 %p1, %r3, 50;\nsetp.eq.u32 %p2, %r4, 0;\nsetp.eq.u32 %p3, %r2, 0;\n"), false, "2");
}

static void joined_conditions_count_themselves(void **state)
{
    (void)state;
    decides(KERNEL("setp.eq.u32 %p1, %r2, 100;\nsetp.lt.u32 %p2, %r1, 20;\nand.pred %p3, %p1, %p2;\n"
                   "or.pred %p4, %p1, %p2;\n"),
            false, "1313");
}

/* Lanes that do not come to a condition have no outcome there. */
static void only_active_lanes_decide(void **state)
{
    (void)state;
    decides(KERNEL("setp.ge.u32 %p1, %r1, 20;\n@%p1 bra done;\nsetp.lt.u32 %p2, %r1, 20;\ndone:\n"), false, "32");
}

static void a_kernel_has_its_own_conditions(void **state)
{
    (void)state;
    struct vgpu_fixture f;
    uint32_t count;
    fixture_open(&f,
                 PTX_HEADER ".visible .entry k(.param .u32 n)\n{\n.reg .pred %p<2>; .reg .b32 %r<2>;\n"
                            "ld.param.u32 %r1, [n];\nsetp.eq.u32 %p1, %r1, 0;\nret;\n}\n"
                            ".visible .entry other(.param .u32 n)\n{\n.reg .pred %p<2>; .reg .b32 %r<2>;\n"
                            "ld.param.u32 %r1, [n];\nsetp.eq.u32 %p1, %r1, 0;\nret;\n}\n",
                 1);
    vgpu_outcomes(f.module, &count);
    assert_int_equal(count, 2);
    assert_true(vgpu_may_decide(f.module, "k", 0));
    assert_false(vgpu_may_decide(f.module, "k", 1));
    assert_true(vgpu_may_decide(f.module, "other", 1));
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arguments_and_places_decide),        cmocka_unit_test(loaded_values_are_left_out),
        cmocka_unit_test(joined_conditions_count_themselves), cmocka_unit_test(only_active_lanes_decide),
        cmocka_unit_test(a_kernel_has_its_own_conditions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
