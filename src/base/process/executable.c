/* Finds the program and its resources. */
#include "base/executable.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "base/file.h"

/* Without /proc: the path that the program was started by, as long as the folder is the same. */
static bool started_path(char out_path[PATH_MAX])
{
    const char *started = (const char *)getauxval(AT_EXECFN);
    return started && realpath(started, out_path) != NULL;
}

bool executable_path(struct arena *arena, const char **out_path, struct error *error)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path);
    if (length < 0 && started_path(path))
        length = (ssize_t)strlen(path);
    if (length < 0)
        return error_set_errno(error, "cannot find the running program");
    if ((size_t)length == sizeof path)
        return error_set(error, ERROR_RANGE, "the path of the running program is too long");
    *out_path = arena_strndup(arena, path, (size_t)length);
    return true;
}

static bool has_lessons(struct arena *arena, const char *folder)
{
    return file_is_folder(path_join(arena, folder, "lessons"));
}

static bool is_checkout(struct arena *arena, const char *folder)
{
    return has_lessons(arena, folder) && file_is_regular(path_join(arena, folder, "CMakeLists.txt"));
}

static bool accept_root(struct arena *arena, const char *folder, struct resource_root *out_root)
{
    char resolved[PATH_MAX];
    if (!has_lessons(arena, folder) || !realpath(folder, resolved))
        return false;
    out_root->path = arena_strdup(arena, resolved);
    out_root->is_checkout = is_checkout(arena, resolved);
    return true;
}

static bool find_above(struct arena *arena, const char *executable, struct resource_root *out_root)
{
    const char *folder = executable;
    do {
        folder = path_folder(arena, folder);
        if (is_checkout(arena, folder))
            return accept_root(arena, folder, out_root);
    } while (strcmp(folder, "/") && strcmp(folder, "."));
    return false;
}

bool resource_root_find_from(struct arena *arena, const char *executable, struct resource_root *out_root,
                             struct error *error)
{
    const char *chosen = getenv("WARPSCHOOL_ROOT");
    if (chosen && *chosen) {
        if (*chosen == '/' && accept_root(arena, chosen, out_root))
            return true;
        error_set(error, ERROR_NOT_FOUND, "WARPSCHOOL_ROOT is not the absolute path of a folder with lessons");
        return error_add_hint(error, "unset WARPSCHOOL_ROOT, or let it name a checkout or <prefix>/share/warpschool");
    }
    const char *prefix = path_folder(arena, path_folder(arena, executable));
    if (accept_root(arena, path_join(arena, prefix, "share/warpschool"), out_root) ||
        find_above(arena, executable, out_root))
        return true;
    if (is_checkout(arena, WARPSCHOOL_BUILT_FROM) && accept_root(arena, WARPSCHOOL_BUILT_FROM, out_root))
        return true;
    error_set(error, ERROR_NOT_FOUND, "the lessons were not found near '%s'", executable);
    return error_add_hint(error, "set WARPSCHOOL_ROOT to the checkout, or install the program with its share folder");
}

bool resource_root_find(struct arena *arena, struct resource_root *out_root, struct error *error)
{
    const char *executable;
    return executable_path(arena, &executable, error) && resource_root_find_from(arena, executable, out_root, error);
}
