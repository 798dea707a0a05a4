/* `report`, `portfolio` and `export`: what a learner shows or takes along. */
#include "app/portfolio.h"
#include "app/workspace.h"
#include "base/i18n.h"
#include "cli/output.h"
#include "cli/session.h"

static bool write_page(const struct invocation *invocation, const struct portfolio *portfolio, struct error *error)
{
    CLEANUP(buffer_done) struct buffer page = BUFFER_INIT;
    const char *path = invocation_option(invocation, "html");
    if (!path)
        return true;
    portfolio_page(portfolio, &page);
    return output_file(path, &page, error);
}

static bool write_card(const struct invocation *invocation, const struct app *app, const struct portfolio *portfolio,
                       struct error *error)
{
    CLEANUP(buffer_done) struct buffer svg = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer png = BUFFER_INIT;
    const char *name = invocation_option(invocation, "card"), *svg_path = invocation_option(invocation, "svg"),
               *png_path = invocation_option(invocation, "png");
    if (!name)
        return true;
    if (!svg_path && !png_path)
        return error_set(error, ERROR_SYNTAX, "--card needs --svg FILE or --png FILE");
    const struct exercise *exercise = app_find_exercise(app, name, error);
    if (!exercise || !portfolio_card(portfolio, exercise->id, &svg, error) ||
        (svg_path && !output_file(svg_path, &svg, error)))
        return false;
    return !png_path || (portfolio_png(app, &svg, &png, error) && output_file(png_path, &png, error));
}

bool command_report(struct session *session, struct error *error)
{
    struct portfolio portfolio;
    if (!invocation_has(session->invocation, "html") && !invocation_has(session->invocation, "card"))
        return error_set(error, ERROR_SYNTAX, "usage: warpschool report --html FILE");
    return portfolio_read(session->app, invocation_option(session->invocation, "name"), session->invocation->arena,
                          &portfolio, error) &&
           write_page(session->invocation, &portfolio, error) &&
           write_card(session->invocation, session->app, &portfolio, error);
}

bool command_portfolio(struct session *session, struct error *error)
{
    struct portfolio portfolio;
    const char *folder = invocation_argument(session->invocation, 0);
    int64_t began_ns;
    if (!portfolio_read(session->app, invocation_option(session->invocation, "name"), session->invocation->arena,
                        &portfolio, error))
        return false;
    bool written = portfolio_folder(session->app, &portfolio, folder, output_issuing(&began_ns), error);
    output_issued();
    if (!written)
        return false;
    output_line(_("written: %s"), folder);
    return true;
}

bool command_export(struct session *session, struct error *error)
{
    struct source source;
    const char *name = invocation_argument(session->invocation, 0),
               *file = invocation_option(session->invocation, "file");
    if (!invocation_has(session->invocation, "torch"))
        return error_set(error, ERROR_SYNTAX, "usage: warpschool export --torch EXERCISE");
    const struct exercise *exercise = app_find_exercise(session->app, name, error);
    if (!exercise || !portfolio_torch_check(session->app, exercise, error))
        return false;
    const char *into = invocation_option(session->invocation, "into");
    const char *folder = into ? into : arena_printf(session->invocation->arena, "%s_torch", exercise->id);
    const char *path = file ? file : workspace_path(session->app, exercise, session->invocation->arena);
    if (invocation_has(session->invocation, "solution"))
        path = workspace_solution_path(session->app, exercise, session->invocation->arena);
    if (!workspace_read(path, path, session->invocation->arena, &source, error)) {
        if (!file)
            error_add_hint(error, "`warpschool start %s` makes your copy; --solution exports the course's kernel",
                           exercise->id);
        return false;
    }
    if (!portfolio_torch(session->app, exercise, &source, folder, error))
        return false;
    output_line(_("written: %s"), folder);
    return true;
}
