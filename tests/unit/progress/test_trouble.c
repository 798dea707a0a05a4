/* Tests trouble with progress files: versions, damage, locks, full disks, read-only folders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "progress/backup.h"
#include "progress/database/database.h"
#include "progress/database/migrations.h"
#include "temporary_store.h"

enum { SHORT_TIMEOUT_MS = 50, NOBODY = 65534 };

static bool add(struct store *store, struct error *error)
{
    struct attempt attempt = {.exercise = "a", .status = "wrong", .source = "x"};
    return store_add_attempt(store, &attempt, NULL, error);
}

static size_t count_attempts(struct temporary_store *temporary)
{
    struct attempt *attempts;
    size_t count;
    struct error error = {0};
    assert_true(store_list_attempts(temporary->store, &(struct attempt_query){.limit = 100000}, temporary->arena,
                                    &attempts, &count, &error));
    return count;
}

static void write_file(const char *path, const char *text)
{
    struct error error = {0};
    assert_true(file_write_atomic(path, text, strlen(text), &error));
}

static void test_the_migrations_are_the_files(void **state)
{
    struct temporary_store *temporary = *state;
    assert_true(progress_migration_count >= 3);
    for (int i = 0; i < progress_migration_count; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        struct error error = {0};
        const char *path =
            arena_printf(temporary->arena, "%s/progress/%s.sql", WARPSCHOOL_SOURCE_DIR, progress_migrations[i].name);
        assert_int_equal(progress_migrations[i].number, i + 1);
        assert_true(file_read(path, 1 << 20, &text, &error));
        assert_string_equal(buffer_text(&text), progress_migrations[i].sql);
    }
    assert_int_equal(store_schema_version(temporary->store), progress_migration_count);
}

/* A file of each older version is migrated and keeps its content. */
static void test_an_older_file_is_brought_up(void **state)
{
    struct temporary_store *temporary = *state;
    temporary_store_close(temporary);
    for (int version = 1; version < progress_migration_count; version++) {
        struct error error = {0};
        sqlite3 *database;
        remove(temporary->path);
        assert_int_equal(sqlite3_open(temporary->path, &database), SQLITE_OK);
        for (int i = 0; i < version; i++)
            assert_int_equal(sqlite3_exec(database, progress_migrations[i].sql, NULL, NULL, NULL), SQLITE_OK);
        char *sql = sqlite3_mprintf("PRAGMA user_version = %d; INSERT INTO attempt (exercise, status, seed, started_at)"
                                    " VALUES ('a', 'pass', 1, '2026-01-01T00:00:00Z')",
                                    version);
        assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_free(sql);
        sqlite3_close(database);
        temporary->store = temporary_store_open(temporary, 0, &error);
        assert_non_null(temporary->store);
        assert_int_equal(store_schema_version(temporary->store), progress_migration_count);
        assert_int_equal(count_attempts(temporary), 1);
        temporary_store_close(temporary);
    }
}

/* A file of the version before attempts had ids, with `seeds`, all tried at one time. */
static void open_without_ids(struct temporary_store *temporary, const int *seeds, size_t count)
{
    enum { VERSION = 12 };
    struct error error = {0};
    sqlite3 *database;
    temporary_store_close(temporary);
    remove(temporary->path);
    assert_int_equal(sqlite3_open(temporary->path, &database), SQLITE_OK);
    for (int i = 0; i < VERSION; i++)
        assert_int_equal(sqlite3_exec(database, progress_migrations[i].sql, NULL, NULL, NULL), SQLITE_OK);
    for (size_t i = 0; i < count; i++) {
        char *sql = sqlite3_mprintf("PRAGMA user_version = %d; INSERT INTO attempt (exercise, status, seed, started_at)"
                                    " VALUES ('a', 'pass', %d, '2026-01-01T00:00:00Z')",
                                    VERSION, seeds[i]);
        assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
        sqlite3_free(sql);
    }
    sqlite3_close(database);
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_non_null(temporary->store);
}

static const char *id_of(struct temporary_store *temporary, int64_t number)
{
    struct attempt attempt;
    struct error error = {0};
    assert_true(store_get_attempt(temporary->store, number, temporary->arena, &attempt, &error));
    return attempt.uuid;
}

