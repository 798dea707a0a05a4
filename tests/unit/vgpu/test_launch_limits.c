/* An endless launch ends at its limit, within one loop of each warp, or at its deadlines. */
#include "base/clock.h"
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_small_limit_is_kept_to),
        cmocka_unit_test(a_deadline_waits_for_processor_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
