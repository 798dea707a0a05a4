/* Makes, lists and restores backups, and recovers a damaged progress file. */
#include "progress/backup.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "progress/database/database.h"
#include "progress/database/migrations.h"

#define PREFIX "warpschool-"
#define SUFFIX ".db"
#define BEFORE_RESTORE "before-restore"
#define DAY_KEY "backup_day" /* a setting: the day of the last daily check */

enum { FILES_MAX = 10000, DAY_LENGTH = 10, PAGES_AT_ONCE = 1000, BUSY_MS = 5000, TABLES_MAX = 64 };

static inline void sqlite3_close_cleanup(sqlite3 **database)
{
    sqlite3_close_v2(*database);
}

#define CLEANUP_DATABASE __attribute__((cleanup(sqlite3_close_cleanup)))

static inline void close_cleanup(const int *fd)
{
    if (*fd >= 0)
        close(*fd);
}

#define CLEANUP_FD __attribute__((cleanup(close_cleanup)))

static bool open_database(const char *path, int flags, sqlite3 **out_database, struct error *error)
{
    int code = sqlite3_open_v2(path, out_database, flags | SQLITE_OPEN_EXRESCODE, NULL);
    sqlite3_busy_timeout(*out_database, BUSY_MS);
    return code == SQLITE_OK || database_fail_code(code, 0, path, error);
}

/* Copies the whole content. Other programs can use both meanwhile. */
static bool copy_database(sqlite3 *to, sqlite3 *from, const char *path, struct error *error)
{
    sqlite3_backup *copy = sqlite3_backup_init(to, "main", from, "main");
    int code = copy ? SQLITE_OK : sqlite3_extended_errcode(to);
    while (code == SQLITE_OK)
        code = sqlite3_backup_step(copy, PAGES_AT_ONCE);
    int finished = sqlite3_backup_finish(copy);
    return (code == SQLITE_DONE && finished == SQLITE_OK) ||
           database_fail_code(code == SQLITE_DONE ? finished : code, 0, path, error);
}

/* --- backups ---------------------------------------------------------------------------------- */

static const char *path_of(const char *folder, const char *day, struct arena *arena)
{
    return path_join(arena, folder, arena_printf(arena, PREFIX "%s" SUFFIX, day));
}

bool backup_list(const char *folder, struct arena *arena, const char *const **out_days, size_t *out_count,
                 struct error *error)
{
    const char *const *names;
    size_t count, kept = 0;
    *out_count = 0;
    if (!file_is_folder(folder))
        return true;
    if (!file_list_folder(arena, folder, FILES_MAX, &names, &count, error))
        return false;
    const char **days = ARENA_ARRAY(arena, count + 1, const char *);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(names[i]), fixed = strlen(PREFIX) + strlen(SUFFIX);
        if (length > fixed && strncmp(names[i], PREFIX, strlen(PREFIX)) == 0 &&
            strcmp(names[i] + length - strlen(SUFFIX), SUFFIX) == 0)
            days[kept++] = arena_strndup(arena, names[i] + strlen(PREFIX), length - fixed);
    }
    *out_days = days;
    *out_count = kept;
    return true;
}

static bool write_copy(struct store *store, const char *path, struct error *error)
{
    CLEANUP_DATABASE sqlite3 *database = NULL;
    return open_database(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &database, error) &&
           copy_database(database, store->database, path, error);
}

/* The file appears under its name once it is whole and closed. */
static bool write_backup(struct store *store, const char *path, struct arena *arena, struct error *error)
{
    const char *fresh = arena_printf(arena, "%s.%ld", path, (long)getpid());
    remove(fresh);
    if (!write_copy(store, fresh, error)) {
        remove(fresh);
        return false;
    }
    return rename(fresh, path) == 0 || error_set_errno(error, "cannot write the backup '%s'", path);
}

