/* Grades a file and records the attempt. */
#include "app/submission.h"

#include <stdlib.h>
#include <string.h>

#include "app/assessment.h"
#include "app/workspace.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"

bool submission_prepare(const struct app *app, const struct exercise *exercise, const char *path, struct arena *arena,
                        struct submission *out_submission, struct error *error)
{
    struct submission submission = {.exercise = exercise, .device = "auto"};
    const char *name = path;
    if (!path) {
        if (!workspace_start(app, exercise, error))
            return false;
        path = workspace_path(app, exercise, arena);
        name = path_leaf(path);
    }
    if (!workspace_read(path, name, arena, &submission.source, error))
        return false;
    submission.path = path;
    *out_submission = submission;
    return true;
}

bool submission_grade(const struct app *app, struct grader *grader, const struct submission *submission,
                      struct verdict **out_verdict, struct error *error)
{
    struct grade_request request = {
        .curriculum = app->curriculum,
        .exercise = submission->exercise,
        .source = &submission->source,
        .device = submission->device,
        .seed = submission->seed,
        .full = submission->full,
        .untimed = submission->untimed,
        .progress = submission->progress,
        .cancelled = submission->cancelled,
        .context = submission->context,
    };
    return grader_grade(grader, &request, out_verdict, error);
}

bool submission_record(struct app *app, const struct submission *submission, const struct verdict *verdict,
                       int64_t *out_attempt, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(json_decref) json_t *json = verdict_to_json(verdict);
    char started_at[CLOCK_TEXT_BYTES];
    clock_format_utc(clock_wall_ns() - (int64_t)verdict->elapsed_ns, started_at);
    char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
    if (!text)
        return error_set(error, ERROR_INTERNAL, "the verdict could not be written as JSON");
    struct attempt attempt = {
        .exercise = submission->exercise->id,
        .status = verdict_status_name(verdict->status),
        .device = verdict->device,
        .architecture = verdict->architecture,
        .seed = verdict->seed,
        .source = arena_strndup(arena, submission->source.text, submission->source.size_bytes),
        .source_sha256 = verdict->source_sha256,
        .verdict_json = text,
        .medal = verdict->time.medal == MEDAL_NONE ? NULL : verdict_medal_name(verdict->time.medal),
        .best_ratio = verdict->time.ratio_to_solution,
        .ptx_sha256 = *verdict->ptx_sha256 ? verdict->ptx_sha256 : NULL,
        .toolkit = verdict->toolkit_version,
        .program_version = verdict->program_version,
        .model_version = verdict->model_version,
        .trust = verdict_trust_name(verdict->trust),
        .certifiable = verdict->certifiable,
        .started_at = started_at,
        .elapsed_ns = verdict->elapsed_ns,
    };
    int64_t id = 0;
    bool stored = store_add_attempt(app->store, &attempt, &id, error) &&
                  assessment_take_attempt(app, submission->exercise, id, verdict->status == VERDICT_PASS, error);
    free(text);
    if (id != 0 && out_attempt)
        *out_attempt = id;
    return stored;
}
