/* Tests grading in the background: the newest text wins, cancelling, freeing during a run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/grading.h"
#include "app/workspace.h"
#include "base/buffer.h"
#include "base/clock.h"
#include "base/file.h"
#include "temporary_app.h"

static struct temporary_app temporary;
static struct app *app;
static const struct exercise *exercise;

static const char right_kernel[] = "//! launch vector_add(a, b, c, n) grid=(n+255)/256 block=256\n"
                                   "extern \"C\" __global__ void vector_add(const float *a, const float *b, float *c,\n"
                                   "                                      int n)\n"
                                   "{\n"
                                   "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
                                   "    if (i < n)\n"
                                   "        c[i] = a[i] + b[i];\n"
                                   "}\n";
static const char endless_kernel[] = "//! launch vector_add(a, b, c, n) grid=1 block=32\n"
                                     "extern \"C\" __global__ void vector_add(const float *a, const float *b,\n"
                                     "                                      volatile float *c, int n)\n"
                                     "{\n"
                                     "    while (c[0] != 1.5f)\n"
                                     "        c[0] = 0.0f;\n"
                                     "}\n";

static int set_up(void **state)
{
    (void)state;
    struct error error = {0};
    struct app_options options = {.root = WARPSCHOOL_SOURCE_DIR, .threads = 2};
    if (temporary_app_open_with(&temporary, &options) != 0)
        return 1;
    app = temporary.app;
    exercise = app_find_exercise(app, "vector_add", &error);
    return exercise == NULL || !workspace_start(app, exercise, &error);
}

static int tear_down(void **state)
{
    (void)state;
    return temporary_app_close(&temporary);
}

static void save(const char *text)
{
    struct error error = {0};
    assert_true(file_write_atomic(workspace_path(app, exercise, temporary.arena), text, strlen(text), &error));
}

/* Waits for the next event of one of these kinds and skips all others. */
static struct grading_event wait_for(struct grading *grading, unsigned kinds)
{
    int64_t deadline_ns = clock_deadline_ns(120 * INT64_C(1000000000));
    struct grading_event event;
    while (clock_monotonic_ns() < deadline_ns) {
        struct pollfd descriptor = {.fd = grading_descriptor(grading), .events = POLLIN};
        poll(&descriptor, 1, 1000);
        while (grading_poll(grading, &event)) {
            if (kinds & (1u << event.kind))
                return event;
            verdict_free(event.verdict);
            event.verdict = NULL;
        }
    }
    fail_msg("no event came");
    return event;
}

enum {
    ENDINGS = 1u << GRADING_VERDICT | 1u << GRADING_FAILED | 1u << GRADING_CANCELLED,
};

/* Without a toolkit, grading is impossible: the tests are skipped. */
static struct grading *start_grading(void)
{
    struct error error = {0};
    struct grading *grading = grading_new(app, &error);
    if (!grading) {
        printf("skipped: %s\n", error.message);
        skip();
    }
    struct grading_event warm = wait_for(grading, 1u << GRADING_WARM | 1u << GRADING_FAILED);
    if (warm.kind == GRADING_FAILED) {
        printf("skipped: %s\n", warm.error.message);
        grading_free(grading);
        skip();
    }
    return grading;
}

static void test_a_submission_comes_back_as_a_verdict(void **state)
{
    (void)state;
    struct grading *grading = start_grading();
    struct error error = {0};
    save(right_kernel);
    uint64_t ticket = grading_submit(grading, exercise, NULL, "virtual", &error);
    assert_true(ticket > 0);
    struct grading_event event = wait_for(grading, ENDINGS);
    assert_int_equal(event.kind, GRADING_VERDICT);
    assert_int_equal(event.ticket, ticket);
    assert_int_equal(event.verdict->status, VERDICT_PASS);
    assert_int_equal(event.source.size_bytes, strlen(right_kernel));
    verdict_free(event.verdict);
    grading_free(grading);
}

/* So the learner need not wait until its values are compared. */
static void test_the_time_comes_before_the_verdict(void **state)
{
    (void)state;
    struct grading *grading = start_grading();
    save(right_kernel);
    uint64_t ticket = grading_submit(grading, exercise, NULL, "virtual", NULL);
    struct grading_event time = wait_for(grading, ENDINGS | 1u << GRADING_TIMED);
    assert_int_equal(time.kind, GRADING_TIMED);
    assert_int_equal(time.ticket, ticket);
    assert_true(time.time.available);
    assert_int_equal(time.time.medal, MEDAL_NONE);
    struct grading_event event = wait_for(grading, ENDINGS | 1u << GRADING_TIMED);
    assert_int_equal(event.kind, GRADING_VERDICT);
    assert_true(event.verdict->time.microseconds == time.time.microseconds);
    assert_true(event.verdict->time.ratio_to_solution == time.time.ratio_to_solution);
    verdict_free(event.verdict);
    grading_free(grading);
}

