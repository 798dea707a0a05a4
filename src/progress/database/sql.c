/* Queries, transactions and SQLite's errors. */
#include <errno.h>
#include <string.h>

#include "base/clock.h"
#include "base/i18n.h"
#include "progress/database/database.h"

/* The meaning of SQLite's primary result codes for a learner. */
static const struct {
    int code;
    enum error_code error;
    const char *words;
    const char *hint;
} failures[] = {
    {SQLITE_BUSY, ERROR_TIMEOUT, N_("another program keeps the progress file locked"),
     N_("close other windows of warpschool, or wait a moment and try again")},
    {SQLITE_LOCKED, ERROR_TIMEOUT, N_("the progress file is locked"), N_("wait a moment and try again")},
    {SQLITE_PROTOCOL, ERROR_TIMEOUT, N_("other programs keep locking the progress file"),
     N_("wait a moment and try again")},
    {SQLITE_FULL, ERROR_STORE, N_("the disk is full"), N_("make room on the disk of the progress file and try again")},
    {SQLITE_READONLY, ERROR_STORE, N_("the progress file cannot be written"),
     N_("check the permissions of the file and of its folder")},
    {SQLITE_CANTOPEN, ERROR_STORE, N_("the progress file cannot be opened"),
     N_("check the permissions of the file and of its folder")},
    {SQLITE_PERM, ERROR_STORE, N_("the progress file cannot be used"),
     N_("check the permissions of the file and of its folder")},
    {SQLITE_CORRUPT, ERROR_STORE, N_("the progress file is damaged"), NULL},
    {SQLITE_NOTADB, ERROR_STORE, N_("the progress file is damaged or is something else"), NULL},
    {SQLITE_IOERR, ERROR_IO, N_("the progress file could not be read or written"),
     N_("check the disk, and that its file system supports locks")},
    {SQLITE_NOMEM, ERROR_MEMORY, N_("out of memory"), NULL},
    {SQLITE_TOOBIG, ERROR_MEMORY, N_("this is too large to be recorded"), NULL},
};

bool database_fail_code(int code, int system_errno, const char *path, struct error *error)
{
    int primary = code & 0xff;
    if (primary == SQLITE_IOERR && (system_errno == ENOSPC || system_errno == EDQUOT))
        primary = SQLITE_FULL;
    for (size_t i = 0; i < sizeof failures / sizeof failures[0]; i++) {
        if (failures[i].code != primary)
            continue;
        error_set(error, failures[i].error, "%s (%s)", _(failures[i].words), path);
        if (failures[i].hint)
            return error_add_hint(error, "%s", _(failures[i].hint));
        if (primary == SQLITE_CORRUPT || primary == SQLITE_NOTADB)
            return error_add_hint(error, "it was not changed; to start again: mv '%s' '%s.damaged'", path, path);
        return false;
    }
    return error_set(error, ERROR_INTERNAL, "SQLite refuses: %s (%s)", sqlite3_errstr(code), path);
}

static bool database_fail(const struct store *store, struct error *error)
{
    return database_fail_code(sqlite3_extended_errcode(store->database), sqlite3_system_errno(store->database),
                              store->path, error);
}

bool database_execute(struct store *store, const char *sql, struct error *error)
{
    if (sqlite3_exec(store->database, sql, NULL, NULL, NULL) != SQLITE_OK)
        return database_fail(store, error);
    return true;
}

bool database_read_integer(struct store *store, const char *sql, int64_t *out_value, struct error *error)
{
    CLEANUP(query_done) struct query query = {0};
    bool row = false;
    if (!query_begin(&query, store, sql, error) || !query_next(&query, &row, error))
        return false;
    *out_value = row ? query_integer(&query, 0) : 0;
    return true;
}

bool query_begin(struct query *query, struct store *store, const char *sql, struct error *error)
{
    *query = (struct query){.store = store};
    if (sqlite3_prepare_v2(store->database, sql, -1, &query->statement, NULL) != SQLITE_OK)
        return database_fail(store, error);
    return true;
}

void query_done(struct query *query)
{
    sqlite3_finalize(query->statement);
    query->statement = NULL;
}

static void note(struct query *query, int code)
{
    if (code != SQLITE_OK && !query->failure)
        query->failure = code;
}

void query_bind_text(struct query *query, const char *text)
{
    query->bound++;
    note(query,
         text ? sqlite3_bind_text64(query->statement, query->bound, text, strlen(text), SQLITE_STATIC, SQLITE_UTF8)
              : sqlite3_bind_null(query->statement, query->bound));
}

