/*
 * The store's internals: the connection, statements with bound parameters, transactions, SQLite's
 * results as errors.
 */
#ifndef PROGRESS_DATABASE_DATABASE_H
#define PROGRESS_DATABASE_DATABASE_H

#include <stdbool.h>
#include <stdint.h>

#include <sqlite3.h>

#include "base/arena.h"
#include "base/cleanup.h"
#include "base/error.h"
#include "progress/store.h"

enum { DATABASE_APPLICATION_ID = 0x77727073 }; /* as in progress/001_attempts.sql */

struct store {
    sqlite3 *database;
    struct arena *arena;
    const char *path; /* ":memory:" if nothing is kept */
    bool is_durable, is_read_only;
    const char *read_only_reason; /* "" if writable */
    int schema_version;
    int64_t seen_version; /* of the data, at the last store_was_changed_elsewhere */
};

/* Puts SQLite's last failure into words. Returns false. */
bool database_fail_code(int code, int system_errno, const char *path, struct error *error);

/* Runs SQL without parameters and without result rows. */
bool database_execute(struct store *store, const char *sql, struct error *error);

/* The one integer result of a statement. */
bool database_read_integer(struct store *store, const char *sql, int64_t *out_value, struct error *error);

/* Parameters are bound in order. A failed binding is reported when the statement runs. */
struct query {
    struct store *store;
    sqlite3_stmt *statement;
    int bound;
    int failure;
};

bool query_begin(struct query *query, struct store *store, const char *sql, struct error *error);
void query_done(struct query *query);
DEFINE_CLEANUP_VALUE(query_done, struct query)

void query_bind_text(struct query *query, const char *text); /* NULL is SQL's NULL; must live until query_done */
void query_bind_integer(struct query *query, int64_t value);
void query_bind_real(struct query *query, double value);

/* Steps to the next row. *out_row is false after the last. */
bool query_next(struct query *query, bool *out_row, struct error *error);
bool query_run(struct query *query, struct error *error); /* runs to the end and ignores rows */

/*
 * All remaining rows, side by side in the arena. `read` puts each into `row_bytes` bytes. NULL on
 * failure only; no rows are an empty array.
 */
void *query_read_rows(struct query *query, struct arena *arena, size_t row_bytes,
                      void (*read)(const struct query *query, struct arena *arena, void *out_row), size_t *out_count,
                      struct error *error);

const char *query_text(const struct query *query, int column, struct arena *arena); /* NULL for SQL's NULL */
int64_t query_integer(const struct query *query, int column);
double query_real(const struct query *query, int column);

/*
 * Takes the write lock. Rolls back if it goes out of scope without a commit. One inside another
 * rolls back its own part.
 */
struct transaction {
    struct store *store;
    bool is_inner;
};

bool transaction_begin(struct transaction *transaction, struct store *store, struct error *error);
bool transaction_commit(struct transaction *transaction, struct error *error);
void transaction_done(struct transaction *transaction);
DEFINE_CLEANUP_VALUE(transaction_done, struct transaction)

/*
 * One statement in a transaction of its own: begin, bind the query's parameters, then commit or
 * roll back.
 */
struct change {
    struct transaction transaction;
    struct query query;
};

bool change_begin(struct change *change, struct store *store, const char *sql, struct error *error);
bool change_commit(struct change *change, struct error *error); /* runs the statement first */
void change_done(struct change *change);
DEFINE_CLEANUP_VALUE(change_done, struct change)

/* The present time, in the store's form. */
struct timestamp {
    char text[32];
};
struct timestamp timestamp_now(void);

#endif
