/* Tests backups of the progress file, restoring one, and what is saved of a damaged file. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "progress/backup.h"
#include "progress/database/database.h"
#include "progress/database/migrations.h"
#include "temporary_store.h"

enum { ATTEMPTS = 300, PAGE_BYTES = 4096 };

static const char *folder_of(const struct temporary_store *temporary)
{
    return path_join(temporary->arena, temporary->folder, "state/backups");
}

static void add(struct temporary_store *temporary, int count)
{
    char source[600];
    memset(source, 'x', sizeof source);
    source[sizeof source - 1] = '\0';
    struct error error = {0};
    assert_true(database_execute(temporary->store, "PRAGMA synchronous = OFF", &error)); /* for speed */
    for (int i = 0; i < count; i++) {
        struct attempt attempt = {.exercise = "a", .status = "wrong", .source = source};
        assert_true(store_add_attempt(temporary->store, &attempt, NULL, &error));
    }
}

static size_t count_attempts(const struct temporary_store *temporary)
{
    struct attempt *attempts;
    size_t count;
    struct error error = {0};
    assert_true(store_list_attempts(temporary->store, &(struct attempt_query){.limit = 100000}, temporary->arena,
                                    &attempts, &count, &error));
    return count;
}

static size_t count_backups(const struct temporary_store *temporary, const char **out_newest)
{
    const char *const *days;
    size_t count;
    struct error error = {0};
    assert_true(backup_list(folder_of(temporary), temporary->arena, &days, &count, &error));
    if (count > 0 && out_newest)
        *out_newest = days[count - 1];
    return count;
}

static void copy_to_day(const struct temporary_store *temporary, const char *from, const char *to)
{
    CLEANUP(buffer_done) struct buffer bytes = BUFFER_INIT;
    struct error error = {0};
    const char *folder = folder_of(temporary);
    const char *source = arena_printf(temporary->arena, "%s/warpschool-%s.db", folder, from);
    const char *target = arena_printf(temporary->arena, "%s/warpschool-%s.db", folder, to);
    assert_true(file_read(source, 1 << 24, &bytes, &error));
    assert_true(file_write_atomic(target, bytes.data, bytes.size_bytes, &error));
}

static void test_one_a_day_and_seven_kept(void **state)
{
    struct temporary_store *temporary = *state;
    const char *folder = folder_of(temporary), *today = NULL;
    struct error error = {0};
    assert_int_equal(count_backups(temporary, NULL), 0);
    assert_true(backup_make(temporary->store, folder, &error));
    assert_true(backup_make(temporary->store, folder, &error));
    assert_int_equal(count_backups(temporary, &today), 1);
    for (int day = 1; day <= 9; day++)
        copy_to_day(temporary, today, arena_printf(temporary->arena, "2026-01-0%d", day));
    remove(arena_printf(temporary->arena, "%s/warpschool-%s.db", folder, today));
    assert_true(backup_make(temporary->store, folder, &error));
    assert_int_equal(count_backups(temporary, NULL), BACKUPS_KEPT);
    const char *const *days;
    size_t count;
    assert_true(backup_list(folder, temporary->arena, &days, &count, &error));
    assert_string_equal(days[0], "2026-01-04");
    assert_string_equal(days[count - 1], today);
}

/* Also where the folder cannot be written, and for a second program. */
static void test_a_day_begins_once(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    assert_true(file_write_atomic(folder_of(temporary), "x", 1, &error)); /* a file in the folder's place */
    assert_true(backup_begin_day(temporary->store));
    assert_false(backup_make(temporary->store, folder_of(temporary), &error));
    assert_false(backup_begin_day(temporary->store));
    CLEANUP(store_close) struct store *other = temporary_store_open(temporary, 0, &error);
    assert_false(backup_begin_day(other));
    assert_true(store_set_setting(other, "backup_day", "2020-01-01", &error));
    assert_true(backup_begin_day(temporary->store));
}

static void test_restore_goes_back_and_keeps_what_was_there(void **state)
{
    struct temporary_store *temporary = *state;
    const char *folder = folder_of(temporary), *today = NULL;
    struct error error = {0};
    add(temporary, 3);
    assert_true(backup_make(temporary->store, folder, &error));
    count_backups(temporary, &today);
    add(temporary, 2);
    assert_false(backup_restore(temporary->store, folder, "2020-01-01", &error));
    assert_int_equal(error.code, ERROR_NOT_FOUND);
    assert_false(backup_restore(temporary->store, folder, "../x", &error));
    assert_int_equal(count_attempts(temporary), 5);
    assert_true(backup_restore(temporary->store, folder, today, &error));
    assert_int_equal(count_attempts(temporary), 3);
    assert_true(backup_restore(temporary->store, folder, "before-restore", &error));
    assert_int_equal(count_attempts(temporary), 5);
}

