/* A kernel's printed text reaches the observation and no other place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "device/printed.h"

/* Standard output belongs to the whole process, so each test forks. Returns the exit status. */
static int in_a_process(int (*body)(void))
{
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(body());
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int prints_twice(void)
{
    struct observation *observation = observation_new();
    if (!printed_capture(NULL))
        return 1;
    printf("thread 0\nthread 1\nno newline");
    printed_collect(observation);
    if (observation->printed_count != 3 || strcmp(observation->printed[1].text, "thread 1") != 0 ||
        strcmp(observation->printed[2].text, "no newline") != 0)
        return 2;
    dprintf(STDOUT_FILENO, "later\n");
    printed_collect(observation);
    if (observation->printed_count != 4 || strcmp(observation->printed[3].text, "later") != 0)
        return 3;
    printed_collect(observation);
    int status = observation->printed_count == 4 && observation->printed_total == 4 ? 0 : 4;
    observation_free(observation);
    return status;
}

static void lines_are_moved_once(void **state)
{
    (void)state;
    assert_int_equal(in_a_process(prints_twice), 0);
}

static int floods(void)
{
    struct observation *observation = observation_new();
    if (!printed_capture(NULL))
        return 1;
    for (int i = 0; i < OBSERVATION_PRINTED_MAX + 500; i++)
        printf("%d\n", i);
    printed_collect(observation);
    bool is_bounded = observation->printed_count == OBSERVATION_PRINTED_MAX &&
                      observation->printed_total == OBSERVATION_PRINTED_MAX + 500;
    observation_free(observation);
    return is_bounded ? 0 : 2;
}

static void a_flood_is_counted_and_not_kept(void **state)
{
    (void)state;
    assert_int_equal(in_a_process(floods), 0);
}

/* A kernel may print any width. Memory stays bounded, and the next run's lines arrive. */
static int prints_widely(void)
{
    struct observation *observation = observation_new();
    struct stat status;
    if (!printed_capture(NULL))
        return 1;
    for (int i = 0; i < 40; i++)
        printf("%1000000d", i);
    printed_collect(observation);
    if (fstat(STDOUT_FILENO, &status) || status.st_size > 32 << 20 || status.st_blocks > 8)
        return 2;
    dprintf(STDOUT_FILENO, "later\n");
    printf("and later\n");
    printed_collect(observation);
    int count = observation->printed_count;
    bool is_there = count == 3 && strcmp(observation->printed[1].text, "later") == 0 &&
                    strcmp(observation->printed[2].text, "and later") == 0;
    observation_free(observation);
    return is_there ? 0 : 3;
}

static void what_is_printed_takes_bounded_memory(void **state)
{
    (void)state;
    assert_int_equal(in_a_process(prints_widely), 0);
}

static int has_a_file_of_its_own(void)
{
    struct observation *observation = observation_new();
    FILE *file = tmpfile();
    if (!file || dup2(fileno(file), STDOUT_FILENO) < 0)
        return 1;
    printf("mine\n");
    printed_collect(observation);
    fflush(stdout);
    char text[16] = "";
    bool is_whole = pread(STDOUT_FILENO, text, sizeof text - 1, 0) == 5 && !observation->printed_count;
    observation_free(observation);
    return is_whole ? 0 : 2;
}

static void a_file_that_nobody_captured_is_left_alone(void **state)
{
    (void)state;
    assert_int_equal(in_a_process(has_a_file_of_its_own), 0);
}

/* The process's own words before and after come out, and the kernel's between them do not. */
static int prints_between(void)
{
    struct observation *observation = observation_new();
    struct printed_pause pause;
    int ends[2];
    char own[32] = "";
    if (pipe(ends) != 0 || dup2(ends[1], STDOUT_FILENO) < 0)
        return 1;
    printf("before,");
    if (!printed_begin(&pause, NULL))
        return 2;
    printf("kernel\nopen");
    printed_end(&pause, observation);
    printed_end(&pause, observation); /* nothing is left to end */
    printf("after");
    fflush(stdout);
    if (read(ends[0], own, sizeof own - 1) <= 0 || strcmp(own, "before,after") != 0)
        return 3;
    bool is_kept = observation->printed_count == 2 && strcmp(observation->printed[0].text, "kernel\n") == 0 &&
                   strcmp(observation->printed[1].text, "open") == 0;
    observation_free(observation);
    return is_kept ? 0 : 4;
}

static void a_process_that_prints_can_capture_too(void **state)
{
    (void)state;
    assert_int_equal(in_a_process(prints_between), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_process_that_prints_can_capture_too),
        cmocka_unit_test(lines_are_moved_once),
        cmocka_unit_test(a_flood_is_counted_and_not_kept),
        cmocka_unit_test(what_is_printed_takes_bounded_memory),
        cmocka_unit_test(a_file_that_nobody_captured_is_left_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
