/*
 * An endless launch ends at its limit, within one loop of each warp, or at its deadlines. A launch
 * holds as many blocks as it needs.
 */
#include <sys/resource.h>

#include "base/clock.h"
#include "base/told.h"
#include "vgpu_fixture.h"

static const char endless[] = PTX_HEADER ".visible .entry endless()\n{\n.reg .b32 %r<4>;\nmov.u32 %r1, 0;\n"
                                         "again:\nadd.u32 %r1, %r1, 1;\nxor.b32 %r2, %r1, %r2;\nbra again;\n}\n";

static void a_small_limit_is_kept_to(void **state)
{
    (void)state;
    enum { LIMIT = 150, LOOP = 3, WARPS = 4 };
    struct vgpu_fixture f;
    fixture_open(&f, endless, 1);
    f.launch.instruction_limit = LIMIT;
    fixture_launch(&f, "endless", 1, WARPS * 32, NULL, 0);
    assert_true(f.report->timed_out);
    assert_in_range(f.report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS], LIMIT, LOOP * LIMIT + LIMIT);
    fixture_close(&f);
}

/* An ordered access of 32 lanes costs this CPU as much as some 32 plain instructions. */
static void ordered_accesses_count_as_work(void **state)
{
    (void)state;
    enum { LIMIT = 1 << 20, LOOP = 2 };
    static const char stores[] = PTX_HEADER ".visible .entry stores(.param .u64 p0)\n{\n.reg .b64 %rd<2>;\n"
                                            "ld.param.u64 %rd1, [p0];\nagain:\n"
                                            "st.volatile.global.u32 [%rd1], 1;\nbra again;\n}\n";
    struct vgpu_fixture f;
    fixture_open(&f, stores, 1);
    uint64_t memory = fixture_buffer(&f, "flag", NULL, 4);
    f.launch.instruction_limit = LIMIT;
    fixture_launch(&f, "stores", 1, 32, &memory, 1);
    assert_true(f.report->timed_out);
    assert_in_range(f.report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS], LIMIT / 40 * LOOP, LIMIT / 20 * LOOP);
    fixture_close(&f);
}

/* Lanes at places that change are checked one by one, or anew in each round. */
static void scattered_accesses_count_as_work(void **state)
{
    (void)state;
    enum { LIMIT = 1 << 18 };
    static const char stores[] =
        PTX_HEADER ".visible .entry stores(.param .u64 p0)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<4>;\n"
                   "ld.param.u64 %rd1, [p0];\nmov.u32 %r1, %tid.x;\nagain:\n"
                   "mad.lo.u32 %r1, %r1, 1664525, 1013904223;\nand.b32 %r2, %r1, 4092;\ncvt.u64.u32 %rd2, %r2;\n"
                   "add.u64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], 1;\nbra again;\n}\n";
    struct vgpu_fixture f;
    fixture_open(&f, stores, 1);
    uint64_t memory = fixture_buffer(&f, "places", NULL, 4096);
    f.launch.instruction_limit = LIMIT;
    fixture_launch(&f, "stores", 1, 32, &memory, 1);
    assert_true(f.report->timed_out);
    assert_in_range(f.report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS], LIMIT / 10, LIMIT / 4);
    fixture_close(&f);
}

/* This CPU computes the products of a warp. */
static void matrix_products_count_as_work(void **state)
{
    (void)state;
    enum { LIMIT = 1 << 18, LOOP = 2 };
    static const char products[] =
        PTX_HEADER ".visible .entry products()\n{\n.reg .b32 %r<5>;\n.reg .f32 %f<5>;\n"
                   "mov.u32 %r1, 0;\nmov.f32 %f1, 0f00000000;\nagain:\n"
                   "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {%f1, %f1, %f1, %f1}, {%r1, %r1}, {%r1}, "
                   "{%f1, %f1, %f1, %f1};\nbra again;\n}\n";
    struct vgpu_fixture f;
    fixture_open(&f, products, 1);
    f.launch.instruction_limit = LIMIT;
    fixture_launch(&f, "products", 1, 32, NULL, 0);
    assert_true(f.report->timed_out);
    assert_in_range(f.report->totals[VGPU_COUNTER_WARP_INSTRUCTIONS], LIMIT / 80 * LOOP, LIMIT / 50 * LOOP);
    fixture_close(&f);
}

