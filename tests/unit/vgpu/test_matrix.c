/* Tests matrix instructions and rare arithmetic in kernels, from PTX text to memory. */
#include "vgpu_fixture.h"

#define BASE_ADDRESS                                                              \
    ".reg .b32 %r<32>;\n.reg .b64 %rd<4>;\n.reg .b16 %h<4>;\n.reg .f32 %f<16>;\n" \
    "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 16;\nadd.u64 %rd1, %rd1, %rd2;\n"

/* A is 1 in row 0 and 2 in row 8 + lane / 4. B is 1, so all sums of a row are equal. */
static const char mma_text[] = PTX_HEADER
    ".visible .entry k(.param .u64 out) {\n" BASE_ADDRESS
    "mov.b32 %r2, 0x3c003c00;\nmov.b32 %r3, 0x40004000;\nmov.f32 %f0, 0f3f800000;\n"
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, %r3, %r2, %r3}, {%r2, %r2},"
    " {%f0, %f0, %f0, %f0};\n"
    "st.global.v4.f32 [%rd1], {%f1, %f2, %f3, %f4};\nret;\n}\n";

static void mma_reaches_memory(void **state)
{
    (void)state;
    struct vgpu_fixture f;
    float out[32][4];
    fixture_open(&f, mma_text, 1);
    uint64_t buffer = fixture_buffer(&f, "out", NULL, sizeof(out));
    fixture_launch(&f, "k", 1, 32, &buffer, 1);
    fixture_assert_clean(&f);
    fixture_read(&f, buffer, out, sizeof(out));
    for (int lane = 0; lane < 32; lane++) {
        assert_true(out[lane][0] == 17.0F && out[lane][1] == 17.0F);
        assert_true(out[lane][2] == 33.0F && out[lane][3] == 33.0F);
    }
    fixture_close(&f);
}

/*
 * Each lane holds its number. Lane 4 r + c gets the low halves of rows 2 c and 2 c + 1, from
 * column r / 2.
 */
static const char transpose_text[] =
    PTX_HEADER ".visible .entry k(.param .u64 out) {\n" BASE_ADDRESS
               "add.u32 %r3, %r1, 256;\nshl.b32 %r3, %r3, 16;\nor.b32 %r2, %r1, %r3;\n"
               "movmatrix.sync.aligned.m8n8.trans.b16 %r4, %r2;\n"
               "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.u8.s8.s32 {%r5, %r6}, {%r1}, {%r1}, {%r1, %r1};\n"
               "movmatrix.sync.aligned.m8n8.trans.b16 %r7, %r4;\n"
               "st.global.v4.b32 [%rd1], {%r4, %r5, %r6, %r7};\nret;\n}\n";

static void movmatrix_and_integers(void **state)
{
    (void)state;
    struct vgpu_fixture f;
    uint32_t out[32][4];
    fixture_open(&f, transpose_text, 1);
    uint64_t buffer = fixture_buffer(&f, "out", NULL, sizeof(out));
    fixture_launch(&f, "k", 1, 32, &buffer, 1);
    fixture_assert_clean(&f);
    fixture_read(&f, buffer, out, sizeof(out));
    for (uint32_t lane = 0; lane < 32; lane++) {
        uint32_t row = lane / 4, column = lane % 4 * 2;
        uint32_t low = column * 4 + row / 2, high = (column + 1) * 4 + row / 2, odd = row % 2 * 256;
        assert_int_equal(out[lane][0], (low + odd) | (high + odd) << 16);
        assert_int_equal(out[lane][3], lane | (lane + 256) << 16);
        /* Row g of A holds 4 g + t in the first byte of each lane t. Column n of B is alike. */
        uint32_t sum = 0;
        for (uint32_t t = 0; t < 4; t++)
            sum += (4 * row + t) * (4 * column + t);
        assert_int_equal(out[lane][1], lane + sum);
    }
    fixture_close(&f);
}

static const char rare_text[] = PTX_HEADER ".visible .entry k(.param .u64 out) {\n" BASE_ADDRESS
                                           "mov.b32 %r2, 0x01020304;\nmov.b32 %r3, 0xff010203;\n"
                                           "dp4a.u32.s32 %r4, %r2, %r3, %r1;\n"
                                           "prmt.b32.f4e %r5, %r2, %r3, 1;\n"
                                           "szext.clamp.s32 %r6, %r3, 16;\n"
                                           "cvt.rna.tf32.f32 %r7, 0f3f801000;\n"
                                           "st.global.v4.b32 [%rd1], {%r4, %r5, %r6, %r7};\nret;\n}\n";

static void rare_arithmetic_is_found(void **state)
{
    (void)state;
    struct vgpu_fixture f;
    uint32_t out[32][4];
    fixture_open(&f, rare_text, 1);
    uint64_t buffer = fixture_buffer(&f, "out", NULL, sizeof(out));
    fixture_launch(&f, "k", 1, 32, &buffer, 1);
    fixture_assert_clean(&f);
    fixture_read(&f, buffer, out, sizeof(out));
    for (uint32_t lane = 0; lane < 32; lane++) {
        assert_int_equal(out[lane][0], lane + 4 * 3 + 3 * 2 + 2 * 1 - 1);
        assert_int_equal(out[lane][1], 0x03010203);
        assert_int_equal(out[lane][2], 0x0203);
        assert_int_equal(out[lane][3], 0x3f802000);
    }
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mma_reaches_memory),
        cmocka_unit_test(movmatrix_and_integers),
        cmocka_unit_test(rare_arithmetic_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
