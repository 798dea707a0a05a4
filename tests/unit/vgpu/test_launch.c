/* Tests kernels from start to end, as nvcc compiles small CUDA files (tests/ptx). */
#include "vgpu_fixture.h"

static void multiplies_matrices(void **state)
{
    (void)state;
    enum { N = 33 };
    float a[N * N], b[N * N], c[N * N];
    for (int i = 0; i < N * N; i++) {
        a[i] = (float)(i % 7) - 3.0F;
        b[i] = (float)(i % 5) * 0.5F;
    }
    char *text = fixture_file("tests/ptx/matmul.ptx");
    struct vgpu_fixture f;
    fixture_open(&f, text, 1);
    uint64_t at_a = fixture_buffer(&f, "a", a, sizeof(a)), at_b = fixture_buffer(&f, "b", b, sizeof(b));
    uint64_t at_c = fixture_buffer(&f, "c", NULL, sizeof(c));
    fixture_launch_grid(&f, "matmul", (uint32_t[]){3, 3, 1}, (uint32_t[]){16, 16, 1}, (uint64_t[]){at_a, at_b, at_c, N},
                        4);
    fixture_assert_clean(&f);
    fixture_read(&f, at_c, c, sizeof(c));
    for (int row = 0; row < N; row++) {
        for (int column = 0; column < N; column++) {
            float sum = 0;
            for (int k = 0; k < N; k++)
                sum = __builtin_fmaf(a[row * N + k], b[k * N + column], sum);
            assert_true(c[row * N + column] == sum);
        }
    }
    assert_int_equal(f.report->totals[VGPU_COUNTER_FLOPS], 2 * N * N * N);
    assert_int_equal(f.report->totals[VGPU_COUNTER_GLOBAL_STORE_BYTES], sizeof(c));
    fixture_close(&f);
    free(text);
}

static void runs_calls_barriers_shuffles_and_printf(void **state)
{
    (void)state;
    float a[32], expected[32], sum = 0, expected_sum = 0;
    for (int i = 0; i < 32; i++) {
        a[i] = (float)i;
        expected[i] = a[i] * 8.0F + 3.0F;
        expected_sum += expected[i];
    }
    char *text = fixture_file("tests/ptx/features.ptx");
    struct vgpu_fixture f;
    fixture_open(&f, text, 1);
    uint64_t at_a = fixture_buffer(&f, "a", a, sizeof(a)), at_sum = fixture_buffer(&f, "sum", &sum, sizeof(sum));
    fixture_launch(&f, "features", 1, 32, (uint64_t[]){at_a, at_sum, 3}, 3);
    for (size_t i = 0; i < f.report->finding_count; i++) /* notes only: shuffles past the end */
        assert_int_equal(f.report->findings[i].severity, VGPU_SEVERITY_NOTE);
    fixture_assert_clean(&f);
    fixture_read(&f, at_a, a, sizeof(a));
    fixture_read(&f, at_sum, &sum, sizeof(sum));
    for (int i = 0; i < 32; i++)
        assert_true(a[i] == expected[i]);
    assert_true(sum == expected_sum);
    assert_int_equal(f.report->printed_count, 2);
    assert_string_equal(f.report->printed[1].text, "thread 1 has 1\n");
    assert_int_equal(f.report->printed[1].thread[0], 1);
    fixture_close(&f);
    free(text);
}

static void ends_at_a_failed_assertion(void **state)
{
    (void)state;
    char *text = fixture_file("tests/ptx/features.ptx");
    float zeros[32] = {0};
    struct vgpu_fixture f;
    fixture_open(&f, text, 1);
    uint64_t at = fixture_buffer(&f, "a", zeros, sizeof(zeros));
    fixture_launch(&f, "features", 1, 32, (uint64_t[]){at, at, 0}, 3);
    assert_true(f.report->faulted);
    const struct vgpu_finding *finding = fixture_finding(&f, VGPU_FINDING_ASSERTION);
    assert_non_null(strstr(finding->message, "n > 0"));
    fixture_close(&f);
    free(text);
}

