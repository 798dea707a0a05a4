/* Tests full checks in the background: outcomes, priority, cancelling, freeing during a check. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <glob.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/author_new.h"
#include "app/full_check.h"
#include "app/submission.h"
#include "base/buffer.h"
#include "base/clock.h"
#include "base/file.h"
#include "temporary_app.h"

enum { SEED = 5, WAIT_S = 200, ATTEMPT = 17 };

#define HEAD                                                                    \
    "//! launch double_it(x, y, n) grid=(n+255)/256 block=256\n"                \
    "extern \"C\" __global__ void double_it(const float *x, float *y, int n)\n" \
    "{\n"                                                                       \
    "    int i = blockIdx.x * blockDim.x + threadIdx.x;\n"                      \
    "    if (i < n)\n"

static const char right_kernel[] = HEAD "        y[i] = 2 * x[i];\n}\n";
/* The seed does not draw this block. */
static const char one_wrong_block[] = HEAD "        y[i] = blockIdx.x == 777 ? 0 : 2 * x[i];\n}\n";

static struct temporary_app temporary;
static struct app *app;
static const struct exercise *exercise;

/* A lesson whose exercise runs whole at a size that takes little time. */
static bool write_pack(const char *pack, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT, smaller = BUFFER_INIT;
    const char *const *paths, *lesson = path_join(temporary.arena, pack, "lessons/week03/double_it.yaml");
    if (!author_new(pack, "double_it", 3, temporary.arena, &paths, error) || !file_read(lesson, 1 << 20, &text, error))
        return false;
    static const char bench[] = "      bench: {n: 67108864}\n";
    const char *at = strstr(buffer_text(&text), bench);
    if (!at)
        return false;
    buffer_append(&smaller, buffer_text(&text), (size_t)(at - buffer_text(&text)));
    buffer_printf(&smaller, "%s      full: {n: 262144}\n%s", bench, at + strlen(bench));
    return file_write_atomic(lesson, buffer_text(&smaller), smaller.size_bytes, error);
}

static int set_up(void **state)
{
    (void)state;
    struct error error = {0};
    if (temporary_app_make_folder(&temporary) != 0)
        return 1;
    const char *pack = path_join(temporary.arena, temporary.folder, "pack");
    struct app_options options = {.root = WARPSCHOOL_SOURCE_DIR, .pack = pack};
    if (!write_pack(pack, &error) || temporary_app_open_with(&temporary, &options) != 0)
        return 1;
    app = temporary.app;
    exercise = app_find_exercise(app, "double_it", &error);
    return exercise == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    return temporary_app_close(&temporary);
}

/* A sampled pass, as the shell gets it. Without a toolkit, the tests are skipped. */
static struct verdict *pass_of(const char *text)
{
    struct error error = {0};
    struct grader_settings settings = app_grader_settings(app);
    struct submission submission = {.exercise = exercise,
                                    .source = {.name = "double_it.cu", .text = text, .size_bytes = strlen(text)},
                                    .device = "virtual",
                                    .seed = SEED};
    struct verdict *verdict = NULL;
    CLEANUP(grader_free) struct grader *grader = grader_new(&settings, &error);
    if (!grader || !submission_grade(app, grader, &submission, &verdict, &error)) {
        printf("skipped: %s\n", error.message);
        skip();
    }
    assert_int_equal(verdict->status, VERDICT_PASS);
    assert_int_equal(verdict->trust, VERDICT_TRUST_SAMPLED);
    assert_true(verdict->full_run.estimated_s > 0);
    assert_false(verdict->full_run.ran);
    assert_true(full_check_is_due(verdict));
    return verdict;
}

static struct full_check *ask(const char *text)
{
    struct error error = {0};
    struct full_check *check = full_check_new(app, &error);
    assert_non_null(check);
    CLEANUP(verdict_free) struct verdict *pass = pass_of(text);
    full_check_ask(check, ATTEMPT, exercise, pass);
    return check;
}

static struct full_check_outcome wait_for_outcome(struct full_check *check)
{
    struct full_check_outcome outcome = {0};
    int64_t deadline_ns = clock_deadline_ns(WAIT_S * INT64_C(1000000000));
    while (clock_monotonic_ns() < deadline_ns) {
        struct pollfd descriptor = {.fd = full_check_descriptor(check), .events = POLLIN};
        poll(&descriptor, 1, 1000);
        if (full_check_poll(check, &outcome))
            return outcome;
    }
    fail_msg("no outcome came");
    return outcome;
}

static void a_right_kernel_is_confirmed(void **state)
{
    struct full_check_progress progress;
    (void)state;
    struct full_check *check = ask(right_kernel);
    assert_true(full_check_progress(check, &progress));
    assert_true(progress.estimated_s > 0);
    struct full_check_outcome outcome = wait_for_outcome(check);
    assert_false(full_check_progress(check, &progress));
    if (!outcome.verdict)
        fail_msg("%s", outcome.error.message);
    assert_int_equal(outcome.attempt, ATTEMPT);
    assert_ptr_equal(outcome.exercise, exercise);
    assert_int_equal(outcome.verdict->status, VERDICT_PASS);
    assert_int_equal(outcome.verdict->trust, VERDICT_TRUST_FULL);
    assert_true(outcome.verdict->full_run.ran);
    assert_false(full_check_is_due(outcome.verdict));
    verdict_free(outcome.verdict);
    full_check_free(check);
}

