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

/*
 * Sums the sizes of a folder's files. With `remove`, unlinks them. Enters subfolders `depth` levels
 * deep.
 */
static uint64_t walk(int parent_fd, const char *name, int depth, bool remove)
{
    uint64_t total = 0;
    int fd = openat(parent_fd, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *directory = fd >= 0 ? fdopendir(fd) : NULL;
    const struct dirent *entry;
    while (directory && (entry = readdir(directory)) != NULL) {
        struct stat status;
        if (entry->d_name[0] == '.' || fstatat(fd, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) != 0)
            continue;
        if (S_ISDIR(status.st_mode)) {
            total += depth ? walk(fd, entry->d_name, depth - 1, remove) : 0;
            continue;
        }
        total += (uint64_t)status.st_size;
        if (remove)
            unlinkat(fd, entry->d_name, 0);
    }
    if (directory)
        closedir(directory);
    else if (fd >= 0)
        close(fd);
    return total;
}

void scratch_trim(const char *folder, uint64_t limit_bytes)
{
    if (walk(AT_FDCWD, folder, 1, false) > limit_bytes)
        walk(AT_FDCWD, folder, 1, true);
}
