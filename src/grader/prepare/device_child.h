/*
 * The parent's end of a device worker: start, open, send a job, take answers, kill.
 *
 * A child that dies, breaks the protocol or passes its deadline is killed. The next job starts a
 * new one.
 */
#ifndef GRADER_PREPARE_DEVICE_CHILD_H
#define GRADER_PREPARE_DEVICE_CHILD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "grader/wire/job.h"
#include "grader/wire/result.h"

struct device_child;

struct device_child_settings {
    const char *program;      /* run as `program worker device` */
    const char *kind;         /* "virtual", "cuda" */
    const char *architecture; /* may be NULL */
    int threads;
};

struct device_child *device_child_new(const struct device_child_settings *settings);
void device_child_free(struct device_child *child);
DEFINE_CLEANUP(device_child_free, struct device_child *)

/* As in its settings. */
const char *device_child_kind(const struct device_child *child);

/* Starts the worker if none runs. `out_opened` is valid as long as the worker. */
bool device_child_open(struct device_child *child, const struct worker_opened **out_opened, struct error *error);

struct device_child_watch {
    int64_t deadline_ns;
    bool (*cancelled)(void *context); /* may be NULL */
    void *context;
    void (*timed)(void *receiver, const struct time_result *time); /* MESSAGE_TIMED; may be NULL */
    void *receiver;
};

/*
 * Called for each case when its answer comes; false ends the job. The callee owns the observation.
 */
typedef bool (*device_child_answer)(void *context, struct case_result *result, struct error *error);

/*
 * Runs a job. Answers are allocated in `arena`. A worker that dies before the learner's first
 * launch is restarted once. Errors: CRASH (`out_answered` cases were answered before), TIMEOUT,
 * CANCELLED, and those of the worker.
 */
bool device_child_run(struct device_child *child, const struct job *job, const struct device_child_watch *watch,
                      struct arena *arena, device_child_answer answer, void *context, size_t *out_answered,
                      struct error *error);

/*
 * For other conversations (step.h): the descriptor for messages, the next message (polling
 * `cancelled`), and killing a child that breaks the protocol.
 */
int device_child_input(const struct device_child *child);
bool device_child_next(struct device_child *child, const struct device_child_watch *watch, struct frame *out_frame,
                       struct error *error);
void device_child_stop(struct device_child *child);

#endif
