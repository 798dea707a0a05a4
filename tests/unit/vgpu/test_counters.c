/* Tests counters against hand-computed values. */
#include "base/buffer.h"
#include "base/clock.h"
#include "vgpu/cache/count.h"
#include "vgpu_fixture.h"

enum { BYTES = 1 << 16 };

/* A kernel of one parameter; %r1 is %tid.x, %rd1 the buffer, `shared` 16 KiB. */
#define KERNEL(body)                                                                                           \
    PTX_HEADER ".shared .align 16 .b8 shared[16384];\n"                                                        \
               ".visible .entry k(.param .u64 a)\n{\n.reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %rd<16>;\n" \
               ".reg .f32 %f<16>; .reg .f64 %fd<4>;\nld.param.u64 %rd1, [a];\nmov.u32 %r1, %tid.x;\n" body "ret;\n}\n"
/* %rd3 = buffer + tid * stride; %r3 = shared + tid * stride */
#define AT(stride) "mul.wide.u32 %rd2, %r1, " stride ";\nadd.s64 %rd3, %rd1, %rd2;\n"
#define SHARED_AT(stride) "mul.lo.u32 %r2, %r1, " stride ";\nmov.u32 %r3, shared;\nadd.u32 %r3, %r3, %r2;\n"

struct expectation {
    enum vgpu_counter counter;
    uint64_t value;
};
#define IS(name, number)              \
    {                                 \
        VGPU_COUNTER_##name, (number) \
    }
#define END_OF_LIST           \
    {                         \
        VGPU_COUNTER_COUNT, 0 \
    }

static void counts(const char *ptx, uint32_t blocks, uint32_t threads, const struct expectation *expected)
{
    static uint8_t zeros[BYTES];
    struct vgpu_fixture f;
    fixture_open(&f, ptx, 1);
    f.launch.checks = VGPU_CHECK_MEMORY | VGPU_COUNT;
    uint64_t at = fixture_buffer(&f, "a", zeros, sizeof(zeros));
    fixture_launch(&f, "k", blocks, threads, (uint64_t[]){at}, 1);
    fixture_assert_clean(&f);
    for (; expected->counter != VGPU_COUNTER_COUNT; expected++)
        if (f.report->totals[expected->counter] != expected->value)
            fail_msg("%s is %llu, not %llu", vgpu_counter_describe(expected->counter)->name,
                     (unsigned long long)f.report->totals[expected->counter], (unsigned long long)expected->value);
    fixture_close(&f);
}
#define COUNTS(ptx, blocks, threads, ...) \
    counts(ptx, blocks, threads, (const struct expectation[]){__VA_ARGS__, END_OF_LIST})

/* Blocks 2 and 3 of 4 store nothing. A store to shared memory is none. */
static void counts_blocks_that_store_nothing(void **state)
{
    (void)state;
    static uint8_t zeros[BYTES];
    static const char ptx[] = KERNEL("mov.u32 %r4, %ctaid.x;\nsetp.lt.u32 %p1, %r4, 2;\n" SHARED_AT(
        "4") "st.shared.u32 [%r3], %r4;\n" AT("4") "@%p1 st.global.u32 [%rd3], %r1;\n");
    for (int checked = 0; checked < 2; checked++) {
        struct vgpu_fixture f;
        fixture_open(&f, ptx, 2);
        f.launch.checks = checked ? VGPU_CHECK_MEMORY | VGPU_COUNT : VGPU_COUNT;
        uint64_t at = fixture_buffer(&f, "a", zeros, sizeof zeros);
        fixture_launch(&f, "k", 4, 32, (uint64_t[]){at}, 1);
        assert_int_equal(f.report->idle_blocks, 2);
        fixture_close(&f);
    }
}

