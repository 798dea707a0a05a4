/* Writes an exercise as a folder that PyTorch runs. */
#include "app/portfolio.h"

#include <string.h>

#include "app/portfolio/torch_python.h"
#include "app/workspace.h"
#include "base/file.h"
#include "plan/host.h"

enum { FORMULA_BYTES_MAX = 64 << 10 };

/* kernels/week02/layernorm.cu -> kernels/week02/layernorm.py */
static const char *formula_path(const struct app *app, const struct exercise *exercise, struct arena *arena)
{
    const char *reference = exercise->reference ? exercise->reference : "";
    const char *dot = strrchr(reference, '.');
    int length = dot ? (int)(dot - reference) : (int)strlen(reference);
    return path_join(arena, path_join(arena, app->root.path, "kernels"),
                     arena_printf(arena, "%.*s.py", length, reference));
}

static bool is_exportable(const struct exercise *exercise, struct error *error)
{
    if (exercise->devices > 1)
        return error_set(error, ERROR_UNSUPPORTED, "%s runs on several GPUs", exercise->id);
    for (size_t i = 0; i < exercise->parameter_count; i++) {
        const struct parameter *parameter = &exercise->parameters[i];
        if (parameter->role != PARAMETER_SCALAR && !torch_python_type(parameter->dtype))
            return error_set(error, ERROR_UNSUPPORTED, "%s has elements of the type %s", exercise->id,
                             dtype_name(parameter->dtype));
    }
    return true;
}

static bool write_kernel(const struct exercise *exercise, const struct source *source, struct buffer *out,
                         struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct diagnostics *diagnostics = diagnostics_new(arena);
    struct plan *plan = plan_parse(arena, source, diagnostics);
    if (!plan || !plan_check(plan, source, exercise->parameters, exercise->parameter_count, diagnostics))
        return error_set(error, ERROR_SYNTAX, "the launch plan of %s has a mistake", source->name);
    buffer_append(out, source->text, source->size_bytes);
    buffer_append_text(out, "\n\n// The launch plan above, as host code.\n");
    return host_write(plan, exercise->id, exercise->parameters, exercise->parameter_count, out, error);
}

static bool has_formula(const struct app *app, const struct exercise *exercise, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return is_exportable(exercise, error) &&
           (file_exists(formula_path(app, exercise, arena)) ||
            error_set(error, ERROR_NOT_FOUND, "%s has no formula in PyTorch to compare with", exercise->id));
}

/* A plan that searches by `tune` cannot be written. */
static bool is_solution_writable(const struct app *app, const struct exercise *exercise, struct arena *arena)
{
    struct source source;
    CLEANUP(buffer_done) struct buffer ignored = BUFFER_INIT;
    const char *path = workspace_solution_path(app, exercise, arena);
    return workspace_read(path, path, arena, &source, NULL) && write_kernel(exercise, &source, &ignored, NULL);
}

/* Names the exercises of the same week that can be exported. */
static void add_others(const struct app *app, const struct exercise *exercise, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer names = BUFFER_INIT;
    int week = exercise->lesson ? exercise->lesson->week : 0;
    for (size_t i = 0; i < app->curriculum->exercise_count; i++) {
        const struct exercise *other = app->curriculum->exercises[i];
        bool is_of_week = other->lesson && other->lesson->week == week && other->lesson->kind != LESSON_ASSESSMENT;
        if (is_of_week && !other->variant_of && has_formula(app, other, NULL) &&
            is_solution_writable(app, other, arena))
            buffer_printf(&names, "%s%s", names.size_bytes ? ", " : "", other->id);
    }
    if (names.size_bytes)
        error_add_hint(error, "of week %d these can be exported: %s", week, buffer_text(&names));
}

static bool put(const char *folder, const char *name, const struct buffer *text, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    return file_write_atomic(path_join(arena, folder, name), text->data, text->size_bytes, error);
}

static const struct {
    const char *name;
    void (*write)(const struct exercise *exercise, struct buffer *out);
} files[] = {
    {"binding.cpp", torch_python_binding},
    {"module.py", torch_python_module},
    {"check.py", torch_python_check},
    {"README.md", torch_python_readme},
};

bool portfolio_torch_check(const struct app *app, const struct exercise *exercise, struct error *error)
{
    if (has_formula(app, exercise, error))
        return true;
    add_others(app, exercise, error);
    return false;
}

bool portfolio_torch(const struct app *app, const struct exercise *exercise, const struct source *source,
                     const char *folder, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer formula = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer kernel = BUFFER_INIT;
    if (!file_read(formula_path(app, exercise, arena), FORMULA_BYTES_MAX, &formula, error) ||
        !write_kernel(exercise, source, &kernel, error) || !file_make_folders(folder, error) ||
        !put(folder, "kernel.cu", &kernel, error) || !put(folder, "reference.py", &formula, error))
        return false;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
        files[i].write(exercise, &text);
        if (!put(folder, files[i].name, &text, error))
            return false;
    }
    return true;
}
