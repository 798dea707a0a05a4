/*
 * A grader over a folder of lessons, for tests and benchmarks. The test's binary plays both
 * children: call grader_scene_worker() first in main().
 */
#ifndef TESTS_SUPPORT_GRADER_SCENE_H
#define TESTS_SUPPORT_GRADER_SCENE_H

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buffer.h"
#include "base/file.h"
#include "base/unified_diff.h"
#include "compiler/compiler.h"
#include "curriculum/load.h"
#include "grader/grader.h"
#include "grader/input.h"

struct grader_scene {
    struct arena *arena;
    struct curriculum *curriculum;
    struct grader *grader;
    int threads; /* of the virtual device, given before the scene opens; 0: all */
    char program[PATH_MAX];
};

/* True in a child. `out_status` then holds its exit status. */
static inline bool grader_scene_worker(int argc, char **argv, int *out_status)
{
    if (argc != 3 || strcmp(argv[1], "worker"))
        return false;
    *out_status = strcmp(argv[2], "compiler") ? grader_device_worker_main() : compiler_worker_main();
    return true;
}

static inline void grader_scene_die(const char *what, const struct error *error)
{
    fprintf(stderr, "%s: %s (%s)\n", what, error->message, error->hint);
    exit(1);
}

static inline void grader_scene_open(struct grader_scene *scene, const char *root)
{
    struct error error = {0};
    scene->arena = arena_new();
    ssize_t length = readlink("/proc/self/exe", scene->program, sizeof scene->program - 1);
    scene->program[length > 0 ? length : 0] = 0;
    struct diagnostics *diagnostics = diagnostics_new(scene->arena);
    struct curriculum_request request = {
        .root = root, .counter_known = grader_counter_known, .init_usable = input_usable};
    scene->curriculum = curriculum_load(&request, diagnostics, &error);
    if (!scene->curriculum)
        grader_scene_die("lessons", &error);
    if (diagnostics_error_count(diagnostics)) {
        struct buffer text = BUFFER_INIT;
        diagnostics_render(diagnostics, &text);
        fprintf(stderr, "%s", buffer_text(&text));
        exit(1);
    }
    struct grader_settings settings = {
        .program = scene->program, .compiler = {.program = scene->program}, .threads = scene->threads};
    scene->grader = grader_new(&settings, &error);
    if (!scene->grader)
        grader_scene_die("grader", &error);
}

static inline void grader_scene_close(struct grader_scene *scene)
{
    grader_free(scene->grader);
    curriculum_free(scene->curriculum);
    arena_free(scene->arena);
}

static inline struct source grader_scene_source(struct grader_scene *scene, const char *path)
{
    struct error error = {0};
    struct buffer text = BUFFER_INIT;
    if (!file_read(path, 1 << 20, &text, &error))
        grader_scene_die(path, &error);
    struct source source = {path_leaf(arena_strdup(scene->arena, path)),
                            arena_strndup(scene->arena, buffer_text(&text), text.size_bytes), text.size_bytes};
    buffer_done(&text);
    if (unified_diff_is_named(path) &&
        !unified_diff_read(scene->curriculum->root, &source, scene->arena, &source, &error))
        grader_scene_die(path, &error);
    return source;
}

static inline struct verdict *grader_scene_grade(struct grader_scene *scene, const char *exercise,
                                                 const struct source *source, uint64_t seed)
{
    struct error error = {0};
    struct verdict *verdict = NULL;
    struct grade_request request = {.curriculum = scene->curriculum,
                                    .exercise = curriculum_find_exercise(scene->curriculum, exercise),
                                    .source = source,
                                    .device = "virtual",
                                    .seed = seed};
    if (!request.exercise || !grader_grade(scene->grader, &request, &verdict, &error)) {
        fprintf(stderr, "%s (%s): %s (%s)\n", exercise, source->name, error.message, error.hint);
        return NULL;
    }
    return verdict;
}

#endif
