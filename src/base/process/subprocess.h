/*
 * The two halves of a start: subprocess.c in the caller, subprocess_child.c between fork and exec.
 */
#ifndef BASE_PROCESS_SUBPROCESS_H
#define BASE_PROCESS_SUBPROCESS_H

#include "base/subprocess.h"

enum {
    SUBPROCESS_FD_MAX = 16,   /* extra descriptors of one child */
    SUBPROCESS_FD_ABOVE = 64, /* their numbers in the child are below this */
};

enum subprocess_step { SUBPROCESS_STEP_DESCRIPTORS, SUBPROCESS_STEP_FOLDER, SUBPROCESS_STEP_EXEC };

/* The report of a child that could not become the program. */
struct subprocess_failure {
    enum subprocess_step step;
    int error_number;
};

/*
 * Runs in the forked child of a program that can have threads. So it makes only async-signal-safe
 * calls and no allocation. standard_fds are for descriptors 0, 1, 2; -1: inherited.
 */
_Noreturn void subprocess_child(const struct subprocess_options *options, const int standard_fds[3], int failure_fd,
                                pid_t parent);

#endif
