/*
 * Tests that work in the background keeps the settings of its request while the learner chooses
 * others. ThreadSanitizer finds the reads that are not of the request's own copy.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <poll.h>
#include <unistd.h>

#include "app/checkup.h"
#include "app/full_check.h"
#include "app/grading.h"
#include "app/lab_runner.h"
#include "app/microscope.h"
#include "app/trials.h"
#include "base/file.h"
#include "temporary_app.h"

enum { PATIENCE_MS = 60000, TAKES_REQUEST_US = 100000 };

static struct temporary_app temporary;
static struct app *app;
static struct source kernel = {.name = "kernel.cu", .text = "", .size_bytes = 0};

/* Its children end at once: every request fails, after the thread has read the settings. */
static int set_up(void **state)
{
    (void)state;
    if (temporary_app_open(&temporary) != 0)
        return -1;
    app = temporary.app;
    app->program = "/bin/false";
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return temporary_app_close(&temporary);
}

static const struct exercise *exercise(const char *id)
{
    const struct exercise *found = app_find_exercise(app, id, NULL);
    assert_non_null(found);
    return found;
}

/* Before and while the thread takes the request. */
static void choose_gpus(void)
{
    assert_true(app_set(app, SETTING_ARCHITECTURE, "a100", NULL));
    usleep(TAKES_REQUEST_US);
    assert_true(app_set(app, SETTING_ARCHITECTURE, "h100", NULL));
}

static void wait_for(int descriptor)
{
    struct pollfd source = {.fd = descriptor, .events = POLLIN};
    assert_int_equal(poll(&source, 1, PATIENCE_MS), 1);
}

static void test_grading(void **state)
{
    static const char *const ids[] = {"vector_add", "host_add"}; /* the second is a whole program */
    (void)state;
    const char *path = path_join(temporary.arena, temporary.folder, "kernel.cu");
    assert_true(file_write_atomic(path, "", 0, NULL));
    for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
        struct grading_event event = {0};
        struct grading *grading = grading_new(app, NULL);
        assert_non_null(grading);
        assert_true(grading_submit(grading, exercise(ids[i]), path, "virtual", NULL) > 0);
        choose_gpus();
        while (event.ticket == 0 || event.kind == GRADING_STARTED) {
            wait_for(grading_descriptor(grading));
            grading_poll(grading, &event);
            verdict_free(event.verdict);
        }
        grading_free(grading);
    }
}

static void test_a_full_check(void **state)
{
    (void)state;
    struct verdict pass = {.source = &kernel, .architecture = "h100"};
    struct full_check_outcome outcome = {0};
    struct full_check *check = full_check_new(app, NULL);
    full_check_ask(check, 1, exercise("vector_add"), &pass);
    choose_gpus();
    while (!full_check_poll(check, &outcome))
        wait_for(full_check_descriptor(check));
    assert_null(outcome.verdict);
    full_check_free(check);
}

static void test_a_trial(void **state)
{
    (void)state;
    struct trial_question question = {.exercise = exercise("vector_add"), .source = &kernel};
    struct trial_answer answer = {0};
    struct trials *trials = trials_new(app, NULL);
    trials_ask(trials, TRIAL_AS_IT_IS, &question);
    choose_gpus();
    while (!trials_poll(trials, TRIAL_AS_IT_IS, &answer))
        wait_for(trials_descriptor(trials));
    assert_null(answer.trial);
    trials_free(trials);
}

static void test_the_microscope(void **state)
{
    (void)state;
    struct microscope_subject subject = {.exercise = exercise("vector_add"), .source = &kernel};
    struct microscope_view *view;
    struct error error = {0};
    struct microscope *microscope = microscope_new(app, &subject, NULL);
    choose_gpus();
    while (!microscope_poll(microscope, &view, &error))
        wait_for(microscope_descriptor(microscope));
    assert_null(view);
    microscope_free(microscope);
}

static void test_a_lab(void **state)
{
    (void)state;
    struct lab_news news;
    struct lab_runner *runner = lab_runner_new(app, NULL);
    const struct lab *lab = lab_find(app, "grid_step", NULL);
    assert_non_null(lab);
    lab_runner_refresh(runner, lab);
    choose_gpus();
    while (!lab_runner_poll(runner, &news))
        wait_for(lab_runner_descriptor(runner));
    arena_free(news.arena);
    lab_runner_free(runner);
}

static void test_the_doctor(void **state)
{
    (void)state;
    struct checkup *checkup = checkup_new(app);
    choose_gpus();
    while (checkup_result_count(checkup) < doctor_check_count())
        wait_for(checkup_descriptor(checkup));
    checkup_free(checkup);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grading),        cmocka_unit_test(test_a_full_check), cmocka_unit_test(test_a_trial),
        cmocka_unit_test(test_the_microscope), cmocka_unit_test(test_a_lab),        cmocka_unit_test(test_the_doctor),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
