/* Tests child processes: output, deadlines, descriptors, endings. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/subprocess.h"

#define MS INT64_C(1000000)

enum { LIMIT_BYTES = 1 << 20 };

static struct subprocess_output shell(const char *script, const char *input, size_t limit_bytes, int64_t wait_ms)
{
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    struct subprocess_options options = {.argv = argv};
    struct subprocess_output output;
    struct error error;
    if (!subprocess_run(&options, input, input ? strlen(input) : 0, limit_bytes, clock_deadline_ns(wait_ms * MS),
                        &output, &error))
        fail_msg("%s", error.message);
    return output;
}

static void output_and_status_come_back(void **state)
{
    (void)state;
    CLEANUP(subprocess_output_done)
    struct subprocess_output output = shell("cat; echo err >&2; exit 3", "in", 100, 5000);
    assert_string_equal(buffer_text(&output.output), "in");
    assert_string_equal(buffer_text(&output.errors), "err\n");
    assert_false(output.status.signalled);
    assert_int_equal(output.status.code, 3);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    subprocess_status_text(output.status, &text);
    assert_string_equal(buffer_text(&text), "exit code 3");
}

static void a_signal_is_named(void **state)
{
    (void)state;
    CLEANUP(subprocess_output_done) struct subprocess_output output = shell("kill -SEGV $$", NULL, 100, 5000);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    subprocess_status_text(output.status, &text);
    assert_string_equal(buffer_text(&text), "killed by signal 11 (Segmentation fault)");
}

static void much_data_flows_both_ways(void **state)
{
    (void)state;
    char *input = malloc(500001);
    memset(input, 'x', 500000);
    input[500000] = '\0';
    CLEANUP(subprocess_output_done) struct subprocess_output output = shell("cat", input, LIMIT_BYTES, 5000);
    assert_int_equal(output.output.size_bytes, 500000);
    assert_string_equal(buffer_text(&output.output), input);
    free(input);
}

static void a_child_that_does_not_read_is_no_fault(void **state)
{
    (void)state;
    char *input = malloc(500001);
    memset(input, 'x', 500000);
    input[500000] = '\0';
    CLEANUP(subprocess_output_done) struct subprocess_output output = shell("exec <&-; echo done", input, 100, 5000);
    assert_string_equal(buffer_text(&output.output), "done\n");
    assert_int_equal(output.status.code, 0);
    free(input);
}

static void too_much_output_ends_it(void **state)
{
    (void)state;
    CLEANUP(subprocess_output_done) struct subprocess_output output = shell("yes", NULL, 1000, 5000);
    assert_true(output.truncated);
    assert_false(output.timed_out);
    assert_int_equal(output.output.size_bytes, 1000);
    CLEANUP(subprocess_output_done) struct subprocess_output exact = shell("printf 12345", NULL, 5, 5000);
    assert_false(exact.truncated);
}

static void the_deadline_ends_the_whole_group(void **state)
{
    (void)state;
    int64_t start_ns = clock_monotonic_ns();
    CLEANUP(subprocess_output_done)
    struct subprocess_output output = shell("sleep 100 & echo $!; sleep 100", NULL, 100, 100);
    assert_true(output.timed_out);
    assert_true(output.status.signalled);
    assert_int_equal(output.status.code, SIGKILL);
    assert_true(clock_monotonic_ns() - start_ns < 2000 * MS);
    pid_t grandchild = (pid_t)atoi(buffer_text(&output.output));
    assert_true(grandchild > 1);
    char path[64];
    char word[256] = "";
    snprintf(path, sizeof path, "/proc/%d/stat", grandchild);
    for (int i = 0; i < 200; i++) { /* gone, or a zombie that init must still reap */
        FILE *file = fopen(path, "r");
        if (!file)
            return;
        (void)!fgets(word, sizeof word, file);
        fclose(file);
        if (strstr(word, ") Z"))
            return;
        usleep(5000);
    }
    fail_msg("still there: %s", word);
}

