/* Makes a folder for one run, and is the child that removes it. */
#include "app/kernel/scratch.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"

enum { PATH_BYTES_MAX = 4096, TRIES_MAX = 50 };

/* --- the parent ------------------------------------------------------------------------------- */

static bool start_cleaner(const char *warpschool, struct scratch *scratch, struct error *error)
{
    const char *const argv[] = {warpschool, "worker", "cleaner", NULL};
    struct subprocess_options options = {.argv = argv, .stdin_stream = SUBPROCESS_PIPE, .outlives = true};
    size_t size_bytes = strlen(scratch->path);
    if (!subprocess_start(&options, &scratch->cleaner, error))
        return false;
    if (write(scratch->cleaner.stdin_fd, scratch->path, size_bytes) == (ssize_t)size_bytes)
        return true;
    subprocess_done(&scratch->cleaner);
    return error_set_errno(error, "cannot speak to a child");
}

bool scratch_new(const char *warpschool, struct arena *arena, struct scratch *out_scratch, struct error *error)
{
    struct scratch scratch = {.cleaner = SUBPROCESS_INIT};
    if (!file_make_temporary_folder(arena, NULL, &scratch.path, error))
        return false;
    if (!start_cleaner(warpschool, &scratch, error)) {
        file_remove_tree(scratch.path, NULL);
        return false;
    }
    *out_scratch = scratch;
    return true;
}

void scratch_done(struct scratch *scratch)
{
    if (scratch->path)
        file_remove_tree(scratch->path, NULL);
    subprocess_done(&scratch->cleaner);
}

/* --- the child -------------------------------------------------------------------------------- */

/* The path is all that comes. The pipe ends with the parent. */
static bool read_path(char path[PATH_BYTES_MAX])
{
    size_t size_bytes = 0;
    ssize_t got;
    while ((got = read(STDIN_FILENO, path + size_bytes, PATH_BYTES_MAX - 1 - size_bytes)) != 0) {
        if (got < 0 && errno != EINTR)
            return false;
        size_bytes += got > 0 ? (size_t)got : 0;
    }
    path[size_bytes] = '\0';
    return *path == '/' && size_bytes < PATH_BYTES_MAX - 1;
}

/* Programs that still write there end with the parent, but not at the same moment. */
int scratch_cleaner_main(void)
{
    static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
    const struct timespec pause = {.tv_nsec = 20000000};
    char path[PATH_BYTES_MAX];
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        signal(ignored[i], SIG_IGN);
    if (!read_path(path))
        return 1;
    for (int i = 0; i < TRIES_MAX; i++) {
        if (file_remove_tree(path, NULL))
            return 0;
        nanosleep(&pause, NULL);
    }
    return 1;
}