static void counts_instructions(void **state)
{
    (void)state;
    /* ld.param, mov, add, ret: in one block of 40 threads, a full warp and one of 8 lanes */
    COUNTS(KERNEL("add.s32 %r2, %r1, 1;\n"), 3, 40, IS(WARP_INSTRUCTIONS, 3 * 2 * 4),
           IS(THREAD_INSTRUCTIONS, 3 * 40 * 4), IS(INTEGER_INSTRUCTIONS, 6), IS(MOVE_INSTRUCTIONS, 12),
           IS(CONTROL_INSTRUCTIONS, 6), IS(WARPS_LAUNCHED, 6), IS(MEMORY_INSTRUCTIONS, 0));
    COUNTS(KERNEL("mov.f32 %f1, 0f3f800000;\nadd.f32 %f2, %f1, %f1;\nfma.rn.f32 %f3, %f1, %f1, %f2;\n"
                  "rcp.approx.f32 %f4, %f1;\nmov.f64 %fd1, 0d3ff0000000000000;\nmul.f64 %fd2, %fd1, %fd1;\n"),
           1, 32, IS(FLOAT_INSTRUCTIONS, 2), IS(SPECIAL_INSTRUCTIONS, 1), IS(DOUBLE_INSTRUCTIONS, 1),
           IS(FLOPS, 32 * (1 + 2 + 1)));
    /* the guard is false in 16 lanes: issued, without work of theirs */
    COUNTS(KERNEL("mov.f32 %f1, 0f3f800000;\nsetp.lt.u32 %p1, %r1, 16;\n@%p1 add.f32 %f2, %f1, %f1;\n"), 1, 32,
           IS(FLOPS, 16), IS(FLOAT_INSTRUCTIONS, 1));
}

static void counts_sectors(void **state)
{
    (void)state;
    COUNTS(KERNEL(AT("4") "ld.global.u32 %r4, [%rd3];\n"), 1, 32, IS(GLOBAL_LOAD_REQUESTS, 1),
           IS(GLOBAL_LOAD_BYTES, 128), IS(GLOBAL_LOAD_SECTORS, 4), IS(GLOBAL_LOAD_LEAST_SECTORS, 4),
           IS(GLOBAL_STORE_REQUESTS, 0));
    COUNTS(KERNEL(AT("4") "ld.global.u32 %r4, [%rd3+4];\n"), 1, 32, IS(GLOBAL_LOAD_SECTORS, 5),
           IS(GLOBAL_LOAD_LEAST_SECTORS, 4));
    COUNTS(KERNEL(AT("8") "st.global.u32 [%rd3], %r1;\n"), 1, 32, IS(GLOBAL_STORE_SECTORS, 8),
           IS(GLOBAL_STORE_LEAST_SECTORS, 4), IS(GLOBAL_STORE_BYTES, 128));
    COUNTS(KERNEL(AT("128") "st.global.u32 [%rd3], %r1;\n"), 2, 32, IS(GLOBAL_STORE_REQUESTS, 2),
           IS(GLOBAL_STORE_SECTORS, 64), IS(GLOBAL_STORE_LEAST_SECTORS, 8));
    COUNTS(KERNEL(AT("0") "ld.global.u32 %r4, [%rd3];\n"), 1, 32, IS(GLOBAL_LOAD_SECTORS, 1),
           IS(GLOBAL_LOAD_LEAST_SECTORS, 1), IS(GLOBAL_LOAD_BYTES, 128));
    COUNTS(KERNEL(AT("16") "ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd3];\n"), 1, 32, IS(GLOBAL_LOAD_REQUESTS, 1),
           IS(GLOBAL_LOAD_SECTORS, 16), IS(GLOBAL_LOAD_LEAST_SECTORS, 16));
    COUNTS(KERNEL(AT("1") "ld.global.u8 %r4, [%rd3];\n"), 1, 20, IS(GLOBAL_LOAD_SECTORS, 1), IS(GLOBAL_LOAD_BYTES, 20));
    /* a guard that is false everywhere makes no request */
    COUNTS(KERNEL("setp.gt.u32 %p1, %r1, 99;\n@%p1 ld.global.u32 %r4, [%rd1];\n"), 1, 32, IS(GLOBAL_LOAD_REQUESTS, 0),
           IS(GLOBAL_LOAD_SECTORS, 0), IS(MEMORY_INSTRUCTIONS, 1));
}