static void a_wrong_block_turns_the_pass_into_a_fail(void **state)
{
    (void)state;
    struct full_check *check = ask(one_wrong_block);
    struct full_check_outcome outcome = wait_for_outcome(check);
    assert_non_null(outcome.verdict);
    assert_int_equal(outcome.verdict->status, VERDICT_WRONG);
    assert_non_null(strstr(outcome.verdict->message, "y[198912] is 0"));
    verdict_free(outcome.verdict);
    full_check_free(check);
}

/* --- children --------------------------------------------------------------------------------- */

static int nice_of(int process)
{
    enum { NICE_FIELD = 19, NAME_FIELD = 2 };
    char path[64], text[1024] = {0};
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    FILE *file = fopen(path, "r");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    const char *at = size ? strrchr(text, ')') : NULL; /* the end of the name */
    for (int field = NAME_FIELD; at && field < NICE_FIELD; field++)
        at = strchr(at + 1, ' ');
    return at ? atoi(at + 1) : 0;
}

/* Children of all threads. *out_least: the least nice value among them. */
static int count_children(int *out_least)
{
    glob_t found;
    int count = 0, child;
    *out_least = INT32_MAX;
    if (glob("/proc/self/task/*/children", 0, NULL, &found))
        return 0;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        FILE *file = fopen(found.gl_pathv[i], "r");
        while (file && fscanf(file, "%d", &child) == 1) {
            int nice = nice_of(child);
            *out_least = nice < *out_least ? nice : *out_least;
            count++;
        }
        if (file)
            fclose(file);
    }
    globfree(&found);
    return count;
}

static bool wait_for_children(bool wanted, int *out_least)
{
    int64_t deadline_ns = clock_deadline_ns(20 * INT64_C(1000000000));
    while ((count_children(out_least) > 0) != wanted) {
        if (clock_monotonic_ns() > deadline_ns)
            return false;
        poll(NULL, 0, 5);
    }
    return true;
}

static void its_processes_have_the_lowest_priority(void **state)
{
    int least;
    (void)state;
    struct full_check *check = ask(right_kernel);
    assert_true(wait_for_children(true, &least));
    assert_int_equal(least, 19);
    full_check_free(check);
}

static void cancelling_ends_it_without_an_outcome(void **state)
{
    struct full_check_outcome outcome;
    struct full_check_progress progress;
    int least;
    (void)state;
    struct full_check *check = ask(right_kernel);
    assert_true(wait_for_children(true, &least));
    full_check_cancel(check);
    assert_false(full_check_progress(check, &progress));
    assert_true(wait_for_children(false, &least));
    assert_false(full_check_poll(check, &outcome));
    full_check_free(check);
}

static void a_newer_request_replaces_the_one_that_runs(void **state)
{
    int least;
    (void)state;
    struct full_check *check = ask(right_kernel);
    assert_true(wait_for_children(true, &least));
    CLEANUP(verdict_free) struct verdict *pass = pass_of(right_kernel);
    full_check_ask(check, ATTEMPT + 1, exercise, pass);
    struct full_check_outcome outcome = wait_for_outcome(check);
    assert_int_equal(outcome.attempt, ATTEMPT + 1);
    verdict_free(outcome.verdict);
    full_check_free(check);
}

/* A pass with a time stays as it is, if the check could not run every block. */
static void a_check_that_cannot_run_says_nothing_about_the_kernel(void **state)
{
    (void)state;
    struct error error = {0};
    struct full_check *check = full_check_new(app, &error);
    CLEANUP(verdict_free) struct verdict *pass = pass_of(right_kernel);
    pass->source = &(struct source){.name = "double_it.cu", .text = "nothing", .size_bytes = 7};
    full_check_ask(check, ATTEMPT, exercise, pass);
    struct full_check_outcome outcome = wait_for_outcome(check);
    assert_null(outcome.verdict);
    assert_true(*outcome.error.message != '\0');
    full_check_free(check);
}

static void only_sampled_passes_are_due(void **state)
{
    struct verdict verdict = {.status = VERDICT_PASS, .trust = VERDICT_TRUST_SAMPLED, .device = "virtual"};
    (void)state;
    assert_true(full_check_is_due(&verdict));
    verdict.trust = VERDICT_TRUST_NONE; /* a sample said nothing */
    assert_true(full_check_is_due(&verdict));
    verdict.trust = VERDICT_TRUST_FULL;
    assert_false(full_check_is_due(&verdict));
    verdict = (struct verdict){.status = VERDICT_GATE, .trust = VERDICT_TRUST_SAMPLED, .device = "virtual"};
    assert_false(full_check_is_due(&verdict));
    verdict = (struct verdict){.status = VERDICT_PASS, .trust = VERDICT_TRUST_NONE, .device = "cuda"};
    assert_false(full_check_is_due(&verdict));
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "worker") == 0)
        return strcmp(argv[2], "compiler") == 0 ? app_compiler_worker_main() : app_device_worker_main();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_sampled_passes_are_due),
        cmocka_unit_test(a_right_kernel_is_confirmed),
        cmocka_unit_test(a_wrong_block_turns_the_pass_into_a_fail),
        cmocka_unit_test(its_processes_have_the_lowest_priority),
        cmocka_unit_test(cancelling_ends_it_without_an_outcome),
        cmocka_unit_test(a_newer_request_replaces_the_one_that_runs),
        cmocka_unit_test(a_check_that_cannot_run_says_nothing_about_the_kernel),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
