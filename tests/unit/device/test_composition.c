/* Tests plans of several launches: what waits and what overlaps. Measured times are an H100's. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "device/virtual/composition.h"

#define GAP 2600.0

static void assert_time(const struct compose_step *steps, size_t count, double expected_ns)
{
    struct device_span spans[16];
    double time_ns = compose_time(steps, count, spans);
    if (fabs(time_ns - expected_ns) > 1e-3)
        fail_msg("%g ns, not %g", time_ns, expected_ns);
}

static void assert_span(const struct device_span *span, double begin_ns, double end_ns)
{
    if (fabs(span->begin_ns - begin_ns) > 1e-3 || fabs(span->end_ns - end_ns) > 1e-3)
        fail_msg("from %g to %g, not from %g to %g", span->begin_ns, span->end_ns, begin_ns, end_ns);
}

static struct compose_step kernel(double work_ns, double share)
{
    return (struct compose_step){.gap_ns = GAP, .work_ns = work_ns, .share = share};
}

static struct compose_step behind(struct compose_step step, uint32_t earlier)
{
    step.waits[step.wait_count++] = earlier;
    return step;
}

/* The second begins when it is handed over, and slows down; the third waits for both. */
static void every_step_has_its_span(void **state)
{
    (void)state;
    struct compose_step steps[] = {kernel(10000, 1), kernel(4000, 1), behind(behind(kernel(1000, 1), 0), 1)};
    struct device_span spans[3];
    double total_ns = compose_time(steps, 3, spans);
    assert_span(&spans[0], 0, GAP + 10000);
    assert_span(&spans[1], GAP + 10000, 2 * GAP + 14000);
    assert_span(&spans[2], 2 * GAP + 14000, total_ns);
}

static void launches_of_one_stream_add_up(void **state)
{
    (void)state;
    struct compose_step steps[] = {kernel(1000, 1), behind(kernel(2000, 1), 0), behind(kernel(0, 0), 1)};
    assert_time(steps, 0, 0);
    assert_time(steps, 1, GAP + 1000);
    assert_time(steps, 3, 3 * GAP + 3000);
}

static void kernels_that_fill_half_of_the_sms_run_together(void **state)
{
    (void)state;
    struct compose_step steps[] = {kernel(270000, 0.5), kernel(270000, 0.5)};
    assert_time(steps, 2, 2 * GAP + 270000); /* measured: 275.4 us */
}

static void kernels_that_fill_all_sms_run_one_after_another(void **state)
{
    (void)state;
    struct compose_step steps[] = {kernel(270000, 1), kernel(270000, 1)};
    assert_time(steps, 2, 2 * (GAP + 270000)); /* measured: 577 us */
}

static void a_later_kernel_has_what_is_left(void **state)
{
    (void)state;
    /* a copy beside a kernel on half of the SMs takes twice as long: hidden (measured: 275.5 us) */
    struct compose_step steps[] = {kernel(270000, 0.5), kernel(53000, 1)};
    assert_time(steps, 2, GAP + 270000);
    /* half of the long kernel runs in twice the time; then it has all SMs */
    struct compose_step longer[] = {kernel(10000, 0.5), kernel(20000, 1)};
    assert_time(longer, 2, GAP + 10000 + (GAP + 20000 - 10000 / 2.0));
}

static void a_join_waits_for_the_longest_way(void **state)
{
    (void)state;
    struct compose_step join = behind(behind(kernel(100, 1), 1), 2);
    struct compose_step steps[] = {kernel(100, 0.1), behind(kernel(9000, 0.1), 0), behind(kernel(4000, 0.1), 0), join};
    assert_time(steps, 4, (GAP + 100) + (GAP + 9000) + (GAP + 100));
}

static void a_link_is_not_the_sms(void **state)
{
    (void)state;
    struct compose_step copy = {.gap_ns = GAP, .work_ns = 50000, .share = 1, .resource = 1};
    struct compose_step steps[] = {kernel(60000, 1), copy};
    assert_time(steps, 2, GAP + 60000);
    struct compose_step twice[] = {copy, copy};
    assert_time(twice, 2, 2 * (GAP + 50000));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_has_its_span),
        cmocka_unit_test(launches_of_one_stream_add_up),
        cmocka_unit_test(kernels_that_fill_half_of_the_sms_run_together),
        cmocka_unit_test(kernels_that_fill_all_sms_run_one_after_another),
        cmocka_unit_test(a_later_kernel_has_what_is_left),
        cmocka_unit_test(a_join_waits_for_the_longest_way),
        cmocka_unit_test(a_link_is_not_the_sms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