void query_bind_integer(struct query *query, int64_t value)
{
    note(query, sqlite3_bind_int64(query->statement, ++query->bound, value));
}

void query_bind_real(struct query *query, double value)
{
    note(query, sqlite3_bind_double(query->statement, ++query->bound, value));
}

bool query_next(struct query *query, bool *out_row, struct error *error)
{
    if (query->failure)
        return database_fail_code(query->failure, 0, query->store->path, error);
    int code = sqlite3_step(query->statement);
    if (code != SQLITE_ROW && code != SQLITE_DONE)
        return database_fail(query->store, error);
    *out_row = code == SQLITE_ROW;
    return true;
}

bool query_run(struct query *query, struct error *error)
{
    for (bool row = true; row;)
        if (!query_next(query, &row, error))
            return false;
    return true;
}

static char *grown(struct arena *arena, char *rows, size_t count, size_t row_bytes, size_t *capacity)
{
    enum { FIRST_CAPACITY = 16 };
    *capacity = *capacity ? 2 * *capacity : FIRST_CAPACITY;
    char *larger = arena_alloc_array(arena, *capacity, row_bytes);
    if (count)
        memcpy(larger, rows, count * row_bytes);
    return larger;
}

void *query_read_rows(struct query *query, struct arena *arena, size_t row_bytes,
                      void (*read)(const struct query *query, struct arena *arena, void *out_row), size_t *out_count,
                      struct error *error)
{
    size_t count = 0, capacity = 0;
    char *rows = grown(arena, NULL, 0, row_bytes, &capacity);
    for (bool row;; count++) {
        if (!query_next(query, &row, error))
            return NULL;
        if (!row)
            break;
        if (count == capacity)
            rows = grown(arena, rows, count, row_bytes, &capacity);
        read(query, arena, rows + count * row_bytes);
    }
    *out_count = count;
    return rows;
}

const char *query_text(const struct query *query, int column, struct arena *arena)
{
    const char *text = (const char *)sqlite3_column_text(query->statement, column);
    return text ? arena_strndup(arena, text, (size_t)sqlite3_column_bytes(query->statement, column)) : NULL;
}

int64_t query_integer(const struct query *query, int column)
{
    return sqlite3_column_int64(query->statement, column);
}

double query_real(const struct query *query, int column)
{
    return sqlite3_column_double(query->statement, column);
}

bool transaction_begin(struct transaction *transaction, struct store *store, struct error *error)
{
    if (store->is_read_only) {
        error_set(error, ERROR_STORE, "nothing can be recorded: %s", store->read_only_reason);
        return error_add_hint(error, "update warpschool; until then progress is shown but not kept");
    }
    bool is_inner = !sqlite3_get_autocommit(store->database);
    if (!database_execute(store, is_inner ? "SAVEPOINT inner_part" : "BEGIN IMMEDIATE", error))
        return false;
    *transaction = (struct transaction){store, is_inner};
    return true;
}

bool transaction_commit(struct transaction *transaction, struct error *error)
{
    if (!database_execute(transaction->store, transaction->is_inner ? "RELEASE inner_part" : "COMMIT", error))
        return false;
    transaction->store = NULL;
    return true;
}

void transaction_done(struct transaction *transaction)
{
    /* SQLite can have rolled back by itself, for example on a full disk. */
    if (transaction->store && !sqlite3_get_autocommit(transaction->store->database))
        sqlite3_exec(transaction->store->database,
                     transaction->is_inner ? "ROLLBACK TO inner_part; RELEASE inner_part" : "ROLLBACK", NULL, NULL,
                     NULL);
    transaction->store = NULL;
}

bool store_write_together(struct store *store, bool (*write)(void *context, struct error *error), void *context,
                          struct error *error)
{
    CLEANUP(transaction_done) struct transaction transaction = {0};
    return transaction_begin(&transaction, store, error) && write(context, error) &&
           transaction_commit(&transaction, error);
}

bool change_begin(struct change *change, struct store *store, const char *sql, struct error *error)
{
    return transaction_begin(&change->transaction, store, error) && query_begin(&change->query, store, sql, error);
}

bool change_commit(struct change *change, struct error *error)
{
    return query_run(&change->query, error) && transaction_commit(&change->transaction, error);
}

void change_done(struct change *change)
{
    query_done(&change->query);
    transaction_done(&change->transaction);
}

struct timestamp timestamp_now(void)
{
    struct timestamp now;
    clock_format_utc(clock_wall_ns(), now.text);
    return now;
}
