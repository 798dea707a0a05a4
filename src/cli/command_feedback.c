/* `rate`, `export` and `import`. */
#include "app/feedback.h"
#include "app/progress_file.h"
#include "base/file.h"
#include "base/json.h"
#include "cli/command.h"
#include "cli/output.h"

static bool rate(struct invocation *invocation, struct app *app, struct error *error)
{
    int stars;
    const char *name = invocation_argument(invocation, 0);
    if (!feedback_rate(app, name, invocation_argument(invocation, 1), invocation_argument(invocation, 2), &stars,
                       error))
        return false;
    output_line("%s: %d of 5. `warpschool export --ratings` writes what you rated, for its author.", name, stars);
    return true;
}

int command_rate(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    struct error error = {0};
    if (!app)
        return status;
    if (rate(invocation, app, &error))
        return EXIT_PASSED;
    output_error(&error);
    return output_exit_status(&error);
}

int command_export(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    CLEANUP(json_decref) json_t *json = NULL;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct error error = {0};
    if (!app)
        return status;
    if (invocation_has(invocation, "ratings") ? feedback_export(app, &json, &error)
                                              : progress_file_export(app, &json, &error)) {
        json_append_pretty(&text, json);
        output_print(&text);
        return EXIT_PASSED;
    }
    output_error(&error);
    return output_exit_status(&error);
}

/* Many attempts with their verdicts. */
enum { IMPORT_BYTES_MAX = 1 << 30 };

static bool import(struct app *app, const char *path, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    CLEANUP(json_decref) json_t *json = NULL;
    struct progress_file_news news;
    if (!file_read(path, IMPORT_BYTES_MAX, &text, error) ||
        !(json = json_read(buffer_text(&text), text.size_bytes, error)) ||
        !progress_file_import(app, json, &news, error))
        return false;
    output_line("new here: %zu attempts, %zu answers, %zu hints", news.attempts, news.answers, news.hints);
    return true;
}

int command_import(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    struct error error = {0};
    if (!app)
        return status;
    if (import(app, invocation_argument(invocation, 0), &error))
        return EXIT_PASSED;
    output_error(&error);
    return output_exit_status(&error);
}
