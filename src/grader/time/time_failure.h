/*
 * A kernel that is right on every case and fails at the timed size. Timing reports the failure; the
 * judge decides the status.
 */
#ifndef GRADER_TIME_TIME_FAILURE_H
#define GRADER_TIME_TIME_FAILURE_H

#include "base/error.h"
#include "grader/wire/result.h"

enum time_failure_kind {
    TIME_FAILURE_NONE,
    TIME_FAILURE_WRONG,   /* values, or a changed input */
    TIME_FAILURE_REFUSED, /* the device refused the launch */
    TIME_FAILURE_FAULT,   /* of the GPU */
    TIME_FAILURE_UNSAFE,  /* a fault that the virtual device found */
    TIME_FAILURE_NO_END,
    TIME_FAILURE_TOO_SLOW, /* for a whole run */
    TIME_FAILURE_DIED,     /* the worker died, and took its GPU along */
};

struct time_failure {
    enum time_failure_kind kind;
    const struct job_case *given;     /* the timed case */
    const struct case_result *result; /* measured, with its observation; NULL: modelled, or the worker gave none */
    bool is_whole;                    /* every block of the launch ran */
    const char *what; /* modelled: "leaving out a part of 'y'", why it is refused; in the submission's arena */
};

#endif
