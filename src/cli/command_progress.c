/* `progress`: writes, reads, backs up and restores the learner's record. */

#include "app/feedback.h"
#include "app/progress_file.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/json.h"
#include "cli/output.h"
#include "cli/session.h"

/* Many attempts with their verdicts. */
enum { IMPORT_BYTES_MAX = 1 << 30 };

/* What comes after the verb, or NULL. */
static const char *argument_of(const struct session *session)
{
    return invocation_argument(session->invocation, 1);
}

static bool write_json(const json_t *json, const char *path, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    json_append_pretty(&text, json);
    if (path)
        return file_write_atomic(path, text.data, text.size_bytes, error);
    output_print(&text);
    return true;
}

static bool verb_export(struct session *session, struct error *error)
{
    CLEANUP(json_decref) json_t *json = NULL;
    return progress_file_export(session->app, &json, error) && write_json(json, argument_of(session), error);
}

static bool verb_ratings(struct session *session, struct error *error)
{
    CLEANUP(json_decref) json_t *json = NULL;
    return feedback_export(session->app, &json, error) && write_json(json, argument_of(session), error);
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

static bool verb_import(struct session *session, struct error *error)
{
    CLEANUP(json_decref) json_t *json = NULL;
    struct progress_file_news news;
    if (!argument_of(session))
        return error_set(error, ERROR_SYNTAX, "usage: warpschool progress import FILE");
    if (!session_can_record(session, error) || !read_record(argument_of(session), &json, error))
        return false;
    if (!progress_file_import(session->app, json, &news, error))
        return error_add_context(error, "%s", argument_of(session));
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

static bool verb_backups(struct session *session, struct error *error)
{
    const char *const *days;
    size_t count;
    if (!progress_file_backups(session->app, session->invocation->arena, &days, &count, error))
        return false;
    for (size_t i = 0; i < count; i++)
        output_line("%s", days[i]);
    if (count == 0)
        output_line(_("no backups yet"));
    return true;
}

static bool verb_restore(struct session *session, struct error *error)
{
    if (!argument_of(session))
        return error_set(error, ERROR_SYNTAX, "which day? `warpschool progress backups` lists them");
    if (!progress_file_has_backup(session->app, argument_of(session), error))
        return false;
    if (!invocation_has(session->invocation, "yes") &&
        !output_confirm(_("Your later work leaves the record. The backup before-restore keeps it. Restore?")))
        return error_set(error, ERROR_CANCELLED, "nothing was restored; --yes restores without asking");
    if (!progress_file_restore(session->app, argument_of(session), error))
        return false;
    output_line(_("your record now comes from %s"), argument_of(session));
    return true;
}

static const struct verb {
    const char *name;
    bool (*run)(struct session *session, struct error *error);
} verbs[] = {{"export", verb_export},
             {"import", verb_import},
             {"backups", verb_backups},
             {"restore", verb_restore},
             {"ratings", verb_ratings}};

bool command_progress(struct session *session, struct error *error)
{
    const struct verb *verb = session_verb(session, "", verbs, sizeof *verbs, sizeof verbs / sizeof *verbs, error);
    return verb && verb->run(session, error);
}
