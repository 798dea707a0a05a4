/* The checks of the doctor. */
#include "app/doctor.h"

#include <langinfo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "app/editor.h"
#include "base/i18n.h"
#include "base/text.h"
#include "compiler/compiler.h"
#include "device/device.h"
#include "program/program.h"

enum { FREE_LEAST_MIB = 200 };

struct doctor {
    struct app *app;
    bool asked_compiler; /* the answer is in these members: */
    bool has_compiler;
    struct compiler_info compiler;
    struct error compiler_error;
};

struct doctor *doctor_new(struct app *app)
{
    struct doctor *doctor = calloc(1, sizeof *doctor);
    if (doctor)
        doctor->app = app;
    return doctor;
}

void doctor_free(struct doctor *doctor)
{
    free(doctor);
}

static void say(struct doctor_result *result, enum doctor_state state, const char *found, const char *mend)
{
    result->state = state;
    snprintf(result->found, sizeof result->found, "%s", found);
    snprintf(result->mend, sizeof result->mend, "%s", mend);
}

static void say_error(struct doctor_result *result, enum doctor_state state, const struct error *error)
{
    say(result, state, error->message, error->hint);
}

static void doctor_check_program(struct doctor *doctor, struct doctor_result *result)
{
    say(result, DOCTOR_GOOD, "", "");
    snprintf(result->found, sizeof result->found, _("warpschool %s, resources in %s"), WARPSCHOOL_VERSION,
             doctor->app->root.path);
}

static bool describe_compiler(struct app *app, struct compiler_info *out_info, struct error *error)
{
    struct grader_settings settings = app_grader_settings(app);
    CLEANUP(compiler_free) struct compiler *compiler = compiler_new(&settings.compiler, error);
    return compiler && compiler_warm(compiler, error) && compiler_describe(compiler, out_info, error);
}

/* Whether the compiler answers. The first check that asks starts its child, once. */
static bool ask_compiler(struct doctor *doctor)
{
    if (!doctor->asked_compiler)
        doctor->has_compiler = describe_compiler(doctor->app, &doctor->compiler, &doctor->compiler_error);
    doctor->asked_compiler = true;
    return doctor->has_compiler;
}

static void doctor_check_toolkit(struct doctor *doctor, struct doctor_result *result)
{
    const struct compiler_info *info = &doctor->compiler;
    if (!ask_compiler(doctor)) {
        say_error(result, DOCTOR_MISSING, &doctor->compiler_error);
        return;
    }
    say(result, info->pinned && !info->missing[0] ? DOCTOR_GOOD : DOCTOR_NOTE, "",
        info->pinned ? info->missing
                     : _("attempts with this version do not count for certificates; those with 13.0 do"));
    snprintf(result->found, sizeof result->found, _("version %s in %s"), info->toolkit_version, info->toolkit_path);
}

static void doctor_check_sandbox(struct doctor *doctor, struct doctor_result *result)
{
    if (!ask_compiler(doctor)) {
        say(result, DOCTOR_NOTE, _("not known before NVRTC starts"), "");
        return;
    }
    bool none = strcmp(doctor->compiler.sandbox, "none") == 0;
    say(result, none ? DOCTOR_NOTE : DOCTOR_GOOD, doctor->compiler.sandbox,
        none
            ? _("this Linux kernel has no Landlock and forbids user namespaces: attempts do not count for certificates")
            : "");
}

static void say_device(const struct device *device, struct doctor_result *result)
{
    say(result, DOCTOR_GOOD, "", "");
    snprintf(result->found, sizeof result->found, _("%s, compute capability %d.%d, %d SMs"), device->properties.name,
             device->properties.compute_major, device->properties.compute_minor, device->properties.sm_count);
}

static bool open_device(const char *kind, const char *architecture, struct doctor_result *result, struct error *error)
{
    struct device_request request = {.kind = kind, .architecture = architecture, .count = 1};
    struct device *device;
    if (!device_open(&request, &device, error))
        return false;
    say_device(device, result);
    device_close(device);
    return true;
}

/* "cuda:0 NVIDIA H200; cuda:1 NVIDIA H200; `--device cuda:1` chooses" */
static bool list_gpus(int gpus, struct doctor_result *result, struct error *error)
{
    size_t used = 0;
    say(result, DOCTOR_GOOD, "", "");
    for (int i = 0; i < gpus && used + 1 < sizeof result->found; i++) {
        char kind[16];
        struct device *device;
        snprintf(kind, sizeof kind, "cuda:%d", i);
        struct device_request request = {.kind = kind, .count = 1};
        if (!device_open(&request, &device, error))
            return false;
        used += (size_t)snprintf(result->found + used, sizeof result->found - used, "%s%s %s", i ? "; " : "", kind,
                                 device->properties.name);
        device_close(device);
    }
    snprintf(result->mend, sizeof result->mend, "%s", _("--device cuda:1 chooses the second one"));
    return true;
}

static void doctor_check_clang(struct doctor *doctor, struct doctor_result *result)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *path;
    struct error error = {0};
    (void)doctor;
    if (program_find_clang(arena, &path, &error))
        say(result, DOCTOR_GOOD, path, "");
    else
        say(result, DOCTOR_NOTE, _("not found"),
            _("only `warpschool run` of whole programs needs it: apt-get install clang"));
}

static void doctor_check_virtual_gpu(struct doctor *doctor, struct doctor_result *result)
{
    struct error error = {0};
    if (!open_device("virtual", doctor->app->options.architecture, result, &error))
        say_error(result, DOCTOR_MISSING, &error);
}

