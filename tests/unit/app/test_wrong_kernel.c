/* Tests the expectations of wrong kernels, on the virtual device and on a GPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "app/author/wrong_kernel.h"

static const char *difference(const char *head, const char *device, const char *report, struct arena *arena)
{
    CLEANUP(verdict_free) struct verdict *verdict = verdict_new();
    struct source source = {"wrong.cu", head, strlen(head)};
    struct wrong_expectation expectation;
    assert_true(wrong_expectation_read(&source, arena, &expectation, NULL));
    verdict->status = VERDICT_WRONG;
    verdict->device = device;
    return wrong_expectation_difference(&expectation, verdict, report, arena);
}

static void words_are_those_of_the_virtual_device(void **state)
{
    static const char head[] = "//? status: wrong\n//? says: never reads\n";
    CLEANUP(arena_free) struct arena *arena = arena_new();
    (void)state;
    assert_null(difference(head, "virtual", "The kernel never reads 4 elements of a", arena));
    assert_string_equal(difference(head, "virtual", "c[0] is 1", arena), "the learner is not told \"never reads\"");
    assert_null(difference(head, "cuda", "c[0] is 1", arena));
}

static void a_status_is_demanded_everywhere(void **state)
{
    static const char head[] = "//? status: unsafe\n//? says: race\n";
    CLEANUP(arena_free) struct arena *arena = arena_new();
    (void)state;
    assert_string_equal(difference(head, "virtual", "race", arena), "status is wrong, expected unsafe");
    assert_string_equal(difference(head, "cuda", "race", arena), "status is wrong, expected unsafe");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_those_of_the_virtual_device),
        cmocka_unit_test(a_status_is_demanded_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
