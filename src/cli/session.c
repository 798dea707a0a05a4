/* Opens the app with the options of the command line, and warns where the course is broken. */
#include "cli/session.h"

#include <string.h>

#include "app/overview.h"
#include "app/settings.h"
#include "base/i18n.h"
#include "cli/output.h"

/* Reports broken lessons of an author. The other lessons stay usable. */
static void warn_of_lessons(const struct app *app)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    size_t errors = diagnostics_error_count(app->diagnostics);
    if (errors == 0)
        return;
    buffer_printf(&text,
                  ngettext("warpschool: %zu mistake in lessons/ (`warpschool author-check` shows it)\n",
                           "warpschool: %zu mistakes in lessons/ (`warpschool author-check` shows them)\n", errors),
                  errors);
    output_stderr(&text);
}

static bool check_architecture(const char *name, struct error *error)
{
    CLEANUP(buffer_done) struct buffer names = BUFFER_INIT;
    if (!name || setting_find(SETTING_ARCHITECTURE, name) >= 0)
        return true;
    for (size_t i = 0; i < setting_choice_count(SETTING_ARCHITECTURE); i++)
        buffer_printf(&names, "%s%s", i ? ", " : "", setting_choice_at(SETTING_ARCHITECTURE, i).value);
    error_set(error, ERROR_NOT_FOUND, "no GPU '%s' is modelled", name);
    return error_add_hint(error, "--arch takes one of %s", buffer_text(&names));
}

static bool check_device(const char *name, struct error *error)
{
    return !name || device_known(name) ||
           error_set(error, ERROR_RANGE, "--device is auto, virtual, cuda or cuda:1, not '%s'", name);
}

static bool read_app_options(const struct invocation *invocation, struct app_options *out_options, struct error *error)
{
    uint64_t threads;
    if (!invocation_number(invocation, "threads", (struct option_range){1, 64, 0}, &threads, error))
        return false;
    *out_options = (struct app_options){
        .toolkit = invocation_option(invocation, "toolkit"),
        .architecture = invocation_option(invocation, "arch"),
        .link = invocation_option(invocation, "link"),
        .language = invocation_option(invocation, "language"),
        .theme = invocation_option(invocation, "theme"),
        .mouse = invocation_has(invocation, "no-mouse") ? "off" : NULL,
        .root = invocation_option(invocation, "root"),
        .pack = invocation_option(invocation, "pack"),
        .threads = (int)threads,
        .no_store = invocation->command->id == COMMAND_author_check,
    };
    return check_architecture(out_options->architecture, error) &&
           check_device(invocation_option(invocation, "device"), error);
}

static void warn(const struct invocation *invocation, const struct app *app)
{
    if (app->store_warning.code != ERROR_NONE)
        output_warning(&app->store_warning);
    if (app->setting_warning.code != ERROR_NONE && invocation->command->id != COMMAND_shell)
        output_warning(&app->setting_warning); /* the shell reports it itself */
    if (app->pack_warning.code != ERROR_NONE)
        output_warning(&app->pack_warning);
    if (invocation->command->id != COMMAND_author_check)
        warn_of_lessons(app);
}

int session_run(struct invocation *invocation, session_action *action)
{
    struct error error = {0};
    struct app_options options;
    CLEANUP(app_close) struct app *app = NULL;
    if (!read_app_options(invocation, &options, &error) || !app_open(&options, &app, &error))
        return output_failure(&error);
    warn(invocation, app);
    struct session session = {.invocation = invocation, .app = app, .status = EXIT_PASSED};
    return action(&session, &error) ? session.status : output_failure(&error);
}

bool session_can_record(const struct session *session, struct error *error)
{
    return store_is_durable(session->app->store) ||
           error_set(error, ERROR_STORE, "nothing was recorded, because progress is not kept");
}

const struct exercise *session_exercise(const struct session *session, struct error *error)
{
    struct overview overview;
    const char *name = invocation_argument(session->invocation, 0);
    if (name)
        return app_find_exercise(session->app, name, error);
    if (!overview_make(session->app, session->invocation->arena, &overview, error))
        return NULL;
    if (!overview.next_exercise)
        error_set(error, ERROR_NOT_FOUND, "every exercise is done: name one");
    return overview.next_exercise;
}

static const char *name_of(const void *row)
{
    return *(const char *const *)row;
}

const void *session_verb(const struct session *session, const char *usual, const void *rows, size_t row_bytes,
                         size_t row_count, struct error *error)
{
    CLEANUP(buffer_done) struct buffer names = BUFFER_INIT;
    const char *argument = invocation_argument(session->invocation, 0), *name = argument ? argument : usual;
    for (size_t i = 0; i < row_count; i++) {
        const void *row = (const char *)rows + i * row_bytes;
        if (strcmp(name_of(row), name) == 0)
            return row;
        const char *before = i == 0 ? "" : i == row_count - 1 ? _(" or ") : ", ";
        buffer_printf(&names, "%s%s", before, name_of(row));
    }
    error_set(error, ERROR_SYNTAX, "%s has no command '%s': use %s", session->invocation->command->name, name,
              buffer_text(&names));
    return NULL;
}
