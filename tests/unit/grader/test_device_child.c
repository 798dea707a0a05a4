/* Tests device workers that die, hang or send bad answers. This binary plays each of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"
#include "exercise_scene.h"
#include "grader/prepare/device_child.h"

static char program[PATH_MAX];

static void open_politely(void)
{
    struct worker_opened opened = {
        .properties = {.kind = "virtual", .name = "test", .compute_major = 9, .sm_count = 132, .checks = true},
        .sandbox = "none",
        .devices = 1};
    struct frame frame = FRAME_INIT;
    frame_read(STDIN_FILENO, &job_frame_limits, CLOCK_NO_DEADLINE, &frame, NULL);
    frame_done(&frame);
    worker_opened_send(STDOUT_FILENO, &opened, NULL);
}

static void take_job(void)
{
    struct frame frame = FRAME_INIT;
    frame_read(STDIN_FILENO, &job_frame_limits, CLOCK_NO_DEADLINE, &frame, NULL);
    frame_done(&frame);
}

static void send_done(void)
{
    json_t *header = json_object();
    frame_write(STDOUT_FILENO, MESSAGE_DONE, header, NULL, 0, CLOCK_NO_DEADLINE, NULL);
    json_decref(header);
}

static void die(void)
{
    open_politely();
    take_job();
    abort();
}

static void hang(void)
{
    open_politely();
    take_job();
    pause();
}

static void babble(void)
{
    open_politely();
    take_job();
    for (int i = 0; i < 100; i++)
        if (write(STDOUT_FILENO, "nonsense nonsense nonsense nonsense", 35) < 0)
            return;
}

static void leave_out(void)
{
    open_politely();
    take_job();
    send_done();
    pause();
}

static void answer_emptily(void)
{
    open_politely();
    take_job();
    json_t *header = json_object();
    frame_write(STDOUT_FILENO, MESSAGE_CASE, header, NULL, 0, CLOCK_NO_DEADLINE, NULL);
    json_decref(header);
    pause();
}

/* A time without its figures. */
static void time_emptily(void)
{
    open_politely();
    take_job();
    json_t *header = json_object();
    frame_write(STDOUT_FILENO, MESSAGE_TIMED, header, NULL, 0, CLOCK_NO_DEADLINE, NULL);
    json_decref(header);
    send_done();
    pause();
}

/* Dies once before the learner's first launch, and answers well the second time. */
static void die_the_first_time(void)
{
    const char *mark = getenv("GRADER_TEST_MARK");
    open_politely();
    take_job();
    if (mark && unlink(mark) == 0)
        abort();
    send_done();
    pause();
}

static void die_launching(void)
{
    json_t *header = json_object();
    open_politely();
    take_job();
    frame_write(STDOUT_FILENO, MESSAGE_LAUNCHING, header, NULL, 0, CLOCK_NO_DEADLINE, NULL);
    json_decref(header);
    if (getenv("GRADER_TEST_MARK") && unlink(getenv("GRADER_TEST_MARK")) == 0)
        abort();
    send_done();
    pause();
}

static void refuse_to_open(void)
{
    struct error failure = {0};
    take_job();
    error_set(&failure, ERROR_UNSUPPORTED, "no such device here");
    worker_failure_send(STDOUT_FILENO, &failure, NULL);
}

static void exit_at_once(void)
{
}

static const struct {
    const char *name;
    void (*behave)(void);
    enum error_code code;
} children[] = {
    {"die", die, ERROR_CRASH},
    {"hang", hang, ERROR_TIMEOUT},
    {"babble", babble, ERROR_CRASH},
    {"leave_out", leave_out, ERROR_CRASH},
    {"answer_emptily", answer_emptily, ERROR_CRASH},
    {"time_emptily", time_emptily, ERROR_CRASH},
    {"refuse_to_open", refuse_to_open, ERROR_UNSUPPORTED},
    {"exit_at_once", exit_at_once, ERROR_CRASH},
    {"die_launching", die_launching, ERROR_CRASH},
    {"die_the_first_time", die_the_first_time, ERROR_NONE},
};
enum { CHILD_COUNT = sizeof children / sizeof *children, BAD_COUNT = CHILD_COUNT - 1 };

static bool keep_nothing(void *context, struct case_result *result, struct error *error)
{
    (void)context;
    (void)error;
    observation_free(result->observation);
    return true;
}

/* Makes a file that the first child removes when it dies. */
static void mark(void)
{
    char path[] = "/tmp/device-child-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    setenv("GRADER_TEST_MARK", path, 1);
}

static void a_child_that_died_before_the_first_launch_is_replaced(void **state)
{
    (void)state;
    struct arena *arena = arena_new();
    struct job job = {.deadline_ms = 100};
    struct device_child_settings settings = {.program = program, .kind = "virtual"};
    struct device_child *child = device_child_new(&settings);
    struct device_child_watch watch = {.deadline_ns = clock_deadline_ns(INT64_C(5000000000))};
    struct error error = {0};
    size_t answered = 9;
    setenv("GRADER_TEST_CHILD", "die_the_first_time", 1);
    mark();
    if (!device_child_run(child, &job, &watch, arena, keep_nothing, NULL, &answered, &error))
        fail_msg("%s", error.message);
    assert_int_equal(answered, 0);
    assert_int_not_equal(access(getenv("GRADER_TEST_MARK"), F_OK), 0); /* one child died */
    device_child_free(child);
    arena_free(arena);
}

static void bad_children_become_errors(void **state)
{
    (void)state;
    for (int i = 0; i < BAD_COUNT; i++) {
        struct arena *arena = arena_new();
        struct exercise *exercise = scene_vector_add(arena);
        struct job_case given = {.name = "n=1", .values = scene_value(arena, "n", 1), .value_count = 1, .devices = 1};
        struct job job = {.deadline_ms = 100,
                          .parameters = exercise->parameters,
                          .parameter_count = exercise->parameter_count,
                          .cases = &given,
                          .case_count = 1};
        struct device_child_settings settings = {.program = program, .kind = "virtual"};
        struct device_child *child = device_child_new(&settings);
        struct device_child_watch watch = {.deadline_ns = clock_deadline_ns(INT64_C(300000000))};
        struct error error = {0};
        size_t answered = 9;
        setenv("GRADER_TEST_CHILD", children[i].name, 1);
        mark();
        assert_false(device_child_run(child, &job, &watch, arena, keep_nothing, NULL, &answered, &error));
        if (error.code != children[i].code)
            fail_msg("%s: %d: %s", children[i].name, (int)error.code, error.message);
        assert_int_equal(answered, 0);
        unlink(getenv("GRADER_TEST_MARK"));
        device_child_free(child);
        arena_free(arena);
    }
}

static int play(void)
{
    const char *name = getenv("GRADER_TEST_CHILD");
    for (int i = 0; name && i < CHILD_COUNT; i++)
        if (!strcmp(children[i].name, name))
            children[i].behave();
    return 0;
}

int main(int argc, char **argv)
{
    if (argc == 3 && !strcmp(argv[1], "worker"))
        return play();
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    program[length > 0 ? length : 0] = 0;
    const struct CMUnitTest tests[] = {cmocka_unit_test(bad_children_become_errors),
                                       cmocka_unit_test(a_child_that_died_before_the_first_launch_is_replaced)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
