/* Runs the versions of the demo. */
#include "app/demo.h"

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

static bool judge(const struct demo *demo, const char *file, struct verdict **out_verdict, struct error *error)
{
    struct exercise exercise;
    struct source source;
    const char *folder = path_join(demo->arena, demo->app->curriculum->root, "kernels");
    const char *path = path_join(demo->arena, folder, file);
    if (!demo_exercise(demo->app, &exercise, error) ||
        !workspace_read(path, path_leaf(path), demo->arena, &source, error))
        return false;
    struct grade_request request = {.curriculum = demo->app->curriculum,
                                    .exercise = &exercise,
                                    .source = &source,
                                    .device = demo->device,
                                    .seed = DEMO_SEED};
    return grader_grade(demo->grader, &request, out_verdict, error);
}

static const char *kept(const struct demo *demo, const char *text)
{
    return text ? arena_strdup(demo->arena, text) : NULL;
}

bool demo_run(struct demo *demo, size_t index, struct demo_version *out_version, struct error *error)
{
    CLEANUP(verdict_free) struct verdict *verdict = NULL;
    if (!judge(demo, versions[index].file, &verdict, error))
        return false;
    struct demo_version version = {.name = versions[index].name,
                                   .words = versions[index].words,
                                   .right = verdict->status == VERDICT_PASS || verdict->status == VERDICT_SLOW,
                                   .time = verdict->time};
    version.time.note = kept(demo, version.time.note);
    version.time.device = kept(demo, version.time.device);
    version.time.architecture = kept(demo, version.time.architecture);
    version.time.limiter = NULL;
    const struct time_verdict *first = index ? &demo->first.time : &version.time;
    if (version.time.available && version.time.microseconds > 0)
        version.speedup = first->available ? first->microseconds / version.time.microseconds : 1;
    if (index == 0)
        demo->first = version;
    *out_version = version;
    return true;
}
