/* Opens and closes the application. */
#include "app/app.h"

#include <string.h>

#include "base/file.h"
#include "base/i18n.h"
#include "device/device.h"
#include "grader/input.h"
#include "progress/assessments.h"
#include "progress/backup.h"
#include "vgpu/architecture.h"

/* The pack that the running assessment was drawn from. So the user need not name it each time. */
static const char *running_pack(struct app *app)
{
    struct assessment_clock now = assessment_clock_now();
    struct assessment_record record = {0};
    bool running = false;
    if (!assessments_running(app->store, &now, app->arena, &running, &record, NULL) || !running)
        return NULL;
    return record.pack;
}

static bool open_curriculum(struct app *app, struct error *error)
{
    char asked_for[I18N_LANGUAGE_BYTES];
    i18n_language(asked_for);
    const char *language = app->options.language ? app->options.language : asked_for;
    const char *pack = app->options.pack ? app->options.pack : running_pack(app);
    struct curriculum_request request = {
        .pack = pack,
        .root = app->options.root ? app->options.root : app->root.path,
        .language = language,
        .counter_known = grader_counter_known,
        .strict_known = grader_strict_known,
        .init_usable = input_usable,
    };
    app->diagnostics = diagnostics_new(app->arena);
    bool is_asked_for = app->options.pack || !pack;
    app->curriculum = curriculum_load(&request, app->diagnostics, is_asked_for ? error : &app->pack_warning);
    if (app->curriculum || is_asked_for)
        return app->curriculum != NULL;
    request.pack = NULL; /* without its pack, the course still works */
    app->diagnostics = diagnostics_new(app->arena);
    app->curriculum = curriculum_load(&request, app->diagnostics, error);
    return app->curriculum != NULL;
}

const char *app_backup_folder(const struct app *app, struct arena *arena)
{
    return path_join(arena, app->folders.state, "backups");
}

/* What was saved, and from where. The shell says so. */
static void say_recovery(const struct recovery *recovery, struct error *warning)
{
    if (recovery->was_lost)
        error_set(warning, ERROR_STORE, "the progress file was empty or gone. Entries from the newest backup: %zu",
                  recovery->rows_of_backup);
    else if (recovery->rows > 0)
        error_set(warning, ERROR_STORE,
                  "the progress file was damaged. Entries saved from it: %zu; from the newest backup: %zu",
                  recovery->rows, recovery->rows_of_backup);
    else if (recovery->rows_of_backup > 0)
        error_set(warning, ERROR_STORE,
                  "the progress file was damaged and unreadable. Entries from the newest backup: %zu",
                  recovery->rows_of_backup);
    else
        error_set(warning, ERROR_STORE,
                  "the progress file was damaged and unreadable, and no backup has an entry: your record starts empty");
}

/* The damaged file stays beside the new one. */
static bool recover_store(struct app *app, const char *path, const char *backups, struct error *error)
{
    struct recovery recovery;
    if (!backup_recover(path, backups, app->arena, &recovery, error))
        return false;
    if (recovery.was_lost || recovery.aside)
        say_recovery(&recovery, &app->store_warning);
    if (recovery.aside)
        error_add_hint(&app->store_warning, "the old file is kept as %s%s", recovery.aside,
                       recovery.was_lost ? "-wal" : "");
    return true;
}

/* Once a day the file is read as a whole and backed up. A full disk keeps nobody from learning. */
static bool is_found_damaged(struct store *store, const char *path, const char *backups)
{
    return backup_begin_day(store) && !backup_make(store, backups, NULL) && backup_is_damaged(path);
}

static struct store *open_file(struct app *app, struct error *error)
{
    const char *backups = app_backup_folder(app, app->arena);
    struct store_settings settings = {.path = path_join(app->arena, app->folders.state, "warpschool.db")};
    if (backup_is_lost(settings.path, backups) && !recover_store(app, settings.path, backups, error))
        return NULL;
    struct store *store = store_open(&settings, error);
    bool is_damaged = store ? is_found_damaged(store, settings.path, backups) : backup_is_damaged(settings.path);
    if (!is_damaged)
        return store;
    store_close(store);
    if (!recover_store(app, settings.path, backups, error) || !(store = store_open(&settings, error)))
        return NULL;
    backup_make(store, backups, NULL);
    return store;
}

