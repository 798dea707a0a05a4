/* The compiler child, from its parent's side: start, talk, end. */
#ifndef COMPILER_PROCESS_CHILD_H
#define COMPILER_PROCESS_CHILD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/frame.h"
#include "base/sandbox.h"
#include "base/subprocess.h"
#include "compiler/compiler.h"
#include "compiler/process/scratch.h"
#include "compiler/toolkit.h"

struct child {
    struct subprocess process;
    struct scratch scratch;
    int fd;            /* the parent's end of the socket pair; -1 while there is no child */
    int64_t limit_ns;  /* for one request */
    int64_t before_ns; /* the child's processor time when it got the request */
    bool ready;        /* READY was read */
    char version[32];
    enum sandbox_files files;
    bool seccomp;
};

#define CHILD_INIT                                                    \
    {                                                                 \
        .process = SUBPROCESS_INIT, .scratch = SCRATCH_INIT, .fd = -1 \
    }

/*
 * Starts the program as `program worker compiler` and sends its settings. Does not wait for READY.
 */
bool child_start(struct child *child, const struct compiler_settings *settings, const struct toolkit *toolkit,
                 bool warm, struct error *error);

/* Ends the child at once and removes its files. */
void child_end(struct child *child);

/* Reads READY, once. ERROR_CRASH, ERROR_TIMEOUT, or the child's error from FAILED. */
bool child_await_ready(struct child *child, int64_t deadline_ns, struct error *error);

bool child_send(struct child *child, const struct compile_request *request, int64_t deadline_ns, struct error *error);

/*
 * Reads the RESULT of the last request. A child that had less processor time than its limit is
 * waited for beyond the deadline, so a busy machine compiles the same sources.
 */
bool child_receive(struct child *child, int64_t deadline_ns, struct frame *out_frame, struct error *error);

#endif
