/* Tests the cache model against hand-computed values. The order of blocks changes nothing. */
#include "vgpu_fixture.h"

#include "vgpu/cache/cache_l1.h"

/* %r1 is %tid.x, %rd1 the buffer, %rd3 = buffer + tid * 4. */
#define KERNEL(body)                                                                                           \
    PTX_HEADER ".visible .entry k(.param .u64 a)\n{\n.reg .pred %p<4>; .reg .b32 %r<16>; .reg .b64 %rd<16>;\n" \
               ".local .align 4 .b8 own[4];\nld.param.u64 %rd1, [a];\nmov.u32 %r1, %tid.x;\n"                  \
               "mul.wide.u32 %rd2, %r1, 4;\nadd.s64 %rd3, %rd1, %rd2;\n" body "ret;\n}\n"

/*
 * %rd4 starts at %rd1 + tid * 16 and moves by a warp's 512 bytes, `rounds` times. The body reads
 * [%rd4].
 */
#define LOOP(name, rounds, body)                                                                \
    "mul.wide.u32 %rd5, %r1, 16;\nadd.s64 %rd4, %rd1, %rd5;\nmov.u32 %r9, 0;\n" name ":\n" body \
    "add.s64 %rd4, %rd4, 512;\nadd.u32 %r9, %r9, 1;\nsetp.lt.u32 %p3, %r9, " rounds ";\n@%p3 bra " name ";\n"
#define LOAD_16 "ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd4];\n"

struct expected {
    uint64_t l1_hits, l1_misses, l2_hits, l2_misses, dram_read_bytes, dram_write_bytes;
};

static void run(struct vgpu_fixture *f, const char *ptx, const struct vgpu_options *options, size_t size_bytes,
                uint32_t blocks, uint32_t threads)
{
    fixture_open_with(f, ptx, options);
    f->launch.checks = VGPU_CHECK_MEMORY | VGPU_COUNT | VGPU_COUNT_CACHE;
    uint8_t *zeros = calloc(1, size_bytes);
    uint64_t at = fixture_buffer(f, "a", zeros, size_bytes);
    free(zeros);
    fixture_launch(f, "k", blocks, threads, (uint64_t[]){at}, 1);
    fixture_assert_clean(f);
}

static struct expected counted(const struct vgpu_report *report)
{
    const uint64_t *totals = report->totals;
    return (struct expected){totals[VGPU_COUNTER_L1_HITS],         totals[VGPU_COUNTER_L1_MISSES],
                             totals[VGPU_COUNTER_L2_HITS],         totals[VGPU_COUNTER_L2_MISSES],
                             totals[VGPU_COUNTER_DRAM_READ_BYTES], totals[VGPU_COUNTER_DRAM_WRITE_BYTES]};
}

static void assert_counted(const struct vgpu_report *report, const struct expected *expected)
{
    struct expected got = counted(report);
    if (memcmp(&got, expected, sizeof(got)) != 0)
        fail_msg("L1 %llu/%llu, L2 %llu/%llu, DRAM %llu/%llu; expected L1 %llu/%llu, L2 %llu/%llu, DRAM %llu/%llu",
                 (unsigned long long)got.l1_hits, (unsigned long long)got.l1_misses, (unsigned long long)got.l2_hits,
                 (unsigned long long)got.l2_misses, (unsigned long long)got.dram_read_bytes,
                 (unsigned long long)got.dram_write_bytes, (unsigned long long)expected->l1_hits,
                 (unsigned long long)expected->l1_misses, (unsigned long long)expected->l2_hits,
                 (unsigned long long)expected->l2_misses, (unsigned long long)expected->dram_read_bytes,
                 (unsigned long long)expected->dram_write_bytes);
}