static void what_a_finished_child_left_running_is_killed(void **state)
{
    (void)state;
    int64_t start_ns = clock_monotonic_ns();
    CLEANUP(subprocess_output_done) struct subprocess_output output = shell("sleep 100 & echo x", NULL, 100, 5000);
    assert_false(output.timed_out);
    assert_string_equal(buffer_text(&output.output), "x\n");
    assert_true(clock_monotonic_ns() - start_ns < 2000 * MS);
}

static void programs_that_do_not_start_are_errors(void **state)
{
    (void)state;
    struct subprocess process = SUBPROCESS_INIT;
    struct error error;
    const char *const absent[] = {"/nonexistent/program", NULL};
    struct subprocess_options options = {.argv = absent};
    assert_false(subprocess_start(&options, &process, &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    const char *const relative[] = {"sh", NULL};
    options.argv = relative;
    assert_false(subprocess_start(&options, &process, &error));
    const char *const folder[] = {"/tmp", NULL};
    options.argv = folder;
    assert_false(subprocess_start(&options, &process, &error));
    assert_int_equal(error.code, ERROR_IO);
    const char *const shell_argv[] = {"/bin/sh", NULL};
    options = (struct subprocess_options){.argv = shell_argv, .folder = "/nonexistent"};
    assert_false(subprocess_start(&options, &process, &error));
    assert_non_null(strstr(error.message, "/nonexistent"));
    assert_int_equal(process.pid, 0);
}

static void a_child_gets_its_descriptors_and_no_others(void **state)
{
    (void)state;
    int leaked = open("/dev/null", O_RDONLY); /* without close-on-exec */
    int leaked_high = fcntl(leaked, F_DUPFD, 100);
    int first[2];
    int second[2];
    assert_int_equal(pipe(first), 0);
    assert_int_equal(pipe(second), 0);
    /* swapped: each moves to a number that the other may have */
    struct subprocess_fd fds[] = {{first[1], second[1]}, {second[1], first[1]}};
    char script[200];
    snprintf(script, sizeof script, "echo one >&%d; echo two >&%d; ls /proc/self/fd | wc -l", second[1], first[1]);
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    struct subprocess_options options = {.argv = argv, .fds = fds, .fd_count = 2};
    CLEANUP(subprocess_output_done) struct subprocess_output output;
    assert_true(subprocess_run(&options, NULL, 0, 100, clock_deadline_ns(5000 * MS), &output, NULL));
    char word[5] = "";
    assert_int_equal(read(first[0], word, 4), 4);
    assert_string_equal(word, "one\n");
    assert_int_equal(read(second[0], word, 4), 4);
    assert_string_equal(word, "two\n");
    assert_string_equal(buffer_text(&output.output), "6\n"); /* 0, 1, 2, the two, and the folder that ls reads */
    int fds_to_close[] = {leaked, leaked_high, first[0], first[1], second[0], second[1]};
    for (size_t i = 0; i < sizeof fds_to_close / sizeof fds_to_close[0]; i++)
        close(fds_to_close[i]);
}

static void environment_folder_and_signals_are_as_asked(void **state)
{
    (void)state;
    signal(SIGTERM, SIG_IGN);
    const char *const argv[] = {"/bin/sh", "-c", "pwd; echo $A$HOME; kill -TERM $$; echo ignored", NULL};
    const char *const environment[] = {"A=b", NULL};
    struct subprocess_options options = {.argv = argv, .environment = environment, .folder = "/usr"};
    CLEANUP(subprocess_output_done) struct subprocess_output output;
    assert_true(subprocess_run(&options, NULL, 0, 100, clock_deadline_ns(5000 * MS), &output, NULL));
    signal(SIGTERM, SIG_DFL);
    assert_string_equal(buffer_text(&output.output), "/usr\nb\n");
    assert_true(output.status.signalled);
    assert_int_equal(output.status.code, SIGTERM);
}

static void waiting_has_a_deadline(void **state)
{
    (void)state;
    const char *const argv[] = {"/bin/sh", "-c", "read line; exit 5", NULL};
    struct subprocess_options options = {.argv = argv, .stdin_stream = SUBPROCESS_PIPE};
    struct subprocess process = SUBPROCESS_INIT;
    assert_true(subprocess_start(&options, &process, NULL));
    assert_int_equal(process.stdout_fd, -1);
    struct subprocess_status status;
    struct error error;
    assert_false(subprocess_wait(&process, clock_deadline_ns(20 * MS), &status, &error));
    assert_int_equal(error.code, ERROR_TIMEOUT);
    assert_int_equal(write(process.stdin_fd, "x\n", 2), 2);
    assert_true(subprocess_wait(&process, clock_deadline_ns(5000 * MS), &status, &error));
    assert_int_equal(status.code, 5);
    assert_false(subprocess_wait(&process, clock_deadline_ns(0), &status, &error));
    subprocess_done(&process);
    subprocess_done(&process);
}

static void both_outputs_share_a_terminal(void **state)
{
    (void)state;
    const char *const argv[] = {"/bin/sh", "-c", "test -t 1 && test -t 2 && echo one; echo two >&2; echo three", NULL};
    struct subprocess_options options = {
        .argv = argv, .stdout_stream = SUBPROCESS_TERMINAL, .stderr_stream = SUBPROCESS_TERMINAL};
    CLEANUP(subprocess_done) struct subprocess process = SUBPROCESS_INIT;
    assert_true(subprocess_start(&options, &process, NULL));
    assert_int_equal(process.stderr_fd, -1);
    char text[64];
    size_t size_bytes = 0;
    ssize_t got;
    while (size_bytes < sizeof text && (got = read(process.stdout_fd, text + size_bytes, sizeof text - size_bytes)) > 0)
        size_bytes += (size_t)got;
    assert_int_equal(size_bytes, 14);
    assert_memory_equal(text, "one\ntwo\nthree\n", 14);
}

static void a_child_can_outlive_its_parent(void **state)
{
    (void)state;
    int ends[2];
    char byte;
    assert_int_equal(pipe(ends), 0);
    pid_t parent = fork();
    if (parent == 0) {
        const char *const argv[] = {"/bin/sh", "-c", "read -r line; printf x >&3", NULL};
        struct subprocess_fd fd = {.parent_fd = ends[1], .child_fd = 3};
        struct subprocess_options options = {
            .argv = argv, .stdin_stream = SUBPROCESS_PIPE, .fds = &fd, .fd_count = 1, .outlives = true};
        struct subprocess process = SUBPROCESS_INIT;
        _exit(!subprocess_start(&options, &process, NULL));
    }
    close(ends[1]);
    assert_int_equal(waitpid(parent, NULL, 0), parent);
    assert_int_equal(read(ends[0], &byte, 1), 1);
    close(ends[0]);
}

static void programs_are_found_by_absolute_entries(void **state)
{
    (void)state;
    CLEANUP(buffer_done) struct buffer path = BUFFER_INIT;
    char *before = strdup(getenv("PATH"));
    setenv("PATH", ":bin:/nonexistent:/bin", 1);
    assert_true(subprocess_find_program("sh", &path, NULL));
    assert_string_equal(buffer_text(&path), "/bin/sh");
    assert_false(subprocess_find_program("", &path, NULL));
    setenv("PATH", "bin:.", 1);
    assert_false(subprocess_find_program("sh", &path, NULL));
    setenv("PATH", before, 1);
    free(before);
    assert_false(subprocess_find_program("/etc/passwd", &path, NULL));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(output_and_status_come_back),
        cmocka_unit_test(a_signal_is_named),
        cmocka_unit_test(much_data_flows_both_ways),
        cmocka_unit_test(a_child_that_does_not_read_is_no_fault),
        cmocka_unit_test(too_much_output_ends_it),
        cmocka_unit_test(the_deadline_ends_the_whole_group),
        cmocka_unit_test(what_a_finished_child_left_running_is_killed),
        cmocka_unit_test(programs_that_do_not_start_are_errors),
        cmocka_unit_test(a_child_gets_its_descriptors_and_no_others),
        cmocka_unit_test(environment_folder_and_signals_are_as_asked),
        cmocka_unit_test(waiting_has_a_deadline),
        cmocka_unit_test(both_outputs_share_a_terminal),
        cmocka_unit_test(a_child_can_outlive_its_parent),
        cmocka_unit_test(programs_are_found_by_absolute_entries),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