static void counts_wavefronts(void **state)
{
    (void)state;
    static const char text[] = KERNEL(SHARED_AT("STRIDE") "ld.shared.u32 %r4, [%r3];\nst.shared.u32 [%r3], %r1;\n");
    const char *after = strstr(text, "STRIDE") + strlen("STRIDE");
    char before[1024];
    snprintf(before, sizeof(before), "%.*s", (int)(strstr(text, "STRIDE") - text), text);
    static const struct {
        const char *stride;
        uint64_t wavefronts, conflicts;
    } words[] = {{"0", 1, 0}, {"4", 1, 0}, {"8", 2, 1}, {"12", 1, 0}, {"16", 4, 3}, {"128", 32, 31}, {"132", 1, 0}};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        char ptx[2048];
        snprintf(ptx, sizeof(ptx), "%s%s%s", before, words[i].stride, after);
        COUNTS(ptx, 1, 32, IS(SHARED_LOAD_REQUESTS, 1), IS(SHARED_LOAD_WAVEFRONTS, words[i].wavefronts),
               IS(SHARED_LOAD_CONFLICTS, words[i].conflicts), IS(SHARED_STORE_WAVEFRONTS, words[i].wavefronts),
               IS(SHARED_STORE_CONFLICTS, words[i].conflicts));
    }
}

static void counts_wide_wavefronts(void **state)
{
    (void)state;
    /* 8 bytes per lane go in halves, 16 bytes in quarters; neighbours have no bank conflict */
    COUNTS(KERNEL(SHARED_AT("8") "ld.shared.u64 %rd4, [%r3];\n"), 1, 32, IS(SHARED_LOAD_WAVEFRONTS, 2),
           IS(SHARED_LOAD_CONFLICTS, 0));
    COUNTS(KERNEL(SHARED_AT("16") "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r3];\n"), 1, 32,
           IS(SHARED_LOAD_WAVEFRONTS, 4), IS(SHARED_LOAD_CONFLICTS, 0));
    /* 16 lanes at stride 16 meet in pairs; 8 lanes at stride 32 too */
    COUNTS(KERNEL(SHARED_AT("16") "ld.shared.u64 %rd4, [%r3];\n"), 1, 32, IS(SHARED_LOAD_WAVEFRONTS, 4),
           IS(SHARED_LOAD_CONFLICTS, 2));
    COUNTS(KERNEL(SHARED_AT("32") "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r3];\n"), 1, 32,
           IS(SHARED_LOAD_WAVEFRONTS, 8), IS(SHARED_LOAD_CONFLICTS, 4));
    /*
     * Lanes that read the same word let twice as many pass together.
     * An H100 counts 2 for a float4 that all lanes read, and 1 for a double.
     */
    COUNTS(KERNEL(SHARED_AT("0") "ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r3];\n"), 1, 32,
           IS(SHARED_LOAD_WAVEFRONTS, 2), IS(SHARED_LOAD_CONFLICTS, 0));
    COUNTS(KERNEL(SHARED_AT("0") "ld.shared.u64 %rd4, [%r3];\n"), 1, 32, IS(SHARED_LOAD_WAVEFRONTS, 1),
           IS(SHARED_LOAD_CONFLICTS, 0));
    COUNTS(KERNEL(SHARED_AT("8") "ld.shared.u64 %rd4, [%r3];\n"), 1, 16, IS(SHARED_LOAD_WAVEFRONTS, 1),
           IS(SHARED_LOAD_CONFLICTS, 0));
}