static void counts_on(const char *architecture, const char *ptx, size_t size_bytes, uint32_t blocks, uint32_t threads,
                      struct expected expected)
{
    struct vgpu_fixture f;
    run(&f, ptx, &(struct vgpu_options){.architecture = architecture, .threads = 1, .seed = 1}, size_bytes, blocks,
        threads);
    assert_counted(f.report, &expected);
    fixture_close(&f);
}
#define COUNTS(ptx, blocks, threads, ...) counts_on(NULL, ptx, 1 << 16, blocks, threads, (struct expected){__VA_ARGS__})

static void a_first_read_misses_and_a_second_hits(void **state)
{
    (void)state;
    COUNTS(KERNEL("ld.global.u32 %r4, [%rd3];\n"), 1, 32, 0, 4, 0, 4, 128, 0);
    COUNTS(KERNEL("ld.global.u32 %r4, [%rd3];\nld.global.u32 %r5, [%rd3];\n"), 1, 32, 4, 4, 0, 4, 128, 0);
    /* both warps read the same word */
    COUNTS(KERNEL("ld.global.u32 %r4, [%rd1];\n"), 1, 64, 1, 1, 0, 1, 64, 0);
    /* each block has its own L1; all blocks share L2 */
    COUNTS(KERNEL("ld.global.u32 %r4, [%rd3];\n"), 3, 32, 0, 12, 8, 4, 128, 0);
    /* 4 bytes further: five sectors of two lines */
    COUNTS(KERNEL("ld.global.u32 %r4, [%rd3+4];\n"), 1, 32, 0, 5, 0, 5, 192, 0);
}

static void dram_gives_two_sectors_at_a_time(void **state)
{
    (void)state;
    COUNTS(KERNEL("ld.global.u32 %r4, [%rd1];\n"), 1, 1, 0, 1, 0, 1, 64, 0);
    COUNTS(KERNEL("ld.global.u32 %r4, [%rd1];\nld.global.u32 %r5, [%rd1+32];\n"), 1, 1, 0, 2, 1, 1, 64, 0);
    COUNTS(KERNEL("ld.global.u32 %r4, [%rd1];\nld.global.u32 %r5, [%rd1+64];\n"), 1, 1, 0, 2, 0, 2, 128, 0);
}

static void stores_go_through_and_are_written_back_once(void **state)
{
    (void)state;
    COUNTS(KERNEL("st.global.u32 [%rd3], %r1;\n"), 1, 32, 0, 0, 4, 0, 0, 128);
    COUNTS(KERNEL("st.global.u32 [%rd3], %r1;\nst.global.u32 [%rd3], %r1;\n"), 1, 32, 0, 0, 8, 0, 0, 128);
    /* a store leaves L1 unchanged, but L2 holds the sectors */
    COUNTS(KERNEL("st.global.u32 [%rd3], %r1;\nld.global.u32 %r4, [%rd3];\n"), 1, 32, 0, 4, 8, 0, 0, 128);
    /* and it keeps a line that L1 holds */
    COUNTS(KERNEL("ld.global.u32 %r4, [%rd3];\nst.global.u32 [%rd3], %r1;\nld.global.u32 %r5, [%rd3];\n"), 1, 32, 4, 4,
           4, 4, 128, 128);
}

static void the_rest_of_a_sector_stored_in_part_is_read(void **state)
{
    (void)state;
    COUNTS(KERNEL("add.s64 %rd4, %rd3, %rd2;\nst.global.u32 [%rd4], %r1;\n"), 1, 32, 0, 0, 0, 8, 256, 256);
    /* unless a later store completes it */
    COUNTS(KERNEL("add.s64 %rd4, %rd3, %rd2;\nst.global.u32 [%rd4], %r1;\nst.global.u32 [%rd4+4], %r1;\n"), 1, 32, 0, 0,
           0, 16, 0, 256);
    /* or a load has fetched it, with its neighbour */
    COUNTS(KERNEL("add.s64 %rd4, %rd3, %rd2;\nst.global.u32 [%rd4], %r1;\nld.global.u32 %r4, [%rd4];\n"), 1, 32, 0, 8,
           0, 16, 256, 256);
    COUNTS(KERNEL("st.global.u8 [%rd1], %r1;\n"), 1, 1, 0, 0, 0, 1, 32, 32);
}

