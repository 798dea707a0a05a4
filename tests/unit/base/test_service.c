/* Tests the thread of an event loop's service: requests, answers, wakes, the end. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/service.h"

/* Doubles each number that it is asked for. */
struct doubling {
    struct service service;
    int asked, answer; /* 0: none */
};

static void *doubling_main(void *context)
{
    struct doubling *doubling = context;
    service_lock(&doubling->service);
    for (;;) {
        while (!doubling->service.closing && !doubling->asked)
            service_wait(&doubling->service);
        if (doubling->service.closing)
            break;
        doubling->answer = 2 * doubling->asked;
        doubling->asked = 0;
        service_wake_loop(&doubling->service);
    }
    service_unlock(&doubling->service);
    return NULL;
}

static bool is_readable(const struct service *service, int wait_ms)
{
    struct pollfd descriptor = {.fd = service->descriptor, .events = POLLIN};
    return poll(&descriptor, 1, wait_ms) == 1;
}

static int ask(struct doubling *doubling, int number)
{
    service_lock(&doubling->service);
    doubling->asked = number;
    service_signal(&doubling->service);
    service_unlock(&doubling->service);
    assert_true(is_readable(&doubling->service, 10000));
    service_take_wakes(&doubling->service);
    service_lock(&doubling->service);
    int answer = doubling->answer;
    service_unlock(&doubling->service);
    return answer;
}

static void an_answer_wakes_the_loop_once(void **state)
{
    struct doubling doubling = {0};
    (void)state;
    assert_true(service_start(&doubling.service, "doublings", doubling_main, &doubling, NULL));
    assert_false(is_readable(&doubling.service, 0));
    assert_int_equal(ask(&doubling, 21), 42);
    assert_false(is_readable(&doubling.service, 0));
    assert_int_equal(ask(&doubling, 4), 8);
    service_stop(&doubling.service);
}

static void *wait_for_end(void *context)
{
    struct service *service = context;
    while (!service_is_closing(service))
        usleep(1000);
    return NULL;
}

static void the_end_reaches_a_thread_that_waits_or_works(void **state)
{
    struct doubling waiting = {0};
    struct service working;
    (void)state;
    assert_true(service_start(&waiting.service, "doublings", doubling_main, &waiting, NULL));
    assert_true(service_start(&working, "work", wait_for_end, &working, NULL));
    service_stop(&waiting.service);
    service_stop(&working);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_answer_wakes_the_loop_once),
        cmocka_unit_test(the_end_reaches_a_thread_that_waits_or_works),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
