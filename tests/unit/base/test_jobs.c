/* Tests the count of processors and jobs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <sched.h>

#include "base/jobs.h"

/* taskset(1), a container or a batch system may allow fewer than the machine has. */
static void processors_are_those_that_the_process_may_use(void **state)
{
    cpu_set_t before, one;
    int first = 0;
    (void)state;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    assert_int_equal(jobs_processors(), CPU_COUNT(&before));
    while (!CPU_ISSET(first, &before))
        first++;
    CPU_ZERO(&one);
    CPU_SET(first, &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    assert_int_equal(jobs_processors(), 1);
    assert_int_equal(jobs_count(0), 1);
    assert_int_equal(jobs_count(3), 3);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
}

static void jobs_are_at_least_one_and_at_most_what_threads_there_are_for(void **state)
{
    (void)state;
    assert_true(jobs_count(0) >= 1);
    assert_int_equal(jobs_count(-1), 1);
    assert_int_equal(jobs_count(JOBS_MAX + 1), JOBS_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(processors_are_those_that_the_process_may_use),
        cmocka_unit_test(jobs_are_at_least_one_and_at_most_what_threads_there_are_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
