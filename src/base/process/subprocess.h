/*
 * The two halves of starting a child: subprocess.c in the caller, subprocess_child.c between fork and exec.
 */
#ifndef BASE_PROCESS_SUBPROCESS_H
#define BASE_PROCESS_SUBPROCESS_H

#include "base/subprocess.h"

enum {
    SUBPROCESS_FD_MAX = 16,   /* extra descriptors of one child */
    SUBPROCESS_FD_ABOVE = 64, /* their numbers in the child lie below */
};

enum subprocess_step { SUBPROCESS_STEP_DESCRIPTORS, SUBPROCESS_STEP_FOLDER, SUBPROCESS_STEP_EXEC };

/* What the child tells the caller where it could not become the program. */
struct subprocess_failure {
    enum subprocess_step step;
    int error_number;
};

/*
 * Runs in the forked child of a program that may have threads: only async-signal-safe calls, no allocation.
 * standard_fds are for descriptors 0, 1, 2; -1: inherited.
 */
_Noreturn void subprocess_child(const struct subprocess_options *options, const int standard_fds[3], int failure_fd,
                                pid_t parent);

#endif
