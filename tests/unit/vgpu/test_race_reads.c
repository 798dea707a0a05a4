/* Reads of shared memory are recorded late. A write meets all reads since the last barrier. */
#include "vgpu_fixture.h"

/*
 * All kernels have s[64], written by its owners before a barrier, and blocks of two warps.
 *
 *     repeat(n)    reads s[tid ^ 32] n times, then writes s[tid]
 *     guarded(n)   does so with a barrier between them
 *     change()     one instruction reads s[tid ^ 32], then s[tid ^ 31]; then s[tid] is written
 *     arrive()     the first warp reads s[32 ..] and waits for the second, which arrives and writes
 *     wait()       the second warp waits for the first, which reads and arrives
 *     add_*()      all add to s[tid] atomically; the first warp also reads or writes s[tid + 32]
 */
#define BEGIN                                                                                                   \
    "(.param .u32 n) {\n.reg .b32 %r<12>; .reg .pred %p<4>; .shared .b32 s[64];\n"                              \
    "ld.param.u32 %r1, [n]; mov.u32 %r2, %tid.x; mov.u32 %r3, s; shl.b32 %r4, %r2, 2; add.u32 %r5, %r3, %r4;\n" \
    "xor.b32 %r6, %r4, 128; add.u32 %r6, %r3, %r6; mov.u32 %r7, 0; st.shared.u32 [%r5], %r2; bar.sync 0;\n"
#define LOOP "again: ld.shared.u32 %r8, [%r6]; add.u32 %r7, %r7, 1; setp.lt.u32 %p1, %r7, %r1; @%p1 bra again;\n"
#define WRITE "st.shared.u32 [%r5], %r8; ret;\n}\n"
#define ADD "setp.lt.u32 %p1, %r2, 32; atom.shared.add.u32 %r8, [%r5], 1;\n"
#define READ_BY_FIRST "setp.gt.u32 %p1, %r2, 31; @%p1 bra second; ld.shared.u32 %r8, [%r6];\n"

static const char text[] = PTX_HEADER
    ".visible .entry repeat" BEGIN LOOP WRITE ".visible .entry guarded" BEGIN LOOP "bar.sync 0;\n" WRITE
    ".visible .entry change" BEGIN "again: ld.shared.u32 %r8, [%r6]; xor.b32 %r10, %r4, 124; add.u32 %r6, %r3, %r10;\n"
    "add.u32 %r7, %r7, 1; setp.lt.u32 %p1, %r7, 2; @%p1 bra again; bar.warp.sync -1;\n" WRITE
    ".visible .entry arrive" BEGIN READ_BY_FIRST
    "bar.sync 1, 64; ret;\nsecond: bar.arrive 1, 64; mov.u32 %r8, 1;\n" WRITE ".visible .entry wait" BEGIN READ_BY_FIRST
    "bar.arrive 1, 64; ret;\nsecond: bar.sync 1, 64; mov.u32 %r8, 1;\n" WRITE ".visible .entry add_read" BEGIN ADD
    "@%p1 ld.shared.u32 %r8, [%r6]; ret;\n}\n"
    ".visible .entry add_write" BEGIN ADD "@%p1 st.shared.u32 [%r6], %r2; ret;\n}\n"
    ".visible .entry add_volatile" BEGIN ADD "@%p1 st.volatile.shared.u32 [%r6], %r2; ret;\n}\n"
    ".visible .entry add_only" BEGIN ADD "@%p1 atom.shared.add.u32 %r8, [%r6], 1; ret;\n}\n";

enum { THREADS = 64, WARP = 32 };

static const enum vgpu_isa isas[] = {VGPU_ISA_PORTABLE, VGPU_ISA_BEST};

/* Counts races of reads with later writes. No other finding is allowed. */
static uint64_t races_of(const char *kernel, uint32_t n, enum vgpu_isa isa)
{
    struct vgpu_fixture f;
    uint64_t count = 0;
    fixture_open_with(&f, text, &(struct vgpu_options){.threads = 2, .seed = 1, .isa = isa});
    fixture_launch(&f, kernel, 2, THREADS, (uint64_t[]){n}, 1);
    for (size_t i = 0; i < f.report->finding_count; i++) {
        assert_int_equal(f.report->findings[i].kind, VGPU_FINDING_RACE_WRITE_AFTER_READ);
        count += f.report->findings[i].count;
    }
    fixture_close(&f);
    return count;
}

/*
 * The second warp of each block meets the first's reads, and reads the first's writes.
 * For a large n, warps take turns before either of them writes.
 */
static void meets_every_read_of_the_epoch(void **state)
{
    (void)state;
    enum { TURN = 4096 };
    for (size_t i = 0; i < sizeof isas / sizeof *isas; i++) {
        for (uint32_t n = 1; n < 4 * TURN; n = n * 5 + 1) {
            bool is_alone = n < TURN;
            struct vgpu_fixture f;
            fixture_open_with(&f, text, &(struct vgpu_options){.threads = 2, .seed = 1, .isa = isas[i]});
            fixture_launch(&f, "repeat", 2, THREADS, (uint64_t[]){n}, 1);
            assert_int_equal(fixture_finding(&f, VGPU_FINDING_RACE_WRITE_AFTER_READ)->count, (is_alone ? 2 : 4) * WARP);
            if (is_alone)
                assert_int_equal(fixture_finding(&f, VGPU_FINDING_RACE_READ_AFTER_WRITE)->count, 2ULL * n * WARP);
            fixture_close(&f);
            assert_int_equal(races_of("guarded", n, isas[i]), 0);
        }
    }
}

static void meets_reads_of_a_pattern_that_changed(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof isas / sizeof *isas; i++) {
        struct vgpu_fixture f;
        fixture_open_with(&f, text, &(struct vgpu_options){.threads = 1, .seed = 1, .isa = isas[i]});
        fixture_launch(&f, "change", 1, THREADS, (uint64_t[]){0}, 1);
        assert_int_equal(fixture_finding(&f, VGPU_FINDING_RACE_WRITE_AFTER_READ)->count, WARP);
        fixture_close(&f);
    }
}

static void meets_reads_where_only_some_warps_synchronise(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof isas / sizeof *isas; i++) {
        assert_int_equal(races_of("arrive", 0, isas[i]), 2 * WARP);
        assert_int_equal(races_of("wait", 0, isas[i]), 0);
    }
}

static void meets_what_was_done_between_atomics(void **state)
{
    (void)state;
    static const char *const kernels[] = {"add_read", "add_write", "add_volatile"};
    for (size_t i = 0; i < sizeof isas / sizeof *isas; i++) {
        for (size_t k = 0; k < sizeof kernels / sizeof *kernels; k++) {
            struct vgpu_fixture f;
            fixture_open_with(&f, text, &(struct vgpu_options){.threads = 2, .seed = 1, .isa = isas[i]});
            fixture_launch(&f, kernels[k], 2, THREADS, (uint64_t[]){0}, 1);
            assert_int_equal(fixture_finding(&f, VGPU_FINDING_RACE_ATOMIC)->count, 2 * WARP);
            fixture_close(&f);
        }
        assert_int_equal(races_of("add_only", 0, isas[i]), 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(meets_every_read_of_the_epoch),
        cmocka_unit_test(meets_reads_of_a_pattern_that_changed),
        cmocka_unit_test(meets_reads_where_only_some_warps_synchronise),
        cmocka_unit_test(meets_what_was_done_between_atomics),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
