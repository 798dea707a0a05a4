/* Tests several processes on one progress file, some of them killed while they write. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "progress/database/database.h"
#include "progress/database/migrations.h"
#include "temporary_store.h"

enum { KILLS = 6, WRITERS = 2, WRITES = 25, KILL_FIRST_US = 5000, KILL_STEP_US = 7000 };
enum { OPENING_KILLS = 12, OPENING_STEP_US = 400 };

/* Writes attempts until it is killed. It sends an id once the store acknowledged the attempt. */
static void write_until_killed(const struct temporary_store *temporary, int pipe_end)
{
    struct error error = {0};
    struct store *store = temporary_store_open(temporary, 0, &error);
    if (!store)
        _exit(1);
    struct attempt attempt = {.exercise = "a", .status = "wrong", .source = "some text", .verdict_json = "{}"};
    for (int64_t id; store_add_attempt(store, &attempt, &id, &error);)
        if (write(pipe_end, &id, sizeof id) != sizeof id)
            break;
    _exit(1);
}

/* Kills a writer. Returns the last acknowledged id; all ids are consecutive. */
static int64_t kill_one_writer(const struct temporary_store *temporary, useconds_t after_us)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        write_until_killed(temporary, ends[1]);
    }
    close(ends[1]);
    int64_t last = 0, id;
    if (read(ends[0], &id, sizeof id) == sizeof id)
        last = id;
    usleep(after_us);
    kill(child, SIGKILL);
    while (read(ends[0], &id, sizeof id) == sizeof id)
        last = id;
    close(ends[0]);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
    return last;
}

static void test_kill_loses_nothing_acknowledged(void **state)
{
    struct temporary_store *temporary = *state;
    temporary_store_close(temporary);
    int64_t total = 0;
    const char *wanted = getenv("WARPSCHOOL_TEST_KILLS");
    int kills = wanted ? atoi(wanted) : KILLS;
    for (int round = 0; round < kills; round++) {
        int64_t last = kill_one_writer(temporary, KILL_FIRST_US + (useconds_t)(round % KILLS) * KILL_STEP_US);
        assert_true(last > total);
        struct error error = {0};
        struct exercise_progress progress;
        temporary->store = temporary_store_open(temporary, 0, &error);
        assert_non_null(temporary->store);
        int64_t kept, highest;
        assert_true(database_read_integer(temporary->store, "SELECT count(*) FROM attempt", &kept, &error));
        assert_true(database_read_integer(temporary->store, "SELECT max(id) FROM attempt", &highest, &error));
        assert_int_equal(kept, highest);
        /* The last write may have lost its acknowledgement. */
        assert_true(kept == last || kept == last + 1);
        assert_true(store_get_exercise(temporary->store, "a", temporary->arena, &progress, &error));
        assert_int_equal(progress.attempts, kept);
        temporary_store_close(temporary);
        total = kept;
    }
    struct error error = {0};
    temporary->store = temporary_store_open(temporary, 0, &error);
    int64_t problems;
    assert_true(database_read_integer(temporary->store,
                                      "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
                                      &problems, &error));
    assert_int_equal(problems, 0);
}

/* A kill while the file is created or migrated must leave a file that opens with a whole schema. */
static void test_kill_while_opening_leaves_a_usable_file(void **state)
{
    struct temporary_store *temporary = *state;
    temporary_store_close(temporary);
    for (int round = 0; round < OPENING_KILLS; round++) {
        struct error error = {0};
        assert_true(file_remove_tree(path_folder(temporary->arena, temporary->path), &error));
        pid_t child = fork();
        if (child == 0) {
            temporary_store_open(temporary, 0, &error);
            pause();
            _exit(0);
        }
        usleep((useconds_t)round * OPENING_STEP_US);
        kill(child, SIGKILL);
        waitpid(child, NULL, 0);
        temporary->store = temporary_store_open(temporary, 0, &error);
        if (!temporary->store)
            fail_msg("round %d: %s", round, error.message);
        assert_int_equal(store_schema_version(temporary->store), progress_migration_count);
        temporary_store_close(temporary);
    }
}

static void write_some(const struct temporary_store *temporary, int start_pipe)
{
    char go;
    struct error error = {0};
    if (read(start_pipe, &go, 1) != 0) /* end of file: all start now */
        _exit(1);
    struct store *store = temporary_store_open(temporary, 0, &error);
    bool good = store != NULL;
    struct attempt attempt = {.exercise = "a", .status = "wrong"};
    for (int i = 0; good && i < WRITES; i++)
        good = store_add_attempt(store, &attempt, NULL, &error) && store_set_position(store, "lesson", i, &error);
    store_close(store);
    _exit(good ? 0 : 1);
}

/* The file does not exist yet, so both processes also create it. */
static void test_two_processes_write_at_once(void **state)
{
    struct temporary_store *temporary = *state;
    temporary_store_close(temporary);
    struct error error = {0};
    assert_true(file_remove_tree(path_folder(temporary->arena, temporary->path), &error));
    int start[2];
    pid_t writers[WRITERS];
    assert_int_equal(pipe(start), 0);
    for (int i = 0; i < WRITERS; i++) {
        writers[i] = fork();
        if (writers[i] == 0) {
            close(start[1]);
            write_some(temporary, start[0]);
        }
    }
    close(start[0]);
    close(start[1]);
    for (int i = 0; i < WRITERS; i++) {
        int status;
        assert_int_equal(waitpid(writers[i], &status, 0), writers[i]);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    temporary->store = temporary_store_open(temporary, 0, &error);
    struct exercise_progress progress;
    assert_true(store_get_exercise(temporary->store, "a", temporary->arena, &progress, &error));
    assert_int_equal(progress.attempts, WRITERS * WRITES);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_kill_loses_nothing_acknowledged),
        STORE_TEST(test_kill_while_opening_leaves_a_usable_file),
        STORE_TEST(test_two_processes_write_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
