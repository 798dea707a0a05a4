/* Tests races in large buffers: found at any offset, and a note when the history is too short. */
#include "vgpu_fixture.h"

/*
 *     meet(x, far, step)  thread i of block b writes x[b * step + i]; thread 0 then writes x[far]
 *     update(x)           reads the warp neighbour's x[i ^ 1] and, after a barrier, writes x[i]
 */
static const char text[] = PTX_HEADER
    ".visible .entry meet(.param .u64 x, .param .u64 far, .param .u32 step) {\n"
    ".reg .b64 %rd<6>; .reg .b32 %r<6>; .reg .pred %p<2>;\n"
    "ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [far]; ld.param.u32 %r1, [step];\n"
    "mov.u32 %r2, %ctaid.x; mov.u32 %r3, %tid.x; mad.lo.u32 %r4, %r2, %r1, %r3;\n"
    "mul.wide.u32 %rd3, %r4, 4; add.u64 %rd3, %rd1, %rd3; st.global.u32 [%rd3], %r4;\n"
    "setp.ne.u32 %p1, %r3, 0; @%p1 bra done; shl.b64 %rd2, %rd2, 2; add.u64 %rd4, %rd1, %rd2;\n"
    "st.global.u32 [%rd4], %r2;\ndone: ret;\n}\n"
    ".visible .entry update(.param .u64 x) {\n"
    ".reg .b64 %rd<6>; .reg .b32 %r<8>;\n"
    "ld.param.u64 %rd1, [x]; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %tid.x; mov.u32 %r1, %ntid.x;\n"
    "mad.lo.u32 %r4, %r2, %r1, %r3; xor.b32 %r5, %r4, 1; mul.wide.u32 %rd2, %r4, 4; mul.wide.u32 %rd3, %r5, 4;\n"
    "add.u64 %rd2, %rd1, %rd2; add.u64 %rd3, %rd1, %rd3;\n"
    "ld.global.u32 %r6, [%rd3]; bar.sync 0; st.global.u32 [%rd2], %r6; ret;\n}\n";

enum { WORDS = 24 << 20, FAR = 20 << 20 };

static const enum vgpu_isa isas[] = {VGPU_ISA_PORTABLE, VGPU_ISA_BEST};

/* Every later block writes x[far] as the first did, far beyond the first 16 MiB. */
static void finds_a_race_at_any_offset(void **state)
{
    (void)state;
    char first[512] = "";
    for (int threads = 1; threads <= 7; threads += 3)
        for (size_t i = 0; i < sizeof isas / sizeof *isas; i++) {
            struct vgpu_fixture f;
            fixture_open_with(&f, text, &(struct vgpu_options){.threads = threads, .seed = 1, .isa = isas[i]});
            uint64_t x = fixture_buffer(&f, "x", NULL, WORDS * UINT64_C(4));
            fixture_launch(&f, "meet", 8, 64, (uint64_t[]){x, FAR, 64}, 3);
            const struct vgpu_finding *finding = fixture_finding(&f, VGPU_FINDING_RACE_WRITE_WRITE);
            assert_int_equal(f.report->finding_count, 1);
            assert_int_equal(finding->offset_bytes, FAR * INT64_C(4));
            assert_int_equal(finding->count, 7);
            if (!first[0])
                snprintf(first, sizeof first, "%s", finding->message);
            assert_string_equal(finding->message, first);
            fixture_close(&f);
        }
}

static void spares_large_kernels_that_are_right(void **state)
{
    (void)state;
    struct vgpu_fixture f;
    fixture_open(&f, text, 2);
    f.launch.checks = VGPU_CHECK_RACE;
    uint64_t x = fixture_buffer(&f, "x", NULL, WORDS * UINT64_C(4));
    fixture_launch(&f, "update", (5 << 20) / 256, 256, (uint64_t[]){x}, 1);
    assert_true(f.report->ran_in_order); /* two threads claim each word, so every access is tracked */
    fixture_assert_clean(&f);
    fixture_close(&f);
}

/* The history holds three pieces of memory, of eight. A note reports that block 0 was forgotten. */
static void says_when_history_is_short(void **state)
{
    (void)state;
    for (int threads = 1; threads <= 7; threads += 3) {
        struct vgpu_fixture f;
        fixture_open(&f, text, threads);
        f.launch.race_history_bytes = UINT64_C(3) * 50000;
        uint64_t x = fixture_buffer(&f, "x", NULL, WORDS * UINT64_C(4));
        fixture_launch(&f, "meet", 8, 64, (uint64_t[]){x, FAR, 1 << 16}, 3);
        const struct vgpu_finding *note = fixture_finding(&f, VGPU_FINDING_RACE_HISTORY);
        assert_int_equal(note->severity, VGPU_SEVERITY_NOTE);
        assert_int_equal(note->count, 1);
        fixture_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(finds_a_race_at_any_offset),
        cmocka_unit_test(spares_large_kernels_that_are_right),
        cmocka_unit_test(says_when_history_is_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
