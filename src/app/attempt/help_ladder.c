/* Hints and solutions, in their order and at their price. */
#include "app/help_ladder.h"

#include <limits.h>
#include <string.h>

#include "app/assessment.h"
#include "app/attempts.h"
#include "app/workspace.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/i18n.h"
#include "base/text.h"

/* The index of the hint that was shown as the number-th, from 1. -1: fewer were shown. */
static int shown_as(const struct exercise_progress *progress, const struct exercise *exercise, int number)
{
    const char *order = progress->hints_order ? progress->hints_order : "";
    int hint = number >= 1 && (size_t)number <= strlen(order) ? order[number - 1] - 'a' : -1;
    return hint >= 0 && (size_t)hint < exercise->hint_count ? hint : -1;
}

static bool was_shown(const struct exercise_progress *progress, size_t hint)
{
    return hint >= STORE_HINTS_MAX || (progress->hints_order && strchr(progress->hints_order, 'a' + (int)hint));
}

/* The last attempt's verdict. NULL: there is none. */
static struct verdict *last_verdict(struct app *app, const struct exercise *exercise, struct arena *arena)
{
    struct attempt *attempts;
    struct verdict *verdict = NULL;
    size_t count = 0;
    const struct attempt_query wanted = {.exercise = exercise->id, .limit = 1, .is_whole = true};
    if (!store_list_attempts(app->store, &wanted, arena, &attempts, &count, NULL) || !count ||
        !attempts[0].verdict_json || !attempts_verdict_of(&attempts[0], &verdict, NULL))
        return NULL;
    return verdict;
}

/* Whether the verdict has an error of this kind: "out_of_bounds", or "race" for all races. */
static bool has_finding(const struct verdict *verdict, const char *kind)
{
    const struct observation *observation = verdict ? verdict->observation : NULL;
    bool is_any_race = !strcmp(kind, "race");
    for (size_t i = 0; observation && i < observation->finding_count; i++) {
        const char *name = vgpu_finding_describe(observation->findings[i].kind)->name;
        bool is_error = observation->findings[i].severity == VGPU_SEVERITY_ERROR;
        if (is_error && (!strcmp(name, kind) || (is_any_race && text_begins(name, "race_"))))
            return true;
    }
    return false;
}

/* The lower, the sooner. */
static int turn_of(const struct hint *hint, const struct exercise_progress *progress, const struct verdict *verdict)
{
    enum { OF_THE_FINDING, OF_THE_STATUS, OF_ANY, OF_OTHERS, LAST };
    if (hint->is_last)
        return LAST;
    if (!hint->when)
        return OF_ANY;
    if (has_finding(verdict, hint->when))
        return OF_THE_FINDING;
    return progress->last_status && !strcmp(hint->when, progress->last_status) ? OF_THE_STATUS : OF_OTHERS;
}

/*
 * The next hint: first those that name a finding of the last verdict, then its status, then those
 * for any, then those of other verdicts. Each in written order. The last rung comes after all of
 * them. -1: none is left.
 */
static int next_hint(const struct exercise_progress *progress, const struct exercise *exercise,
                     const struct verdict *verdict)
{
    int best = -1, best_turn = INT_MAX;
    for (size_t i = 0; i < exercise->hint_count; i++) {
        int turn = turn_of(&exercise->hints[i], progress, verdict);
        if (was_shown(progress, i) || turn >= best_turn)
            continue;
        best = (int)i;
        best_turn = turn;
    }
    return best;
}

static struct help_ladder_hint help_ladder_hint(const struct exercise *exercise, int hint, int number)
{
    return (struct help_ladder_hint){
        .text = hint >= 0 ? exercise->hints[hint].text : NULL, .number = number, .total = (int)exercise->hint_count};
}

/* True if the last attempt is the starter, unchanged. Its verdict tests no idea of the learner. */
static bool is_starter(struct app *app, const struct exercise *exercise, struct arena *arena)
{
    struct attempt *attempts;
    struct source starter;
    size_t count = 0;
    const struct attempt_query last = {.exercise = exercise->id, .limit = 1, .is_whole = true};
    return exercise->starter && store_list_attempts(app->store, &last, arena, &attempts, &count, NULL) && count &&
           attempts[0].source &&
           workspace_read(workspace_starter_path(app, exercise, arena), "", arena, &starter, NULL) &&
           strcmp(attempts[0].source, starter.text) == 0;
}

