/* Tests orders of blocks and warps: kernels that are right by luck go wrong, others do not. */
#include "vgpu_fixture.h"

enum { BLOCKS = 20, NUMBER = 7, SHARED_OF_TWO = 100 << 10 };

/* Of tests/ptx/orders.ptx: in each kernel the blocks together make 140 of out[0]. */
static char *text;

static uint32_t sum_of(const char *kernel, uint32_t blocks, enum vgpu_order order, bool explains,
                       struct vgpu_fixture *f)
{
    uint32_t zeros[256] = {0}, out = 0;
    fixture_open(f, text, 2);
    f->launch.order = order;
    f->launch.explains_order = explains;
    f->launch.checks = 0;
    f->launch.dynamic_shared_bytes = blocks > BLOCKS ? SHARED_OF_TWO : 0; /* then an SM holds two blocks */
    uint64_t at = fixture_buffer(f, "out", &out, sizeof out), aid = fixture_buffer(f, "aid", zeros, sizeof zeros);
    fixture_launch(f, kernel, blocks, 64, (uint64_t[]){at, aid}, 2);
    fixture_read(f, at, &out, sizeof out);
    return out;
}

static uint32_t sum_in(const char *kernel, enum vgpu_order order, bool explains, struct vgpu_fixture *f)
{
    return sum_of(kernel, BLOCKS, order, explains, f);
}

static void assert_order(const char *kernel, bool is_right, enum vgpu_order wrong_in, enum vgpu_finding_kind kind,
                         const char *part)
{
    bool any_wrong = false;
    for (int order = 0; order < VGPU_ORDER_COUNT; order++) {
        struct vgpu_fixture f;
        bool right = sum_in(kernel, (enum vgpu_order)order, false, &f) == BLOCKS * NUMBER && !f.report->faulted &&
                     !f.report->deadlocked && !f.report->timed_out;
        fixture_close(&f);
        any_wrong |= !right;
        if (is_right && !right)
            fail_msg("%s is wrong in order %d", kernel, order);
        if (!is_right && right == (order == (int)wrong_in))
            if (order == (int)wrong_in || order == VGPU_ORDER_CANONICAL)
                fail_msg("%s in order %d", kernel, order);
    }
    assert_true(is_right != any_wrong);
    if (is_right)
        return;
    struct vgpu_fixture f;
    sum_in(kernel, wrong_in, true, &f);
    const struct vgpu_finding *finding = fixture_finding(&f, kind);
    if (!strstr(finding->message, part))
        fail_msg("%s: %s", kernel, finding->message);
    fixture_close(&f);
}

static void right_kernels_are_right_in_every_order(void **state)
{
    static const char *const kernels[] = {"by_atomic", "by_swaps", "by_lock", "by_ticket", "chain", "message"};
    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        assert_order(kernels[i], true, VGPU_ORDER_CANONICAL, VGPU_FINDING_KIND_COUNT, "");
}

static void updates_are_lost_where_others_run_between(void **state)
{
    static const char *const kernels[] = {"by_volatile", "by_acquire", "by_exchange"};
    (void)state;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++)
        assert_order(kernels[i], false, VGPU_ORDER_PREEMPTED, VGPU_FINDING_ORDER_LOST_UPDATE, "overwrites it");
    assert_order("by_volatile_in_line", false, VGPU_ORDER_PREEMPTED, VGPU_FINDING_ORDER_LOST_UPDATE,
                 "reads out in line 567 and overwrites it; in between, thread (0,0,0) of block");
    assert_order("by_one_swap", false, VGPU_ORDER_PREEMPTED, VGPU_FINDING_ORDER_LOST_UPDATE, "compare-and-swap");
}

static void chains_break_where_the_last_block_runs_first(void **state)
{
    (void)state;
    assert_order("chain_without_wait", false, VGPU_ORDER_REVERSED, VGPU_FINDING_ORDER_EARLY_READ, "before thread");
    assert_order("chain_with_some_wait", false, VGPU_ORDER_REVERSED, VGPU_FINDING_ORDER_EARLY_READ, "last blocks");
}

/* Where it may end by itself, because it counts its turns, it polls over two million times. */
static void a_wait_that_cannot_end_by_itself_gives_way_sooner(void **state)
{
    enum { MOST_ISSUED = 1 << 17 };
    struct vgpu_fixture f;
    (void)state;
    assert_int_equal(sum_in("chain_without_count", VGPU_ORDER_REVERSED, false, &f), BLOCKS * NUMBER);
    assert_in_range(f.report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS], 1, MOST_ISSUED);
    fixture_close(&f);
}

static void a_flag_before_its_data_shows(void **state)
{
    (void)state;
    assert_order("message_late", false, VGPU_ORDER_DELAYED, VGPU_FINDING_ORDER_EARLY_READ, "aid[1]");
}

static void a_gate_that_closes_again_is_missed(void **state)
{
    (void)state;
    struct vgpu_fixture f;
    sum_in("gate", VGPU_ORDER_STARVED, true, &f);
    assert_true(f.report->deadlocked);
    const struct vgpu_finding *finding = fixture_finding(&f, VGPU_FINDING_ORDER_ENDLESS_WAIT);
    assert_non_null(strstr(finding->message, "waits forever for aid[0]"));
    fixture_close(&f);
}

static void registers_have_other_values(void **state)
{
    (void)state;
    assert_order("by_clock", false, VGPU_ORDER_REVERSED, VGPU_FINDING_ORDER_REGISTER, "%clock64");
    assert_order("by_processor", false, VGPU_ORDER_PREEMPTED, VGPU_FINDING_ORDER_REGISTER, "%smid");
}

/* As many as a GPU holds take part at a time, and the next begins where one ends. */
static void grids_beyond_what_a_gpu_holds_have_orders_too(void **state)
{
    enum { MANY = 400 }; /* an H100 holds 264 of them */
    (void)state;
    for (int order = 0; order < VGPU_ORDER_COUNT; order++) {
        struct vgpu_fixture f;
        assert_int_equal(sum_of("by_atomic", MANY, (enum vgpu_order)order, false, &f), MANY * NUMBER);
        fixture_close(&f);
        bool is_right = sum_of("by_volatile", MANY, (enum vgpu_order)order, false, &f) == MANY * NUMBER;
        assert_true(is_right == (order != VGPU_ORDER_PREEMPTED));
        fixture_close(&f);
    }
}

static void a_kernel_says_whether_it_sees_the_order(void **state)
{
    static const struct {
        const char *kernel;
        bool sees;
    } rows[] = {
        {"by_volatile", true}, {"by_clock", true}, {"in_shared", true}, {"by_exchange", true}, {"by_atomic", false}};
    (void)state;
    struct vgpu_fixture f;
    fixture_open(&f, text, 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(vgpu_sees_order(vgpu_find_kernel(f.module, rows[i].kernel)), rows[i].sees);
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_kernels_are_right_in_every_order),
        cmocka_unit_test(updates_are_lost_where_others_run_between),
        cmocka_unit_test(chains_break_where_the_last_block_runs_first),
        cmocka_unit_test(a_wait_that_cannot_end_by_itself_gives_way_sooner),
        cmocka_unit_test(a_flag_before_its_data_shows),
        cmocka_unit_test(a_gate_that_closes_again_is_missed),
        cmocka_unit_test(registers_have_other_values),
        cmocka_unit_test(grids_beyond_what_a_gpu_holds_have_orders_too),
        cmocka_unit_test(a_kernel_says_whether_it_sees_the_order),
    };
    text = fixture_file("tests/ptx/orders.ptx");
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(text);
    return failed;
}