static void brings_diverged_lanes_together_again(void **state)
{
    (void)state;
    enum { N = 100 };
    int from[N], steps[N];
    for (int i = 0; i < N; i++)
        from[i] = i + 1;
    char *text = fixture_file("tests/ptx/features.ptx");
    struct vgpu_fixture f;
    fixture_open(&f, text, 1);
    uint64_t at_from = fixture_buffer(&f, "from", from, sizeof(from));
    uint64_t at_steps = fixture_buffer(&f, "steps", NULL, sizeof(steps));
    fixture_launch(&f, "collatz", 2, 64, (uint64_t[]){at_from, at_steps, N}, 3);
    fixture_assert_clean(&f);
    fixture_read(&f, at_steps, steps, sizeof(steps));
    for (int i = 0; i < N; i++) {
        int count = 0;
        for (int x = i + 1; x != 1; count++)
            x = x % 2 ? 3 * x + 1 : x / 2;
        assert_int_equal(steps[i], count);
    }
    assert_true(f.report->totals[VGPU_COUNTER_DIVERGENT_BRANCHES] > 0);
    /* lanes wait for the slowest one and run together */
    assert_true(f.report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS] * 4 <
                f.report->totals[VGPU_COUNTER_THREAD_INSTRUCTIONS]);
    fixture_close(&f);
    free(text);
}

static void lets_the_holder_of_a_lock_go_on(void **state)
{
    (void)state;
    int lock = 0, value = 0;
    char *text = fixture_file("tests/ptx/features.ptx");
    struct vgpu_fixture f;
    fixture_open(&f, text, 1);
    uint64_t at_lock = fixture_buffer(&f, "lock", &lock, 4), at_value = fixture_buffer(&f, "value", &value, 4);
    fixture_launch(&f, "locked", 3, 64, (uint64_t[]){at_lock, at_value}, 2);
    fixture_assert_clean(&f);
    fixture_read(&f, at_value, &value, sizeof(value));
    assert_int_equal(value, 192);
    fixture_close(&f);
    free(text);
}

static void reduces_the_same_with_any_number_of_threads(void **state)
{
    (void)state;
    enum { N = 100000, BLOCKS = 37 };
    static float in[N];
    float out[3][BLOCKS];
    uint64_t totals[3][VGPU_COUNTER_COUNT];
    for (int i = 0; i < N; i++)
        in[i] = (float)(i % 1000) * 0.37F;
    char *text = fixture_file("tests/ptx/features.ptx");
    static const int threads[] = {1, 2, 7};
    for (int i = 0; i < 3; i++) {
        struct vgpu_fixture f;
        fixture_open(&f, text, threads[i]);
        uint64_t at_in = fixture_buffer(&f, "in", in, sizeof(in));
        uint64_t at_out = fixture_buffer(&f, "out", NULL, sizeof(out[i]));
        fixture_launch(&f, "reduce", BLOCKS, 256, (uint64_t[]){at_in, at_out, N}, 3);
        fixture_assert_clean(&f);
        assert_false(f.report->ran_in_order);
        fixture_read(&f, at_out, out[i], sizeof(out[i]));
        memcpy(totals[i], f.report->totals, sizeof(totals[i]));
        fixture_close(&f);
    }
    for (int i = 1; i < 3; i++) {
        assert_memory_equal(out[0], out[i], sizeof(out[0]));
        assert_memory_equal(totals[0], totals[i], sizeof(totals[0]));
    }
    free(text);
}