static void counts_branches_and_barriers(void **state)
{
    (void)state;
    static const char diverging[] = KERNEL("setp.lt.u32 %p1, %r1, 10;\n@%p1 bra L;\nadd.u32 %r2, %r1, 1;\nL:\n");
    COUNTS(diverging, 1, 64, IS(BRANCHES, 2), IS(DIVERGENT_BRANCHES, 1));
    COUNTS(KERNEL("setp.lt.u32 %p1, %r1, 32;\n@%p1 bra L;\nadd.u32 %r2, %r1, 1;\nL:\n"), 1, 64, IS(BRANCHES, 2),
           IS(DIVERGENT_BRANCHES, 0));
    COUNTS(KERNEL("bar.sync 0;\n"), 2, 96, IS(BARRIER_WAITS, 6));
    COUNTS(KERNEL("shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;\nvote.sync.ballot.b32 %r3, 1, -1;\n"), 1, 64,
           IS(SHUFFLES, 2), IS(VOTES, 2));
    COUNTS(KERNEL("elect.sync _|%p1, -1;\nactivemask.b32 %r2;\n"), 1, 64, IS(VOTES, 4));
}

static void counts_atomics(void **state)
{
    (void)state;
    COUNTS(KERNEL("red.global.add.u32 [%rd1], 1;\n"), 1, 32, IS(ATOMIC_REQUESTS, 1), IS(ATOMICS, 32),
           IS(ATOMIC_CONFLICTS, 31));
    COUNTS(KERNEL(AT("4") "red.global.add.u32 [%rd3], 1;\n"), 1, 40, IS(ATOMIC_REQUESTS, 2), IS(ATOMICS, 40),
           IS(ATOMIC_CONFLICTS, 0));
    COUNTS(
        KERNEL("and.b32 %r1, %r1, 3;\n" SHARED_AT("4") "st.shared.u32 [%r3], 0;\natom.shared.add.u32 %r4, [%r3], 1;\n"),
        1, 32, IS(ATOMIC_REQUESTS, 1), IS(ATOMICS, 32), IS(ATOMIC_CONFLICTS, 28));
}

static void counts_copies_and_products(void **state)
{
    (void)state;
    COUNTS(KERNEL(AT("16") SHARED_AT("16") "cp.async.cg.shared.global [%r3], [%rd3], 16;\ncp.async.wait_all;\n"), 1, 32,
           IS(ASYNC_COPY_BYTES, 512), IS(GLOBAL_LOAD_SECTORS, 16), IS(SHARED_STORE_WAVEFRONTS, 4),
           IS(SHARED_LOAD_REQUESTS, 0));
    COUNTS(KERNEL("mov.f32 %f1, 0f00000000;\nmma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f2, %f3, %f4, %f5}, "
                  "{%r1, %r1}, {%r1}, {%f1, %f1, %f1, %f1};\n"),
           1, 64, IS(TENSOR_INSTRUCTIONS, 2), IS(TENSOR_OPERATIONS, 2 * 2 * 16 * 8 * 8), IS(FLOPS, 2 * 2 * 16 * 8 * 8));
}

