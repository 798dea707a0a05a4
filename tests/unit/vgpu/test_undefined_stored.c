/* Tests undefined values in global memory: which access makes a finding of them, and its words. */
#include "vgpu/buffers.h"
#include "vgpu_fixture.h"

/* Kernels of one line each, set by .loc. `c` has a word per thread. */
static const char program[] = PTX_HEADER
    ".file 1 \"test.cu\"\n"
    ".visible .entry store_unset(.param .u64 c)\n{\n"
    " .reg .u64 %p<4>; .reg .u32 %r<6>;\n"
    " .loc 1 10 1\n"
    " ld.param.u64 %p1, [c]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x;\n"
    " mad.lo.u32 %r1, %r2, %r3, %r1; mul.wide.u32 %p2, %r1, 4; add.u64 %p3, %p1, %p2;\n"
    " st.global.u32 [%p3], %r5;\n ret;\n}\n"
    ".visible .entry store_half(.param .u64 c)\n{\n"
    " .reg .u64 %p<4>; .reg .u32 %r<4>; .reg .b16 %h<3>;\n"
    " .loc 1 20 1\n"
    " ld.param.u64 %p1, [c]; mov.u32 %r1, %tid.x; mul.wide.u32 %p2, %r1, 4; add.u64 %p3, %p1, %p2;\n"
    " cvt.u16.u32 %h1, %r1; mov.b32 %r2, {%h2, %h1}; st.global.u32 [%p3], %r2;\n ret;\n}\n"
    ".visible .entry store_field(.param .u64 c)\n{\n"
    " .reg .u64 %p<4>; .reg .u32 %r<4>;\n"
    " .loc 1 25 1\n"
    " ld.param.u64 %p1, [c]; mov.u32 %r1, %tid.x; mul.wide.u32 %p2, %r1, 4; add.u64 %p3, %p1, %p2;\n"
    " bfi.b32 %r2, %r1, %r3, 0, 4; st.global.u32 [%p3], %r2;\n ret;\n}\n"
    ".visible .entry store_index(.param .u64 c)\n{\n"
    " .reg .u64 %p<4>; .reg .u32 %r<4>;\n"
    " .loc 1 30 1\n"
    " ld.param.u64 %p1, [c]; mov.u32 %r1, %tid.x; mul.wide.u32 %p2, %r1, 4; add.u64 %p3, %p1, %p2;\n"
    " st.global.u32 [%p3], %r1;\n ret;\n}\n"
    ".visible .entry branch_on(.param .u64 c, .param .u64 d, .param .u32 mask)\n{\n"
    " .reg .u64 %p<6>; .reg .u32 %r<6>; .reg .pred %q;\n"
    " .loc 1 40 1\n"
    " ld.param.u64 %p1, [c]; ld.param.u64 %p4, [d]; ld.param.u32 %r4, [mask]; mov.u32 %r1, %tid.x;\n"
    " mul.wide.u32 %p2, %r1, 4; add.u64 %p3, %p1, %p2; add.u64 %p5, %p4, %p2;\n"
    " ld.global.u32 %r2, [%p3]; and.b32 %r2, %r2, %r4; setp.gt.u32 %q, %r2, 5;\n"
    " .loc 1 41 1\n"
    " @%q bra DONE;\n st.global.u32 [%p5], %r1;\nDONE:\n ret;\n}\n"
    ".visible .entry pass_on(.param .u64 c, .param .u64 d)\n{\n"
    " .reg .u64 %p<6>; .reg .u32 %r<3>;\n"
    " .loc 1 50 1\n"
    " ld.param.u64 %p1, [c]; ld.param.u64 %p4, [d]; mov.u32 %r1, %tid.x; mul.wide.u32 %p2, %r1, 4;\n"
    " add.u64 %p3, %p1, %p2; add.u64 %p5, %p4, %p2; ld.global.u32 %r2, [%p3]; st.global.u32 [%p5], %r2;\n ret;\n}\n"
    ".visible .entry pass_on_async(.param .u64 c, .param .u64 d)\n{\n"
    " .reg .u64 %p<6>; .reg .u32 %r<5>; .shared .align 16 .b8 tile[128];\n"
    " .loc 1 60 1\n"
    " ld.param.u64 %p1, [c]; ld.param.u64 %p4, [d]; mov.u32 %r1, %tid.x; mul.wide.u32 %p2, %r1, 4;\n"
    " add.u64 %p3, %p1, %p2; add.u64 %p5, %p4, %p2; mov.u32 %r2, tile; shl.b32 %r3, %r1, 2; add.u32 %r2, %r2, %r3;\n"
    " cp.async.ca.shared.global [%r2], [%p3], 4; cp.async.wait_all;\n"
    " ld.shared.u32 %r4, [%r2]; st.global.u32 [%p5], %r4;\n ret;\n}\n"
    ".visible .entry update(.param .u64 c)\n{\n"
    " .reg .u64 %p<4>; .reg .u32 %r<3>;\n"
    " .loc 1 70 1\n"
    " ld.param.u64 %p1, [c]; mov.u32 %r1, %tid.x; mul.wide.u32 %p2, %r1, 4; add.u64 %p3, %p1, %p2;\n"
    " atom.global.add.u32 %r2, [%p3], 1;\n ret;\n}\n"
    ".visible .entry store_unwritten(.param .u64 c, .param .u64 d)\n{\n"
    " .reg .u64 %p<6>; .reg .u32 %r<3>;\n"
    " .loc 1 80 1\n"
    " ld.param.u64 %p1, [c]; ld.param.u64 %p4, [d]; mov.u32 %r1, %tid.x; mul.wide.u32 %p2, %r1, 4;\n"
    " add.u64 %p3, %p1, %p2; add.u64 %p5, %p4, %p2; ld.global.u32 %r2, [%p3];\n"
    " .loc 1 81 1\n"
    " st.global.u32 [%p5], %r2;\n ret;\n}\n";

