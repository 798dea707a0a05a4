#include <stdio.h>

#include "app/author_check.h"
#include "base/diagnostics.h"
#include "cli/command.h"
#include "cli/output.h"

static void print_result(void *context, const struct author_result *result)
{
    (void)context;
    const char *words = result->good ? result->speed : result->message;
    output_line("%s  %-24s %-28s %5lu ms%s%s", result->good ? "good" : "FAIL", result->exercise, result->subject,
                result->elapsed_ms, *words ? "  " : "", words);
    if (result->report)
        output_line("%s", result->report);
    fflush(stdout);
}

static bool check_curriculum(struct invocation *invocation, struct app *app, struct author_check *check,
                             struct error *error)
{
    struct grader_settings settings = app_grader_settings(app);
    CLEANUP(grader_free) struct grader *grader = grader_new(&settings, error);
    check->only = invocation_argument(invocation, 0);
    check->device = invocation_option(invocation, "device");
    check->result = print_result;
    return grader && author_check_run(app, grader, check, error);
}

int command_author_check(struct invocation *invocation)
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    if (!app)
        return status;
    size_t mistakes = diagnostics_error_count(app->diagnostics);
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    diagnostics_render(app->diagnostics, &text);
    output_print(&text);

    struct author_check check = {0};
    struct error error = {0};
    if (!check_curriculum(invocation, app, &check, &error)) {
        output_error(&error);
        return output_exit_status(&error);
    }
    output_line("%zu checks, %zu failed; %zu mistakes in lessons/", check.checked, check.failed, mistakes);
    return check.failed + mistakes > 0 ? EXIT_NOT_PASSED : EXIT_PASSED;
}