static void adds_atomically_from_blocks_side_by_side(void **state)
{
    (void)state;
    enum { N = 20000 };
    static unsigned in[N];
    unsigned bins[64] = {0}, expected[64] = {0};
    for (unsigned i = 0; i < N; i++) {
        in[i] = i * 2654435761U >> 7;
        expected[in[i] % 64]++;
    }
    char *text = fixture_file("tests/ptx/features.ptx");
    struct vgpu_fixture f;
    fixture_open(&f, text, 7);
    uint64_t at_in = fixture_buffer(&f, "in", in, sizeof(in)), at_bins = fixture_buffer(&f, "bins", bins, sizeof(bins));
    fixture_launch(&f, "histogram", (N + 127) / 128, 128, (uint64_t[]){at_in, at_bins, N}, 3);
    fixture_assert_clean(&f);
    fixture_read(&f, at_bins, bins, sizeof(bins));
    assert_memory_equal(bins, expected, sizeof(bins));
    assert_int_equal(f.report->totals[VGPU_COUNTER_ATOMICS], N);
    assert_int_equal(f.report->totals[VGPU_COUNTER_GLOBAL_ATOMICS], N);
    assert_int_equal(f.report->totals[VGPU_COUNTER_SHARED_ATOMICS], 0);
    fixture_close(&f);
    free(text);
}

/* y[i] = 2 * y[i + ahead] + i, in blocks of 64. */
static const char in_place[] =
    PTX_HEADER ".visible .entry k(.param .u64 y, .param .u32 ahead)\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
               "ld.param.u64 %rd1, [y];\nld.param.u32 %r6, [ahead];\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %tid.x;\n"
               "mad.lo.u32 %r3, %r1, 64, %r2;\nmul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd3, %rd1, %rd2;\n"
               "mul.wide.u32 %rd4, %r6, 4;\nadd.s64 %rd5, %rd3, %rd4;\nld.global.u32 %r4, [%rd5];\n"
               "mad.lo.u32 %r5, %r4, 2, %r3;\nst.global.u32 [%rd3], %r5;\nret;\n}\n";

enum { IN_PLACE_BLOCKS = 100, IN_PLACE_COUNT = IN_PLACE_BLOCKS * 64 };

/* Launches it and returns whether blocks ran in order. */
static bool update_in_place(struct vgpu_fixture *f, uint64_t at, uint32_t ahead)
{
    static uint32_t before[IN_PLACE_COUNT + 64], after[IN_PLACE_COUNT + 64];
    fixture_read(f, at, before, sizeof(before));
    fixture_launch(f, "k", IN_PLACE_BLOCKS, 64, (uint64_t[]){at, ahead}, 2);
    fixture_assert_clean(f);
    fixture_read(f, at, after, sizeof(after));
    for (uint32_t i = 0; i < IN_PLACE_COUNT; i++) {
        before[i] = 2 * before[i + ahead] + i;
        assert_int_equal(after[i], before[i]);
    }
    return f->report->ran_in_order;
}

static void updates_in_place_side_by_side_where_blocks_keep_apart(void **state)
{
    (void)state;
    static const unsigned checks[] = {0, VGPU_CHECK_MEMORY | VGPU_COUNT, VGPU_CHECK_ALL | VGPU_COUNT};
    static uint32_t content[IN_PLACE_COUNT + 64];
    for (uint32_t i = 0; i < IN_PLACE_COUNT + 64; i++)
        content[i] = i * 2654435761U;
    for (size_t i = 0; i < sizeof(checks) / sizeof(checks[0]); i++)
        for (int threads = 2; threads <= 7; threads += 5) {
            struct vgpu_fixture f;
            fixture_open(&f, in_place, threads);
            f.launch.checks = checks[i];
            uint64_t at = fixture_buffer(&f, "y", content, sizeof(content));
            assert_false(update_in_place(&f, at, 0));
            assert_false(update_in_place(&f, at, 0)); /* the device remembers it */
            /* the next block writes its input, so blocks run in order, and the results are right */
            if (!(checks[i] & VGPU_CHECK_RACE))
                assert_true(update_in_place(&f, at, 64));
            assert_false(update_in_place(&f, at, 0)); /* and learns again */
            fixture_close(&f);
        }
}