/* Overwrites pages in the middle of a file. */
static void damage_file(const char *path, long first_page, long pages)
{
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    char noise[PAGE_BYTES];
    memset(noise, 0xA5, sizeof noise);
    for (long page = first_page; page < first_page + pages; page++) {
        fseek(file, page * PAGE_BYTES, SEEK_SET);
        fwrite(noise, 1, sizeof noise, file);
    }
    fclose(file);
}

static void damage(const struct temporary_store *temporary, long first_page, long pages)
{
    damage_file(temporary->path, first_page, pages);
}

/* The path of a backup of the store, under the day "2026-01-01". */
static const char *make_backup(struct temporary_store *temporary)
{
    const char *today = NULL;
    struct error error = {0};
    assert_true(backup_make(temporary->store, folder_of(temporary), &error));
    count_backups(temporary, &today);
    copy_to_day(temporary, today, "2026-01-01");
    return path_join(temporary->arena, folder_of(temporary), "warpschool-2026-01-01.db");
}

/* `words`: in the message. */
static void assert_refused(struct temporary_store *temporary, const char *words)
{
    struct error error = {0};
    size_t backups = count_backups(temporary, NULL);
    assert_false(backup_restore(temporary->store, folder_of(temporary), "2026-01-01", &error));
    assert_int_equal(error.code, ERROR_STORE);
    assert_non_null(strstr(error.message, words));
    assert_int_equal(count_backups(temporary, NULL), backups);
    assert_int_equal(count_attempts(temporary), ATTEMPTS + 1);
    add(temporary, 1);
    assert_int_equal(count_attempts(temporary), ATTEMPTS + 2);
}

static void test_a_damaged_backup_is_refused(void **state)
{
    struct temporary_store *temporary = *state;
    add(temporary, ATTEMPTS);
    const char *path = make_backup(temporary);
    damage_file(path, 30, 2);
    add(temporary, 1);
    assert_refused(temporary, "damaged");
}

static void test_an_empty_backup_is_refused(void **state)
{
    struct temporary_store *temporary = *state;
    add(temporary, ATTEMPTS);
    assert_int_equal(truncate(make_backup(temporary), 0), 0);
    add(temporary, 1);
    assert_refused(temporary, "empty");
}