static void some_accesses_go_past_l1(void **state)
{
    (void)state;
    COUNTS(KERNEL("ld.global.cg.u32 %r4, [%rd3];\nld.global.cg.u32 %r5, [%rd3];\n"), 1, 32, 0, 0, 4, 4, 128, 0);
    COUNTS(KERNEL("ld.volatile.global.u32 %r4, [%rd3];\nld.volatile.global.u32 %r5, [%rd3];\n"), 1, 32, 0, 0, 4, 4, 128,
           0);
    COUNTS(KERNEL("red.global.add.u32 [%rd1], %r1;\n"), 1, 32, 0, 0, 0, 1, 64, 32);
    COUNTS(KERNEL("red.global.add.u32 [%rd3], %r1;\n"), 2, 32, 0, 0, 4, 4, 128, 128);
}

static void local_memory_is_cached_too(void **state)
{
    (void)state;
    COUNTS(KERNEL("st.local.u32 [own], %r1;\nld.local.u32 %r4, [own];\nld.local.u32 %r5, [own];\n"), 1, 32, 4, 4, 8, 0,
           0, 128);
}

static void what_does_not_fit_is_fetched_again(void **state)
{
    (void)state;
    enum { BYTES = 4 << 20, SECTORS = BYTES / 32 };
    /* one block has the SM's L1: 120 KiB fit, 4 MiB fit into L2 only */
    counts_on(NULL, KERNEL(LOOP("A", "240", LOAD_16) LOOP("B", "240", LOAD_16)), BYTES, 1, 32,
              (struct expected){240 * 16, 240 * 16, 0, 240 * 16, 240 * 512, 0});
    counts_on(NULL, KERNEL(LOOP("A", "8192", LOAD_16) LOOP("B", "8192", LOAD_16)), BYTES, 1, 32,
              (struct expected){0, 2 * SECTORS, SECTORS, SECTORS, BYTES, 0});
}

static void what_was_evicted_is_written_twice(void **state)
{
    (void)state;
    /* the T4 has 4 MiB of L2; the loads between the two stores cover 32 MiB */
    counts_on("t4",
              KERNEL("st.global.u32 [%rd3], %r1;\nadd.s64 %rd1, %rd1, 512;\n" LOOP(
                  "A", "65536", LOAD_16) "st.global.u32 [%rd3], %r1;\n"),
              (32 << 20) + 1024, 1, 32, (struct expected){0, 1 << 20, 8, 1 << 20, 32 << 20, 256});
}

/* Each block reads its 3 MiB twice. One block's fit into the T4's 4 MiB; those of two do not. */
static void blocks_that_run_together_share_the_cache(void **state)
{
    (void)state;
    enum { ROW_BYTES = 3 << 20 };
    static const char own_rows[] =
        KERNEL("mov.u32 %r2, %ctaid.x;\nmul.wide.u32 %rd6, %r2, 3145728;\n"
               "add.s64 %rd1, %rd1, %rd6;\n" LOOP("A", "6144", LOAD_16) LOOP("B", "6144", LOAD_16));
    for (uint32_t blocks = 1; blocks <= 2; blocks++)
        for (int threads = 1; threads <= 7; threads += 3) {
            struct vgpu_fixture f;
            struct vgpu_options options = {.architecture = "t4", .threads = threads, .seed = 1};
            run(&f, own_rows, &options, 2 * ROW_BYTES, blocks, 32);
            uint64_t rounds = f.report->totals[VGPU_COUNTER_DRAM_READ_BYTES] / ROW_BYTES;
            assert_int_equal(rounds, blocks == 1 ? 1 : 4);
            fixture_close(&f);
        }
}

