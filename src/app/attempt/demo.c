/* Runs the versions of the demo. */
#include "app/demo.h"

#include <string.h>

#include "app/workspace.h"
#include "base/file.h"
#include "base/i18n.h"

/* The versions share its inputs, reference, cases and bench. */
#define DEMO_EXERCISE "gelu_l3"

enum { DEMO_SEED = 20250101, DEMO_CASES_MAX = 3 };

static const struct {
    const char *name, *file, *words;
} versions[] = {
#define VERSION(name, file, words) {name, file, words},
#include "app/attempt/demo.def"
};

size_t demo_version_count(void)
{
    return sizeof versions / sizeof versions[0];
}

/* The exercise without its gates, since the slow versions are slow on purpose. */
static bool demo_exercise(const struct app *app, struct exercise *out_exercise, struct error *error)
{
    const struct exercise *exercise = curriculum_find_exercise(app->curriculum, DEMO_EXERCISE);
    if (!exercise || !exercise->bench)
        return error_set(error, ERROR_NOT_FOUND, "the demo needs the exercise %s, which this course lacks",
                         DEMO_EXERCISE);
    *out_exercise = *exercise;
    out_exercise->gate_count = 0;
    if (out_exercise->case_count > DEMO_CASES_MAX)
        out_exercise->case_count = DEMO_CASES_MAX;
    return true;
}

const char *demo_case(const struct app *app, struct arena *arena)
{
    struct exercise exercise;
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!demo_exercise(app, &exercise, NULL))
        return "";
    for (size_t i = 0; i < exercise.bench->value_count; i++)
        buffer_printf(&text, "%s%lld", i ? " x " : "", (long long)exercise.bench->values[i].value.integer);
    return arena_strdup(arena, buffer_text(&text));
}

bool demo_run(struct app *app, struct grader *grader, size_t index, const char *device,
              const struct demo_version *first, struct arena *arena, struct demo_version *out_version,
              struct error *error)
{
    struct exercise exercise;
    struct source source;
    CLEANUP(verdict_free) struct verdict *verdict = NULL;
    const char *path = path_join(arena, path_join(arena, app->curriculum->root, "kernels"), versions[index].file);
    if (!demo_exercise(app, &exercise, error) || !workspace_read(path, path_leaf(path), arena, &source, error))
        return false;
    struct grade_request request = {
        .curriculum = app->curriculum, .exercise = &exercise, .source = &source, .device = device, .seed = DEMO_SEED};
    if (!grader_grade(grader, &request, &verdict, error))
        return false;
    struct demo_version version = {.name = versions[index].name,
                                   .words = versions[index].words,
                                   .right = verdict->status == VERDICT_PASS || verdict->status == VERDICT_SLOW,
                                   .time = verdict->time};
    version.time.note = version.time.note ? arena_strdup(arena, version.time.note) : NULL;
    version.time.device = version.time.device ? arena_strdup(arena, version.time.device) : NULL;
    version.time.architecture = version.time.architecture ? arena_strdup(arena, version.time.architecture) : NULL;
    version.time.limiter = NULL;
    bool is_comparable = version.time.available && version.time.microseconds > 0;
    if (is_comparable)
        version.speedup = first && first->time.available ? first->time.microseconds / version.time.microseconds : 1;
    *out_version = version;
    return true;
}