static bool remove_oldest(const char *folder, struct arena *arena, struct error *error)
{
    const char *const *days;
    size_t count, dated = 0;
    if (!backup_list(folder, arena, &days, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        dated += strlen(days[i]) == DAY_LENGTH;
    for (size_t i = 0; i < count && dated > BACKUPS_KEPT; i++)
        if (strlen(days[i]) == DAY_LENGTH) {
            remove(path_of(folder, days[i], arena));
            dated--;
        }
    return true;
}

static bool check_whole(struct store *store, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    CLEANUP(arena_free) struct arena *arena = arena_new();
    bool has_row;
    if (!query_begin(&query, store, "PRAGMA quick_check(1)", error) || !query_next(&query, &has_row, error))
        return false;
    const char *words = has_row ? query_text(&query, 0, arena) : NULL;
    return (words && strcmp(words, "ok") == 0) || database_fail_code(SQLITE_CORRUPT, 0, store->path, error);
}

static const char *today_in(struct arena *arena)
{
    char now[CLOCK_TEXT_BYTES];
    clock_format_utc(clock_wall_ns(), now);
    return arena_strndup(arena, now, DAY_LENGTH);
}

bool backup_begin_day(struct store *store)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *today = today_in(arena), *noted = store_get_setting(store, DAY_KEY, arena);
    return !(noted && strcmp(noted, today) == 0) && store_set_setting(store, DAY_KEY, today, NULL);
}

bool backup_make(struct store *store, const char *folder, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *path = path_of(folder, today_in(arena), arena);
    if (!store_is_durable(store) || store_is_read_only(store) || file_exists(path))
        return true;
    return check_whole(store, error) && file_make_folders(folder, error) && write_backup(store, path, arena, error) &&
           remove_oldest(folder, arena, error);
}

/* Its pages are copied as they are, so what is wrong with it would be wrong with the record. */
static bool check_backup(struct store *backup, struct error *error)
{
    int64_t version, application;
    if (!check_whole(backup, error) || !database_read_integer(backup, "PRAGMA application_id", &application, error) ||
        !database_read_integer(backup, "PRAGMA user_version", &version, error))
        return false;
    if (application != DATABASE_APPLICATION_ID)
        return error_set(error, ERROR_STORE, "the backup is empty, or belongs to another program (%s)", backup->path);
    if (version > progress_migration_count)
        return error_set(error, ERROR_STORE, "the backup was written by a newer warpschool (%s)", backup->path);
    backup->schema_version = (int)version;
    return true;
}

static bool put_in_place(struct store *store, const struct store *backup, struct error *error)
{
    if (!copy_database(store->database, backup->database, backup->path, error))
        return false;
    store->schema_version = backup->schema_version;
    return migrations_apply(store, error);
}

bool backup_find(const char *folder, const char *day, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (!strchr(day, '/') && file_is_regular(path_of(folder, day, arena)))
        return true;
    error_set(error, ERROR_NOT_FOUND, "there is no backup of '%s'", day);
    return error_add_hint(error, "`warpschool progress backups` lists them");
}

bool backup_restore(struct store *store, const char *folder, const char *day, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (!backup_find(folder, day, error))
        return false;
    const char *path = path_of(folder, day, arena);
    if (store_is_read_only(store) || !store_is_durable(store))
        return error_set(error, ERROR_STORE, "the progress file cannot be written");
    struct store backup = {.path = path};
    bool good = open_database(path, SQLITE_OPEN_READONLY, &backup.database, error) && check_backup(&backup, error) &&
                write_backup(store, path_of(folder, BEFORE_RESTORE, arena), arena, error) &&
                put_in_place(store, &backup, error);
    sqlite3_close_v2(backup.database);
    return good;
}

/* The name for SQLite of a file that is only read. A reader then needs no files beside it. */
static const char *immutable_name(const char *path, struct arena *arena)
{
    CLEANUP(buffer_done) struct buffer name = BUFFER_INIT;
    buffer_append_text(&name, "file:");
    for (const char *c = path; *c; c++)
        buffer_printf(&name, strchr("%?#", *c) ? "%%%02x" : "%c", (unsigned)(unsigned char)*c);
    return arena_printf(arena, "%s?immutable=1", buffer_text(&name));
}

static bool read_copy(struct store *memory, const char *path, const char *name, int flags)
{
    struct store file = {.path = path};
    bool good = open_database(name, SQLITE_OPEN_READONLY | flags, &file.database, NULL) && check_backup(&file, NULL) &&
                put_in_place(memory, &file, NULL);
    sqlite3_close_v2(file.database);
    return good;
}

bool backup_read_into(struct store *memory, const char *path)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return file_is_regular(path) &&
           (read_copy(memory, path, path, 0) || read_copy(memory, path, immutable_name(path, arena), SQLITE_OPEN_URI));
}