enum { THREADS = 32, BYTES = 4 * THREADS };

static void run(struct vgpu_fixture *fixture, const char *kernel, uint64_t c)
{
    fixture_launch(fixture, kernel, 1, THREADS, &c, 1);
}

static void run_with(struct vgpu_fixture *fixture, const char *kernel, uint64_t c, uint64_t d)
{
    fixture_launch(fixture, kernel, 1, THREADS, (uint64_t[]){c, d}, 2);
}

static void assert_says(const struct vgpu_finding *finding, const char *words)
{
    if (!strstr(finding->message, words))
        fail_msg("'%s' does not say '%s'", finding->message, words);
}

static void is_found_by_the_host(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    fixture_open(&fixture, program, 2);
    uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES);
    run(&fixture, "store_unset", c);
    fixture_assert_clean(&fixture);
    fixture_find_stored(&fixture, c, BYTES);
    assert_int_equal(fixture.report->finding_count, 1);
    const struct vgpu_finding *finding = fixture_finding(&fixture, VGPU_FINDING_UNINITIALISED_REGISTER);
    assert_int_equal(finding->line, 10);
    assert_string_equal(finding->kernel, "store_unset");
    assert_says(finding, "a value that was never set is stored to c[0]");
    assert_null(strstr(finding->message, "holds it"));
    fixture_close(&fixture);
}

static void only_what_is_read_counts(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    fixture_open(&fixture, program, 2);
    uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES);
    run(&fixture, "store_half", c);
    fixture_find_stored(&fixture, c + 2, 2);
    fixture_assert_clean(&fixture);
    fixture_find_stored(&fixture, c, 1);
    assert_int_equal(fixture_finding(&fixture, VGPU_FINDING_UNINITIALISED_REGISTER)->line, 20);
    fixture_close(&fixture);
}

static void overwriting_it_is_fine(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    struct error error = {0};
    uint8_t content[BYTES] = {0};
    fixture_open(&fixture, program, 2);
    uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES);
    run(&fixture, "store_unset", c);
    run(&fixture, "store_index", c);
    fixture_find_stored(&fixture, c, BYTES);
    fixture_assert_clean(&fixture);
    run(&fixture, "store_unset", c);
    assert_true(vgpu_fill(fixture.device, c, 0, BYTES, &error));
    fixture_find_stored(&fixture, c, BYTES);
    fixture_assert_clean(&fixture);
    run(&fixture, "store_unset", c);
    assert_true(vgpu_write(fixture.device, c, content, BYTES - 4, &error));
    fixture_find_stored(&fixture, c, BYTES - 4);
    fixture_assert_clean(&fixture);
    fixture_find_stored(&fixture, c, BYTES);
    assert_says(fixture_finding(&fixture, VGPU_FINDING_UNINITIALISED_REGISTER),
                "c[31] still holds this value when the host reads");
    fixture_close(&fixture);
}

static void poison_is_never_written(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    struct error error = {0};
    fixture_open(&fixture, program, 2);
    uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES), d = fixture_buffer(&fixture, "d", NULL, BYTES);
    run(&fixture, "store_unset", c);
    assert_true(vgpu_poison(fixture.device, c, BYTES, &error));
    fixture_find_stored(&fixture, c, BYTES);
    fixture_assert_clean(&fixture);
    run_with(&fixture, "pass_on", c, d);
    fixture_find_stored(&fixture, d, BYTES);
    assert_int_equal(fixture_finding(&fixture, VGPU_FINDING_UNINITIALISED_GLOBAL)->line, 50);
    fixture_close(&fixture);
}

