/* File rules by a mount namespace, for kernels without Landlock. */
#include "base/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/mount.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"

/*
 * The new root is built here. It hides the old /tmp, so descriptors opened before reach the parts
 * of /tmp.
 */
#define STAGE "/tmp"

struct entry {
    const char *path; /* as in the policy, or resolved: the path in the new root */
    int fd;           /* the content of the path */
    enum sandbox_access access;
};

struct entry_list {
    struct arena *arena;
    struct entry *entries;
    size_t count;
};

static bool write_map(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    bool written = write(fd, text, strlen(text)) == (ssize_t)strlen(text);
    close(fd);
    return written;
}

/* Maps only the user's own number, to itself. */
static bool enter_namespaces(bool allow_network, struct error *error)
{
    char uid_map[64];
    char gid_map[64];
    snprintf(uid_map, sizeof uid_map, "%u %u 1", (unsigned)geteuid(), (unsigned)geteuid());
    snprintf(gid_map, sizeof gid_map, "%u %u 1", (unsigned)getegid(), (unsigned)getegid());
    int flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWIPC | (allow_network ? 0 : CLONE_NEWNET);
    if (unshare(flags))
        return error_set_errno(error, "cannot enter a namespace");
    if (!write_map("/proc/self/setgroups", "deny") || !write_map("/proc/self/uid_map", uid_map) ||
        !write_map("/proc/self/gid_map", gid_map))
        return error_set_errno(error, "cannot keep the user in a namespace");
    if (mount("none", "/", NULL, MS_REC | MS_PRIVATE, NULL))
        return error_set_errno(error, "cannot make the mounts private");
    return true;
}

static void add_entry(struct entry_list *list, const char *path, enum sandbox_access access)
{
    int fd = open(path, O_PATH | O_CLOEXEC);
    if (fd >= 0)
        list->entries[list->count++] = (struct entry){arena_strdup(list->arena, path), fd, access};
}

static void collect_entries(const struct sandbox_policy *policy, struct entry_list *list)
{
    struct sandbox_list lists[SANDBOX_LIST_COUNT];
    sandbox_lists(policy, lists);
    size_t count = 0;
    for (int i = 0; i < SANDBOX_LIST_COUNT; i++)
        for (const char *const *path = lists[i].paths; path && *path; path++)
            count++;
    list->entries = ARENA_ARRAY(list->arena, 2 * count + 1, struct entry);
    for (int i = 0; i < SANDBOX_LIST_COUNT; i++)
        for (const char *const *path = lists[i].paths; path && *path; path++) {
            char resolved[PATH_MAX];
            if (**path != '/' || !realpath(*path, resolved))
                continue;
            add_entry(list, *path, lists[i].access);
            if (strcmp(*path, resolved))
                add_entry(list, resolved, lists[i].access);
        }
}

/*
 * Shorter paths first, so a folder exists before a mount into it. Of equal paths, the widest access
 * is last.
 */
static int compare_entries(const void *left, const void *right)
{
    const struct entry *a = left;
    const struct entry *b = right;
    size_t a_length = strlen(a->path);
    size_t b_length = strlen(b->path);
    if (a_length != b_length)
        return (a_length > b_length) - (a_length < b_length);
    int order = strcmp(a->path, b->path);
    return order ? order : (int)a->access - (int)b->access;
}

static bool make_target(struct arena *arena, const char *target, bool is_folder, struct error *error)
{
    if (is_folder)
        return file_make_folders(target, error);
    if (!file_make_folders(path_folder(arena, target), error))
        return false;
    int fd = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0 && errno != EEXIST && errno != EROFS)
        return error_set_errno(error, "cannot make '%s'", target);
    if (fd >= 0)
        close(fd);
    return true;
}

/* Includes all mounts below: a writable mount inside a read-only folder would be a hole. */
static bool make_read_only(const char *target)
{
    struct mount_attr attributes = {.attr_set = MOUNT_ATTR_RDONLY};
    return !syscall(SYS_mount_setattr, AT_FDCWD, target, AT_RECURSIVE, &attributes, sizeof attributes);
}

static bool show_entry(struct arena *arena, const struct entry *entry, struct error *error)
{
    struct stat status;
    if (fstat(entry->fd, &status))
        return error_set_errno(error, "cannot examine '%s'", entry->path);
    const char *target = arena_printf(arena, "%s%s", STAGE, entry->path);
    const char *origin = arena_printf(arena, "/proc/self/fd/%d", entry->fd);
    if (!make_target(arena, target, S_ISDIR(status.st_mode), error))
        return false;
    if (mount(origin, target, NULL, MS_BIND | MS_REC, NULL))
        return error_set_errno(error, "cannot show '%s' in the sandbox", entry->path);
    if (entry->access != SANDBOX_WRITE && !make_read_only(target))
        return error_set_errno(error, "cannot protect '%s' in the sandbox", entry->path);
    return true;
}

/*
 * The old root is on top of the new one for a moment and is then detached: pivot_root(2), "." and
 * ".".
 */
static bool change_root(struct error *error)
{
    if (chdir(STAGE) || syscall(SYS_pivot_root, ".", ".") || umount2(".", MNT_DETACH) || chdir("/"))
        return error_set_errno(error, "cannot change the root of the sandbox");
    if (mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL))
        return error_set_errno(error, "cannot protect the root of the sandbox");
    return true;
}

static bool build_root(const struct sandbox_policy *policy, struct entry_list *list, struct error *error)
{
    collect_entries(policy, list);
    qsort(list->entries, list->count, sizeof list->entries[0], compare_entries);
    if (mount("none", STAGE, "tmpfs", MS_NOSUID | MS_NODEV, "size=1m,mode=0755"))
        return error_set_errno(error, "cannot mount the root of the sandbox");
    for (size_t i = 0; i < list->count; i++)
        if (!show_entry(list->arena, &list->entries[i], error))
            return false;
    return change_root(error);
}

bool sandbox_apply_namespace(const struct sandbox_policy *policy, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    struct entry_list list = {.arena = arena};
    char folder[PATH_MAX];
    bool has_folder = getcwd(folder, sizeof folder) != NULL;
    bool built = enter_namespaces(policy->allow_network, error) && build_root(policy, &list, error);
    for (size_t i = 0; i < list.count; i++)
        close(list.entries[i].fd);
    if (built && has_folder)
        (void)!chdir(folder); /* if it is not visible, the root is the folder */
    return built;
}

bool sandbox_namespace_works(const struct sandbox_policy *policy)
{
    pid_t child = fork();
    if (!child)
        _exit(sandbox_apply_namespace(policy, NULL) ? 0 : 1);
    int status = 1;
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    return child > 0 && WIFEXITED(status) && !WEXITSTATUS(status);
}
