/*
 * A kernel that is right on every case and fails at the size that is timed. Timing reports what happened; what status
 * follows is the judge's to say.
 */
#ifndef GRADER_TIME_TIME_FAILURE_H
#define GRADER_TIME_TIME_FAILURE_H

#include "base/error.h"
#include "grader/wire/result.h"

enum time_failure_kind {
    TIME_FAILURE_NONE,
    TIME_FAILURE_WRONG,   /* values, or an input that was changed */
    TIME_FAILURE_REFUSED, /* the launch */
    TIME_FAILURE_FAULT,  /* of the GPU */
    TIME_FAILURE_UNSAFE, /* a fault that the virtual device found */
    TIME_FAILURE_NO_END,
    TIME_FAILURE_DIED, /* the worker, with its GPU */
};

struct time_failure {
    enum time_failure_kind kind;
    const struct job_case *given;     /* the timed case */
    const struct case_result *result; /* measured, with its observation; NULL: modelled, or the worker gave none */
    const char *what;                 /* modelled: "leaving out a part of 'y'"; in the arena of the submission */
};

#endif
