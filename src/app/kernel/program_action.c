/* Runs a whole CUDA program. */
#include "app/kernel_run.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/kernel/scratch.h"
#include "app/verdict_text.h"
#include "base/buffer.h"
#include "base/file.h"
#include "grader/verdict.h"
#include "plan/timeline.h"

enum { SOURCE_BYTES_MAX = 4 << 20 };

static bool read_source(const char *path, struct arena *arena, struct source *out_source, struct error *error)
{
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    if (!file_read(path, SOURCE_BYTES_MAX, &text, error))
        return false;
    *out_source = (struct source){path, arena_strndup(arena, buffer_text(&text), text.size_bytes), text.size_bytes};
    return true;
}

bool program_action_fits(const char *path)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    size_t length = strlen(path);
    struct source source;
    return length > 3 && strcmp(path + length - 3, ".cu") == 0 && read_source(path, arena, &source, NULL) &&
           program_has_main(&source);
}

/* Beside the program in its build folder, or in lib/warpschool of an installation. */
static const char *find_runtime(const struct app *app, struct arena *arena, struct error *error)
{
    static const char *const places[] = {"libwarpschool_runtime.a", "../lib/warpschool/libwarpschool_runtime.a"};
    const char *folder = path_folder(arena, app->program);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        const char *path = path_join(arena, folder, places[i]);
        if (file_exists(path))
            return path;
    }
    error_set(error, ERROR_NOT_FOUND, "the CUDA runtime of warpschool is not beside %s", app->program);
    return NULL;
}

/* The child of a build or run has another working folder. */
static const char *const *absolute_paths(const char *const *paths, struct arena *arena)
{
    char folder[4096];
    size_t count = 0;
    while (paths && paths[count])
        count++;
    const char **absolute = ARENA_ARRAY(arena, count + 1, const char *);
    const char *working = getcwd(folder, sizeof folder) ? folder : "/";
    for (size_t i = 0; i < count; i++)
        absolute[i] = path_join(arena, working, paths[i]);
    return absolute;
}

static bool read_sources(const struct program_action *action, struct arena *arena, struct program_request *request,
                         struct error *error)
{
    request->source_count = action->source ? 1 : 0;
    request->sources = action->source;
    if (action->source)
        return true;
    while (action->paths[request->source_count])
        request->source_count++;
    struct source *sources = ARENA_ARRAY(arena, request->source_count, struct source);
    for (size_t i = 0; i < request->source_count; i++)
        if (!read_source(action->paths[i], arena, &sources[i], error))
            return false;
    request->sources = sources;
    return true;
}

bool program_action_run(const struct app *app, const struct program_action *action, struct arena *arena,
                        struct program_result *out_result, struct error *error)
{
    struct grader_settings settings = app_grader_settings(app);
    const char *const hidden[] = {app->folders.state, app->folders.config, NULL};
    struct program_request request = {
        .arguments = action->arguments,
        .include_folders = absolute_paths(action->include_folders, arena),
        .defines = action->defines,
        .standard = action->standard,
        .libraries = action->libraries,
        .emit = action->emit,
        .headers = path_join(arena, app->root.path, "src/cudart/include"),
        .compiler = settings.compiler,
        .device = {.kind = action->device,
                   .architecture = app->options.architecture,
                   .count = action->device_count ? (int)action->device_count : 1,
                   .threads = app->options.threads,
                   .seed = action->seed},
        .seconds = action->seconds,
        .hidden = hidden,
        .write_paths = absolute_paths(action->write_paths, arena),
        .is_trusted = action->is_trusted,
        .is_alone = action->is_alone,
        .alters_stores = action->alters_stores,
        .has_terminal = {action->has_terminal[0], action->has_terminal[1]},
        .take_output = action->take_output,
        .context = action->context,
    };
    struct scratch scratch = {.cleaner = SUBPROCESS_INIT};
    request.runtime = find_runtime(app, arena, error);
    if (!request.runtime || !read_sources(action, arena, &request, error) ||
        !scratch_new(request.compiler.program, arena, &scratch, error))
        return false;
    request.scratch = scratch.path;
    bool done = program_execute(&request, arena, out_result, error);
    scratch_done(&scratch);
    return done;
}

/* --- the timeline ----------------------------------------------------------------------------- */

static uint32_t name_index(struct plan_timeline *timeline, const char *name)
{
    char cut[PLAN_TIMELINE_NAME_BYTES];
    snprintf(cut, sizeof cut, "%s", name);
    for (uint32_t i = 0; i < timeline->name_count; i++)
        if (strcmp(timeline->names[i], cut) == 0)
            return i;
    if (timeline->name_count == PLAN_TIMELINE_NAMES_MAX)
        return PLAN_TIMELINE_NAMES_MAX - 1;
    memcpy(timeline->names[timeline->name_count], cut, sizeof cut);
    return (uint32_t)timeline->name_count++;
}

static struct plan_timeline *make_timeline(const struct program_result *result, struct arena *arena)
{
    struct plan_timeline *timeline = ARENA_NEW(arena, struct plan_timeline);
    timeline->rank_count = result->device_count;
    timeline->is_modelled = true;
    timeline->bar_total = result->span_total;
    for (size_t i = 0; i < result->span_count && i < PLAN_TIMELINE_BARS_MAX; i++) {
        const struct program_span *span = &result->spans[i];
        timeline->bars[timeline->bar_count++] = (struct plan_bar){.name = name_index(timeline, span->name),
                                                                  .line = span->line,
                                                                  .rank = span->device,
                                                                  .stream = span->stream,
                                                                  .label = -1,
                                                                  .begin = i,
                                                                  .end = i + 1,
                                                                  .begin_ns = span->begin_ns,
                                                                  .end_ns = span->end_ns};
    }
    return timeline;
}

void program_action_timeline(const struct app *app, const struct program_result *result, const char *program,
                             int columns, struct arena *arena, struct buffer *out)
{
    struct verdict verdict = {.timeline = make_timeline(result, arena),
                              .timeline_case = program,
                              .device = result->is_measured ? "cuda" : "virtual",
                              .architecture = result->is_measured ? result->device_name : app->options.architecture};
    if (plan_timeline_has_rows(verdict.timeline))
        verdict_text_timeline(&verdict, columns, false, arena, out);
}

json_t *program_action_timeline_json(const struct program_result *result, struct arena *arena)
{
    return plan_timeline_to_json(make_timeline(result, arena));
}

int program_action_worker_main(void)
{
    return program_confined_worker_main();
}

int program_action_cleaner_main(void)
{
    return scratch_cleaner_main();
}
