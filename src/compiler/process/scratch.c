/* Makes, sweeps and removes scratch folders. */
#include "compiler/process/scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"

static const char prefix[] = "warpschool-compiler-";

/* A younger folder may be one that its maker has not locked yet. */
enum { SWEPT_AGE_S = 60 };

/* Removes one of the program's folders if it is no new one and no process holds its lock. */
static void sweep_one(const char *parent, const char *name)
{
    char path[SCRATCH_PATH_BYTES];
    struct stat status;
    if (snprintf(path, sizeof path, "%s/%s", parent, name) >= (int)sizeof path)
        return;
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    bool is_ours = fstat(fd, &status) == 0 && status.st_uid == geteuid();
    if (is_ours && time(NULL) - status.st_mtime > SWEPT_AGE_S && flock(fd, LOCK_EX | LOCK_NB) == 0)
        file_remove_tree(path, NULL);
    close(fd);
}

static void sweep(const char *parent)
{
    DIR *directory = opendir(parent);
    const struct dirent *entry;
    while (directory && (entry = readdir(directory)) != NULL)
        if (strncmp(entry->d_name, prefix, sizeof prefix - 1) == 0)
            sweep_one(parent, entry->d_name);
    if (directory)
        closedir(directory);
}

static bool make_below(const char *parent, struct scratch *out_scratch, struct error *error)
{
    struct scratch scratch = SCRATCH_INIT;
    sweep(parent);
    if (snprintf(scratch.path, sizeof scratch.path, "%s/%sXXXXXX", parent, prefix) >= (int)sizeof scratch.path)
        return error_set(error, ERROR_RANGE, "the temporary folder's path is too long: %.200s", parent);
    if (!mkdtemp(scratch.path))
        return error_set_errno(error, "cannot make a folder in %s", parent);
    scratch.lock_fd = open(scratch.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (scratch.lock_fd < 0 || flock(scratch.lock_fd, LOCK_SH) != 0) {
        error_set_errno(error, "cannot lock %s", scratch.path);
        scratch_remove(&scratch);
        return false;
    }
    *out_scratch = scratch;
    return true;
}

bool scratch_make(struct scratch *out_scratch, struct error *error)
{
    const char *folder = getenv("TMPDIR");
    return (folder && folder[0] == '/' && make_below(folder, out_scratch, error)) ||
           make_below("/tmp", out_scratch, error) || make_below("/dev/shm", out_scratch, error);
}

void scratch_remove(struct scratch *scratch)
{
    if (scratch->path[0])
        file_remove_tree(scratch->path, NULL);
    if (scratch->lock_fd >= 0)
        close(scratch->lock_fd);
    *scratch = (struct scratch)SCRATCH_INIT;
}

/* --- trimming --------------------------------------------------------------------------------- */

enum { TRIMMED_FILES_MAX = 4096 };

struct trimmed_file {
    const char *path; /* below the folder */
    struct timespec written;
    uint64_t size_bytes;
};

struct trimming {
    struct arena *arena;
    struct trimmed_file *files;
    size_t count;
    uint64_t total_bytes;
};

/* Lists a folder's files. Enters subfolders `depth` levels deep. */
static void list_files(struct trimming *trimming, const char *path, int depth)
{
    DIR *directory = opendir(path);
    const struct dirent *entry;
    while (directory && (entry = readdir(directory)) != NULL && trimming->count < TRIMMED_FILES_MAX) {
        struct stat status;
        const char *inner = path_join(trimming->arena, path, entry->d_name);
        if (entry->d_name[0] == '.' || lstat(inner, &status) != 0)
            continue;
        if (S_ISDIR(status.st_mode)) {
            if (depth)
                list_files(trimming, inner, depth - 1);
            continue;
        }
        trimming->files[trimming->count++] = (struct trimmed_file){inner, status.st_mtim, (uint64_t)status.st_size};
        trimming->total_bytes += (uint64_t)status.st_size;
    }
    if (directory)
        closedir(directory);
}

static int by_age(const void *left, const void *right)
{
    const struct timespec *a = &((const struct trimmed_file *)left)->written;
    const struct timespec *b = &((const struct trimmed_file *)right)->written;
    if (a->tv_sec != b->tv_sec)
        return a->tv_sec < b->tv_sec ? -1 : 1;
    return (a->tv_nsec > b->tv_nsec) - (a->tv_nsec < b->tv_nsec);
}

void scratch_trim(const char *folder, uint64_t limit_bytes)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct trimming trimming = {.arena = arena, .files = ARENA_ARRAY(arena, TRIMMED_FILES_MAX, struct trimmed_file)};
    list_files(&trimming, folder, 1);
    qsort(trimming.files, trimming.count, sizeof *trimming.files, by_age);
    for (size_t i = 0; i < trimming.count && trimming.total_bytes > limit_bytes; i++) {
        unlink(trimming.files[i].path);
        trimming.total_bytes -= trimming.files[i].size_bytes;
    }
}