static void test_a_newer_backup_is_refused(void **state)
{
    struct temporary_store *temporary = *state;
    sqlite3 *database = NULL;
    add(temporary, ATTEMPTS);
    assert_int_equal(sqlite3_open(make_backup(temporary), &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, "PRAGMA user_version = 1000", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
    add(temporary, 1);
    assert_refused(temporary, "newer");
}

static void test_an_older_backup_gets_the_present_schema(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    sqlite3 *database = NULL;
    const char *path = make_backup(temporary);
    assert_int_equal(remove(path), 0);
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, progress_migrations[0].sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, "PRAGMA user_version = 1", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
    assert_true(backup_restore(temporary->store, folder_of(temporary), "2026-01-01", &error));
    assert_int_equal(store_schema_version(temporary->store), progress_migration_count);
    add(temporary, 1);
    assert_int_equal(count_attempts(temporary), 1);
    const struct step_outcome outcome = {.answer = "a", .right = true, .seconds = 1};
    assert_true(store_set_step_outcome(temporary->store, "w01-hello-grid", 1, &outcome, &error));
}

/* Another shell that writes for long does not keep a restore waiting for ever. */
static void test_a_restore_gives_up_beside_a_writer(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    add(temporary, ATTEMPTS);
    make_backup(temporary);
    add(temporary, 1);
    CLEANUP(store_close) struct store *writer = temporary_store_open(temporary, 0, &error);
    temporary_store_close(temporary);
    temporary->store = temporary_store_open(temporary, 50, &error);
    assert_true(database_execute(writer, "BEGIN IMMEDIATE", &error));
    assert_false(backup_restore(temporary->store, folder_of(temporary), "2026-01-01", &error));
    assert_true(database_execute(writer, "COMMIT", &error));
    assert_int_equal(count_attempts(temporary), ATTEMPTS + 1);
    assert_true(backup_restore(temporary->store, folder_of(temporary), "2026-01-01", &error));
    assert_int_equal(count_attempts(temporary), ATTEMPTS);
}

static void test_damage_inside_costs_only_what_is_damaged(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    struct recovery recovery;
    add(temporary, ATTEMPTS);
    temporary_store_close(temporary);
    assert_false(backup_is_damaged(temporary->path));
    damage(temporary, 30, 2);
    assert_true(backup_is_damaged(temporary->path));
    assert_true(backup_recover(temporary->path, folder_of(temporary), temporary->arena, &recovery, &error));
    assert_true(file_is_regular(recovery.aside));
    assert_false(backup_is_damaged(temporary->path));
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_non_null(temporary->store);
    size_t count = count_attempts(temporary);
    assert_in_range(count, ATTEMPTS - 30, ATTEMPTS - 1);
    assert_int_equal(recovery.rows_of_backup, 0);
    assert_true(recovery.rows >= count);
    assert_true(backup_recover(temporary->path, folder_of(temporary), temporary->arena, &recovery, &error));
    assert_null(recovery.aside);
}

static void test_the_backup_fills_the_gap(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    struct recovery recovery;
    add(temporary, ATTEMPTS);
    assert_true(backup_make(temporary->store, folder_of(temporary), &error));
    add(temporary, 5);
    temporary_store_close(temporary);
    damage(temporary, 30, 2);
    assert_true(backup_recover(temporary->path, folder_of(temporary), temporary->arena, &recovery, &error));
    assert_true(recovery.rows_of_backup > 0);
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_int_equal(count_attempts(temporary), ATTEMPTS + 5);
}

static void test_a_file_that_is_all_noise_comes_from_the_backup(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    struct recovery recovery;
    add(temporary, 4);
    assert_true(backup_make(temporary->store, folder_of(temporary), &error));
    temporary_store_close(temporary);
    damage(temporary, 0, 8);
    assert_true(backup_recover(temporary->path, folder_of(temporary), temporary->arena, &recovery, &error));
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_int_equal(count_attempts(temporary), 4);
}

/* The rows of an old backup get ids, as a migration would have given them. */
static void test_rows_of_an_old_backup_get_ids(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    struct recovery recovery;
    sqlite3 *database = NULL;
    struct attempt attempt;
    const char *today = NULL;
    assert_true(backup_make(temporary->store, folder_of(temporary), &error));
    count_backups(temporary, &today);
    const char *path = arena_printf(temporary->arena, "%s/warpschool-%s.db", folder_of(temporary), today);
    assert_int_equal(remove(path), 0);
    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, progress_migrations[0].sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database,
                                  "INSERT INTO attempt (exercise, status, seed, started_at)"
                                  " VALUES ('a', 'pass', 5, '2026-01-01T00:00:00Z'); PRAGMA user_version = 1",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    sqlite3_close(database);
    temporary_store_close(temporary);
    damage(temporary, 0, 8);
    assert_true(backup_recover(temporary->path, folder_of(temporary), temporary->arena, &recovery, &error));
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_true(store_get_attempt(temporary->store, 1, temporary->arena, &attempt, &error));
    assert_string_equal(attempt.uuid, "a 2026-01-01T00:00:00Z 5.0");
}

static void test_a_damaged_store_replaces_no_backup(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    add(temporary, ATTEMPTS);
    temporary_store_close(temporary);
    damage(temporary, 30, 2);
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_non_null(temporary->store);
    assert_false(backup_make(temporary->store, folder_of(temporary), &error));
    assert_int_equal(error.code, ERROR_STORE);
    assert_int_equal(count_backups(temporary, NULL), 0);
}

static void test_an_empty_file_comes_from_the_backup(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    struct recovery recovery;
    add(temporary, 4);
    assert_false(backup_is_lost(temporary->path, folder_of(temporary)));
    assert_true(backup_make(temporary->store, folder_of(temporary), &error));
    temporary_store_close(temporary);
    assert_int_equal(truncate(temporary->path, 0), 0);
    assert_true(backup_is_lost(temporary->path, folder_of(temporary)));
    assert_true(backup_recover(temporary->path, folder_of(temporary), temporary->arena, &recovery, &error));
    assert_null(recovery.aside);
    assert_true(recovery.rows_of_backup >= 4);
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_int_equal(count_attempts(temporary), 4);
    assert_true(backup_recover(temporary->path, folder_of(temporary), temporary->arena, &recovery, &error));
    assert_false(recovery.was_lost);
}

/* A log alone is kept, since SQLite would remove it. A first start has neither. */
static void test_a_log_without_its_file_is_kept(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    struct recovery recovery;
    const char *log = arena_printf(temporary->arena, "%s-wal", temporary->path);
    add(temporary, 4);
    assert_true(backup_make(temporary->store, folder_of(temporary), &error));
    temporary_store_close(temporary);
    assert_int_equal(remove(temporary->path), 0);
    assert_false(backup_is_lost(temporary->path, folder_of(temporary)));
    assert_true(file_write_atomic(log, "a log", 5, &error));
    assert_true(backup_is_lost(temporary->path, folder_of(temporary)));
    assert_true(backup_recover(temporary->path, folder_of(temporary), temporary->arena, &recovery, &error));
    assert_true(file_is_regular(arena_printf(temporary->arena, "%s-wal", recovery.aside)));
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_int_equal(count_attempts(temporary), 4);
}

/* It cannot list the backups here. A full disk is another reason. */
static void test_a_recovery_that_fails_changes_nothing(void **state)
{
    enum { TOO_MANY = 10001 };
    struct temporary_store *temporary = *state;
    struct recovery recovery;
    struct error error = {0};
    add(temporary, ATTEMPTS);
    temporary_store_close(temporary);
    damage(temporary, 30, 2);
    assert_true(file_make_folders(folder_of(temporary), &error));
    for (int i = 0; i < TOO_MANY; i++) {
        const char *name = arena_printf(temporary->arena, "%d", i);
        int file = open(path_join(temporary->arena, folder_of(temporary), name), O_CREAT | O_WRONLY, 0600);
        assert_true(file >= 0);
        close(file);
    }
    assert_false(backup_recover(temporary->path, folder_of(temporary), temporary->arena, &recovery, &error));
    assert_true(backup_is_damaged(temporary->path));
    assert_true(file_remove_tree(folder_of(temporary), &error));
    assert_true(backup_recover(temporary->path, folder_of(temporary), temporary->arena, &recovery, &error));
    assert_true(recovery.rows > 0);
    assert_false(backup_is_damaged(temporary->path));
}

/* One of several programs recovers; all of them find the same record. */
static void test_many_recover_at_once(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    add(temporary, 40);
    assert_true(backup_make(temporary->store, folder_of(temporary), &error));
    temporary_store_close(temporary);
    damage(temporary, 0, 3);
    for (int i = 0; i < 4; i++)
        if (fork() == 0) {
            struct recovery recovery;
            CLEANUP(arena_free) struct arena *arena = arena_new();
            _exit(!backup_recover(temporary->path, folder_of(temporary), arena, &recovery, NULL));
        }
    for (int i = 0, status; i < 4; i++) {
        assert_true(wait(&status) > 0);
        assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_int_equal(count_attempts(temporary), 40);
}

/* As on a folder of another machine: no -wal file, and two programs still work. */
static void test_a_shared_store_has_no_wal(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    struct store_settings settings = {.path = path_join(temporary->arena, temporary->folder, "nfs/warpschool.db"),
                                      .is_shared = true};
    CLEANUP(store_close) struct store *first = store_open(&settings, &error), *second = store_open(&settings, &error);
    assert_non_null(first);
    assert_non_null(second);
    struct attempt attempt = {.exercise = "a", .status = "wrong", .source = "x"};
    assert_true(store_add_attempt(first, &attempt, NULL, &error));
    assert_true(store_add_attempt(second, &attempt, NULL, &error));
    assert_false(file_exists(arena_printf(temporary->arena, "%s-wal", settings.path)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_one_a_day_and_seven_kept),
        STORE_TEST(test_a_day_begins_once),
        STORE_TEST(test_restore_goes_back_and_keeps_what_was_there),
        STORE_TEST(test_a_damaged_backup_is_refused),
        STORE_TEST(test_an_empty_backup_is_refused),
        STORE_TEST(test_a_newer_backup_is_refused),
        STORE_TEST(test_an_older_backup_gets_the_present_schema),
        STORE_TEST(test_a_restore_gives_up_beside_a_writer),
        STORE_TEST(test_damage_inside_costs_only_what_is_damaged),
        STORE_TEST(test_the_backup_fills_the_gap),
        STORE_TEST(test_a_file_that_is_all_noise_comes_from_the_backup),
        STORE_TEST(test_rows_of_an_old_backup_get_ids),
        STORE_TEST(test_a_damaged_store_replaces_no_backup),
        STORE_TEST(test_an_empty_file_comes_from_the_backup),
        STORE_TEST(test_a_log_without_its_file_is_kept),
        STORE_TEST(test_a_recovery_that_fails_changes_nothing),
        STORE_TEST(test_many_recover_at_once),
        STORE_TEST(test_a_shared_store_has_no_wal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