/* Two machines that have copies of an old attempt must not take them for two. */
static void test_old_attempts_get_the_same_ids_everywhere(void **state)
{
    struct temporary_store *temporary = *state;
    open_without_ids(temporary, (const int[]){5, -7, 5}, 3);
    const char *first = id_of(temporary, 1), *second = id_of(temporary, 2), *third = id_of(temporary, 3);
    assert_string_equal(first, "a 2026-01-01T00:00:00Z 5.0");
    assert_string_equal(second, "a 2026-01-01T00:00:00Z -7.0");
    assert_string_equal(third, "a 2026-01-01T00:00:00Z 5.1");
    open_without_ids(temporary, (const int[]){-7, 5}, 2);
    assert_string_equal(id_of(temporary, 1), second);
    assert_string_equal(id_of(temporary, 2), first);
}

static void test_a_failed_migration_leaves_the_file_as_it_was(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    assert_true(database_execute(temporary->store, "DROP TABLE badge; PRAGMA user_version = 2", &error));
    temporary_store_close(temporary);
    /* the third migration fails: its table exists already */
    assert_null(temporary_store_open(temporary, 0, &error));
    assert_non_null(strstr(error.message, "bringing the progress file to version 3"));
    struct store_settings settings = {.path = temporary->path, .read_only = true};
    assert_null(store_open(&settings, &error));
    assert_non_null(strstr(error.message, "schema 2"));
}

static void test_a_newer_file_is_read_and_not_written(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    assert_true(add(temporary->store, &error));
    assert_true(database_execute(temporary->store, "ALTER TABLE attempt ADD COLUMN mood TEXT; PRAGMA user_version = 99",
                                 &error));
    temporary_store_close(temporary);
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_non_null(temporary->store);
    assert_true(store_is_read_only(temporary->store));
    assert_int_equal(store_schema_version(temporary->store), 99);
    assert_non_null(strstr(store_read_only_reason(temporary->store), "newer warpschool (schema 99"));
    assert_int_equal(count_attempts(temporary), 1);
    assert_false(add(temporary->store, &error));
    assert_int_equal(error.code, ERROR_STORE);
    assert_non_null(strstr(error.message, "newer warpschool"));
    assert_true(error.hint[0] != '\0');
    assert_int_equal(count_attempts(temporary), 1);
}

static void test_a_damaged_file_is_left_as_it_is(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    const char *aside;
    temporary_store_close(temporary);
    write_file(temporary->path,
               "this is no database, and longer than its header would be ..............................");
    assert_null(temporary_store_open(temporary, 0, &error));
    assert_int_equal(error.code, ERROR_STORE);
    assert_non_null(strstr(error.message, "damaged"));
    assert_non_null(strstr(error.hint, ".damaged"));
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    assert_true(file_read(temporary->path, 4096, &text, &error));
    assert_memory_equal(text.data, "this is no database", 19);
    assert_true(store_set_aside(temporary->path, temporary->arena, &aside, &error));
    assert_true(file_is_regular(aside));
    temporary->store = temporary_store_open(temporary, 0, &error);
    assert_non_null(temporary->store);
}

static void test_damage_inside_is_an_error(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    assert_true(database_execute(temporary->store, "PRAGMA synchronous = OFF", &error)); /* for speed */
    for (int i = 0; i < 200; i++)
        assert_true(add(temporary->store, &error));
    temporary_store_close(temporary);
    FILE *file = fopen(temporary->path, "r+b");
    assert_non_null(file);
    fseek(file, 0, SEEK_END);
    long size_bytes = ftell(file);
    char noise[512];
    memset(noise, 0xA5, sizeof noise);
    for (long at = 8192; at + (long)sizeof noise < size_bytes; at += 4096) {
        fseek(file, at, SEEK_SET);
        fwrite(noise, 1, sizeof noise, file);
    }
    fclose(file);
    struct attempt *attempts;
    size_t count = 0;
    temporary->store = temporary_store_open(temporary, 0, &error);
    bool good = temporary->store &&
                store_list_attempts(temporary->store, &(struct attempt_query){.limit = 1000, .is_whole = true},
                                    temporary->arena, &attempts, &count, &error);
    assert_false(good);
    assert_int_equal(error.code, ERROR_STORE);
    assert_non_null(strstr(error.message, "damaged"));
}

