/* Tests that a crew judges each unit once, whatever its size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>

#include <cmocka.h>

#include "grader/crew.h"

enum { UNITS = 100 };

struct work {
    atomic_int judged[UNITS];
};

static void judge(void *context, struct grader *grader, uint64_t unit)
{
    struct work *work = context;
    if (grader)
        atomic_fetch_add(&work->judged[unit], 1);
}

static void assert_each_once(int jobs, uint64_t units)
{
    struct error error = {0};
    struct work work = {0};
    /* No grader starts a child here. */
    struct grader_settings settings = {
        .program = "none", .compiler = {.cache_dir = "none", .program = "none"}, .state_dir = "none"};
    struct crew crew = {.settings = settings, .jobs = jobs, .units = units, .judge = judge, .context = &work};
    assert_true(crew_work(&crew, &error));
    for (uint64_t i = 0; i < UNITS; i++)
        assert_int_equal(atomic_load(&work.judged[i]), i < units);
}

static void test_each_unit_is_judged_once(void **state)
{
    (void)state;
    assert_each_once(1, UNITS);
    assert_each_once(3, UNITS);
    assert_each_once(8, 2); /* fewer units than workers */
    assert_each_once(0, 1);
    assert_each_once(3, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_unit_is_judged_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
