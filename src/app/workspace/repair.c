/* Chooses and copies kernels to repair. */
#include "app/repair.h"

#include <string.h>

#include "app/workspace.h"
#include "base/file.h"
#include "base/text.h"

enum { KERNELS_MAX = 1024 };

/* An unsafe or wrong kernel has one fault in its code. A gate asks for another kernel. */
static bool is_small(const char *path, struct arena *arena)
{
    struct source source;
    if (!workspace_read(path, path_leaf(path), arena, &source, NULL))
        return false;
    for (const char *line = source.text; text_begins(line, "//?"); line = text_next_line(line))
        if (text_begins(line, "//? status: unsafe") || text_begins(line, "//? status: wrong"))
            return true;
    return false;
}

/* The turn-th kernel of an exercise. *out_path is NULL if it has none. */
static bool choose_kernel(const struct app *app, const struct exercise *exercise, uint64_t turn, struct arena *arena,
                          const char **out_path, struct error *error)
{
    const char *const *names;
    size_t count, small_count = 0;
    const char *folder = path_join(arena, curriculum_folder(app->curriculum, exercise), "tests/curriculum/wrong");
    folder = path_join(arena, folder, exercise->id);
    *out_path = NULL;
    if (!file_is_folder(folder))
        return true;
    if (!file_list_folder(arena, folder, KERNELS_MAX, &names, &count, error))
        return false;
    const char **small = ARENA_ARRAY(arena, count, const char *);
    for (size_t i = 0; i < count; i++) {
        const char *path = path_join(arena, folder, names[i]);
        if (is_small(path, arena))
            small[small_count++] = path;
    }
    if (small_count > 0)
        *out_path = small[turn % small_count];
    return true;
}

bool repair_choose(struct app *app, uint64_t turn, struct arena *arena, struct repair *out_repair, struct error *error)
{
    struct exercise_progress *passed;
    size_t count;
    const char *oldest = NULL;
    *out_repair = (struct repair){0};
    if (!store_list_exercises(app->store, arena, &passed, &count, error))
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct exercise *exercise = curriculum_find_exercise(app->curriculum, passed[i].exercise);
        bool is_candidate = exercise && exercise->kind == EXERCISE_KERNEL && !exercise->locked && passed[i].passed_at &&
                            (!oldest || strcmp(passed[i].passed_at, oldest) < 0);
        const char *path = NULL;
        if (is_candidate && !choose_kernel(app, exercise, turn, arena, &path, error))
            return false;
        if (!path)
            continue;
        oldest = passed[i].passed_at;
        *out_repair = (struct repair){exercise, path};
    }
    return true;
}

bool repair_begin(struct app *app, const struct repair *repair, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    CLEANUP(buffer_done) struct buffer text = BUFFER_INIT;
    struct source source;
    if (!workspace_read_kernel(app, repair->exercise, repair->path, path_leaf(repair->path), arena, &source, error))
        return false;
    buffer_printf(&text, "// %s: this kernel has one fault. Find it.\n//\n", repair->exercise->id);
    const char *line = source.text;
    while (text_begins(line, "//") && !text_begins(line, "//!"))
        line = text_next_line(line);
    buffer_append_text(&text, line);
    return workspace_put_text(app, repair->exercise, buffer_text(&text), text.size_bytes, error);
}