/* Two warps of a block evict each other's rows, as two blocks do. */
static void warps_of_a_block_take_turns(void **state)
{
    (void)state;
    enum { ROW_BYTES = 3 << 20 };
    static const char own_rows[] =
        KERNEL("shr.u32 %r2, %r1, 5;\nand.b32 %r1, %r1, 31;\nmul.wide.u32 %rd6, %r2, 3145728;\n"
               "add.s64 %rd1, %rd1, %rd6;\n" LOOP("A", "6144", LOAD_16) LOOP("B", "6144", LOAD_16));
    for (uint32_t warps = 1; warps <= 2; warps++) {
        struct vgpu_fixture f;
        struct vgpu_options options = {.architecture = "t4", .threads = 1, .seed = 1};
        run(&f, own_rows, &options, 2 * ROW_BYTES, 1, warps * 32);
        assert_int_equal(f.report->totals[VGPU_COUNTER_DRAM_READ_BYTES] / ROW_BYTES, warps == 1 ? 1 : 4);
        fixture_close(&f);
    }
}

/* Warps take turns before L1 too: one warp's 32 KiB fit there, those of eight do not. */
static void warps_of_a_block_take_turns_before_l1(void **state)
{
    (void)state;
    enum { ROW_SECTORS = 1024 };
    static const char own_rows[] =
        KERNEL("shr.u32 %r2, %r1, 5;\nand.b32 %r1, %r1, 31;\nmul.wide.u32 %rd6, %r2, 32768;\n"
               "add.s64 %rd1, %rd1, %rd6;\n" LOOP("A", "64", LOAD_16) LOOP("B", "64", LOAD_16));
    for (uint32_t warps = 1; warps <= 8; warps += 7) {
        struct vgpu_fixture f;
        struct vgpu_options options = {.architecture = "t4", .threads = 1, .seed = 1};
        run(&f, own_rows, &options, 8 * 32768, 1, warps * 32);
        uint64_t expected = warps == 1 ? ROW_SECTORS : 0;
        assert_int_equal(f.report->totals[VGPU_COUNTER_L1_HITS], expected);
        fixture_close(&f);
    }
}

/* A full L2 reads the rest of some partly stored sectors before their other parts arrive. */
static void some_parts_are_written_early(void **state)
{
    (void)state;
    enum { BYTES = 16 << 20, SECTORS = BYTES / 32 };
    static const char by_words[] = KERNEL(
        "mov.u32 %r2, %ctaid.x;\nmad.lo.u32 %r3, %r2, 256, %r1;\nmul.wide.u32 %rd4, %r3, 32;\n"
        "add.s64 %rd4, %rd1, %rd4;\nst.global.u32 [%rd4], %r1;\nst.global.v4.u32 [%rd4+16], {%r1, %r1, %r1, %r1};\n"
        "st.global.v2.u32 [%rd4+8], {%r1, %r1};\nst.global.u32 [%rd4+4], %r1;\n");
    struct vgpu_fixture f;
    struct vgpu_options options = {.architecture = "t4", .threads = 1, .seed = 1};
    run(&f, by_words, &options, BYTES, SECTORS / 256, 256);
    uint64_t early = f.report->totals[VGPU_COUNTER_DRAM_READ_BYTES];
    assert_in_range(early, (BYTES - (5 << 20)) / 7, BYTES / 7);
    assert_int_equal(f.report->totals[VGPU_COUNTER_DRAM_WRITE_BYTES], BYTES);
    fixture_close(&f);
}

/* A thread reads its row of 12 KiB, one sector at a time. */
#define WALK(name)                                                                                   \
    "mad.wide.u32 %rd4, %r1, 12288, %rd1;\nmov.u32 %r9, 0;\n" name ":\nld.global.u32 %r4, [%rd4];\n" \
    "add.s64 %rd4, %rd4, 32;\nadd.u32 %r9, %r9, 1;\nsetp.lt.u32 %p3, %r9, 384;\n@%p3 bra " name ";\n"