/*
 * If the store cannot be opened, learning continues with one in memory, from what the file holds.
 * The shell says so.
 */
static bool open_store(struct app *app, struct error *error)
{
    if (app->options.no_store)
        return (app->store = store_open_memory(error)) != NULL;
    struct error failure = {0};
    if (state_folders_make(&app->folders, &failure))
        app->store = open_file(app, &failure);
    if (app->store) {
        if (store_is_read_only(app->store)) {
            error_set(&app->store_warning, ERROR_STORE, "%s", store_read_only_reason(app->store));
            error_add_context(&app->store_warning, "progress is not kept");
            error_add_hint(&app->store_warning, "progress is shown and not kept until warpschool is updated");
        }
        return true;
    }
    error_add_context(&failure, "progress is not kept");
    app->store_warning = failure;
    if (!(app->store = store_open_memory(error)))
        return false;
    backup_read_into(app->store, path_join(app->arena, app->folders.state, "warpschool.db"));
    return true;
}

/* Passes the settings to their users: the options, and gettext. */
static void apply_settings(struct app *app)
{
    const struct settings *settings = &app->settings;
    const char *language = settings->values[SETTING_LANGUAGE];
    app->options.architecture = settings->values[SETTING_ARCHITECTURE];
    app->options.theme = settings->values[SETTING_THEME];
    app->options.mouse = settings->values[SETTING_MOUSE];
    /* else main has chosen it */
    if (*language && settings->origins[SETTING_LANGUAGE] != SETTING_BY_OPTION)
        i18n_choose(language);
    app->options.language = *language ? language : NULL;
}

static void read_settings(struct app *app)
{
    const char *const options[SETTING_COUNT] = {
        [SETTING_ARCHITECTURE] = app->options.architecture,
        [SETTING_LANGUAGE] = app->options.language,
        [SETTING_THEME] = app->options.theme,
        [SETTING_MOUSE] = app->options.mouse,
    };
    settings_read(app->store, options, app->arena, &app->settings, &app->setting_warning);
    apply_settings(app);
}

bool app_set(struct app *app, enum setting setting, const char *value, struct error *error)
{
    struct settings *settings = &app->settings;
    if (!settings_keep(app->store, setting, value, error))
        return false;
    if (settings->origins[setting] == SETTING_BY_OPTION || settings->origins[setting] == SETTING_BY_ENVIRONMENT)
        return true;
    settings->values[setting] = arena_strdup(app->arena, value);
    settings->origins[setting] = *value ? SETTING_STORED : SETTING_BY_DEFAULT;
    if (setting == SETTING_LANGUAGE && !*value)
        i18n_choose_system();
    apply_settings(app);
    return true;
}

/* A GPU with another link is an architecture of its own: its times are other times. */
static bool choose_link(struct app *app, struct error *error)
{
    const char *name = app->options.architecture, *link = app->options.link;
    const struct vgpu_architecture *own = vgpu_architecture_find(name && *name ? name : NULL);
    if (!link || !own)
        return true;
    const struct vgpu_architecture *chosen = vgpu_architecture_find(arena_printf(app->arena, "%s+%s", own->name, link));
    if (!chosen)
        return error_set(error, ERROR_RANGE, "the GPU '%s' has no link '%s'", own->name, link);
    app->options.architecture = chosen->name;
    return true;
}

bool app_open(const struct app_options *options, struct app **out_app, struct error *error)
{
    struct arena *arena = arena_new();
    struct app *app = ARENA_NEW(arena, struct app);
    app->arena = arena;
    app->options = *options;
    if (!executable_path(arena, &app->program, error) || !resource_root_find(arena, &app->root, error) ||
        !state_folders_find(arena, &app->root, &app->folders, error) || !open_store(app, error)) {
        app_close(app);
        return false;
    }
    read_settings(app);
    if (!choose_link(app, error) || !open_curriculum(app, error)) {
        app_close(app);
        return false;
    }
    *out_app = app;
    return true;
}

