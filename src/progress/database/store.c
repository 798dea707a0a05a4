/* The store: opens its file, checks its identity and version, and moves damaged files aside. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/i18n.h"
#include "progress/database/database.h"
#include "progress/database/migrations.h"

enum {
    BUSY_TIMEOUT_MS = 5000,
    RECORD_MAX_BYTES = 64 * 1024 * 1024,
    WAL_RETRY_US = 20 * 1000,
};

static struct store *store_new(const char *path)
{
    struct arena *arena = arena_new();
    struct store *store = ARENA_NEW(arena, struct store);
    store->arena = arena;
    store->path = arena_strdup(arena, path);
    store->read_only_reason = "";
    return store;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    sqlite3_close_v2(store->database);
    arena_free(store->arena);
}

static bool connect(struct store *store, int flags, int busy_timeout_ms, struct error *error)
{
    sqlite3_close_v2(store->database);
    store->database = NULL;
    int code = sqlite3_open_v2(store->path, &store->database, flags | SQLITE_OPEN_EXRESCODE, NULL);
    if (code != SQLITE_OK) {
        int system_errno = store->database ? sqlite3_system_errno(store->database) : ENOMEM;
        return database_fail_code(code, system_errno, store->path, error);
    }
    sqlite3_busy_timeout(store->database, busy_timeout_ms);
    sqlite3_limit(store->database, SQLITE_LIMIT_LENGTH, RECORD_MAX_BYTES);
    sqlite3_db_config(store->database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return database_execute(store, "PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON", error);
}

/* The first read of the file. It finds a damaged or foreign file. */
static bool read_identity(struct store *store, struct error *error)
{
    int64_t version, application, objects;
    /* One snapshot: another process can be making the tables at this moment. */
    if (!database_execute(store, "BEGIN", error) ||
        !database_read_integer(store, "SELECT count(*) FROM sqlite_master", &objects, error) ||
        !database_read_integer(store, "PRAGMA user_version", &version, error) ||
        !database_read_integer(store, "PRAGMA application_id", &application, error) ||
        !database_execute(store, "COMMIT", error))
        return false;
    bool is_new = version == 0 && objects == 0;
    if (!is_new && application != DATABASE_APPLICATION_ID) {
        error_set(error, ERROR_STORE, "%s is a database, but not one of warpschool", store->path);
        return error_add_hint(error, "it was not changed; name another file, or move this one away");
    }
    store->schema_version = (int)version;
    return true;
}

/*
 * WAL shares memory between processes, which a folder of another machine cannot do (sqlite.org,
 * "Write-Ahead Logging", disadvantages). The numbers are those of statfs(2).
 */
static bool is_remote(const char *path)
{
    static const unsigned long kinds[] = {
        0x6969,     /* NFS */
        0x517b,     /* SMB */
        0xff534d42, /* CIFS */
        0xfe534d42, /* SMB2 */
        0x01021997, /* 9P */
        0x5346414f, /* AFS */
        0x0bd00bd0, /* Lustre */
        0x47504653, /* GPFS */
        0x00c36400, /* Ceph */
    };
    struct statfs folder;
    if (statfs(path, &folder) != 0)
        return false;
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (((unsigned long)folder.f_type & 0xffffffff) == kinds[i])
            return true;
    return false;
}

/*
 * SQLite does not wait for the lock while it changes the journal mode. So two first starts at once
 * would clash.
 */
static bool use_journal(struct store *store, bool is_shared, int busy_timeout_ms, struct error *error)
{
    /* FULL: an acknowledged attempt also survives a power cut. */
    const char *sql = is_shared ? "PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL"
                                : "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL";
    int64_t deadline_ns = clock_deadline_ns((int64_t)busy_timeout_ms * 1000000);
    for (;;) {
        struct error failure = {0};
        if (database_execute(store, sql, &failure))
            return true;
        bool is_busy = (sqlite3_errcode(store->database) & 0xff) == SQLITE_BUSY;
        if (!is_busy || clock_monotonic_ns() >= deadline_ns) {
            if (error)
                *error = failure;
            return false;
        }
        usleep(WAL_RETRY_US);
    }
}

static bool open_newer(struct store *store, int busy_timeout_ms, struct error *error)
{
    int version = store->schema_version;
    if (!connect(store, SQLITE_OPEN_READONLY, busy_timeout_ms, error))
        return false;
    store->is_read_only = true;
    store->read_only_reason = arena_printf(
        store->arena, _("the progress file was written by a newer warpschool (schema %d, this one knows %d)"), version,
        progress_migration_count);
    return true;
}