/* Two walks of 512 threads. One warp's rows fit into the T4's L2; all accesses exceed one log. */
static void threads_with_rows_of_their_own_evict_each_other(void **state)
{
    (void)state;
    enum { THREADS = 512, BYTES = THREADS * 12288 };
    counts_on("t4", KERNEL(WALK("A") WALK("B")), BYTES, 1, THREADS,
              (struct expected){0, BYTES / 16, BYTES / 32, BYTES / 32, 2 * BYTES, 0});
}

static void lines_of_the_source_get_their_share(void **state)
{
    (void)state;
    struct vgpu_fixture f;
    run(&f,
        ".version 8.0\n.target sm_80\n.address_size 64\n.file 1 \"k.cu\"\n"
        ".visible .entry k(.param .u64 a)\n{\n.reg .b32 %r<4>; .reg .b64 %rd<4>;\nld.param.u64 %rd1, [a];\n"
        ".loc 1 3 0\nld.global.u32 %r1, [%rd1];\n.loc 1 4 0\nst.global.u32 [%rd1+32], %r1;\nret;\n}\n",
        &(struct vgpu_options){.threads = 1, .seed = 1}, 4096, 1, 1);
    uint64_t read[8] = {0}, written[8] = {0};
    for (size_t i = 0; i < f.report->line_count; i++) {
        const struct vgpu_line_counters *line = &f.report->lines[i];
        assert_in_range(line->line, 0, 7);
        read[line->line] = line->values[VGPU_COUNTER_DRAM_READ_BYTES];
        written[line->line] = line->values[VGPU_COUNTER_DRAM_WRITE_BYTES];
    }
    assert_int_equal(read[3], 64);
    assert_int_equal(written[3], 0);
    assert_int_equal(read[4], 0); /* the load fetched both sectors */
    assert_int_equal(written[4], 32);
    fixture_close(&f);
}

/*
 * Every block reads its own 2 KiB and a distant block's, and stores its own: more than the T4's L2.
 */
static const char mixed[] = PTX_HEADER
    ".visible .entry k(.param .u64 a)\n{\n.reg .b32 %r<16>; .reg .b64 %rd<16>; .reg .pred %p<4>;\n"
    "ld.param.u64 %rd1, [a];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nmul.lo.u32 %r3, %r2, 2654435761;\n"
    "shr.u32 %r3, %r3, 20;\nmul.wide.u32 %rd2, %r3, 4096;\nadd.s64 %rd3, %rd1, %rd2;\n"
    "mul.wide.u32 %rd4, %r1, 16;\nadd.s64 %rd3, %rd3, %rd4;\nmul.wide.u32 %rd5, %r2, 4096;\n"
    "add.s64 %rd6, %rd1, %rd5;\nadd.s64 %rd6, %rd6, %rd4;\nadd.s64 %rd7, %rd6, 16777216;\n"
    "ld.global.v4.u32 {%r4, %r5, %r6, %r7}, [%rd3];\nld.global.u32 %r8, [%rd6];\n"
    "st.global.u32 [%rd7], %r2;\nst.global.u32 [%rd7+2048], %r2;\nret;\n}\n";

static void threads_and_vectors_do_not_matter(void **state)
{
    (void)state;
    static const enum vgpu_isa isas[] = {VGPU_ISA_PORTABLE, VGPU_ISA_AVX2, VGPU_ISA_AVX512};
    static const int threads[] = {1, 2, 7};
    struct expected first = {0};
    for (size_t i = 0; i < 9; i++) {
        struct vgpu *device = NULL;
        struct error error;
        struct vgpu_options options = {.architecture = "t4", .threads = threads[i % 3], .isa = isas[i / 3], .seed = 1};
        if (!vgpu_open(&options, 1, &device, &error))
            continue; /* this CPU lacks the vectors */
        vgpu_close(device);
        struct vgpu_fixture f;
        run(&f, mixed, &options, 32 << 20, 4096, 128);
        if (i == 0)
            first = counted(f.report);
        assert_true(first.l2_hits > 0 && first.l2_misses > 0);
        assert_counted(f.report, &first);
        fixture_close(&f);
    }
}

