/* Makes, lists and removes folders. */
#include "base/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TREE_DEPTH_MAX = 64 };

static inline void close_folder_cleanup(DIR **folder)
{
    if (*folder)
        closedir(*folder);
}

#define CLEANUP_FOLDER __attribute__((cleanup(close_folder_cleanup)))

static bool make_folder(const char *path, struct error *error)
{
    if (!mkdir(path, 0777))
        return true;
    int saved = errno;
    if (file_is_folder(path))
        return true;
    if (saved == EEXIST)
        return error_set(error, ERROR_RANGE, "'%s' exists and is not a folder", path);
    errno = saved;
    return error_set_errno(error, "cannot create the folder '%s'", path);
}

bool file_make_folders(const char *path, struct error *error)
{
    size_t length = strlen(path);
    if (!length)
        return error_set(error, ERROR_RANGE, "the path of a folder is empty");
    if (length >= PATH_MAX)
        return error_set(error, ERROR_RANGE, "the path of a folder is too long");
    char part[PATH_MAX];
    memcpy(part, path, length + 1);
    for (size_t i = 1; i < length; i++) {
        if (part[i] != '/')
            continue;
        part[i] = '\0';
        if (!make_folder(part, error))
            return false;
        part[i] = '/';
    }
    return make_folder(part, error);
}

bool file_make_temporary_folder(struct arena *arena, const char *parent, const char **out_path, struct error *error)
{
    const char *wanted = parent ? parent : getenv("TMPDIR");
    if (!wanted || (!parent && (*wanted != '/' || !file_is_folder(wanted))))
        wanted = "/tmp";
    char *path = path_join(arena, wanted, "warpschool-XXXXXX");
    if (!mkdtemp(path))
        return error_set_errno(error, "cannot create a temporary folder in '%s'", wanted);
    *out_path = path;
    return true;
}

static bool is_dots(const char *name)
{
    return !strcmp(name, ".") || !strcmp(name, "..");
}

/* Works on descriptors. So a folder that is replaced by a link meanwhile cannot lead elsewhere. */
static bool remove_content(int folder_fd, int depth)
{
    CLEANUP_FOLDER DIR *folder = fdopendir(folder_fd);
    if (!folder) {
        close(folder_fd);
        return false;
    }
    if (depth == TREE_DEPTH_MAX) {
        errno = ELOOP;
        return false;
    }
    struct dirent *entry;
    while ((entry = readdir(folder))) {
        if (is_dots(entry->d_name) || !unlinkat(dirfd(folder), entry->d_name, 0))
            continue;
        if (errno != EISDIR && errno != EPERM)
            return false;
        int fd = openat(dirfd(folder), entry->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (fd < 0 || !remove_content(fd, depth + 1) || unlinkat(dirfd(folder), entry->d_name, AT_REMOVEDIR))
            return false;
    }
    return true;
}

bool file_remove_tree(const char *path, struct error *error)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0 && errno == ENOENT)
        return true;
    if (fd < 0 || !remove_content(fd, 0) || rmdir(path))
        return error_set_errno(error, "cannot remove '%s'", path);
    return true;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

struct name_list {
    const char **names;
    size_t count;
    size_t capacity;
};

static void add_name(struct arena *arena, struct name_list *list, const char *name)
{
    ARENA_ROOM(arena, list->names, list->count, list->capacity);
    list->names[list->count++] = arena_strdup(arena, name);
}

bool file_list_folder(struct arena *arena, const char *path, size_t limit, const char *const **out_names,
                      size_t *out_count, struct error *error)
{
    CLEANUP_FOLDER DIR *folder = opendir(path);
    if (!folder && (errno == ENOENT || errno == ENOTDIR))
        return error_set(error, ERROR_NOT_FOUND, "the folder '%s' does not exist", path);
    if (!folder)
        return error_set_errno(error, "cannot list '%s'", path);
    struct name_list list = {0};
    struct dirent *entry;
    errno = 0;
    while ((entry = readdir(folder))) {
        if (entry->d_name[0] == '.')
            continue;
        if (list.count == limit)
            return error_set(error, ERROR_MEMORY, "'%s' holds more than %zu files", path, limit);
        add_name(arena, &list, entry->d_name);
        errno = 0;
    }
    if (errno)
        return error_set_errno(error, "cannot list '%s'", path);
    if (list.count)
        qsort(list.names, list.count, sizeof list.names[0], compare_names);
    *out_names = list.names;
    *out_count = list.count;
    return true;
}
