/* Commands on one exercise: `start`, `edit`, `hint`, `solution`, `reset`. */
#include <string.h>

#include "app/editor.h"
#include "app/help_ladder.h"
#include "app/overview.h"
#include "app/workspace.h"
#include "base/i18n.h"
#include "cli/command.h"
#include "cli/output.h"

/* The exercise that a command names. Without a name, the next one. */
static const struct exercise *choose_exercise(struct app *app, const struct invocation *invocation, struct error *error)
{
    const char *name = invocation_argument(invocation, 0);
    if (name)
        return app_find_exercise(app, name, error);
    struct overview overview;
    if (!overview_make(app, invocation->arena, &overview, error))
        return NULL;
    if (!overview.next_exercise)
        error_set(error, ERROR_NOT_FOUND, "every exercise is done: name one");
    return overview.next_exercise;
}

/* The common part of the commands on one exercise: open, choose, act, report. */
static int on_exercise(struct invocation *invocation, bool (*act)(struct invocation *invocation, struct app *app,
                                                                  const struct exercise *exercise, struct error *error))
{
    int status = EXIT_ENVIRONMENT;
    CLEANUP(app_close) struct app *app = output_open_app(invocation, &status);
    if (!app)
        return status;
    struct error error = {0};
    const struct exercise *exercise = choose_exercise(app, invocation, &error);
    if (exercise && workspace_is_open(exercise, &error) && act(invocation, app, exercise, &error))
        return EXIT_PASSED;
    return output_failure(&error);
}

static bool act_start(struct invocation *invocation, struct app *app, const struct exercise *exercise,
                      struct error *error)
{
    if (!workspace_start(app, exercise, error))
        return false;
    output_line("%s", workspace_path(app, exercise, invocation->arena));
    return true;
}

static bool act_edit(struct invocation *invocation, struct app *app, const struct exercise *exercise,
                     struct error *error)
{
    return workspace_start(app, exercise, error) &&
           editor_run(workspace_path(app, exercise, invocation->arena), 0, error);
}

static void print_hint(const struct invocation *invocation, const struct help_ladder_hint *hint)
{
    CLEANUP(buffer_done) struct buffer head = BUFFER_INIT;
    buffer_printf(&head, _("hint %d of %d\n"), hint->number, hint->total);
    output_print(&head);
    output_markdown(invocation, hint->text);
}

static bool act_hint(struct invocation *invocation, struct app *app, const struct exercise *exercise,
                     struct error *error)
{
    struct help_ladder_hint hint;
    if (exercise->hint_count == 0)
        return error_set(error, ERROR_NOT_FOUND, "%s has no hints", exercise->id);
    bool all = invocation_has(invocation, "all");
    for (int number = 1; all && help_ladder_shown_hint(app, exercise, number, &hint, NULL); number++)
        print_hint(invocation, &hint);
    if (all)
        return true;
    if (!help_ladder_next_hint(app, exercise, &hint, error))
        return false;
    print_hint(invocation, &hint);
    return true;
}

/* A kernel, and Markdown about it if there is some. */
static void print_kernel(const struct invocation *invocation, const struct source *source, const char *words)
{
    struct buffer text = {.data = (char *)source->text, .size_bytes = source->size_bytes};
    output_print(&text);
    if (!words)
        return;
    output_line("%s", "");
    output_markdown(invocation, words);
}

static bool print_best(const struct invocation *invocation, struct app *app, const struct exercise *exercise,
                       struct error *error)
{
    struct source source;
    if (!help_ladder_reveal_best(app, exercise, invocation->arena, &source, error))
        return false;
    print_kernel(invocation, &source, exercise->best.adds);
    return true;
}

static bool act_solution(struct invocation *invocation, struct app *app, const struct exercise *exercise,
                         struct error *error)
{
    bool costs;
    if (invocation_has(invocation, "best"))
        return print_best(invocation, app, exercise, error);
    if (!help_ladder_solution_costs(app, exercise, &costs, error))
        return false;
    if (costs && !invocation_has(invocation, "yes") &&
        !output_confirm(_("You have not passed yet. A pass after seeing the solution counts as assisted. Show it?")))
        return error_set(error, ERROR_CANCELLED, "the solution was not shown; --yes shows it without asking");
    struct source source;
    if (!help_ladder_reveal_solution(app, exercise, invocation->arena, &source, error))
        return false;
    print_kernel(invocation, &source, exercise->explain);
    if (exercise->best.kernel && !costs) {
        output_line("%s", "");
        output_line(_("`warpschool solution %s --best` shows the best kernel."), exercise->id);
    }
    return true;
}

static bool take_half(struct invocation *invocation, struct app *app, const struct exercise *exercise,
                      struct error *error)
{
    if (!invocation_has(invocation, "yes") &&
        !output_confirm(_("Take the half-written starter? Your version is kept. A pass then counts as assisted.")))
        return error_set(error, ERROR_CANCELLED, "nothing was changed; --yes changes it without asking");
    if (!help_ladder_take_half(app, exercise, error))
        return false;
    output_line(_("%s is now the half-written starter; `warpschool reset --undo %s` restores your file"), exercise->id,
                exercise->id);
    return true;
}

static bool act_reset(struct invocation *invocation, struct app *app, const struct exercise *exercise,
                      struct error *error)
{
    if (invocation_has(invocation, "undo")) {
        if (!workspace_undo_reset(app, exercise, error))
            return false;
        output_line(_("%s is as it was before the reset"), exercise->id);
        return true;
    }
    if (invocation_has(invocation, "half"))
        return take_half(invocation, app, exercise, error);
    if (!invocation_has(invocation, "yes") && !output_confirm(_("Reset to the starter? Your version is kept.")))
        return error_set(error, ERROR_CANCELLED, "nothing was reset; --yes resets without asking");
    if (!workspace_reset(app, exercise, error))
        return false;
    output_line(_("%s is reset to the starter; `warpschool reset --undo %s` restores your file"), exercise->id,
                exercise->id);
    return true;
}

int command_start(struct invocation *invocation)
{
    return on_exercise(invocation, act_start);
}

int command_edit(struct invocation *invocation)
{
    return on_exercise(invocation, act_edit);
}

int command_hint(struct invocation *invocation)
{
    return on_exercise(invocation, act_hint);
}

int command_solution(struct invocation *invocation)
{
    return on_exercise(invocation, act_solution);
}

int command_reset(struct invocation *invocation)
{
    return on_exercise(invocation, act_reset);
}