static bool open_read_only(struct store *store, int busy_timeout_ms, struct error *error)
{
    if (!connect(store, SQLITE_OPEN_READONLY, busy_timeout_ms, error) || !read_identity(store, error))
        return false;
    store->is_read_only = true;
    store->read_only_reason = _("the progress file was opened for reading only");
    if (store->schema_version >= progress_migration_count)
        return true;
    error_set(error, ERROR_STORE, "the progress file is of an older version (schema %d, this one needs %d)",
              store->schema_version, progress_migration_count);
    return error_add_hint(error, "start warpschool once where the file can be written");
}

static bool check_writable(struct store *store, struct error *error)
{
    if (sqlite3_db_readonly(store->database, "main") != 1)
        return true;
    return database_fail_code(SQLITE_READONLY, 0, store->path, error);
}

static bool open_writable(struct store *store, bool is_shared, int busy_timeout_ms, struct error *error)
{
    struct error folder_error = {0};
    const char *folder = path_folder(store->arena, store->path);
    if (!file_make_folders(folder, &folder_error)) {
        error_set(error, ERROR_STORE, "no folder for the progress file: %s", folder_error.message);
        return error_add_hint(error, "nothing is recorded until %s can be made and written", folder);
    }
    if (!connect(store, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, busy_timeout_ms, error) ||
        !check_writable(store, error) || !read_identity(store, error))
        return false;
    if (store->schema_version > progress_migration_count)
        return open_newer(store, busy_timeout_ms, error);
    return use_journal(store, is_shared || is_remote(store->path), busy_timeout_ms, error) &&
           migrations_apply(store, error);
}

struct store *store_open(const struct store_settings *settings, struct error *error)
{
    struct store *store = store_new(settings->path);
    int busy_timeout_ms = settings->busy_timeout_ms ? settings->busy_timeout_ms : BUSY_TIMEOUT_MS;
    store->is_durable = true;
    bool good = settings->read_only ? open_read_only(store, busy_timeout_ms, error)
                                    : open_writable(store, settings->is_shared, busy_timeout_ms, error);
    if (good)
        return store;
    store_close(store);
    return NULL;
}

struct store *store_open_memory(struct error *error)
{
    struct store *store = store_new(":memory:");
    if (connect(store, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_MEMORY, BUSY_TIMEOUT_MS, error) &&
        migrations_apply(store, error))
        return store;
    store_close(store);
    return NULL;
}

bool store_is_gone(const struct store *store)
{
    int has_moved = 0;
    return store->is_durable &&
           sqlite3_file_control(store->database, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved) == SQLITE_OK && has_moved;
}

/* SQLite counts what other connections write. */
bool store_was_changed_elsewhere(struct store *store)
{
    int64_t seen = store->seen_version;
    return database_read_integer(store, "PRAGMA data_version", &store->seen_version, NULL) && seen &&
           seen != store->seen_version;
}

bool store_is_durable(const struct store *store)
{
    return store->is_durable;
}

bool store_is_read_only(const struct store *store)
{
    return store->is_read_only;
}

const char *store_read_only_reason(const struct store *store)
{
    return store->read_only_reason;
}

int store_schema_version(const struct store *store)
{
    return store->schema_version;
}

static bool move_aside(struct arena *arena, const char *path, const char *suffix, const char *stamp,
                       struct error *error)
{
    const char *from = arena_printf(arena, "%s%s", path, suffix);
    const char *to = arena_printf(arena, "%s.damaged-%s%s", path, stamp, suffix);
    if (rename(from, to) == 0 || errno == ENOENT)
        return true;
    return error_set_errno(error, "moving %s aside", from);
}

bool store_set_aside(const char *path, struct arena *arena, const char **out_path, struct error *error)
{
    struct timestamp now = timestamp_now();
    for (char *colon = now.text; (colon = strchr(colon, ':'));)
        *colon = '-';
    const char *aside = arena_printf(arena, "%s.damaged-%s", path, now.text);
    if (file_exists(aside))
        return error_set(error, ERROR_IO, "the file %s exists already", aside);
    if (!move_aside(arena, path, "", now.text, error) || !move_aside(arena, path, "-wal", now.text, error) ||
        !move_aside(arena, path, "-shm", now.text, error))
        return false;
    *out_path = aside;
    return true;
}