bool help_ladder_next_hint(struct app *app, const struct exercise *exercise, struct help_ladder_hint *out_hint,
                           struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct exercise_progress progress;
    if (!workspace_is_open(exercise, error) || !assessment_allows_help(app, exercise, error) ||
        !store_get_exercise(app->store, exercise->id, arena, &progress, error))
        return false;
    CLEANUP(verdict_free) struct verdict *verdict = last_verdict(app, exercise, arena);
    bool is_own = !is_starter(app, exercise, arena);
    if (!is_own)
        progress.last_status = NULL;
    int hint = next_hint(&progress, exercise, is_own ? verdict : NULL);
    int shown = progress.hints_order ? (int)strlen(progress.hints_order) : 0;
    if (hint < 0) {
        *out_hint = help_ladder_hint(exercise, shown_as(&progress, exercise, shown), shown);
        return true;
    }
    *out_hint = help_ladder_hint(exercise, hint, shown + 1);
    out_hint->is_new = true;
    return store_add_hint(app->store, exercise->id, hint, error);
}

bool help_ladder_shown_hint(struct app *app, const struct exercise *exercise, int number,
                            struct help_ladder_hint *out_hint, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct exercise_progress progress;
    if (!store_get_exercise(app->store, exercise->id, arena, &progress, error))
        return false;
    *out_hint = help_ladder_hint(exercise, shown_as(&progress, exercise, number), number);
    if (out_hint->text)
        return true;
    return error_set(error, ERROR_NOT_FOUND, "hint %d of %s was not shown yet", number, exercise->id);
}

bool help_ladder_solution_costs(struct app *app, const struct exercise *exercise, bool *out_costs, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct exercise_progress progress;
    if (!assessment_allows_help(app, exercise, error) ||
        !store_get_exercise(app->store, exercise->id, arena, &progress, error))
        return false;
    *out_costs = progress.passed_at == NULL && !progress.assisted;
    return true;
}

bool help_ladder_reveal_solution(struct app *app, const struct exercise *exercise, struct arena *arena,
                                 struct source *out_source, struct error *error)
{
    const char *path = workspace_solution_path(app, exercise, arena);
    return assessment_allows_help(app, exercise, error) &&
           workspace_read(path, path_leaf(path), arena, out_source, error) &&
           store_mark_solution_seen(app->store, exercise->id, error);
}

bool help_ladder_reveal_best(struct app *app, const struct exercise *exercise, struct arena *arena,
                             struct source *out_source, struct error *error)
{
    const char *path = workspace_best_path(app, exercise, arena);
    struct exercise_progress progress;
    if (!path)
        return error_set(error, ERROR_NOT_FOUND, "%s has no best kernel beside its solution", exercise->id);
    if (!assessment_allows_help(app, exercise, error) ||
        !store_get_exercise(app->store, exercise->id, arena, &progress, error))
        return false;
    if (!progress.passed_at)
        return error_set(error, ERROR_NOT_FOUND, "the best kernel of %s is shown once the exercise has passed",
                         exercise->id);
    return workspace_read(path, path_leaf(path), arena, out_source, error);
}

/* The variant counts a day after the pass (store_is_earned()). */
static const char *debt_of(const struct exercise *exercise, const char *passed_at, struct arena *arena)
{
    static const int64_t day_ns = INT64_C(86400) * 1000000000;
    char utc[CLOCK_TEXT_BYTES], local[ATTEMPTS_LOCAL_TIME_BYTES];
    int64_t passed_ns;
    if (!exercise->variant)
        return arena_printf(arena, _("%s passed with help, and has no variant: it earns no badge."), exercise->id);
    if (!clock_parse_utc(passed_at, &passed_ns) || clock_wall_ns() >= passed_ns + day_ns)
        return arena_printf(arena, _("%s passed with help. Pass its variant %s unaided: then it counts for badges."),
                            exercise->id, exercise->variant);
    clock_format_utc(passed_ns + day_ns, utc);
    return arena_printf(arena,
                        _("%s passed with help. Pass its variant %s unaided, from %s on: then it counts for badges."),
                        exercise->id, exercise->variant, attempts_local_time(utc, local, sizeof local));
}

bool help_ladder_debt(struct app *app, const struct exercise *exercise, struct arena *arena, const char **out_words,
                      struct error *error)
{
    const struct exercise *base =
        exercise->variant_of ? curriculum_find_exercise(app->curriculum, exercise->variant_of) : exercise;
    struct exercise_progress progress;
    bool is_earned;
    *out_words = NULL;
    if (!base)
        return true;
    if (!store_get_exercise(app->store, base->id, arena, &progress, error) ||
        !store_is_earned(app->store, base->id, base->variant, &is_earned, error))
        return false;
    if (progress.passed_at && !is_earned)
        *out_words = debt_of(base, progress.passed_at, arena);
    return true;
}
