/*
 * Backups of the progress file, and what can be saved of a damaged one.
 *
 * A backup is a whole database, FOLDER/warpschool-2026-11-22.db. There is one for each day, and the
 * newest seven are kept.
 * A damaged file is set aside and never deleted. What can be read of it goes into a new one, and
 * what is missing there comes from the newest backup.
 */
#ifndef PROGRESS_BACKUP_H
#define PROGRESS_BACKUP_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "progress/store.h"

enum { BACKUPS_KEPT = 7 };

/*
 * True at the first call of a day, which the store notes. So the file is read as a whole once a
 * day, also where no backup can be written. False if the day cannot be noted.
 */
bool backup_begin_day(struct store *store);

/*
 * Makes today's backup, unless there is one, and removes the oldest beyond BACKUPS_KEPT. A damaged
 * store is refused with ERROR_STORE, so that it replaces no good backup.
 */
bool backup_make(struct store *store, const char *folder, struct error *error);

/* The days of all backups, "2026-11-22", oldest first. No folder is none. */
bool backup_list(const char *folder, struct arena *arena, const char *const **out_days, size_t *out_count,
                 struct error *error);

/* Whether there is a backup of this day. NOT_FOUND: there is none. */
bool backup_find(const char *folder, const char *day, struct error *error);

/*
 * Puts a day's backup in place of the store's content, in one transaction that other programs see.
 * What was there becomes the backup of the day "before-restore". NOT_FOUND: there is no such day.
 * STORE: the backup is damaged, empty or of a newer program. Then the record stays as it is.
 */
bool backup_restore(struct store *store, const char *folder, const char *day, struct error *error);

/* Copies a record that cannot be written into a store in memory. False: it cannot be read. */
bool backup_read_into(struct store *memory, const char *path);

/* Whether the file cannot be read as a whole. False if it is absent. */
bool backup_is_damaged(const char *path);

/*
 * Whether there was a record and its file is gone: it is empty and there are backups, or it left
 * its log behind. SQLite would begin anew, and remove the log.
 */
bool backup_is_lost(const char *path, const char *folder);

struct recovery {
    bool was_lost;
    const char *aside; /* where the damaged file is now, or its log with "-wal" behind the name; NULL */
    size_t rows, rows_of_backup;
};

/* Two programs at once: one recovers, the other finds nothing to do (all of it 0). */
bool backup_recover(const char *path, const char *folder, struct arena *arena, struct recovery *out_recovery,
                    struct error *error);

#endif
