/* `progress`: writes, reads, backs up and restores the learner's record. */
#include <string.h>

#include "app/feedback.h"
#include "app/progress_file.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/json.h"
#include "cli/command.h"
#include "cli/output.h"

/* Many attempts with their verdicts. */
enum { IMPORT_BYTES_MAX = 1 << 30 };

/* The context of a verb. `file`: its argument, or NULL. */
struct record {
    struct invocation *invocation;
    struct app *app;
    const char *argument;
};

static bool write_json(const json_t *json, const char *path, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    json_append_pretty(&text, json);
    if (path)
        return file_write_atomic(path, text.data, text.size_bytes, error);
    output_print(&text);
    return true;
}

static bool verb_export(const struct record *record, struct error *error)
{
    CLEANUP(json_decref) json_t *json = NULL;
    return progress_file_export(record->app, &json, error) && write_json(json, record->argument, error);
}

static bool verb_ratings(const struct record *record, struct error *error)
{
    CLEANUP(json_decref) json_t *json = NULL;
    return feedback_export(record->app, &json, error) && write_json(json, record->argument, error);
}

/* The file's own words, if it is JSON; a learner can do nothing with the place of a wrong byte. */
static bool read_record(const char *path, json_t **out_json, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!file_read(path, IMPORT_BYTES_MAX, &text, error))
        return false;
    *out_json = json_read(buffer_text(&text), text.size_bytes, NULL);
    return *out_json || error_set(error, ERROR_SYNTAX,
                                  "'%s' is damaged, or is not from `warpschool progress export`: it is not JSON", path);
}

static bool verb_import(const struct record *record, struct error *error)
{
    CLEANUP(json_decref) json_t *json = NULL;
    struct progress_file_news news;
    if (!record->argument)
        return error_set(error, ERROR_SYNTAX, "which file?");
    if (!read_record(record->argument, &json, error))
        return false;
    if (!progress_file_import(record->app, json, &news, error))
        return error_add_context(error, "%s", record->argument);
    CLEANUP(buffer_done) struct buffer counts = BUFFER_INIT;
    buffer_printf(&counts, ngettext("%zu attempt", "%zu attempts", news.attempts), news.attempts);
    buffer_append_text(&counts, ", ");
    buffer_printf(&counts, ngettext("%zu answer", "%zu answers", news.answers), news.answers);
    buffer_append_text(&counts, ", ");
    buffer_printf(&counts, ngettext("%zu hint", "%zu hints", news.hints), news.hints);
    buffer_append_text(&counts, ", ");
    buffer_printf(&counts, ngettext("%zu note", "%zu notes", news.notes), news.notes);
    output_line(_("new here: %s"), buffer_text(&counts));
    return true;
}

static bool verb_backups(const struct record *record, struct error *error)
{
    const char *const *days;
    size_t count;
    if (!progress_file_backups(record->app, record->invocation->arena, &days, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        output_line("%s", days[i]);
    if (count == 0)
        output_line(_("no backups yet"));
    return true;
}

static bool verb_restore(const struct record *record, struct error *error)
{
    if (!record->argument)
        return error_set(error, ERROR_SYNTAX, "which day? `warpschool progress backups` lists them");
    if (!progress_file_has_backup(record->app, record->argument, error))
        return false;
    if (!invocation_has(record->invocation, "yes") &&
        !output_confirm(_("Your later work leaves the record. The backup before-restore keeps it. Restore?")))
        return error_set(error, ERROR_CANCELLED, "nothing was restored; --yes restores without asking");
    if (!progress_file_restore(record->app, record->argument, error))
        return false;
    output_line(_("your record now comes from %s"), record->argument);
    return true;
}

static const struct verb {
    const char *name;
    bool (*run)(const struct record *record, struct error *error);
} verbs[] = {{"export", verb_export},
             {"import", verb_import},
             {"backups", verb_backups},
             {"restore", verb_restore},
             {"ratings", verb_ratings}};

static const struct verb *find_verb(const char *name, struct error *error)
{
    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++)
        if (strcmp(verbs[i].name, name) == 0)
            return &verbs[i];
    error_set(error, ERROR_SYNTAX, "progress has no '%s': export, import, backups, restore or ratings", name);
    return NULL;
}

int command_progress(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    if (!app)
        return status;
    struct error error = {0};
    struct record record = {.invocation = invocation, .app = app, .argument = invocation_argument(invocation, 1)};
    const struct verb *verb = find_verb(invocation_argument(invocation, 0), &error);
    if (verb && verb->run(&record, &error))
        return EXIT_PASSED;
    return output_failure(&error);
}
