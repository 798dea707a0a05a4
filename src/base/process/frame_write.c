/* Writes frames, and waits for descriptors. */
#include "base/process/frame.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/json.h"

bool frame_make_nonblocking(int fd, struct error *error)
{
    int flags = fcntl(fd, F_GETFL);
    if (flags >= 0 && ((flags & O_NONBLOCK) || !fcntl(fd, F_SETFL, flags | O_NONBLOCK)))
        return true;
    return error_set_errno(error, "cannot use a pipe");
}

bool frame_wait(int fd, short events, int64_t deadline_ns, struct error *error)
{
    for (;;) {
        int timeout_ms = clock_poll_timeout_ms(deadline_ns);
        struct pollfd watched = {.fd = fd, .events = events};
        /* even if ready: a peer that sends byte by byte must not extend the deadline */
        if (!timeout_ms)
            return error_set(error, ERROR_TIMEOUT, "the other process did not answer in time");
        int ready = poll(&watched, 1, timeout_ms);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return error_set_errno(error, "cannot wait for a pipe");
    }
}

static void put_u32(struct buffer *out, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        buffer_append_char(out, (char)(value >> (8 * i)));
}

static void put_u64(struct buffer *out, uint64_t value)
{
    put_u32(out, (uint32_t)value);
    put_u32(out, (uint32_t)(value >> 32));
}

static void put_padding(struct buffer *out)
{
    static const char zeros[FRAME_ALIGNMENT];
    size_t over = out->size_bytes % FRAME_ALIGNMENT;
    buffer_append(out, zeros, over ? FRAME_ALIGNMENT - over : 0);
}

/* Blocks SIGPIPE during a write and removes a new one. So a dead peer is only an error. */
struct pipe_signal {
    sigset_t set;
    sigset_t before;
    bool was_pending;
};

static void hold_pipe_signal(struct pipe_signal *held)
{
    sigset_t pending;
    sigemptyset(&held->set);
    sigaddset(&held->set, SIGPIPE);
    sigpending(&pending);
    held->was_pending = sigismember(&pending, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &held->set, &held->before);
}

static void release_pipe_signal(const struct pipe_signal *held)
{
    struct timespec now = {0};
    if (!held->was_pending)
        while (sigtimedwait(&held->set, NULL, &now) < 0 && errno == EINTR)
            continue;
    pthread_sigmask(SIG_SETMASK, &held->before, NULL);
}

static bool write_part(int fd, const char *data, uint64_t size_bytes, int64_t deadline_ns, struct error *error)
{
    const uint64_t step_bytes = UINT64_C(1) << 20;
    while (size_bytes) {
        ssize_t written = write(fd, data, (size_t)(size_bytes < step_bytes ? size_bytes : step_bytes));
        if (written >= 0) {
            data += written;
            size_bytes -= (uint64_t)written;
        } else if (errno == EAGAIN) {
            if (!frame_wait(fd, POLLOUT, deadline_ns, error))
                return false;
        } else if (errno == EPIPE || errno == ECONNRESET) {
            return error_set(error, ERROR_CRASH, "the other process is gone");
        } else if (errno != EINTR) {
            return error_set_errno(error, "cannot write to a pipe");
        }
    }
    return true;
}

static bool write_blobs(int fd, const struct frame_blob *blobs, size_t blob_count, int64_t deadline_ns,
                        struct error *error)
{
    static const char zeros[FRAME_ALIGNMENT];
    for (size_t i = 0; i < blob_count; i++) {
        uint64_t padded;
        if (!frame_padded(blobs[i].size_bytes, &padded))
            return error_set(error, ERROR_MEMORY, "a message is too large");
        if (!write_part(fd, blobs[i].data, blobs[i].size_bytes, deadline_ns, error) ||
            !write_part(fd, zeros, padded - blobs[i].size_bytes, deadline_ns, error))
            return false;
    }
    return true;
}

bool frame_write(int fd, uint32_t type, const json_t *header, const struct frame_blob *blobs, size_t blob_count,
                 int64_t deadline_ns, struct error *error)
{
    CLEANUP(buffer_done) struct buffer json = BUFFER_INIT;
    CLEANUP(buffer_done) struct buffer front = BUFFER_INIT;
    json_append_canonical(&json, header);
    if (json.size_bytes > UINT32_MAX || blob_count > UINT32_MAX)
        return error_set(error, ERROR_MEMORY, "a message is too large");
    put_u32(&front, FRAME_MAGIC);
    put_u32(&front, type);
    put_u32(&front, (uint32_t)json.size_bytes);
    put_u32(&front, (uint32_t)blob_count);
    for (size_t i = 0; i < blob_count; i++)
        put_u64(&front, blobs[i].size_bytes);
    put_padding(&front);
    buffer_append(&front, json.data, json.size_bytes);
    put_padding(&front);
    if (!frame_make_nonblocking(fd, error))
        return false;
    struct pipe_signal held;
    hold_pipe_signal(&held);
    bool written = write_part(fd, front.data, front.size_bytes, deadline_ns, error) &&
                   write_blobs(fd, blobs, blob_count, deadline_ns, error);
    release_pipe_signal(&held);
    return written;
}