static void doctor_check_gpu(struct doctor *doctor, struct doctor_result *result)
{
    struct error error = {0};
    (void)doctor;
    int gpus = device_count("cuda");
    if (gpus > 1 ? list_gpus(gpus, result, &error) : open_device("cuda", NULL, result, &error))
        return;
    say_error(result, DOCTOR_NOTE, &error);
    snprintf(result->mend, sizeof result->mend, "%s",
             _("not needed: the virtual GPU judges kernels and models their times"));
}

static void doctor_check_store(struct doctor *doctor, struct doctor_result *result)
{
    const struct app *app = doctor->app;
    if (app->store_warning.code != ERROR_NONE) {
        say_error(result, DOCTOR_NOTE, &app->store_warning);
        return;
    }
    say(result, DOCTOR_GOOD, "", "");
    snprintf(result->found, sizeof result->found, _("%s/warpschool.db, format %d"), app->folders.state,
             store_schema_version(app->store));
}

static void doctor_check_workspace(struct doctor *doctor, struct doctor_result *result)
{
    bool writable = access(doctor->app->folders.work, W_OK) == 0;
    say(result, writable ? DOCTOR_GOOD : DOCTOR_MISSING, doctor->app->folders.work,
        writable ? "" : _("this folder is not writable: set WARPSCHOOL_STATE to a folder that is"));
}

static void doctor_check_space(struct doctor *doctor, struct doctor_result *result)
{
    struct statvfs file_system;
    const char *folder = doctor->app->folders.state;
    if (statvfs(folder, &file_system) != 0 && statvfs(doctor->app->root.path, &file_system) != 0) {
        say(result, DOCTOR_NOTE, _("the free space of the disk cannot be read"), "");
        return;
    }
    CLEANUP(buffer_done) struct buffer size = BUFFER_INIT;
    uint64_t free_bytes = (uint64_t)file_system.f_bavail * file_system.f_frsize;
    bool is_short = free_bytes >> 20 < FREE_LEAST_MIB;
    text_append_bytes(&size, free_bytes);
    say(result, is_short ? DOCTOR_NOTE : DOCTOR_GOOD, "", "");
    snprintf(result->found, sizeof result->found, _("%s free for %s"), buffer_text(&size), folder);
    if (is_short)
        snprintf(result->mend, sizeof result->mend,
                 _("less than %d MiB are free here: compiling and recording may fail"), FREE_LEAST_MIB);
}

/* Those that the course map counts. */
static size_t count_exercises(const struct curriculum *curriculum)
{
    size_t count = 0;
    for (size_t i = 0; i < curriculum->exercise_count; i++) {
        const struct exercise *exercise = curriculum->exercises[i];
        count += !exercise->variant_of && !exercise->locked && exercise->lesson->kind != LESSON_ASSESSMENT;
    }
    return count;
}

static void doctor_check_lessons(struct doctor *doctor, struct doctor_result *result)
{
    const struct app *app = doctor->app;
    size_t errors = diagnostics_error_count(app->diagnostics);
    say(result, errors ? DOCTOR_NOTE : DOCTOR_GOOD, "",
        errors ? _("`warpschool author-check` shows the mistakes") : "");
    size_t shown = count_exercises(app->curriculum);
    snprintf(result->found, sizeof result->found,
             ngettext("%zu lessons, %zu exercises, %zu variants and assessment kernels, %zu mistake",
                      "%zu lessons, %zu exercises, %zu variants and assessment kernels, %zu mistakes", errors),
             app->curriculum->lesson_count, shown, app->curriculum->exercise_count - shown, errors);
}

static void doctor_check_editor(struct doctor *doctor, struct doctor_result *result)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    const char *const *argv;
    struct error error = {0};
    const char *missing = editor_passed_over(arena);
    (void)doctor;
    if (missing && editor_command(arena, "FILE", 0, &argv, &error))
        say(result, DOCTOR_NOTE, arena_printf(arena, _("%s, because there is no program '%s'"), argv[0], missing),
            _("set $EDITOR to the editor that you want"));
    else if (editor_command(arena, "FILE", 0, &argv, &error))
        say(result, DOCTOR_GOOD, argv[0], "");
    else
        say(result, DOCTOR_NOTE, error.message, _("set $EDITOR, or edit the file in any editor: each save is judged"));
}

static void doctor_check_terminal(struct doctor *doctor, struct doctor_result *result)
{
    const char *terminal = getenv("TERM");
    const char *codeset = nl_langinfo(CODESET);
    bool is_utf8 = strcmp(codeset, "UTF-8") == 0;
    (void)doctor;
    say(result, DOCTOR_GOOD, "", "");
    snprintf(result->found, sizeof result->found, "TERM=%s, %s%s", terminal ? terminal : _("(unset)"), codeset,
             isatty(STDOUT_FILENO) ? "" : _(", output is not a terminal"));
    if (!terminal || strcmp(terminal, "dumb") == 0 || !is_utf8) {
        result->state = DOCTOR_NOTE;
        snprintf(result->mend, sizeof result->mend, "%s",
                 is_utf8 ? _("set TERM to the name of your terminal, such as xterm-256color: the shell needs it")
                         : _("not needed: figures are drawn in ASCII; a UTF-8 locale (LANG=C.UTF-8) draws them better "
                             "and shows Chinese"));
    }
}

static const struct {
    const char *name;
    void (*run)(struct doctor *doctor, struct doctor_result *result);
} checks[] = {
#define CHECK(id, name) {name, doctor_check_##id},
#include "app/doctor/doctor.def"
};

size_t doctor_check_count(void)
{
    return sizeof checks / sizeof checks[0];
}

void doctor_check(struct doctor *doctor, size_t index, struct doctor_result *out_result)
{
    *out_result = (struct doctor_result){.name = checks[index].name};
    checks[index].run(doctor, out_result);
}