static void test_a_foreign_database_is_not_touched(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    sqlite3 *database;
    temporary_store_close(temporary);
    temporary->path = path_join(temporary->arena, temporary->folder, "mail.db");
    assert_int_equal(sqlite3_open(temporary->path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, "CREATE TABLE mail (text TEXT)", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
    assert_null(temporary_store_open(temporary, 0, &error));
    assert_non_null(strstr(error.message, "not one of warpschool"));
}

static void test_a_locked_file_is_waited_for_and_then_named(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    struct store *other = temporary_store_open(temporary, SHORT_TIMEOUT_MS, &error);
    assert_non_null(other);
    assert_true(database_execute(temporary->store, "BEGIN IMMEDIATE", &error));
    assert_false(add(other, &error));
    assert_int_equal(error.code, ERROR_TIMEOUT);
    assert_non_null(strstr(error.message, "locked"));
    assert_true(error.hint[0] != '\0');
    assert_true(database_execute(temporary->store, "COMMIT", &error));
    assert_true(add(other, &error));
    store_close(other);
}

static void test_a_full_disk_loses_nothing_recorded(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    int64_t pages;
    assert_true(add(temporary->store, &error));
    assert_true(database_read_integer(temporary->store, "PRAGMA page_count", &pages, &error));
    char sql[64];
    snprintf(sql, sizeof sql, "PRAGMA max_page_count = %d", (int)pages);
    assert_true(database_execute(temporary->store, sql, &error));
    char *large = calloc(1, 100001);
    assert_non_null(large);
    memset(large, 'x', 100000);
    struct attempt attempt = {.exercise = "a", .status = "pass", .source = large};
    assert_false(store_add_attempt(temporary->store, &attempt, NULL, &error));
    assert_int_equal(error.code, ERROR_STORE);
    assert_non_null(strstr(error.message, "disk is full"));
    assert_true(error.hint[0] != '\0');
    assert_int_equal(count_attempts(temporary), 1);
    assert_true(database_execute(temporary->store, "PRAGMA max_page_count = 100000", &error));
    assert_true(store_add_attempt(temporary->store, &attempt, NULL, &error));
    free(large);
    assert_int_equal(count_attempts(temporary), 2);
}

static void test_what_is_too_large_is_refused(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    size_t size_bytes = 65 * 1024 * 1024;
    char *large = malloc(size_bytes + 1);
    assert_non_null(large);
    memset(large, 'x', size_bytes);
    large[size_bytes] = '\0';
    struct attempt attempt = {.exercise = "a", .status = "pass", .source = large};
    assert_false(store_add_attempt(temporary->store, &attempt, NULL, &error));
    free(large);
    assert_int_equal(error.code, ERROR_MEMORY);
    assert_int_equal(count_attempts(temporary), 0);
}

/* Runs `check` in a child without privileges, since root may write everywhere. */
static int as_nobody(bool (*check)(const struct temporary_store *), const struct temporary_store *temporary)
{
    pid_t child = fork();
    if (child == 0) {
        if (geteuid() == 0 && (setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
            _exit(2);
        _exit(check(temporary) ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool read_only_home_is_explained(const struct temporary_store *temporary)
{
    struct error error = {0};
    struct store_settings settings = {.path =
                                          path_join(temporary->arena, temporary->folder, "home/state/warpschool.db")};
    if (store_open(&settings, &error) || error.code != ERROR_STORE || !error.hint[0])
        return false;
    CLEANUP(store_close) struct store *store = store_open_memory(&error);
    struct attempt attempt = {.exercise = "a", .status = "pass"};
    return store && !store_is_durable(store) && store_add_attempt(store, &attempt, NULL, &error);
}

static bool read_only_file_is_explained(const struct temporary_store *temporary)
{
    struct error error = {0};
    struct store_settings settings = {.path = temporary->path};
    if (store_open(&settings, &error))
        return false;
    return error.code == ERROR_STORE && error.hint[0] && strstr(error.message, "cannot be");
}

static void test_a_read_only_home_is_explained(void **state)
{
    struct temporary_store *temporary = *state;
    const char *home = path_join(temporary->arena, temporary->folder, "home");
    assert_int_equal(chmod(temporary->folder, 0755), 0);
    assert_int_equal(mkdir(home, 0555), 0);
    assert_int_equal(as_nobody(read_only_home_is_explained, temporary), 0);
}

static void test_a_read_only_file_is_explained(void **state)
{
    struct temporary_store *temporary = *state;
    temporary_store_close(temporary);
    assert_int_equal(chmod(temporary->folder, 0755), 0);
    assert_int_equal(chmod(temporary->path, 0444), 0);
    assert_int_equal(as_nobody(read_only_file_is_explained, temporary), 0);
}

static bool read_only_record_is_read(const struct temporary_store *temporary)
{
    struct error error = {0};
    struct attempt *attempts;
    size_t count;
    CLEANUP(store_close) struct store *store = store_open_memory(&error);
    return store && backup_read_into(store, temporary->path) &&
           store_list_attempts(store, &(struct attempt_query){.limit = 10}, temporary->arena, &attempts, &count,
                               &error) &&
           count == 1 && add(store, &error) && !store_is_durable(store);
}

/* SQLite makes files beside a record that it reads, which this folder does not allow. */
static void test_a_read_only_record_can_be_read(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    assert_true(add(temporary->store, &error));
    temporary_store_close(temporary);
    const char *folder = path_folder(temporary->arena, temporary->path);
    const char *odd = path_join(temporary->arena, temporary->folder, "50% #1?");
    assert_int_equal(rename(folder, odd), 0);
    temporary->path = path_join(temporary->arena, odd, "warpschool.db");
    assert_int_equal(chmod(temporary->folder, 0755), 0);
    assert_int_equal(chmod(odd, 0555), 0);
    assert_int_equal(as_nobody(read_only_record_is_read, temporary), 0);
    CLEANUP(store_close) struct store *store = store_open_memory(&error);
    assert_false(backup_read_into(store, odd));
    assert_int_equal(chmod(odd, 0755), 0);
}

static void test_a_store_in_memory_says_so(void **state)
{
    (void)state;
    struct error error = {0};
    CLEANUP(store_close) struct store *store = store_open_memory(&error);
    assert_non_null(store);
    assert_false(store_is_durable(store));
    assert_false(store_is_read_only(store));
    assert_true(add(store, &error));
}

static void test_reading_only_reads(void **state)
{
    struct temporary_store *temporary = *state;
    struct error error = {0};
    assert_true(add(temporary->store, &error));
    temporary_store_close(temporary);
    struct store_settings settings = {.path = temporary->path, .read_only = true};
    temporary->store = store_open(&settings, &error);
    assert_non_null(temporary->store);
    assert_int_equal(count_attempts(temporary), 1);
    assert_false(add(temporary->store, &error));
    temporary_store_close(temporary);
    settings.path = path_join(temporary->arena, temporary->folder, "none.db");
    assert_null(store_open(&settings, &error));
    assert_false(file_exists(settings.path));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        STORE_TEST(test_the_migrations_are_the_files),
        STORE_TEST(test_an_older_file_is_brought_up),
        STORE_TEST(test_old_attempts_get_the_same_ids_everywhere),
        STORE_TEST(test_a_failed_migration_leaves_the_file_as_it_was),
        STORE_TEST(test_a_newer_file_is_read_and_not_written),
        STORE_TEST(test_a_damaged_file_is_left_as_it_is),
        STORE_TEST(test_damage_inside_is_an_error),
        STORE_TEST(test_a_foreign_database_is_not_touched),
        STORE_TEST(test_a_locked_file_is_waited_for_and_then_named),
        STORE_TEST(test_a_full_disk_loses_nothing_recorded),
        STORE_TEST(test_what_is_too_large_is_refused),
        STORE_TEST(test_a_read_only_home_is_explained),
        STORE_TEST(test_a_read_only_file_is_explained),
        STORE_TEST(test_a_read_only_record_can_be_read),
        cmocka_unit_test(test_a_store_in_memory_says_so),
        STORE_TEST(test_reading_only_reads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
