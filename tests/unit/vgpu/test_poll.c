/* Tests warps that wait for a word: they give way at once, and their waits are not counted. */
#include "vgpu_fixture.h"

/*
 * `phases` barriers over the grid: one thread of each block counts up and waits for the others.
 * `chain`: a block waits for the block after it. `never`: for a word that nobody writes.
 * `bounded`: for a while. `by_warp`: all lanes wait, each for a word of its own.
 */
static const char text[] = PTX_HEADER
    ".visible .entry phases(.param .u64 count, .param .u32 rounds) {\n"
    ".reg .u64 %rd<3>; .reg .u32 %r<10>; .reg .pred %p<4>;\n"
    "ld.param.u64 %rd1, [count]; ld.param.u32 %r1, [rounds];\n"
    "mov.u32 %r2, %tid.x; mov.u32 %r3, %nctaid.x; mov.u32 %r4, 0;\n"
    "setp.ne.u32 %p1, %r2, 0;\n"
    "ROUND:\nadd.u32 %r4, %r4, %r3;\nbar.sync 0;\n@%p1 bra SYNC;\n"
    "atom.global.add.u32 %r5, [%rd1], 1;\n"
    "POLL:\nld.volatile.global.u32 %r6, [%rd1];\nsetp.lt.u32 %p2, %r6, %r4;\n@%p2 bra POLL;\n"
    "SYNC:\nbar.sync 0;\nsub.u32 %r1, %r1, 1;\nsetp.ne.u32 %p3, %r1, 0;\n@%p3 bra ROUND;\nret;\n}\n"
    ".visible .entry chain(.param .u64 flags, .param .u64 sums) {\n"
    ".reg .u64 %rd<7>; .reg .u32 %r<10>; .reg .pred %p<4>;\n"
    "ld.param.u64 %rd1, [flags]; ld.param.u64 %rd2, [sums];\n"
    "mov.u32 %r1, %ctaid.x; mov.u32 %r2, %nctaid.x; add.u32 %r3, %r1, 1;\n"
    "mul.wide.u32 %rd3, %r1, 4; add.u64 %rd4, %rd1, %rd3; add.u64 %rd5, %rd2, %rd3;\n"
    "mov.u32 %r7, 1;\nsetp.eq.u32 %p1, %r3, %r2;\n@%p1 bra STORE;\n"
    "POLL:\nld.relaxed.gpu.global.u32 %r6, [%rd4+4];\nsetp.eq.u32 %p2, %r6, 0;\n@%p2 bra POLL;\n"
    "ld.volatile.global.u32 %r7, [%rd5+4];\nadd.u32 %r7, %r7, 1;\n"
    "STORE:\nst.volatile.global.u32 [%rd5], %r7;\nfence.acq_rel.gpu;\nst.relaxed.gpu.global.u32 [%rd4], 1;\nret;\n}\n"
    ".visible .entry never(.param .u64 flag) {\n"
    ".reg .u64 %rd<3>; .reg .u32 %r<4>; .reg .pred %p<4>;\nld.param.u64 %rd1, [flag];\n"
    "POLL:\nld.volatile.global.u32 %r1, [%rd1];\nsetp.eq.u32 %p2, %r1, 0;\n@%p2 bra POLL;\nret;\n}\n"
    ".visible .entry bounded(.param .u64 flag, .param .u64 turns) {\n"
    ".reg .u64 %rd<3>; .reg .u32 %r<4>; .reg .pred %p<4>;\nld.param.u64 %rd1, [flag]; ld.param.u64 %rd2, [turns];\n"
    "mov.u32 %r2, 0;\n"
    "POLL:\nld.volatile.global.u32 %r1, [%rd1];\nadd.u32 %r2, %r2, 1;\nsetp.eq.u32 %p1, %r1, 0;\n"
    "setp.lt.and.u32 %p2, %r2, 50000, %p1;\n@%p2 bra POLL;\nst.global.u32 [%rd2], %r2;\nret;\n}\n"
    ".visible .entry by_warp(.param .u64 words) {\n"
    ".reg .u64 %rd<4>; .reg .u32 %r<6>; .reg .pred %p<4>;\nld.param.u64 %rd1, [words];\n"
    "mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4; add.u64 %rd3, %rd1, %rd2;\n"
    "mov.u32 %r2, %ctaid.x;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra WRITE;\n"
    "POLL:\nld.volatile.global.u32 %r3, [%rd3];\nsetp.eq.u32 %p2, %r3, 0;\n@%p2 bra POLL;\nret;\n"
    "WRITE:\nmov.u32 %r4, 1;\nst.volatile.global.u32 [%rd3], %r4;\nret;\n}\n"
    ".visible .entry by_vote(.param .u64 words) {\n"
    ".reg .u64 %rd<4>; .reg .u32 %r<6>; .reg .pred %p<5>;\nld.param.u64 %rd1, [words];\n"
    "mov.u32 %r1, %tid.x;\nmov.u32 %r2, %ctaid.x;\nsetp.ne.u32 %p1, %r2, 0;\n@%p1 bra WRITE;\n"
    "setp.ne.u32 %p2, %r1, 31;\n"
    "POLL:\nmov.u32 %r3, 1;\n@%p2 bra VOTE;\nld.volatile.global.u32 %r3, [%rd1];\n"
    "VOTE:\nsetp.eq.u32 %p3, %r3, 0;\nvote.sync.any.pred %p4, %p3, 0xffffffff;\n@%p4 bra POLL;\nret;\n"
    "WRITE:\nmov.u32 %r4, 1;\nst.volatile.global.u32 [%rd1], %r4;\nret;\n}\n";

