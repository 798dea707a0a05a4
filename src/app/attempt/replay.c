/* Judges recorded attempts again. */
#include "app/replay.h"

#include <stdlib.h>
#include <string.h>

#include "app/submission.h"
#include "base/file.h"
#include "base/json.h"
#include "vgpu/architecture.h"

/* The parts of a verdict that must be equal. On `virtual` they are equal bit for bit. */
static const char *const fixed_parts[] = {"exercise", "status",   "device", "architecture", "seed",
                                          "findings", "counters", "gates",  "diagnostics"};

static const char *first_difference(const json_t *before, const json_t *after)
{
    for (size_t i = 0; i < sizeof fixed_parts / sizeof fixed_parts[0]; i++) {
        const json_t *old = json_object_get(before, fixed_parts[i]);
        const json_t *new = json_object_get(after, fixed_parts[i]);
        if (old != new && !json_equal(old, new))
            return fixed_parts[i];
    }
    return NULL;
}

static bool compare_verdicts(struct replay *replay, struct error *error)
{
    const char *text = replay->attempt.verdict_json;
    CLEANUP(json_decref) json_t *before = json_read(text, strlen(text), error);
    if (!before)
        return error_add_context(error, "the recorded verdict cannot be read");
    CLEANUP(json_decref) json_t *now = verdict_to_json(replay->verdict);
    char *dump = json_dumps(now, JSON_COMPACT);
    CLEANUP(json_decref) json_t *after = dump ? json_read(dump, strlen(dump), error) : NULL;
    free(dump);
    if (!after)
        return false;
    replay->difference = first_difference(before, after);
    replay->same = replay->difference == NULL;
    return true;
}

/* Whether every block ran, also where that failed. */
static bool ran_in_full(const struct attempt *attempt)
{
    CLEANUP(json_decref) json_t *json = json_read(attempt->verdict_json, strlen(attempt->verdict_json), NULL);
    bool is_full = attempt->trust && strcmp(attempt->trust, verdict_trust_name(VERDICT_TRUST_FULL)) == 0;
    return is_full || json_is_true(json_object_get(json_object_get(json, "full_run"), "ran"));
}

bool replay_attempt(struct app *app, struct grader *grader, int64_t attempt, struct arena *arena,
                    struct replay *out_replay, struct error *error)
{
    struct replay replay = {0};
    if (!store_get_attempt(app->store, attempt, arena, &replay.attempt, error))
        return false;
    replay.exercise = app_find_exercise(app, replay.attempt.exercise, error);
    if (!replay.exercise)
        return error_add_context(error, "the attempt");
    if (!replay.attempt.source || !replay.attempt.verdict_json)
        return error_set(error, ERROR_NOT_FOUND, "the attempt was recorded without its source");
    replay.source = (struct source){
        .name = path_leaf(replay.exercise->starter),
        .text = replay.attempt.source,
        .size_bytes = strlen(replay.attempt.source),
    };
    struct submission submission = {
        .exercise = replay.exercise,
        .source = replay.source,
        .device = replay.attempt.device,
        .seed = replay.attempt.seed,
        .full = ran_in_full(&replay.attempt),
    };
    if (!submission_grade(app, grader, &submission, &replay.verdict, error))
        return false;
    if (!compare_verdicts(&replay, error)) {
        verdict_free(replay.verdict);
        return false;
    }
    *out_replay = replay;
    return true;
}

bool replay_architecture(struct app *app, int64_t attempt, struct arena *arena, const char **architecture,
                         struct error *error)
{
    struct attempt recorded;
    if (!store_get_attempt(app->store, attempt, arena, &recorded, error))
        return false;
    if (recorded.architecture && vgpu_architecture_find(recorded.architecture))
        *architecture = recorded.architecture;
    return true;
}
