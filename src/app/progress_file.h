/*
 * The learner's record as one JSON file, to keep it or to take it to another machine: attempts with
 * their sources and verdicts, answers, hints. Settings and the work folder are not in it.
 */
#ifndef APP_PROGRESS_FILE_H
#define APP_PROGRESS_FILE_H

#include <jansson.h>

#include "app/app.h"

bool progress_file_export(struct app *app, json_t **out_json, struct error *error);

/* New things that an import brought. */
struct progress_file_news {
    size_t attempts, answers, hints, notes;
};

/*
 * Adds the record of a file to the present one. Things that are here already stay as they are, so a
 * second import adds nothing. A failed import adds nothing either. SYNTAX: it is no such file.
 */
bool progress_file_import(struct app *app, const json_t *json, struct progress_file_news *out_news,
                          struct error *error);

/* The days of the backups, and going back to one (progress/backup.h). */
bool progress_file_backups(const struct app *app, struct arena *arena, const char *const **out_days, size_t *out_count,
                           struct error *error);
bool progress_file_has_backup(const struct app *app, const char *day, struct error *error);
bool progress_file_restore(struct app *app, const char *day, struct error *error);

#endif