/* `astray` reads an address of `other`'s variable. */
static const char two_kernels[] =
    PTX_HEADER ".visible .entry astray(.param .u64 out, .param .u32 at)\n{\n"
               "  .reg .u64 %a<4>; .reg .u32 %v<3>;\n"
               "  ld.param.u64 %a0, [out]; mov.u32 %v0, %ctaid.x; mul.wide.u32 %a1, %v0, 4; add.u64 %a2, %a0, %a1;\n"
               "  ld.param.u32 %v2, [at]; ld.shared.u32 %v1, [%v2]; st.global.u32 [%a2], %v1;\n"
               "  st.shared.u32 [%v2], %v0; ret;\n}\n"
               ".visible .entry other(.param .u64 out)\n{\n"
               "  .reg .u64 %a<2>; .reg .u32 %v<2>; .shared .align 4 .b8 theirs[128];\n"
               "  ld.param.u64 %a0, [out]; mov.u64 %a1, theirs; ld.shared.u32 %v0, [%a1]; st.global.u32 [%a0], %v0;\n"
               "  ret;\n}\n";

static void blocks_begin_with_all_shared_memory_cleared(void **state)
{
    (void)state;
    enum { BLOCKS = 9, AT = 1152 /* 1024 and the gap */ };
    for (int threads = 1; threads <= 2; threads++) {
        struct vgpu_fixture f;
        uint32_t out[BLOCKS];
        fixture_open(&f, two_kernels, threads);
        uint64_t at_out = fixture_buffer(&f, "out", NULL, sizeof(out));
        fixture_launch(&f, "astray", BLOCKS, 1, (uint64_t[]){at_out, AT}, 2);
        fixture_find_stored(&f, at_out, sizeof(out));
        assert_int_equal(f.report->finding_count, 1);
        assert_int_equal(f.report->findings[0].kind, VGPU_FINDING_UNINITIALISED_SHARED);
        assert_int_equal(f.report->findings[0].count, BLOCKS);
        fixture_read(&f, at_out, out, sizeof(out));
        for (int i = 0; i < BLOCKS; i++)
            assert_int_equal(out[i], 0x7f7f7f7f);
        fixture_close(&f);
    }
}

/* A function without its ret is an error, not an end of its threads. */
static void names_a_function_that_threads_run_out_of(void **state)
{
    (void)state;
    static const char text[] = PTX_HEADER ".func callee { membar.cta; ret; }\n"
                                          ".visible .entry caller() { call callee; ret; }\n";
    struct vgpu_fixture f;
    struct error error = {0};
    fixture_open(&f, text, 1);
    vgpu_unload(f.module);
    struct ptx_instruction *last = (struct ptx_instruction *)&f.program->functions[0].instructions[1];
    assert_int_equal(last->opcode, PTX_OPCODE_RET);
    last->opcode = PTX_OPCODE_MEMBAR;
    f.module = vgpu_load(f.device, f.program, true, &error);
    assert_non_null(f.module);
    fixture_launch(&f, "caller", 1, 32, NULL, 0);
    assert_true(f.report->faulted);
    assert_int_equal(f.report->finding_count, 1);
    assert_non_null(strstr(f.report->findings[0].message, "ran past the end of callee"));
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(multiplies_matrices),
        cmocka_unit_test(runs_calls_barriers_shuffles_and_printf),
        cmocka_unit_test(ends_at_a_failed_assertion),
        cmocka_unit_test(brings_diverged_lanes_together_again),
        cmocka_unit_test(lets_the_holder_of_a_lock_go_on),
        cmocka_unit_test(reduces_the_same_with_any_number_of_threads),
        cmocka_unit_test(adds_atomically_from_blocks_side_by_side),
        cmocka_unit_test(updates_in_place_side_by_side_where_blocks_keep_apart),
        cmocka_unit_test(blocks_begin_with_all_shared_memory_cleared),
        cmocka_unit_test(names_a_function_that_threads_run_out_of),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
