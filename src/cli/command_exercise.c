/* Commands on one exercise: `start`, `edit`, `hint`, `solution`, `reset`. */
#include "app/editor.h"
#include "app/help_ladder.h"
#include "app/workspace.h"
#include "base/i18n.h"
#include "cli/output.h"
#include "cli/session.h"

/* The exercise that the command names, or the next one, if its files may be touched now. */
static const struct exercise *open_exercise(const struct session *session, struct error *error)
{
    const struct exercise *exercise = session_exercise(session, error);
    return exercise && workspace_is_open(exercise, error) ? exercise : NULL;
}

bool command_start(struct session *session, struct error *error)
{
    const struct exercise *exercise = open_exercise(session, error);
    if (!exercise || !workspace_start(session->app, exercise, error))
        return false;
    output_line("%s", workspace_path(session->app, exercise, session->invocation->arena));
    return true;
}

bool command_edit(struct session *session, struct error *error)
{
    const struct exercise *exercise = open_exercise(session, error);
    return exercise && workspace_start(session->app, exercise, error) &&
           editor_run(workspace_path(session->app, exercise, session->invocation->arena), 0, error);
}

static void print_hint(const struct invocation *invocation, const struct help_ladder_hint *hint)
{
    CLEANUP(buffer_done) struct buffer head = BUFFER_INIT;
    buffer_printf(&head, _("hint %d of %d\n"), hint->number, hint->total);
    output_print(&head);
    output_markdown(invocation, hint->text);
}

bool command_hint(struct session *session, struct error *error)
{
    const struct exercise *exercise = open_exercise(session, error);
    if (!exercise)
        return false;
    struct help_ladder_hint hint;
    if (exercise->hint_count == 0)
        return error_set(error, ERROR_NOT_FOUND, "%s has no hints", exercise->id);
    bool all = invocation_has(session->invocation, "all");
    for (int number = 1; all && help_ladder_shown_hint(session->app, exercise, number, &hint, NULL); number++)
        print_hint(session->invocation, &hint);
    if (all)
        return true;
    if (!help_ladder_next_hint(session->app, exercise, &hint, error))
        return false;
    print_hint(session->invocation, &hint);
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

bool command_solution(struct session *session, struct error *error)
{
    const struct exercise *exercise = open_exercise(session, error);
    if (!exercise)
        return false;
    bool costs;
    if (invocation_has(session->invocation, "best"))
        return print_best(session->invocation, session->app, exercise, error);
    if (!help_ladder_solution_costs(session->app, exercise, &costs, error))
        return false;
    if (costs && !invocation_has(session->invocation, "yes") &&
        !output_confirm(_("You have not passed yet. A pass after seeing the solution counts as assisted. Show it?")))
        return error_set(error, ERROR_CANCELLED, "the solution was not shown; --yes shows it without asking");
    struct source source;
    if (!help_ladder_reveal_solution(session->app, exercise, session->invocation->arena, &source, error))
        return false;
    print_kernel(session->invocation, &source, exercise->explain);
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

bool command_reset(struct session *session, struct error *error)
{
    const struct exercise *exercise = open_exercise(session, error);
    if (!exercise)
        return false;
    if (invocation_has(session->invocation, "undo")) {
        if (!workspace_undo_reset(session->app, exercise, error))
            return false;
        output_line(_("%s is as it was before the reset"), exercise->id);
        return true;
    }
    if (invocation_has(session->invocation, "half"))
        return take_half(session->invocation, session->app, exercise, error);
    if (workspace_is_starter(session->app, exercise)) {
        output_line(_("%s is the starter already"), exercise->id);
        return true;
    }
    if (!invocation_has(session->invocation, "yes") &&
        !output_confirm(_("Reset to the starter? Your version is kept.")))
        return error_set(error, ERROR_CANCELLED, "nothing was reset; --yes resets without asking");
    if (!workspace_reset(session->app, exercise, error))
        return false;
    output_line(_("%s is reset to the starter; `warpschool reset --undo %s` restores your file"), exercise->id,
                exercise->id);
    return true;
}
