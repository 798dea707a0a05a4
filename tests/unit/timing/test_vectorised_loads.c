/* Tests shared memory after ptxas joined loads and replaced short branches by predicates. */
#include "timing/time_model.h"
#include "vgpu_fixture.h"

#include <math.h>

/* Thread t loads four words from byte t * `step`, and the last one twice. */
#define FOUR_WORDS(name, step)                                                                                   \
    ".visible .entry " name "()\n{\n.reg .b32 %r<4>;\n.reg .f32 %f<6>;\n.shared .align 16 .b8 words[8192];\n"    \
    "mov.u32 %r1, %tid.x;\nmov.u32 %r2, words;\nmad.lo.s32 %r3, %r1, " step ", %r2;\nmov.f32 %f1, 0f00000000;\n" \
    "ld.shared.f32 %f1, [%r3];\nld.shared.f32 %f2, [%r3+4];\nld.shared.f32 %f3, [%r3+8];\n"                      \
    "ld.shared.f32 %f4, [%r3+12];\nld.shared.f32 %f5, [%r3+12];\nret;\n}\n"
static const char kernels[] = PTX_HEADER FOUR_WORDS("apart", "16") FOUR_WORDS("beside", "4") FOUR_WORDS("same", "0")
    /* one warp of eight stores; the others skip it */
    ".visible .entry skips()\n{\n.reg .pred %p<2>;\n.reg .b32 %r<4>;\n.shared .align 16 .b8 table[1024];\n"
    "mov.u32 %r1, %tid.x;\nsetp.gt.u32 %p1, %r1, 31;\n@%p1 bra DONE;\nmov.u32 %r2, table;\n"
    "st.shared.u32 [%r2], %r1;\nDONE:\nbar.sync 0;\nret;\n}\n";

/* Returns the modelled passes per warp. A pass takes one cycle of an SM. */
static double passes_of(struct vgpu_fixture *f, const char *kernel)
{
    enum { BLOCKS = 132, WARPS = 8, THREADS = 256 };
    struct error error = {0};
    struct time_estimate estimate;
    struct time_request request = {.launch = {.kernel = kernel, .grid = {BLOCKS, 1, 1}, .block = {THREADS, 1, 1}},
                                   .seed = 1};
    if (!time_model_estimate(f->module, &request, &estimate, &error))
        fail_msg("%s", error.message);
    return estimate.terms_ns[TIME_LIMIT_SHARED] * 1.98 / WARPS;
}

static void open_kernels(struct vgpu_fixture *f)
{
    struct vgpu_options options = {.architecture = "h100", .threads = 1, .seed = 7};
    fixture_open_with(f, kernels, &options);
}

static void neighbours_are_one_load_where_all_lanes_are_aligned(void **state)
{
    struct vgpu_fixture f;
    (void)state;
    open_kernels(&f);
    assert_true(fabs(passes_of(&f, "apart") - 4) < 0.1);  /* a quarter of the warp at a time */
    assert_true(fabs(passes_of(&f, "beside") - 4) < 0.1); /* four loads of a word */
    assert_true(fabs(passes_of(&f, "same") - 2) < 0.1); /* half of the warp at a time, since lanes read the same word */
    fixture_close(&f);
}

static void a_skipped_block_is_issued_by_those_that_skip_it(void **state)
{
    struct vgpu_fixture f;
    (void)state;
    open_kernels(&f);
    assert_true(fabs(passes_of(&f, "skips") - 1) < 0.1);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(neighbours_are_one_load_where_all_lanes_are_aligned),
        cmocka_unit_test(a_skipped_block_is_issued_by_those_that_skip_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
