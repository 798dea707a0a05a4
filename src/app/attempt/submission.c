/* Grades a file and records the attempt. */
#include "app/submission.h"

#include <stdlib.h>
#include <string.h>

#include "app/assessment.h"
#include "app/attempt/program_judge.h"
#include "app/workspace.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/json.h"
#include "device/device.h"
#include "report/words.h"

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
    if (!workspace_read_kernel(app, exercise, path, name, arena, &submission.source, error))
        return false;
    submission.path = path;
    *out_submission = submission;
    return true;
}

static bool has_several_devices(const struct exercise *exercise)
{
    for (size_t i = 0; i < exercise->case_count; i++)
        if (exercise->cases[i].devices > 1)
            return true;
    return exercise->devices > 1;
}

/* Cases with a number of their own, for which this machine may have too few GPUs. */
static void leave_out_larger_cases(struct exercise *exercise, int devices, struct arena *arena)
{
    struct exercise_case *kept = ARENA_ARRAY(arena, exercise->case_count, struct exercise_case);
    size_t count = 0;
    for (size_t i = 0; i < exercise->case_count; i++)
        if (exercise->cases[i].devices <= devices)
            kept[count++] = exercise->cases[i];
    exercise->cases = kept;
    exercise->case_count = count;
}

bool submission_take_devices(struct submission *submission, int devices, struct arena *arena, struct error *error)
{
    const struct exercise *exercise = submission->exercise;
    if (!has_several_devices(exercise))
        return error_set(error, ERROR_RANGE, "%s runs on one device", exercise->id);
    if (devices == exercise->devices)
        return true;
    struct exercise *other = arena_memdup(arena, exercise, sizeof *exercise);
    if (strcmp(submission->device, "auto") == 0)
        submission->device = "virtual";
    if (device_kind_measures_time(submission->device))
        leave_out_larger_cases(other, devices, arena);
    if (other->case_count == 0)
        return error_set(error, ERROR_RANGE, "no case of %s runs on %d devices", exercise->id, devices);
    other->devices = devices;
    other->gate_count = 0;
    other->targets = (struct targets){0};
    submission->exercise = other;
    submission->other_devices = devices;
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
        .quick = submission->quick,
        .progress = submission->progress,
        .timed = submission->timed,
        .cancelled = submission->cancelled,
        .context = submission->context,
    };
    if (submission->exercise->kind == EXERCISE_PROGRAM && !submission->exercise->locked)
        return program_judge(app, submission, out_verdict, error);
    return grader_grade(grader, &request, out_verdict, error);
}

/* What a verdict says about its attempt. The JSON lives in `arena`. False: no memory. */
static bool judgement_of(const struct verdict *verdict, struct arena *arena, struct attempt *out_attempt,
                         struct error *error)
{
    CLEANUP(json_decref) json_t *json = verdict_to_json(verdict);
    char *text = json_dumps(json, JSON_COMPACT | JSON_SORT_KEYS);
    if (!text)
        return error_set(error, ERROR_INTERNAL, "the verdict could not be written as JSON");
    *out_attempt = (struct attempt){
        .status = report_recorded_status(verdict),
        .verdict_json = arena_strdup(arena, text),
        .medal = verdict->time.medal == MEDAL_NONE ? NULL : verdict_medal_name(verdict->time.medal),
        .best_ratio = verdict->time.ratio_to_solution,
        .trust = verdict_trust_name(verdict->trust),
        .certifiable = verdict->certifiable,
    };
    free(text);
    return true;
}

bool submission_record(struct app *app, const struct submission *submission, const struct verdict *verdict,
                       int64_t *out_attempt, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct attempt attempt;
    char started_at[CLOCK_TEXT_BYTES];
    if (submission->other_devices)
        return error_set(error, ERROR_UNSUPPORTED, "an attempt on another number of devices is not recorded");
    if (!judgement_of(verdict, arena, &attempt, error))
        return false;
    clock_format_utc(clock_wall_ns() - (int64_t)verdict->elapsed_ns, started_at);
    attempt.exercise = submission->exercise->id;
    attempt.device = verdict->device;
    attempt.architecture = verdict->architecture;
    attempt.seed = verdict->seed;
    attempt.source = arena_strndup(arena, submission->source.text, submission->source.size_bytes);
    attempt.source_sha256 = verdict->source_sha256;
    attempt.ptx_sha256 = *verdict->ptx_sha256 ? verdict->ptx_sha256 : NULL;
    attempt.toolkit = verdict->toolkit_version;
    attempt.program_version = verdict->program_version;
    attempt.model_version = verdict->model_version;
    attempt.started_at = started_at;
    attempt.elapsed_ns = verdict->elapsed_ns;
    int64_t id = 0;
    bool stored = store_add_attempt(app->store, &attempt, &id, error) &&
                  assessment_take_attempt(app, submission->exercise, id, verdict->status == VERDICT_PASS, error);
    if (id != 0 && out_attempt)
        *out_attempt = id;
    return stored;
}

bool submission_rejudge(struct app *app, int64_t attempt, const struct verdict *verdict, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct attempt judged;
    if (!judgement_of(verdict, arena, &judged, error))
        return false;
    judged.id = attempt;
    judged.exercise = verdict->exercise;
    return store_rejudge_attempt(app->store, &judged, error);
}