void app_close(struct app *app)
{
    if (!app)
        return;
    store_close(app->store);
    curriculum_free(app->curriculum);
    arena_free(app->arena);
}

const struct glossary *app_glossary(struct app *app)
{
    if (app->glossary)
        return app->glossary;
    app->glossary = ARENA_NEW(app->arena, struct glossary);
    glossary_load(app->curriculum->root, app->curriculum->language, app->arena, app->diagnostics, app->glossary);
    return app->glossary;
}

struct grader_settings app_grader_settings(const struct app *app)
{
    return (struct grader_settings){
        .program = app->program,
        .compiler = {.toolkit = app->options.toolkit, .cache_dir = app->folders.cache, .program = app->program},
        .architecture = app->options.architecture,
        .state_dir = app->folders.state,
        .threads = app->options.threads,
    };
}

static bool names_exercise(const struct exercise *exercise, const char *name)
{
    if (strcmp(exercise->id, name) == 0)
        return true;
    return exercise->starter && strcmp(path_leaf(exercise->starter), path_leaf(name)) == 0;
}

static const struct exercise *exercise_named(const struct app *app, const char *name)
{
    const struct curriculum *curriculum = app->curriculum;
    for (size_t i = 0; i < curriculum->exercise_count; i++)
        if (names_exercise(curriculum->exercises[i], name))
            return curriculum->exercises[i];
    return NULL;
}

/* Of lessons, of exercises, or of both. */
static void hint_at_nearest(const struct app *app, const char *name, bool has_lessons, bool has_exercises,
                            struct error *error)
{
    const struct curriculum *curriculum = app->curriculum;
    size_t most = curriculum->lesson_count + curriculum->exercise_count, count = 0;
    const char **ids = ARENA_ARRAY(app->arena, most + 1, const char *);
    for (size_t i = 0; has_lessons && i < curriculum->lesson_count; i++)
        ids[count++] = curriculum->lessons[i]->id;
    for (size_t i = 0; has_exercises && i < curriculum->exercise_count; i++)
        ids[count++] = curriculum->exercises[i]->id;
    const char *nearest = diagnostics_nearest(name, ids, count);
    if (nearest)
        error_add_hint(error, "did you mean '%s'? `warpschool list` shows all", nearest);
    else
        error_add_hint(error, "`warpschool list` shows all");
}

const struct exercise *app_find_exercise(const struct app *app, const char *name, struct error *error)
{
    const struct exercise *exercise = exercise_named(app, name);
    if (exercise)
        return exercise;
    error_set(error, ERROR_NOT_FOUND, "there is no exercise '%s'", name);
    hint_at_nearest(app, name, false, true, error);
    return NULL;
}

const struct lesson *app_find_lesson(const struct app *app, const char *id, struct error *error)
{
    const struct lesson *lesson = curriculum_find_lesson(app->curriculum, id);
    if (lesson)
        return lesson;
    error_set(error, ERROR_NOT_FOUND, "there is no lesson '%s'", id);
    hint_at_nearest(app, id, true, false, error);
    return NULL;
}

bool app_find_subject(const struct app *app, const char *name, const struct lesson **out_lesson,
                      const struct exercise **out_exercise, struct error *error)
{
    *out_lesson = curriculum_find_lesson(app->curriculum, name);
    *out_exercise = *out_lesson ? NULL : exercise_named(app, name);
    if (*out_lesson || *out_exercise)
        return true;
    error_set(error, ERROR_NOT_FOUND, "there is no lesson or exercise '%s'", name);
    hint_at_nearest(app, name, true, true, error);
    return false;
}

int app_compiler_worker_main(void)
{
    return compiler_worker_main();
}

void app_prepare(void)
{
    device_prepare();
}

int app_device_worker_main(void)
{
    return grader_device_worker_main();
}
