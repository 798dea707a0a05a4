/*
 * Subprocesses: start a program by its absolute path, talk over pipes, end it surely.
 *
 * A child leads its own process group, loses every descriptor that it was not given, has default signal handling and
 * dies with the thread that started it (PR_SET_PDEATHSIG: start children from a thread that lives as long as they
 * should). Before a child is reaped its whole group is killed, so that nothing it started survives it.
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

enum subprocess_stream { SUBPROCESS_NULL, SUBPROCESS_PIPE, SUBPROCESS_INHERIT };

/* The child finds `parent_fd` of the caller as `child_fd` (3 or higher, no two the same). The caller keeps its own. */
struct subprocess_fd {
    int parent_fd;
    int child_fd;
};

struct subprocess_options {
    const char *const *argv;        /* ends with NULL; argv[0] is an absolute path */
    const char *const *environment; /* "NAME=value", ends with NULL; NULL: the caller's */
    const char *folder;             /* where it runs; NULL: the caller's */
    enum subprocess_stream stdin_stream;
    enum subprocess_stream stdout_stream;
    enum subprocess_stream stderr_stream;
    const struct subprocess_fd *fds;
    size_t fd_count;
    bool foreground; /* stays in the caller's process group, so that it can use the terminal: an editor */
};

struct subprocess {
    pid_t pid;    /* 0: none, or reaped */
    int pidfd;    /* readable once it ended: for event loops; -1 where the kernel has none */
    int stdin_fd; /* -1 unless SUBPROCESS_PIPE; so for the others. Close-on-exec */
    int stdout_fd;
    int stderr_fd;
    bool foreground;
};

struct subprocess_status {
    bool signalled;
    int code; /* exit code, or signal number where `signalled` */
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

/* ERROR_NOT_FOUND when the program does not exist; reported here, not as an exit code. */
bool subprocess_start(const struct subprocess_options *options, struct subprocess *out_process, struct error *error);

/* Ends the child's group at once if it still runs, reaps it and closes the descriptors. Leaves SUBPROCESS_INIT. */
void subprocess_done(struct subprocess *process);
DEFINE_CLEANUP_VALUE(subprocess_done, struct subprocess)

/* Waits for the end and reaps. ERROR_TIMEOUT at the deadline (the child goes on). The pipes stay open. */
bool subprocess_wait(struct subprocess *process, int64_t deadline_ns, struct subprocess_status *out_status,
                     struct error *error);

/* SIGKILL to the group; reaping is subprocess_wait's or subprocess_done's. */
void subprocess_kill(struct subprocess *process);

/*
 * Runs to completion: feeds `input` (NULL: nothing), collects both outputs up to limit_bytes each. Stream settings of
 * `options` are ignored. A non-zero exit is not an error; look at out_output->status. Release with
 * subprocess_output_done.
 */
bool subprocess_run(const struct subprocess_options *options, const void *input, size_t input_bytes, size_t limit_bytes,
                    int64_t deadline_ns, struct subprocess_output *out_output, struct error *error);
void subprocess_output_done(struct subprocess_output *output);
DEFINE_CLEANUP_VALUE(subprocess_output_done, struct subprocess_output)

/* "exit code 3", "killed by signal 11 (Segmentation fault)". */
void subprocess_status_text(struct subprocess_status status, struct buffer *out);

/* The absolute path of a program: by $PATH (absolute entries only), or `name` itself if it holds a slash. */
bool subprocess_find_program(const char *name, struct buffer *out_path, struct error *error);

#endif
