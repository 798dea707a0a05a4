/* Tests trials in the background: the newest question of a slot wins, cancelling, freeing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/trials.h"
#include "base/clock.h"
#include "base/file.h"
#include "compiler/compiler.h"
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

static int set_up(void **state)
{
    (void)state;
    struct error error = {0};
    struct app_options options = {.root = WARPSCHOOL_SOURCE_DIR, .threads = 2};
    if (temporary_app_open_with(&temporary, &options) != 0)
        return 1;
    app = temporary.app;
    exercise = app_find_exercise(app, "vector_add", &error);
    return exercise == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    return temporary_app_close(&temporary);
}

static struct trials *start(void)
{
    struct error error = {0};
    struct trials *trials = trials_new(app, &error);
    if (!trials)
        fail_msg("%s", error.message);
    return trials;
}

static void ask(struct trials *trials, enum trial_slot slot, const char *changes)
{
    struct source source = {"vector_add.cu", right_kernel, sizeof right_kernel - 1};
    struct trial_question question = {.exercise = exercise, .source = &source, .seed = 3, .changes = changes};
    trials_ask(trials, slot, &question);
}

static bool wait_for(struct trials *trials, enum trial_slot slot, int limit_ms, struct trial_answer *out_answer)
{
    int64_t end_ns = clock_monotonic_ns() + (int64_t)limit_ms * 1000000;
    while (clock_monotonic_ns() < end_ns) {
        struct pollfd source = {.fd = trials_descriptor(trials), .events = POLLIN};
        if (trials_poll(trials, slot, out_answer))
            return true;
        poll(&source, 1, 50);
    }
    return false;
}

static void the_newest_question_wins(void **state)
{
    (void)state;
    struct trials *trials = start();
    struct trial_answer answer;
    ask(trials, TRIAL_AS_IT_IS, NULL);
    for (int n = 1; n <= 5; n++) {
        char changes[16];
        snprintf(changes, sizeof changes, "n=%d", n);
        ask(trials, TRIAL_CHANGED, changes);
    }
    assert_true(wait_for(trials, TRIAL_CHANGED, 20000, &answer));
    assert_non_null(answer.trial);
    assert_string_equal(answer.trial->case_name, "n=5");
    trial_free(answer.trial);
    assert_true(wait_for(trials, TRIAL_AS_IT_IS, 20000, &answer));
    assert_non_null(answer.trial);
    assert_true(answer.trial->right);
    trial_free(answer.trial);
    assert_false(wait_for(trials, TRIAL_CHANGED, 300, &answer)); /* no event for older ones */
    assert_false(trials_is_busy(trials));
    trials_free(trials);
}

static void a_cancelled_question_has_no_answer(void **state)
{
    (void)state;
    struct trials *trials = start();
    struct trial_answer answer;
    ask(trials, TRIAL_CHANGED, "n=4000000");
    trials_cancel(trials);
    assert_false(trials_is_busy(trials));
    assert_false(wait_for(trials, TRIAL_CHANGED, 500, &answer));
    ask(trials, TRIAL_CHANGED, "n=x");
    assert_true(wait_for(trials, TRIAL_CHANGED, 20000, &answer));
    assert_null(answer.trial);
    assert_int_not_equal(answer.error.code, ERROR_NONE);
    ask(trials, TRIAL_CHANGED, "n=1000000");
    trials_free(trials); /* during the run */
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "worker"))
        return strcmp(argv[2], "compiler") ? grader_device_worker_main() : compiler_worker_main();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_newest_question_wins),
        cmocka_unit_test(a_cancelled_question_has_no_answer),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
