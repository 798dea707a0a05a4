/*
 * The SQL files of progress/, built into the program (cmake/Migrations.cmake), and the function
 * that applies them.
 */
#ifndef PROGRESS_DATABASE_MIGRATIONS_H
#define PROGRESS_DATABASE_MIGRATIONS_H

#include <stdbool.h>

#include "base/error.h"

struct store;

struct migration {
    int number; /* 1, 2, 3 ... : the schema version after it */
    const char *name;
    const char *sql;
};

extern const struct migration progress_migrations[];
/* also the newest schema version that this program knows */
extern const int progress_migration_count;

/*
 * Brings a writable store to the newest schema, one transaction each. Safe while others do the
 * same.
 */
bool migrations_apply(struct store *store, struct error *error);

/* Gives an id to attempts that came from a file of an older schema. */
bool migrations_name_attempts(struct store *store, struct error *error);

#endif