/* A plain reference cache: each set is a list of lines, the last used one at its end. */
enum { PLAIN_SETS_MAX = 7 };
struct plain_set {
    struct {
        uint64_t line;
        uint32_t valid; /* sectors */
    } ways[VGPU_CACHE_WAYS];
    int count;
};
struct plain_cache {
    struct plain_set sets[PLAIN_SETS_MAX];
    uint64_t set_count;
};

/* Returns the missing sectors. */
static uint32_t load_plainly(struct plain_cache *cache, uint64_t line, uint32_t sectors)
{
    struct plain_set *set = &cache->sets[(vgpu_cache_hash(line) >> 32) * cache->set_count >> 32];
    uint32_t valid = 0;
    int at = 0;
    while (at < set->count && set->ways[at].line != line)
        at++;
    if (at < set->count)
        valid = set->ways[at].valid;
    else if (set->count < VGPU_CACHE_WAYS)
        at = set->count++;
    else
        at = 0;
    memmove(&set->ways[at], &set->ways[at + 1], (size_t)(set->count - at - 1) * sizeof *set->ways);
    set->ways[set->count - 1].line = line;
    set->ways[set->count - 1].valid = valid | sectors;
    return sectors & ~valid;
}

static void plain_forget(struct plain_cache *cache)
{
    *cache = (struct plain_cache){.set_count = cache->set_count};
}

static void l1_does_as_the_plain_cache(void **state)
{
    (void)state;
    enum { ROUNDS = 400000, FORGET_EVERY = 5 };
    for (uint64_t sets = 1; sets <= 7; sets += 3) {
        struct plain_cache plain = {.set_count = sets};
        struct cache_l1 l1;
        assert_true(cache_l1_init(&l1, sets * VGPU_CACHE_WAYS * VGPU_LINE_BYTES));
        uint64_t random = sets;
        for (uint32_t i = 0; i < ROUNDS; i++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407U;
            uint64_t line = (random >> 33) % (sets * 24) + (random >> 60) * 4096;
            uint32_t sectors = (uint32_t)(random >> 56) % 15 + 1;
            if (cache_l1_load(&l1, line, sectors) != load_plainly(&plain, line, sectors))
                fail_msg("%llu sets: request %u differs", (unsigned long long)sets, i);
            if (random >> 20 & UINT32_C(0xffff) || sets == 1)
                continue;
            plain_forget(&plain);
            cache_l1_forget(&l1);
        }
        for (uint32_t i = 0; i < (1U << 16) + FORGET_EVERY; i++) { /* generation numbers wrap around */
            cache_l1_forget(&l1);
            if (i % FORGET_EVERY == 0)
                assert_int_equal(cache_l1_load(&l1, 3, 5), 5);
            assert_int_equal(cache_l1_load(&l1, 3, 5), i % FORGET_EVERY == 0 ? 0 : 5);
        }
        cache_l1_done(&l1);
    }
}

/* Loads and stores words at `at` + x * column + y * row, 16 times, each `step` bytes further. */
static const char regular[] =
    PTX_HEADER ".visible .entry k(.param .u64 a, .param .u32 x, .param .u32 y, .param .u32 at, .param .u32 step)\n{\n"
               ".reg .pred %p<2>; .reg .b32 %r<16>; .reg .b64 %rd<8>;\nld.param.u64 %rd1, [a];\n"
               "ld.param.u32 %r1, [x];\nld.param.u32 %r2, [y];\nld.param.u32 %r3, [at];\nld.param.u32 %r4, [step];\n"
               "mov.u32 %r5, %tid.x;\nmov.u32 %r6, %tid.y;\nmad.lo.s32 %r3, %r5, %r1, %r3;\n"
               "mad.lo.s32 %r3, %r6, %r2, %r3;\ncvt.s64.s32 %rd2, %r3;\nadd.s64 %rd1, %rd1, %rd2;\n"
               "cvt.s64.s32 %rd3, %r4;\nmov.u32 %r7, 0;\nAGAIN:\nld.global.u32 %r8, [%rd1];\nadd.u32 %r8, %r8, 1;\n"
               "st.global.u32 [%rd1], %r8;\nadd.s64 %rd1, %rd1, %rd3;\nadd.u32 %r7, %r7, 1;\n"
               "setp.lt.u32 %p1, %r7, 16;\n@%p1 bra AGAIN;\nret;\n}\n";

