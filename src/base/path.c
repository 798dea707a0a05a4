/* Joins, splits and resolves paths. */
#include "base/file.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

char *path_join(struct arena *arena, const char *folder, const char *relative)
{
    if (!*folder || *relative == '/')
        return arena_strdup(arena, relative);
    if (!*relative)
        return arena_strdup(arena, folder);
    char *path = arena_alloc(arena, strlen(folder) + strlen(relative) + 2); /* with a slash and a NUL */
    char *end = stpcpy(path, folder);
    if (end[-1] != '/')
        *end++ = '/';
    stpcpy(end, relative);
    return path;
}

const char *path_leaf(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *path_folder(struct arena *arena, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return arena_strdup(arena, ".");
    return arena_strndup(arena, path, slash == path ? 1 : (size_t)(slash - path));
}

bool path_is_plain(const char *path)
{
    if (!*path || *path == '~')
        return false;
    for (const char *part = path; part;) {
        size_t length = strcspn(part, "/");
        bool dots = (length == 1 || length == 2) && !strncmp(part, "..", length);
        if (!length || dots)
            return false;
        for (size_t i = 0; i < length; i++)
            if ((unsigned char)part[i] < 0x20 || part[i] == 0x7f)
                return false;
        part = part[length] ? part + length + 1 : NULL;
    }
    return true;
}

static bool lies_below(const char *root, const char *path)
{
    size_t length = strlen(root);
    if (length == 1) /* "/" */
        return true;
    return !strncmp(root, path, length) && (path[length] == '/' || !path[length]);
}

static bool resolve(const char *path, char out_path[PATH_MAX], struct error *error)
{
    if (realpath(path, out_path))
        return true;
    if (errno == ENOENT || errno == ENOTDIR)
        return error_set(error, ERROR_NOT_FOUND, "'%s' does not exist", path);
    return error_set_errno(error, "cannot resolve '%s'", path);
}

bool path_resolve_inside(struct arena *arena, const char *root, const char *relative, const char **out_path,
                         struct error *error)
{
    if (!path_is_plain(relative))
        return error_set(error, ERROR_RANGE, "'%s' is not a path inside the folder", relative);
    char resolved_root[PATH_MAX];
    char resolved[PATH_MAX];
    if (!resolve(root, resolved_root, error) || !resolve(path_join(arena, resolved_root, relative), resolved, error))
        return false;
    if (!lies_below(resolved_root, resolved))
        return error_set(error, ERROR_RANGE, "'%s' leads out of its folder", relative);
    *out_path = arena_strdup(arena, resolved);
    return true;
}
