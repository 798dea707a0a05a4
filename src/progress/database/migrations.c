/* Applies the migrations of the schema. */
#include "progress/database/migrations.h"

#include <stdio.h>
#include <string.h>

#include "progress/database/database.h"

/*
 * Another process can have applied it since the version was read. So this looks again under the
 * write lock.
 */
static bool apply(struct store *store, const struct migration *migration, struct error *error)
{
    CLEANUP(transaction_done) struct transaction transaction = {0};
    int64_t version;
    if (!transaction_begin(&transaction, store, error) ||
        !database_read_integer(store, "PRAGMA user_version", &version, error))
        return false;
    if (version < migration->number) {
        char set_version[64];
        snprintf(set_version, sizeof set_version, "PRAGMA user_version = %d", migration->number);
        if (!database_execute(store, migration->sql, error) || !database_execute(store, set_version, error))
            return error_add_context(error, "bringing the progress file to version %d (%s)", migration->number,
                                     migration->name);
    }
    return transaction_commit(&transaction, error);
}

bool migrations_apply(struct store *store, struct error *error)
{
    for (int i = 0; i < progress_migration_count; i++) {
        if (progress_migrations[i].number <= store->schema_version)
            continue;
        if (!apply(store, &progress_migrations[i], error))
            return false;
        store->schema_version = progress_migrations[i].number;
    }
    return true;
}

bool migrations_name_attempts(struct store *store, struct error *error)
{
    for (int i = 0; i < progress_migration_count; i++)
        if (strcmp(progress_migrations[i].name, "014_old_attempt_ids") == 0)
            return database_execute(store, progress_migrations[i].sql, error);
    return error_set(error, ERROR_INTERNAL, "the migration of old attempts is missing");
}