static void a_later_kernel_branches_on_it(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    fixture_open(&fixture, program, 2);
    uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES), d = fixture_buffer(&fixture, "d", NULL, BYTES);
    run(&fixture, "store_unset", c);
    fixture_launch(&fixture, "branch_on", 1, THREADS, (uint64_t[]){c, d, UINT32_MAX}, 3);
    assert_int_equal(fixture.report->finding_count, 1);
    const struct vgpu_finding *finding = fixture_finding(&fixture, VGPU_FINDING_UNINITIALISED_REGISTER);
    assert_int_equal(finding->line, 10);
    assert_string_equal(finding->kernel, "store_unset");
    assert_non_null(strstr(finding->instruction, "st.global"));
    assert_says(finding, "is stored to c[0]; the branch in line 41 depends on it");
    fixture_close(&fixture);
}

static void bits_are_kept_one_by_one(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    fixture_open(&fixture, program, 2);
    uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES), d = fixture_buffer(&fixture, "d", NULL, BYTES);
    run(&fixture, "store_field", c);
    fixture_launch(&fixture, "branch_on", 1, THREADS, (uint64_t[]){c, d, 15}, 3);
    fixture_assert_clean(&fixture);
    fixture_launch(&fixture, "branch_on", 1, THREADS, (uint64_t[]){c, d, 31}, 3);
    assert_int_equal(fixture_finding(&fixture, VGPU_FINDING_UNINITIALISED_REGISTER)->line, 25);
    fixture_close(&fixture);
}

static void it_passes_from_buffer_to_buffer(void **state)
{
    (void)state;
    static const char *const kernels[] = {"pass_on", "pass_on_async"};
    for (size_t i = 0; i < 2; i++) {
        struct vgpu_fixture fixture;
        struct error error = {0};
        fixture_open(&fixture, program, 2);
        uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES), d = fixture_buffer(&fixture, "d", NULL, BYTES),
                 e = fixture_buffer(&fixture, "e", NULL, BYTES);
        run(&fixture, "store_unset", c);
        run_with(&fixture, kernels[i], c, d);
        fixture_assert_clean(&fixture);
        assert_true(vgpu_copy(fixture.device, e, d, BYTES, &error));
        fixture_find_stored(&fixture, e, BYTES);
        assert_int_equal(fixture.report->finding_count, 1);
        const struct vgpu_finding *finding = fixture_finding(&fixture, VGPU_FINDING_UNINITIALISED_REGISTER);
        assert_int_equal(finding->line, 10);
        assert_says(finding, "stored to c[0]; e[0] still holds this value when the host reads it");
        fixture_close(&fixture);
    }
}

static void an_atomic_computes_with_it(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    fixture_open(&fixture, program, 2);
    uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES);
    run(&fixture, "store_unset", c);
    run(&fixture, "update", c);
    const struct vgpu_finding *finding = fixture_finding(&fixture, VGPU_FINDING_UNINITIALISED_REGISTER);
    assert_int_equal(finding->line, 10);
    assert_says(finding, "; line 70 computes with it");
    fixture_close(&fixture);
}

static void the_read_and_the_store_are_named(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    fixture_open(&fixture, program, 2);
    uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES), d = fixture_buffer(&fixture, "d", NULL, BYTES);
    run_with(&fixture, "store_unwritten", c, d);
    fixture_find_stored(&fixture, d, BYTES);
    const struct vgpu_finding *finding = fixture_finding(&fixture, VGPU_FINDING_UNINITIALISED_GLOBAL);
    assert_int_equal(finding->line, 80);
    assert_says(finding, "nothing was written to c");
    assert_says(finding, "; line 81 stores the result to d[0]");
    fixture_close(&fixture);
}

/* Concurrent blocks restart after a defined buffer and keep what earlier launches stored. */
static void threads_do_not_show(void **state)
{
    (void)state;
    enum { BLOCKS = 64, ALL_BYTES = BLOCKS * BYTES };
    static uint8_t content[ALL_BYTES];
    char *message[2] = {0};
    for (int i = 0; i < 2; i++) {
        struct vgpu_fixture fixture;
        fixture_open(&fixture, program, i ? 7 : 1);
        uint64_t c = fixture_buffer(&fixture, "c", content, ALL_BYTES);
        fixture_launch(&fixture, "store_unset", BLOCKS / 2, THREADS, &c, 1);
        fixture_launch(&fixture, "store_unset", BLOCKS, THREADS, &c, 1);
        fixture_assert_clean(&fixture);
        run(&fixture, "store_index", c);
        fixture_find_stored(&fixture, c, ALL_BYTES);
        const struct vgpu_finding *finding = fixture_finding(&fixture, VGPU_FINDING_UNINITIALISED_REGISTER);
        assert_int_equal(finding->count, BLOCKS / 2 + BLOCKS);
        assert_int_equal(fixture.report->finding_count, 1);
        message[i] = strdup(finding->message);
        fixture_close(&fixture);
    }
    assert_string_equal(message[0], message[1]);
    assert_non_null(strstr(message[0], "c[32] still holds this value"));
    free(message[0]);
    free(message[1]);
}

