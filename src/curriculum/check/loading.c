/* Finds lessons, exercises and steps by their ids, and files by their paths. */
#include "curriculum/check/loading.h"

#include <string.h>
#include <sys/stat.h>

#include "base/file.h"

void loading_index(struct loading *loading)
{
    for (size_t i = 0; i < loading->file_count; i++) {
        struct lesson_file *file = &loading->files[i];
        const struct lesson *lesson = file->lesson;
        if (lesson && lesson->id)
            text_table_add(&loading->lessons, loading->arena, lesson->id, file);
        for (size_t k = 0; k < file->exercise_count; k++)
            if (file->exercises[k]->id)
                text_table_add(&loading->exercises, loading->arena, file->exercises[k]->id, file->exercises[k]);
        for (size_t k = 0; lesson && k < lesson->step_count; k++) {
            struct lab *lab = step_is_lab(&lesson->steps[k]) ? lesson->steps[k].lab : NULL;
            if (!lab || !lab->id)
                continue;
            struct loading_step *step = ARENA_NEW(loading->arena, struct loading_step);
            *step = (struct loading_step){file, &lesson->steps[k]};
            text_table_add(&loading->steps, loading->arena, lab->id, step);
        }
    }
}

struct lesson_file *loading_find_lesson(const struct loading *loading, const char *id)
{
    return text_table_find(&loading->lessons, id);
}

struct exercise *loading_find_exercise(const struct loading *loading, const char *id)
{
    return text_table_find(&loading->exercises, id);
}

const struct loading_step *loading_find_step(const struct loading *loading, const char *id)
{
    return text_table_find(&loading->steps, id);
}

/* Following links costs a system call for each part of a path, so safe folders are remembered. */
static bool is_safe_folder(struct loading *loading, const char *base, const char *folder)
{
    const char *resolved, *whole = path_join(loading->arena, base, folder);
    if (text_table_find(&loading->safe_folders, whole))
        return true;
    if (!path_resolve_inside(loading->arena, base, folder, &resolved, NULL))
        return false;
    text_table_add(&loading->safe_folders, loading->arena, whole, (void *)whole);
    return true;
}

const char *loading_file_inside(struct loading *loading, const char *base, const char *relative)
{
    struct stat status;
    const char *path = path_join(loading->arena, base, relative);
    bool is_direct = !strchr(relative, '/');
    if (path_is_plain(relative) &&
        (is_direct || is_safe_folder(loading, base, path_folder(loading->arena, relative))) &&
        lstat(path, &status) == 0 && !S_ISLNK(status.st_mode))
        return S_ISREG(status.st_mode) ? path : NULL;
    return path_resolve_inside(loading->arena, base, relative, &path, NULL) && file_is_regular(path) ? path : NULL;
}
