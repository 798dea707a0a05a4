#include "app/help_ladder.h"

#include <string.h>

#include "app/assessment.h"
#include "app/workspace.h"
#include "base/file.h"

/*
 * The order of the ladder: as written, but a hint that names the last verdict's status comes first. A hint that names
 * another diagnosis comes after those that fit any.
 */
static const struct hint *hint_at(const struct exercise *exercise, const char *last_status, int number)
{
    for (int pass = 0; pass < 3; pass++)
        for (size_t i = 0; i < exercise->hint_count; i++) {
            const struct hint *hint = &exercise->hints[i];
            bool fits = hint->when && last_status && strcmp(hint->when, last_status) == 0;
            int turn = fits ? 0 : !hint->when ? 1 : 2;
            if (turn == pass && --number == 0)
                return hint;
        }
    return NULL;
}

static bool fill_hint(struct app *app, const struct exercise *exercise, int number, struct ladder_hint *out_hint,
                      struct error *error)
{
    struct exercise_progress progress;
    CLEANUP(arena_free) struct arena *arena = arena_new();
    if (!store_get_exercise(app->store, exercise->id, arena, &progress, error))
        return false;
    const struct hint *hint = hint_at(exercise, progress.last_status, number);
    *out_hint = (struct ladder_hint){
        .text = hint ? hint->text : NULL,
        .number = number,
        .total = (int)exercise->hint_count,
        .is_new = number > progress.hints_shown,
    };
    return true;
}

bool ladder_next_hint(struct app *app, const struct exercise *exercise, struct ladder_hint *out_hint,
                      struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct exercise_progress progress;
    if (!workspace_is_open(exercise, error) || !assessment_allows_help(app, exercise, error) ||
        !store_get_exercise(app->store, exercise->id, arena, &progress, error))
        return false;
    int total = (int)exercise->hint_count;
    int number = progress.hints_shown < total ? progress.hints_shown + 1 : total;
    if (!fill_hint(app, exercise, number, out_hint, error))
        return false;
    return !out_hint->is_new || store_add_hint(app->store, exercise->id, number, error);
}

bool ladder_shown_hint(struct app *app, const struct exercise *exercise, int number, struct ladder_hint *out_hint,
                       struct error *error)
{
    if (!fill_hint(app, exercise, number, out_hint, error))
        return false;
    if (!out_hint->is_new && out_hint->text)
        return true;
    return error_set(error, ERROR_NOT_FOUND, "hint %d of %s was not shown yet", number, exercise->id);
}

bool ladder_solution_costs(struct app *app, const struct exercise *exercise, bool *out_costs, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct exercise_progress progress;
    if (!assessment_allows_help(app, exercise, error) ||
        !store_get_exercise(app->store, exercise->id, arena, &progress, error))
        return false;
    *out_costs = progress.passed_at == NULL && !progress.assisted;
    return true;
}

bool ladder_reveal_solution(struct app *app, const struct exercise *exercise, struct arena *arena,
                            struct source *out_source, struct error *error)
{
    const char *path = workspace_solution_path(app, exercise, arena);
    return assessment_allows_help(app, exercise, error) &&
           workspace_read(path, path_leaf(path), arena, out_source, error) &&
           store_mark_solution_seen(app->store, exercise->id, error);
}