/* More launches than the device has records. */
static void launches_share_records(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    fixture_open(&fixture, program, 1);
    uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES);
    for (int i = 0; i < 5000; i++)
        run(&fixture, "store_unset", c);
    fixture_assert_clean(&fixture);
    fixture_find_stored(&fixture, c, BYTES);
    assert_int_equal(fixture_finding(&fixture, VGPU_FINDING_UNINITIALISED_REGISTER)->count, 5000);
    fixture_close(&fixture);
}

static void unchecked_launches_leave_nothing(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    fixture_open(&fixture, program, 1);
    uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES);
    fixture.launch.checks = VGPU_CHECK_NONE;
    run(&fixture, "store_unset", c);
    fixture_find_stored(&fixture, c, BYTES);
    fixture_assert_clean(&fixture);
    fixture_close(&fixture);
}

/* A sample of a launch is undone. Bytes that only the sample stored were never written. */
static void an_undone_sample_leaves_nothing(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    struct error error = {0};
    uint32_t first = 1;
    fixture_open(&fixture, program, 1);
    uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES);
    assert_true(vgpu_write(fixture.device, c, &first, sizeof(first), &error));
    struct vgpu_kept *kept = vgpu_kept_new(fixture.device, &error);
    assert_non_null(kept);
    vgpu_uses_begin(fixture.device);
    run(&fixture, "store_unset", c);
    assert_true(vgpu_kept_restore(kept, &error));
    vgpu_kept_free(kept);
    fixture_find_stored(&fixture, c, BYTES);
    fixture_assert_clean(&fixture);
    fixture_close(&fixture);
}

/* Bytes that were stored undefined before the sample are so again. */
static void an_undone_sample_gives_back_undefined_bytes(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    struct error error = {0};
    fixture_open(&fixture, program, 1);
    uint64_t c = fixture_buffer(&fixture, "c", NULL, BYTES);
    run(&fixture, "store_unset", c);
    struct vgpu_kept *kept = vgpu_kept_new(fixture.device, &error);
    assert_non_null(kept);
    vgpu_uses_begin(fixture.device);
    run(&fixture, "store_half", c);
    assert_true(vgpu_kept_restore(kept, &error));
    vgpu_kept_free(kept);
    fixture_find_stored(&fixture, c, BYTES);
    assert_int_equal(fixture.report->finding_count, 1);
    assert_int_equal(fixture_finding(&fixture, VGPU_FINDING_UNINITIALISED_REGISTER)->line, 10);
    fixture_close(&fixture);
}

static void a_refused_store_leaves_nothing(void **state)
{
    (void)state;
    struct vgpu_fixture fixture;
    struct error error = {0};
    fixture_open(&fixture, program, 2);
    const uint32_t ones[THREADS] = {1, 1, 1};
    uint64_t c = fixture_buffer(&fixture, "c", ones, BYTES);
    assert_true(vgpu_protect(fixture.device, c, true, &error));
    run(&fixture, "store_unset", c);
    fixture_find_stored(&fixture, c, BYTES);
    assert_int_equal(fixture.report->finding_count, 1);
    fixture_finding(&fixture, VGPU_FINDING_READ_ONLY);
    fixture_close(&fixture);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_found_by_the_host),
        cmocka_unit_test(only_what_is_read_counts),
        cmocka_unit_test(overwriting_it_is_fine),
        cmocka_unit_test(poison_is_never_written),
        cmocka_unit_test(a_later_kernel_branches_on_it),
        cmocka_unit_test(bits_are_kept_one_by_one),
        cmocka_unit_test(it_passes_from_buffer_to_buffer),
        cmocka_unit_test(an_atomic_computes_with_it),
        cmocka_unit_test(the_read_and_the_store_are_named),
        cmocka_unit_test(threads_do_not_show),
        cmocka_unit_test(launches_share_records),
        cmocka_unit_test(unchecked_launches_leave_nothing),
        cmocka_unit_test(an_undone_sample_leaves_nothing),
        cmocka_unit_test(an_undone_sample_gives_back_undefined_bytes),
        cmocka_unit_test(a_refused_store_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
