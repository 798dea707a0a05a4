/*
 * Subprocesses: starts a program by its absolute path, talks to it over pipes, ends it for certain.
 *
 * A child leads its own process group and has default signal handling. It loses every descriptor
 * that it was not given. It dies with the thread that started it (PR_SET_PDEATHSIG), so that thread
 * must live as long as the child. Before a child is reaped its whole group is killed, so no process
 * of the group survives it.
 */
#ifndef BASE_SUBPROCESS_H
#define BASE_SUBPROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/buffer.h"
#include "base/cleanup.h"
#include "base/error.h"

/*
 * TERMINAL: output to a terminal that the caller makes, of the size of the one that it has itself.
 * The child has no way to the caller's. Both outputs go to the same one, read from stdout_fd. After
 * the last writer has ended, reading fails with EIO. Where no terminal can be made, it is a pipe.
 */
enum subprocess_stream { SUBPROCESS_NULL, SUBPROCESS_PIPE, SUBPROCESS_INHERIT, SUBPROCESS_TERMINAL };

/*
 * The child finds `parent_fd` of the caller as `child_fd`, which is 3 or higher and unique. The
 * caller keeps its own.
 */
struct subprocess_fd {
    int parent_fd;
    int child_fd;
};

struct subprocess_options {
    const char *const *argv;        /* ends with NULL; argv[0] is an absolute path */
    const char *const *environment; /* "NAME=value", ends with NULL; NULL: the caller's */
    const char *folder;             /* its working folder; NULL: the caller's */
    enum subprocess_stream stdin_stream;
    enum subprocess_stream stdout_stream;
    enum subprocess_stream stderr_stream;
    const struct subprocess_fd *fds;
    size_t fd_count;
    /* stays in the caller's process group, so it can use the terminal (an editor) */
    bool foreground;
    bool outlives; /* the child goes on if the thread that started it ends */
};

struct subprocess {
    pid_t pid;    /* 0: none, or reaped */
    int pidfd;    /* readable after the end, for event loops; -1 if the kernel has none */
    int stdin_fd; /* -1 unless SUBPROCESS_PIPE; close-on-exec. The others likewise */
    int stdout_fd;
    int stderr_fd;
    bool foreground;
};

struct subprocess_status {
    bool signalled;
    int code; /* exit code, or signal number if `signalled` */
};

struct subprocess_output {
    struct subprocess_status status;
    struct buffer output; /* stdout */
    struct buffer errors; /* stderr */
    bool timed_out;       /* killed at the deadline */
    bool truncated;       /* killed for more output than the limit */
};

#define SUBPROCESS_INIT                                                         \
    {                                                                           \
        .pid = 0, .pidfd = -1, .stdin_fd = -1, .stdout_fd = -1, .stderr_fd = -1 \
    }

/* ERROR_NOT_FOUND if the program does not exist. This is not reported as an exit code. */
bool subprocess_start(const struct subprocess_options *options, struct subprocess *out_process, struct error *error);

/*
 * Kills the child's group if it still runs, reaps it and closes the descriptors. Leaves
 * SUBPROCESS_INIT.
 */
void subprocess_done(struct subprocess *process);
DEFINE_CLEANUP_VALUE(subprocess_done, struct subprocess)

/*
 * Waits for the end and reaps. ERROR_TIMEOUT at the deadline; the child continues. The pipes stay
 * open.
 */
bool subprocess_wait(struct subprocess *process, int64_t deadline_ns, struct subprocess_status *out_status,
                     struct error *error);

/* Sends SIGKILL to the group. subprocess_wait or subprocess_done reaps it. */
void subprocess_kill(struct subprocess *process);

/*
 * Runs a child to its end. Feeds `input` (NULL: nothing) and collects up to limit_bytes of each
 * output. Ignores the stream settings of `options`. A non-zero exit is not an error; see
 * out_output->status. Release with subprocess_output_done.
 */
bool subprocess_run(const struct subprocess_options *options, const void *input, size_t input_bytes, size_t limit_bytes,
                    int64_t deadline_ns, struct subprocess_output *out_output, struct error *error);
void subprocess_output_done(struct subprocess_output *output);
DEFINE_CLEANUP_VALUE(subprocess_output_done, struct subprocess_output)

/* "exit code 3", "killed by signal 11 (Segmentation fault)". */
void subprocess_status_text(struct subprocess_status status, struct buffer *out);

/*
 * The absolute path of a program, by the absolute entries of $PATH. `name` itself if it holds a
 * slash.
 */
bool subprocess_find_program(const char *name, struct buffer *out_path, struct error *error);

#endif