/* Machine code loads factors from shared memory by ldmatrix, and moves sums in pairs. */
static void counts_fragments(void **state)
{
    (void)state;
#define FRAGMENT "{%r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11}"
#define SUMS "{%f1, %f1, %f1, %f1, %f1, %f1, %f1, %f1}"
#define LOAD(form, stride) \
    KERNEL("mov.u32 %r2, " stride ";\nmov.u32 %r3, shared;\nwmma.load." form " " FRAGMENT ", [%r3], %r2;\n")
    COUNTS(LOAD("a.sync.aligned.row.m16n16k16.shared.f16", "24"), 1, 32, IS(SHARED_LOAD_REQUESTS, 1),
           IS(SHARED_LOAD_WAVEFRONTS, 4), IS(SHARED_LOAD_CONFLICTS, 0));
    COUNTS(LOAD("a.sync.aligned.row.m16n16k16.shared.f16", "64"), 1, 32, IS(SHARED_LOAD_REQUESTS, 1),
           IS(SHARED_LOAD_WAVEFRONTS, 32), IS(SHARED_LOAD_CONFLICTS, 28));
    COUNTS(LOAD("b.sync.aligned.col.m32n8k16.shared.f16", "24"), 1, 32, IS(SHARED_LOAD_REQUESTS, 1),
           IS(SHARED_LOAD_WAVEFRONTS, 2), IS(SHARED_LOAD_CONFLICTS, 0));
    COUNTS(KERNEL("mov.u32 %r2, 16;\nmov.f32 %f1, 0f00000000;\n"
                  "wmma.store.d.sync.aligned.row.m16n16k16.global.f32 [%rd1], " SUMS ", %r2;\n"),
           1, 32, IS(GLOBAL_STORE_REQUESTS, 4), IS(GLOBAL_STORE_SECTORS, 32), IS(GLOBAL_STORE_LEAST_SECTORS, 32),
           IS(GLOBAL_STORE_BYTES, 1024));
#undef FRAGMENT
#undef SUMS
#undef LOAD
}

static void distinct_elements_are_distinct_bytes(void **state)
{
    (void)state;
    static const uint32_t ranges[] = {1, 7, 32, 600, 5000};
    uint64_t random = 1;
    for (uint32_t i = 0; i < 20000; i++) {
        uint64_t addresses[VGPU_WARP_LANES];
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407U;
        uint32_t size_bytes = 2U << (random >> 62), mask = (uint32_t)(random >> 30) | 1U << i % 32;
        for (uint32_t lane = 0; lane < VGPU_WARP_LANES; lane++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407U;
            addresses[lane] = (random >> 33) % ranges[i % 5] * size_bytes + (i % 7 == 0 ? random >> 63 : 0) + i % 3;
        }
        assert_int_equal(count_distinct_elements(addresses, mask, size_bytes),
                         count_distinct_bytes(addresses, mask, size_bytes) / size_bytes);
    }
}

/* Each instruction is a line of its own. Linear work takes 4 times as long for 4 times as many. */
static void many_lines_are_counted_in_linear_time(void **state)
{
    enum { FEW = 12000, FACTOR = 4, FACTOR_MOST = 9 };
    int64_t taken_ns[2];
    (void)state;
    for (int i = 0; i < 2; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        struct vgpu_fixture f;
        buffer_append_text(&text, PTX_HEADER ".visible .entry k()\n{\n.reg .b32 %r<2>;\nmov.u32 %r1, 1;\n");
        for (int j = 0; j < (i ? FACTOR * FEW : FEW); j++)
            buffer_append_text(&text, "add.u32 %r1, %r1, 3;\n");
        buffer_append_text(&text, "ret;\n}\n");
        int64_t began_ns = clock_processor_ns();
        fixture_open(&f, buffer_text(&text), 1);
        fixture_launch(&f, "k", 1, 32, NULL, 0);
        taken_ns[i] = clock_processor_ns() - began_ns;
        assert_in_range(f.report->line_count, FEW, FACTOR * FEW + 2);
        fixture_close(&f);
    }
    assert_true(taken_ns[1] < FACTOR_MOST * taken_ns[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distinct_elements_are_distinct_bytes),
        cmocka_unit_test(counts_blocks_that_store_nothing),
        cmocka_unit_test(counts_instructions),
        cmocka_unit_test(many_lines_are_counted_in_linear_time),
        cmocka_unit_test(counts_sectors),
        cmocka_unit_test(counts_wavefronts),
        cmocka_unit_test(counts_wide_wavefronts),
        cmocka_unit_test(counts_branches_and_barriers),
        cmocka_unit_test(counts_atomics),
        cmocka_unit_test(counts_copies_and_products),
        cmocka_unit_test(counts_fragments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
