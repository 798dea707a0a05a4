/* Watches one file for saves. */
#include "app/watch.h"

#include <sys/inotify.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/file.h"

struct watch {
    struct arena *arena;
    const char *path;
    int descriptor;
    bool exists; /* the file existed at the last look */
    struct file_stamp known;
    bool is_changing; /* `seen` differs from `known` and waits for quiet */
    struct file_stamp seen;
    int64_t changed_ns;
};

struct watch *watch_new(const char *path, struct error *error)
{
    struct arena *arena = arena_new();
    const char *folder = path_folder(arena, path);
    if (!file_is_folder(folder)) {
        error_set(error, ERROR_NOT_FOUND, "there is no folder %s to watch", folder);
        arena_free(arena);
        return NULL;
    }
    struct watch *watch = ARENA_NEW(arena, struct watch);
    watch->arena = arena;
    watch->path = arena_strdup(arena, path);
    watch->descriptor = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (watch->descriptor >= 0 &&
        inotify_add_watch(watch->descriptor, folder, IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_MODIFY) < 0) {
        close(watch->descriptor);
        watch->descriptor = -1;
    }
    watch_accept(watch);
    return watch;
}

void watch_free(struct watch *watch)
{
    if (!watch)
        return;
    if (watch->descriptor >= 0)
        close(watch->descriptor);
    arena_free(watch->arena);
}

int watch_descriptor(const struct watch *watch)
{
    return watch->descriptor;
}

/* An inotify event only says that it is time to look. The stamp decides. */
static void drain(const struct watch *watch)
{
    char events[4096];
    while (watch->descriptor >= 0 && read(watch->descriptor, events, sizeof events) > 0)
        continue;
}

bool watch_saved(struct watch *watch, int64_t now_ns, int *out_wait_ms)
{
    drain(watch);
    *out_wait_ms = WATCH_POLL_MS;
    struct file_stamp stamp;
    bool exists = file_stamp_read(watch->path, &stamp, NULL);
    if (!exists || (watch->exists && file_stamp_equal(&stamp, &watch->known))) {
        watch->is_changing = false;
        return false;
    }
    if (!watch->is_changing || !file_stamp_equal(&stamp, &watch->seen)) {
        watch->is_changing = true;
        watch->seen = stamp;
        watch->changed_ns = now_ns;
    }
    if (now_ns - watch->changed_ns < WATCH_QUIET_MS * INT64_C(1000000)) {
        *out_wait_ms = WATCH_QUIET_MS;
        return false;
    }
    watch->exists = true;
    watch->known = stamp;
    watch->is_changing = false;
    return true;
}

void watch_accept(struct watch *watch)
{
    drain(watch);
    watch->exists = file_stamp_read(watch->path, &watch->known, NULL);
    watch->is_changing = false;
}
