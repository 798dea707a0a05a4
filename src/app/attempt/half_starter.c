/* The half-written starter: when it is due, and taking it. */
#include <stdio.h>
#include <string.h>

#include "app/assessment.h"
#include "app/attempts.h"
#include "app/help_ladder.h"
#include "app/workspace.h"

enum { ATTEMPTS_LOOKED_AT = 24, DIAGNOSIS_BYTES = 128 };

static const char *first_finding(const struct verdict *verdict)
{
    const struct observation *observation = verdict->observation;
    for (size_t i = 0; observation && i < observation->finding_count; i++)
        if (observation->findings[i].severity == VGPU_SEVERITY_ERROR)
            return vgpu_finding_describe(observation->findings[i].kind)->name;
    return "";
}

static const char *first_gate(const struct verdict *verdict)
{
    for (size_t i = 0; i < verdict->gate_count; i++)
        if (!verdict->gates[i].met)
            return verdict->gates[i].counter;
    return "";
}

static const char *first_pattern(const struct verdict *verdict)
{
    const struct case_verdict *failing = verdict->smallest_failing;
    return failing && failing->wrong_count > 0 && failing->wrong[0].pattern ? failing->wrong[0].pattern : "";
}

/* "" for a pass, and for failures that the learner did not cause. */
static void write_diagnosis(const struct verdict *verdict, char out[DIAGNOSIS_BYTES])
{
    enum verdict_status status = verdict->status;
    const char *detail = status == VERDICT_UNSAFE  ? first_finding(verdict)
                         : status == VERDICT_GATE  ? first_gate(verdict)
                         : status == VERDICT_WRONG ? first_pattern(verdict)
                                                   : "";
    out[0] = '\0';
    if (status != VERDICT_PASS && status != VERDICT_WAIVED && status != VERDICT_ENVIRONMENT)
        snprintf(out, DIAGNOSIS_BYTES, "%s %s", verdict_status_name(status), detail);
}

static bool has_repeated(const struct attempt *attempts, size_t count)
{
    char diagnoses[ATTEMPTS_LOOKED_AT][DIAGNOSIS_BYTES] = {{0}};
    for (size_t i = 0; i < count; i++) {
        CLEANUP(verdict_free) struct verdict *verdict = NULL;
        int same = 1;
        if (attempts_verdict_of(&attempts[i], &verdict, NULL))
            write_diagnosis(verdict, diagnoses[i]);
        for (size_t before = 0; diagnoses[i][0] && before < i; before++)
            same += strcmp(diagnoses[before], diagnoses[i]) == 0;
        if (diagnoses[i][0] && same >= HELP_LADDER_FAILURES)
            return true;
    }
    return false;
}

bool help_ladder_half_is_due(struct app *app, const struct exercise *exercise, bool *out_due, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct exercise_progress progress;
    struct attempt *attempts;
    size_t count;
    *out_due = false;
    if (!exercise->starter_half || exercise->locked)
        return true;
    if (!store_get_exercise(app->store, exercise->id, arena, &progress, error))
        return false;
    if (progress.passed_at || progress.attempts < HELP_LADDER_FAILURES)
        return true;
    const struct attempt_query wanted = {.exercise = exercise->id, .limit = ATTEMPTS_LOOKED_AT, .is_whole = true};
    if (!store_list_attempts(app->store, &wanted, arena, &attempts, &count, error))
        return false;
    *out_due = has_repeated(attempts, count);
    return true;
}

struct taking {
    struct app *app;
    const struct exercise *exercise;
};

static bool put_and_mark(void *context, struct error *error)
{
    const struct taking *taking = context;
    return store_mark_half_starter(taking->app->store, taking->exercise->id, error) &&
           workspace_put_half_starter(taking->app, taking->exercise, error);
}

/* A starter that could not be put there costs nothing. */
bool help_ladder_take_half(struct app *app, const struct exercise *exercise, struct error *error)
{
    bool is_due;
    if (!exercise->starter_half)
        return error_set(error, ERROR_NOT_FOUND, "%s has no half-written starter", exercise->id);
    if (!assessment_allows_help(app, exercise, error) || !help_ladder_half_is_due(app, exercise, &is_due, error))
        return false;
    if (!is_due)
        return error_set(error, ERROR_NOT_FOUND, "a half-written starter comes after %d failures with one diagnosis",
                         HELP_LADDER_FAILURES);
    return store_write_together(app->store, put_and_mark, &(struct taking){app, exercise}, error);
}
