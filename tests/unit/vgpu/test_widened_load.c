/* A load that the compiler made wider than the bytes that the program uses. */
#include "vgpu_fixture.h"

#define HEAD                                              \
    PTX_HEADER ".extern .shared .align 16 .b8 zeros[];\n" \
               ".visible .entry sum(.param .u64 out)\n"   \
               "{\n"                                      \
               "    .reg .f32 %f<8>;\n"                   \
               "    .reg .b64 %rd<3>;\n"                  \
               "    mov.f32 %f1, 0f40000000;\n"           \
               "    st.shared.f32 [zeros+16], %f1;\n"     \
               "    st.shared.f32 [zeros+20], %f1;\n"     \
               "    st.shared.f32 [zeros+24], %f1;\n"
#define TAIL                                                   \
    "    ld.shared.v4.f32 {%f2, %f3, %f4, %f5}, [zeros+16];\n" \
    "    add.f32 %f6, %f2, %f3;\n"                             \
    "    add.f32 %f6, %f6, %f4;\n"                             \
    "    ld.param.u64 %rd1, [out];\n"                          \
    "    st.global.f32 [%rd1], %f6;\n"                         \
    "    ret;\n"                                               \
    "}\n"

enum { SEVEN_FLOATS = 28 };

static uint64_t launch(struct vgpu_fixture *f, const char *text, uint32_t shared_bytes)
{
    const float nothing = 0;
    fixture_open(f, text, 1);
    uint64_t out = fixture_buffer(f, "out", &nothing, sizeof nothing);
    f->launch.dynamic_shared_bytes = shared_bytes;
    fixture_launch(f, "sum", 1, 1, &out, 1);
    return out;
}

static void bytes_that_are_not_used_can_lie_past_the_end(void **state)
{
    struct vgpu_fixture f;
    float sum;
    (void)state;
    uint64_t out = launch(&f, HEAD ".pragma \"used_bytes_mask 4095\";\n" TAIL, SEVEN_FLOATS);
    assert_int_equal(f.report->finding_count, 0);
    assert_true(vgpu_read(f.device, &sum, out, sizeof sum, NULL));
    assert_true(sum == 6);
    fixture_close(&f);
}

static void assert_out_of_bounds(const char *text, uint32_t shared_bytes)
{
    struct vgpu_fixture f;
    launch(&f, text, shared_bytes);
    assert_int_equal(f.report->finding_count, 1);
    assert_int_equal(f.report->findings[0].kind, VGPU_FINDING_OUT_OF_BOUNDS);
    fixture_close(&f);
}

static void bytes_that_are_used_cannot(void **state)
{
    (void)state;
    assert_out_of_bounds(HEAD TAIL, SEVEN_FLOATS);
    assert_out_of_bounds(HEAD ".pragma \"used_bytes_mask 0xff\";\n    mov.f32 %f1, %f1;\n" TAIL, SEVEN_FLOATS);
    assert_out_of_bounds(HEAD ".pragma \"used_bytes_mask 61695\";\n" TAIL, SEVEN_FLOATS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bytes_that_are_not_used_can_lie_past_the_end),
        cmocka_unit_test(bytes_that_are_used_cannot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