static void test_many_saves_end_in_one_run_of_the_newest(void **state)
{
    (void)state;
    struct grading *grading = start_grading();
    struct error error = {0};
    save(right_kernel);
    uint64_t first = grading_submit(grading, exercise, NULL, "virtual", &error);
    wait_for(grading, 1u << GRADING_STARTED);
    uint64_t last = 0;
    for (int i = 0; i < 5; i++)
        last = grading_submit(grading, exercise, NULL, "virtual", &error);
    struct grading_event event = wait_for(grading, ENDINGS);
    assert_int_equal(event.ticket, first);
    verdict_free(event.verdict);
    event = wait_for(grading, ENDINGS);
    assert_int_equal(event.ticket, last);
    verdict_free(event.verdict);
    grading_free(grading);
}

static void test_cancelling_ends_an_endless_kernel(void **state)
{
    (void)state;
    struct grading *grading = start_grading();
    struct error error = {0};
    save(endless_kernel);
    assert_true(grading_submit(grading, exercise, NULL, "virtual", &error) > 0);
    wait_for(grading, 1u << GRADING_STARTED);
    int64_t start_ns = clock_monotonic_ns();
    grading_cancel(grading);
    struct grading_event event = wait_for(grading, ENDINGS);
    assert_int_equal(event.kind, GRADING_CANCELLED);
    assert_true(clock_monotonic_ns() - start_ns < 10 * INT64_C(1000000000));

    save(right_kernel);
    assert_true(grading_submit(grading, exercise, NULL, "virtual", &error) > 0);
    event = wait_for(grading, ENDINGS);
    assert_int_equal(event.kind, GRADING_VERDICT);
    verdict_free(event.verdict);
    grading_free(grading);
}

static void test_freeing_in_mid_run_does_not_wait_for_it(void **state)
{
    (void)state;
    struct grading *grading = start_grading();
    struct error error = {0};
    save(endless_kernel);
    assert_true(grading_submit(grading, exercise, NULL, "virtual", &error) > 0);
    wait_for(grading, 1u << GRADING_STARTED);
    int64_t start_ns = clock_monotonic_ns();
    grading_free(grading);
    assert_true(clock_monotonic_ns() - start_ns < 10 * INT64_C(1000000000));
}

/* --- the search for the cause ----------------------------------------------------------------- */

enum { SOLUTION_BYTES_MAX = 1 << 16 };

/* The solution of `standardize`, with 1e5 for 1e-5. No slip of the course is this one. */
static const struct exercise *save_wrong_exponent(void)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT, wrong = BUFFER_INIT;
    const struct exercise *other = app_find_exercise(app, "standardize", NULL);
    assert_true(workspace_start(app, other, NULL));
    assert_true(file_read(workspace_solution_path(app, other, temporary.arena), SOLUTION_BYTES_MAX, &text, NULL));
    const char *minus = strstr(buffer_text(&text), "1e-5f");
    assert_non_null(minus);
    buffer_append(&wrong, buffer_text(&text), (size_t)(minus - buffer_text(&text)));
    buffer_printf(&wrong, "1e5f%s", minus + strlen("1e-5f"));
    assert_true(
        file_write_atomic(workspace_path(app, other, temporary.arena), buffer_text(&wrong), wrong.size_bytes, NULL));
    return other;
}

static void test_the_cause_follows_the_verdict(void **state)
{
    (void)state;
    struct grading *grading = start_grading();
    uint64_t ticket = grading_submit(grading, save_wrong_exponent(), NULL, "virtual", NULL);
    struct grading_event first = wait_for(grading, ENDINGS);
    assert_int_equal(first.kind, GRADING_VERDICT);
    assert_int_equal(first.verdict->status, VERDICT_WRONG);
    assert_true(first.verdict->may_know_more);
    assert_null(strstr(first.verdict->message, "1e-5f"));
    struct grading_event cause = wait_for(grading, 1u << GRADING_CAUSE);
    assert_int_equal(cause.ticket, ticket);
    assert_non_null(strstr(cause.verdict->message, "With `1e-5f` instead of `1e5f`"));
    assert_int_equal(cause.verdict->seed, first.verdict->seed);
    assert_false(cause.verdict->may_know_more);
    verdict_free(first.verdict);
    verdict_free(cause.verdict);
    grading_free(grading);
}

static void test_a_save_ends_the_search(void **state)
{
    (void)state;
    struct grading *grading = start_grading();
    grading_submit(grading, save_wrong_exponent(), NULL, "virtual", NULL);
    struct grading_event first = wait_for(grading, ENDINGS);
    assert_true(first.verdict->may_know_more);
    verdict_free(first.verdict);
    save(right_kernel);
    uint64_t ticket = grading_submit(grading, exercise, NULL, "virtual", NULL);
    struct grading_event next = wait_for(grading, ENDINGS);
    assert_int_equal(next.ticket, ticket);
    assert_int_equal(next.verdict->status, VERDICT_PASS);
    verdict_free(next.verdict);
    grading_free(grading);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "worker") == 0)
        return strcmp(argv[2], "compiler") == 0 ? app_compiler_worker_main() : app_device_worker_main();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_submission_comes_back_as_a_verdict),
        cmocka_unit_test(test_the_time_comes_before_the_verdict),
        cmocka_unit_test(test_many_saves_end_in_one_run_of_the_newest),
        cmocka_unit_test(test_cancelling_ends_an_endless_kernel),
        cmocka_unit_test(test_freeing_in_mid_run_does_not_wait_for_it),
        cmocka_unit_test(test_the_cause_follows_the_verdict),
        cmocka_unit_test(test_a_save_ends_the_search),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