/* A profile makes every access go lane by lane. */
static struct expected count_regular(const int32_t strides[4], uint32_t width, bool profile)
{
    enum { SIZE_BYTES = 1 << 16 };
    struct vgpu_fixture f;
    fixture_open(&f, regular, 1);
    f.launch.checks = VGPU_CHECK_MEMORY | VGPU_COUNT | VGPU_COUNT_CACHE;
    f.launch.profile = profile;
    uint8_t *zeros = calloc(1, SIZE_BYTES);
    uint64_t arguments[5] = {fixture_buffer(&f, "a", zeros, SIZE_BYTES)};
    free(zeros);
    for (int i = 0; i < 4; i++)
        arguments[i + 1] = (uint32_t)strides[i];
    fixture_launch_grid(&f, "k", (uint32_t[]){2, 1, 1}, (uint32_t[]){width, 64 / width, 1}, arguments, 5);
    fixture_assert_clean(&f);
    struct expected result = counted(f.report);
    fixture_close(&f);
    return result;
}

static void regular_patterns_count_as_their_lanes(void **state)
{
    (void)state;
    static const int32_t strides[][4] = {{4, 64, 0, 128},       {4, 64, 4, 36},     {4, 0, 64, 1024}, {0, 1024, 32, 4},
                                         {0, -1024, 8192, 4},   {4, -96, 4096, 32}, {4, 96, 96, 32},  {0, 48, 16, 12},
                                         {0, 0, 120, 4},        {4, -64, 4096, 4},  {4, 192, 32, 68}, {4, 764, 32, 68},
                                         {-4, 1024, 1024, 128}, {256, 4, 0, 8},     {4, 160, 64, 32}, {0, 128, 124, 4}};
    for (size_t i = 0; i < sizeof(strides) / sizeof(strides[0]); i++) {
        for (uint32_t width = 8; width <= 32; width *= 2) {
            struct expected fast = count_regular(strides[i], width, false);
            struct expected slow = count_regular(strides[i], width, true);
            assert_memory_equal(&fast, &slow, sizeof(fast));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_first_read_misses_and_a_second_hits),
        cmocka_unit_test(dram_gives_two_sectors_at_a_time),
        cmocka_unit_test(stores_go_through_and_are_written_back_once),
        cmocka_unit_test(the_rest_of_a_sector_stored_in_part_is_read),
        cmocka_unit_test(some_accesses_go_past_l1),
        cmocka_unit_test(local_memory_is_cached_too),
        cmocka_unit_test(what_does_not_fit_is_fetched_again),
        cmocka_unit_test(what_was_evicted_is_written_twice),
        cmocka_unit_test(blocks_that_run_together_share_the_cache),
        cmocka_unit_test(warps_of_a_block_take_turns),
        cmocka_unit_test(warps_of_a_block_take_turns_before_l1),
        cmocka_unit_test(some_parts_are_written_early),
        cmocka_unit_test(threads_with_rows_of_their_own_evict_each_other),
        cmocka_unit_test(lines_of_the_source_get_their_share),
        cmocka_unit_test(threads_and_vectors_do_not_matter),
        cmocka_unit_test(l1_does_as_the_plain_cache),
        cmocka_unit_test(regular_patterns_count_as_their_lanes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
