/* Reads and writes whole files. */
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "base/text.h"

enum { READ_STEP_BYTES = 64 * 1024 };

static void close_fd(int fd)
{
    if (fd >= 0)
        close(fd);
}

static inline void close_fd_cleanup(int *fd)
{
    close_fd(*fd);
}

static bool open_regular(const char *path, int *out_fd, struct stat *out_status, struct error *error)
{
    /*
     * O_NONBLOCK: opening a FIFO without a writer must not hang. It has no effect on a regular
     * file.
     */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) {
        if (errno == ENOENT || errno == ENOTDIR)
            return error_set(error, ERROR_NOT_FOUND, "'%s' does not exist", path);
        return error_set_errno(error, "cannot open '%s'", path);
    }
    if (fstat(fd, out_status)) {
        error_set_errno(error, "cannot examine '%s'", path);
        close(fd);
        return false;
    }
    if (!S_ISREG(out_status->st_mode)) {
        close(fd);
        if (S_ISDIR(out_status->st_mode))
            return error_set(error, ERROR_RANGE, "'%s' is a folder, not a file", path);
        return error_set(error, ERROR_IO, "'%s' is not a regular file", path);
    }
    *out_fd = fd;
    return true;
}

bool file_is_readable(const char *path, struct error *error)
{
    __attribute__((cleanup(close_fd_cleanup))) int fd = -1;
    struct stat status;
    return open_regular(path, &fd, &status, error);
}

static bool refuse_size(const char *path, size_t limit_bytes, struct error *error)
{
    CLEANUP(buffer_done) struct buffer limit = BUFFER_INIT;
    text_append_bytes(&limit, limit_bytes);
    return error_set(error, ERROR_MEMORY, "'%s' is larger than %s", path, buffer_text(&limit));
}

/* The size from fstat can be wrong: files grow, and files in /proc have no size. */
static bool read_all(int fd, const char *path, size_t limit_bytes, struct buffer *out, struct error *error)
{
    for (size_t left = limit_bytes;;) {
        size_t room = out->capacity_bytes - out->size_bytes - 1;
        size_t step = room ? room : READ_STEP_BYTES;
        size_t wanted = left < step ? left + 1 : step;
        ssize_t got = read(fd, buffer_reserve(out, wanted), wanted);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return error_set_errno(error, "cannot read '%s'", path);
        if (!got)
            return true;
        if ((size_t)got > left)
            return refuse_size(path, limit_bytes, error);
        out->size_bytes += (size_t)got;
        left -= (size_t)got;
    }
}

bool file_read(const char *path, size_t limit_bytes, struct buffer *out, struct error *error)
{
    __attribute__((cleanup(close_fd_cleanup))) int fd = -1;
    struct stat status;
    if (!open_regular(path, &fd, &status, error))
        return false;
    if (status.st_size > 0 && (uint64_t)status.st_size > limit_bytes)
        return refuse_size(path, limit_bytes, error);
    size_t before_bytes = out->size_bytes;
    buffer_reserve(out, (size_t)status.st_size + 1); /* one more byte, so that the end is found */
    bool good = read_all(fd, path, limit_bytes, out, error);
    if (!good)
        out->size_bytes = before_bytes;
    out->data[out->size_bytes] = '\0';
    return good;
}

static bool write_all(int fd, const char *data, size_t size_bytes)
{
    while (size_bytes) {
        ssize_t written = write(fd, data, size_bytes);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        data += written;
        size_bytes -= (size_t)written;
    }
    return true;
}

/*
 * Without this, a power cut can lose a rename. Some file systems cannot flush folders; that is
 * ignored.
 */
static void flush_folder(const char *path)
{
    __attribute__((cleanup(close_fd_cleanup))) int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0)
        (void)fsync(fd);
}

/* The kernel applies the umask here. Reading the umask would change it for other threads. */
static int make_temporary(struct arena *arena, const char *target, char **out_path)
{
    for (int attempt = 0; attempt < 16; attempt++) {
        *out_path = arena_printf(arena, "%s/.%.200s.%016" PRIx64, path_folder(arena, target), path_leaf(target),
                                 random_system_seed());
        int fd = open(*out_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST)
            return fd;
    }
    return -1;
}

static bool fill_temporary(int fd, const char *target, const void *data, size_t size_bytes)
{
    struct stat status;
    if (!stat(target, &status) && fchmod(fd, status.st_mode & 07777))
        return false;
    return write_all(fd, data, size_bytes) && !fsync(fd);
}

static bool is_pipe_or_device(const char *path)
{
    struct stat status;
    return !stat(path, &status) && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

static bool write_through(const char *path, const void *data, size_t size_bytes, struct error *error)
{
    __attribute__((cleanup(close_fd_cleanup))) int fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
    return (fd >= 0 && write_all(fd, data, size_bytes)) || error_set_errno(error, "cannot write '%s'", path);
}

bool file_write_atomic(const char *path, const void *data, size_t size_bytes, struct error *error)
{
    CLEANUP(arena_free) struct arena *arena = arena_new();
    char resolved[PATH_MAX];
    if (is_pipe_or_device(path))
        return write_through(path, data, size_bytes, error);
    const char *target = realpath(path, resolved) ? resolved : path;
    char *temporary;
    int fd = make_temporary(arena, target, &temporary);
    if (fd < 0)
        return error_set_errno(error, "cannot write in '%s'", path_folder(arena, target));
    bool filled = fill_temporary(fd, target, data, size_bytes);
    int saved = filled ? 0 : errno;
    if (close(fd) && filled)
        saved = errno;
    if (!saved && rename(temporary, target))
        saved = errno;
    if (saved) {
        unlink(temporary);
        errno = saved;
        return error_set_errno(error, "cannot write '%s'", path);
    }
    flush_folder(path_folder(arena, target));
    return true;
}

bool file_exists(const char *path)
{
    struct stat status;
    return !stat(path, &status);
}

bool file_is_folder(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

bool file_is_regular(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISREG(status.st_mode);
}

bool file_stamp_read(const char *path, struct file_stamp *out_stamp, struct error *error)
{
    struct stat status;
    if (stat(path, &status)) {
        if (errno == ENOENT || errno == ENOTDIR)
            return error_set(error, ERROR_NOT_FOUND, "'%s' does not exist", path);
        return error_set_errno(error, "cannot examine '%s'", path);
    }
    *out_stamp = (struct file_stamp){
        .mtime_ns = (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec,
        .size_bytes = (uint64_t)status.st_size,
        .inode = status.st_ino,
        .device = status.st_dev,
    };
    return true;
}

bool file_stamp_equal(const struct file_stamp *a, const struct file_stamp *b)
{
    return a->mtime_ns == b->mtime_ns && a->size_bytes == b->size_bytes && a->inode == b->inode &&
           a->device == b->device;
}