/* On a busy machine a launch has its processor time, however late it is. */
static void a_deadline_waits_for_processor_time(void **state)
{
    (void)state;
    const int64_t time_ns = INT64_C(20000000);
    struct vgpu_fixture f;
    fixture_open(&f, endless, 1);
    f.launch.deadline_ns = 1; /* long ago */
    f.launch.processor_deadline_ns = (uint64_t)(clock_processor_ns() + time_ns);
    int64_t began_ns = clock_processor_ns();
    fixture_launch(&f, "endless", 1, 32, NULL, 0);
    assert_true(f.report->timed_out);
    assert_true(clock_processor_ns() - began_ns >= time_ns);
    f.launch.processor_deadline_ns = 0;
    fixture_launch(&f, "endless", 1, 32, NULL, 0);
    assert_true(f.report->timed_out);
    fixture_close(&f);
}

/* In bytes; the most that this process ever held. */
static long most_held(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024;
}

/* A GPU can hold 264 such blocks, with 26 MiB of shared memory. The launch has two. */
static void a_cooperative_launch_holds_no_more_blocks_than_it_has(void **state)
{
    enum { SHARED_BYTES = 100 << 10, BLOCKS = 2, HELD_MOST = 8 << 20 };
    (void)state;
    struct vgpu_fixture f;
    uint32_t zero = 0;
    char *text = fixture_file("tests/ptx/orders.ptx");
    fixture_open(&f, text, 1);
    f.launch.cooperative = true;
    f.launch.checks = 0;
    f.launch.dynamic_shared_bytes = SHARED_BYTES;
    uint64_t at = fixture_buffer(&f, "out", &zero, sizeof zero), aid = fixture_buffer(&f, "aid", &zero, sizeof zero);
    long before = most_held();
    fixture_launch(&f, "by_volatile", BLOCKS, 64, (uint64_t[]){at, aid}, 2);
    assert_in_range(most_held() - before, 0, HELD_MOST);
    fixture_close(&f);
    free(text);
}

static void assert_refused(struct vgpu_fixture *f, const char *why)
{
    struct error error = {0};
    f->launch.kernel = "endless";
    assert_null(vgpu_launch(f->module, &f->launch, &error));
    assert_int_equal(error.code, ERROR_RANGE);
    assert_string_equal(told_english(f->arena, error.message), why);
}

/* The reason is a told sentence, so it can be translated. */
static void a_refusal_is_told(void **state)
{
    (void)state;
    struct vgpu_fixture f;
    fixture_open(&f, endless, 1);
    memcpy(f.launch.grid, (uint32_t[]){1, 1, 1}, sizeof f.launch.grid);
    memcpy(f.launch.block, (uint32_t[]){1, 1, 65}, sizeof f.launch.block);
    assert_refused(&f, "block dimension z is 65, 1 to 64 are possible");
    memcpy(f.launch.block, (uint32_t[]){1024, 2, 1}, sizeof f.launch.block);
    assert_refused(&f, "the block has 2048 threads, at most 1024 are possible");
    f.launch.block[1] = 1;
    f.launch.dynamic_shared_bytes = 1 << 20;
    assert_refused(&f, "the block needs 0 + 1048576 bytes of shared memory, at most 232448 are possible");
    fixture_close(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_limit_is_kept_to),
        cmocka_unit_test(ordered_accesses_count_as_work),
        cmocka_unit_test(scattered_accesses_count_as_work),
        cmocka_unit_test(matrix_products_count_as_work),
        cmocka_unit_test(a_cooperative_launch_holds_no_more_blocks_than_it_has),
        cmocka_unit_test(a_deadline_waits_for_processor_time),
        cmocka_unit_test(a_refusal_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