/* --- recovery --------------------------------------------------------------------------------- */

static bool is_damage(int code)
{
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB;
}

bool backup_is_damaged(const char *path)
{
    CLEANUP_DATABASE sqlite3 *database = NULL;
    sqlite3_stmt *statement = NULL;
    if (!file_is_regular(path))
        return false;
    int code = sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL);
    if (code == SQLITE_OK)
        code = sqlite3_prepare_v2(database, "PRAGMA quick_check(1)", -1, &statement, NULL);
    bool damaged = is_damage(code);
    if (code == SQLITE_OK) {
        code = sqlite3_step(statement);
        const char *words = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
        damaged = is_damage(code) || (words && strcmp(words, "ok") != 0);
    }
    sqlite3_finalize(statement);
    return damaged;
}

static bool is_empty(const char *path)
{
    struct stat file;
    return stat(path, &file) != 0 || file.st_size == 0;
}

static bool has_log(const char *path, struct arena *arena)
{
    return !is_empty(arena_printf(arena, "%s-wal", path));
}

bool backup_is_lost(const char *path, const char *folder)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *const *days;
    size_t count;
    if (!is_empty(path))
        return false;
    return has_log(path, arena) || (file_exists(path) && backup_list(folder, arena, &days, &count, NULL) && count > 0);
}

/* The tables of the schema that this program knows. */
static size_t list_tables(struct store *store, struct arena *arena, const char **out_tables)
{
    CLEANUP(query_done) struct query query = {0};
    size_t count = 0;
    bool has_row;
    if (!query_begin(&query, store, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
                     NULL))
        return 0;
    while (count < TABLES_MAX && query_next(&query, &has_row, NULL) && has_row)
        out_tables[count++] = query_text(&query, 0, arena);
    return count;
}

/* "INSERT OR IGNORE INTO t (a) VALUES (?)" for the columns of a statement. NULL: no such table. */
static sqlite3_stmt *prepare_insert(struct store *store, const char *table, sqlite3_stmt *from)
{
    CLEANUP(buffer_done) struct buffer sql = BUFFER_INIT;
    sqlite3_stmt *insert = NULL;
    int columns = sqlite3_column_count(from);
    buffer_printf(&sql, "INSERT OR IGNORE INTO \"%s\" (", table);
    for (int i = 0; i < columns; i++)
        buffer_printf(&sql, "%s\"%s\"", i ? ", " : "", sqlite3_column_name(from, i));
    buffer_append_text(&sql, ") VALUES (");
    for (int i = 0; i < columns; i++)
        buffer_append_text(&sql, i ? ", ?" : "?");
    buffer_append_text(&sql, ")");
    sqlite3_prepare_v2(store->database, buffer_text(&sql), -1, &insert, NULL);
    return insert;
}

/* Reads rows until the end or the first damaged page. Returns how many were new. */
static size_t take_rows(struct store *store, sqlite3 *from, const char *table, const char *order)
{
    CLEANUP(buffer_done) struct buffer sql = BUFFER_INIT;
    sqlite3_stmt *select = NULL, *insert = NULL;
    size_t count = 0;
    buffer_printf(&sql, "SELECT * FROM \"%s\" ORDER BY rowid %s", table, order);
    if (sqlite3_prepare_v2(from, buffer_text(&sql), -1, &select, NULL) == SQLITE_OK)
        insert = prepare_insert(store, table, select);
    while (insert && sqlite3_step(select) == SQLITE_ROW) {
        for (int i = 0; i < sqlite3_column_count(select); i++)
            sqlite3_bind_value(insert, i + 1, sqlite3_column_value(select, i));
        if (sqlite3_step(insert) == SQLITE_DONE)
            count += (size_t)sqlite3_changes(store->database);
        sqlite3_reset(insert);
    }
    sqlite3_finalize(select);
    sqlite3_finalize(insert);
    return count;
}

