/* Makes and frees a grader with its compilers, its device workers and its stores of times. */
#include "grader/grader.h"

#include <stdlib.h>
#include <string.h>

#include "grader/grade/wrong_formula.h"
#include "grader/prepare/grading.h"
#include "grader/time/modelled/course_times.h"
#include "grader/time/modelled/model_store.h"

static const char *copy_or_null(struct arena *arena, const char *text)
{
    return text ? arena_strdup(arena, text) : NULL;
}

static const char *architecture_of(const struct grader_settings *settings)
{
    return settings->architecture ? settings->architecture : "h100";
}

static struct grader_settings copy_settings(struct arena *arena, const struct grader_settings *settings)
{
    struct grader_settings copy = *settings;
    copy.program = arena_strdup(arena, settings->program);
    copy.architecture = arena_strdup(arena, architecture_of(settings));
    copy.state_dir = copy_or_null(arena, settings->state_dir);
    copy.compiler.toolkit = copy_or_null(arena, settings->compiler.toolkit);
    copy.compiler.cache_dir = copy_or_null(arena, settings->compiler.cache_dir);
    copy.compiler.program =
        arena_strdup(arena, settings->compiler.program ? settings->compiler.program : settings->program);
    return copy;
}

/*
 * Nobody waits for machine code before the cases have run, and both want the processors. So the
 * cases get three times the share.
 */
static struct compiler *new_machine_compiler(const struct grader *grader, struct error *error)
{
    struct compiler_settings settings = grader->settings.compiler;
    settings.niceness = 5;
    return compiler_new(&settings, error);
}

struct grader *grader_new(const struct grader_settings *settings, struct error *error)
{
    struct arena *arena = arena_new();
    struct grader *grader = ARENA_NEW(arena, struct grader);
    grader->arena = arena;
    grader->settings = copy_settings(arena, settings);
    grader->cache = build_cache_new();
    grader->models = model_store_new(grader->settings.state_dir);
    grader->course_times = course_times_new();
    grader->virtual_child = grading_new_child(grader, "virtual");
    grader->cuda_child = grading_new_child(grader, "cuda");
    grader->machine_compiler = new_machine_compiler(grader, error);
    grader->ptx_compiler = grader->machine_compiler ? compiler_new(&grader->settings.compiler, error) : NULL;
    if (grader->ptx_compiler)
        return grader;
    grader_free(grader);
    return NULL;
}

void grader_free(struct grader *grader)
{
    if (!grader)
        return;
    for (int i = 0; i < GRADER_OTHERS_MAX; i++)
        grader_free(grader->others[i]);
    if (grader->ptx_compiler)
        compiler_free(grader->ptx_compiler);
    if (grader->machine_compiler)
        compiler_free(grader->machine_compiler);
    device_child_free(grader->virtual_child);
    device_child_free(grader->cuda_child);
    build_cache_free(grader->cache);
    model_store_free(grader->models);
    course_times_free(grader->course_times);
    arena_free(grader->arena);
}

bool grader_renew(struct grader **grader, const struct grader_settings *settings, struct error *error)
{
    if (*grader && strcmp((*grader)->settings.architecture, architecture_of(settings)) == 0)
        return true;
    grader_free(*grader);
    *grader = grader_new(settings, error);
    return *grader != NULL;
}

bool grader_warm(struct grader *grader, struct error *error)
{
    const struct worker_opened *opened;
    return compiler_warm(grader->machine_compiler, error) && compiler_warm(grader->ptx_compiler, error) &&
           device_child_open(grader->virtual_child, &opened, error);
}

bool grader_build_slip(struct grader *grader, const struct curriculum *curriculum, const struct exercise *exercise,
                       size_t index)
{
    const struct built *built;
    bool is_there = index < exercise->slip_count && *grader->architecture;
    if (is_there)
        wrong_formula_build(grader, curriculum, exercise, &exercise->slips[index], grader->architecture, &built);
    return is_there;
}