static uint64_t instructions(const struct vgpu_fixture *f)
{
    return f->report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS];
}

/* With and without race checks, which take another way to memory. */
static const unsigned all_checks[] = {VGPU_CHECK_ALL | VGPU_COUNT, VGPU_COUNT};

static void a_barrier_over_the_grid_costs_a_few_turns_for_each_block(void **state)
{
    enum { BLOCKS = 132, THREADS = 256, ROUNDS = 4 };
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct vgpu_fixture f;
        uint32_t zero = 0;
        fixture_open(&f, text, 1);
        f.launch.cooperative = true;
        f.launch.checks = all_checks[i];
        uint64_t count = fixture_buffer(&f, "count", &zero, sizeof zero);
        fixture_launch(&f, "phases", BLOCKS, THREADS, (uint64_t[]){count, ROUNDS}, 2);
        fixture_assert_clean(&f);
        assert_in_range(instructions(&f), 1, BLOCKS * (THREADS / 32 + 3) * ROUNDS * 12);
        fixture_close(&f);
    }
}

static void blocks_that_wait_for_later_ones_end(void **state)
{
    enum { BLOCKS = 100 };
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct vgpu_fixture f;
        static const uint32_t zeros[BLOCKS + 1];
        uint32_t sums[BLOCKS];
        fixture_open(&f, text, 1);
        f.launch.checks = all_checks[i];
        uint64_t at[] = {fixture_buffer(&f, "flags", zeros, sizeof zeros),
                         fixture_buffer(&f, "sums", NULL, sizeof sums)};
        fixture_launch(&f, "chain", BLOCKS, 32, at, 2);
        fixture_assert_clean(&f);
        fixture_read(&f, at[1], sums, sizeof sums);
        assert_int_equal(sums[0], BLOCKS);
        assert_in_range(instructions(&f), 1, BLOCKS * 40);
        fixture_close(&f);
    }
}

static void a_wait_for_a_word_that_nobody_writes_is_a_deadlock(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct vgpu_fixture f;
        uint32_t zero = 0;
        fixture_open(&f, text, 1);
        f.launch.checks = all_checks[i];
        uint64_t flag = fixture_buffer(&f, "flag", &zero, sizeof zero);
        fixture_launch(&f, "never", 2, 33, (uint64_t[]){flag}, 1);
        assert_true(f.report->deadlocked);
        fixture_close(&f);
    }
}

static void a_wait_of_a_while_ends(void **state)
{
    (void)state;
    struct vgpu_fixture f;
    uint32_t zero = 0, turns = 0;
    fixture_open(&f, text, 1);
    f.launch.checks = VGPU_COUNT;
    uint64_t at[] = {fixture_buffer(&f, "flag", &zero, sizeof zero), fixture_buffer(&f, "turns", NULL, sizeof turns)};
    fixture_launch(&f, "bounded", 1, 1, at, 2);
    assert_false(f.report->deadlocked);
    fixture_read(&f, at[1], &turns, sizeof turns);
    assert_int_equal(turns, 50000);
    fixture_close(&f);
}

static void lanes_wait_for_words_of_their_own(void **state)
{
    (void)state;
    for (int i = 0; i < 2; i++) {
        struct vgpu_fixture f;
        static const uint32_t zeros[64];
        fixture_open(&f, text, 1);
        f.launch.checks = all_checks[i];
        uint64_t words = fixture_buffer(&f, "words", zeros, sizeof zeros);
        fixture_launch(&f, "by_warp", 2, 64, (uint64_t[]){words}, 1);
        fixture_assert_clean(&f);
        assert_in_range(instructions(&f), 1, 100);
        assert_true(vgpu_write(f.device, words, zeros, sizeof zeros, NULL));
        fixture_launch(&f, "by_vote", 2, 32, (uint64_t[]){words}, 1);
        fixture_assert_clean(&f);
        assert_in_range(instructions(&f), 1, 150);
        fixture_close(&f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_barrier_over_the_grid_costs_a_few_turns_for_each_block),
        cmocka_unit_test(blocks_that_wait_for_later_ones_end),
        cmocka_unit_test(a_wait_for_a_word_that_nobody_writes_is_a_deadlock),
        cmocka_unit_test(a_wait_of_a_while_ends),
        cmocka_unit_test(lanes_wait_for_words_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