/* From both ends: rows behind a damaged page are read backwards. */
static size_t take_database(struct store *store, const char *path)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP_DATABASE sqlite3 *from = NULL;
    const char *tables[TABLES_MAX];
    size_t count = list_tables(store, arena, tables), rows = 0;
    if (!open_database(path, SQLITE_OPEN_READWRITE, &from, NULL))
        return 0;
    for (size_t i = 0; i < count; i++) {
        rows += take_rows(store, from, tables[i], "ASC");
        rows += take_rows(store, from, tables[i], "DESC");
    }
    return rows;
}

static bool take_all(struct store *store, const char *path, const char *folder, struct arena *arena,
                     struct recovery *recovery, struct error *error)
{
    const char *const *days;
    size_t count;
    if (!backup_list(folder, arena, &days, &count, error) ||
        !database_execute(store, "PRAGMA foreign_keys = OFF; BEGIN", error))
        return false;
    if (!recovery->was_lost) /* else SQLite would remove the log, which has no file to belong to */
        recovery->rows = take_database(store, path);
    while (count > 0 && strlen(days[count - 1]) != DAY_LENGTH)
        count--;
    if (count > 0)
        recovery->rows_of_backup = take_database(store, path_of(folder, days[count - 1], arena));
    return migrations_name_attempts(store, error) && database_execute(store, "COMMIT; PRAGMA foreign_keys = ON", error);
}

static void remove_database(const char *path, struct arena *arena)
{
    static const char *const suffixes[] = {"", "-wal", "-shm", "-journal"};
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        remove(arena_printf(arena, "%s%s", path, suffixes[i]));
}

/* A new file with all that can be read. */
static bool write_recovered(const char *fresh, const char *path, const char *folder, struct arena *arena,
                            struct recovery *recovery, struct error *error)
{
    struct store_settings settings = {.path = fresh};
    CLEANUP(store_close) struct store *store = store_open(&settings, error);
    return store && take_all(store, path, folder, arena, recovery, error);
}

/*
 * The new file takes its place once it is whole. Else a full disk would leave an empty record. The
 * next start would take that for the learner's.
 */
static bool replace_damaged(const char *path, const char *folder, struct arena *arena, struct recovery *recovery,
                            struct error *error)
{
    const char *fresh = arena_printf(arena, "%s.recovered", path);
    bool has_rest = !recovery->was_lost || has_log(path, arena); /* an empty file holds nothing to keep */
    remove_database(fresh, arena);
    if (write_recovered(fresh, path, folder, arena, recovery, error) &&
        (!has_rest || store_set_aside(path, arena, &recovery->aside, error)))
        return rename(fresh, path) == 0 || error_set_errno(error, "cannot write '%s'", path);
    remove_database(fresh, arena);
    return false;
}

bool backup_recover(const char *path, const char *folder, struct arena *arena, struct recovery *out_recovery,
                    struct error *error)
{
    struct recovery recovery = {0};
    const char *lock_path = arena_printf(arena, "%s.recovery", path);
    CLEANUP_FD int lock = open(lock_path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (lock < 0 || flock(lock, LOCK_EX) != 0)
        return error_set_errno(error, "cannot lock '%s'", lock_path);
    recovery.was_lost = backup_is_lost(path, folder);
    if ((recovery.was_lost || backup_is_damaged(path)) && !replace_damaged(path, folder, arena, &recovery, error))
        return false;
    *out_recovery = recovery;
    return true;
}
