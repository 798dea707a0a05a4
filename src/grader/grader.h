/*
 * The grader: one submission in, one verdict out.
 *
 * It owns two warm children, the compiler and the device worker; learner code runs in the device worker only. Grading
 * reports its stages while it works and can be cancelled. Only what could not be judged is an error; everything about
 * the kernel is in the verdict.
 *
 * Rooms, lowest first; src/rooms.txt has which uses which:
 *     value            one element, number or counter: inputs, tolerances, comparison
 *     verdict          the verdict as plain data, and as JSON
 *     pattern          what the wrong elements of a buffer have in common
 *     wire             what crosses the pipe between parent and device worker
 *     case             in the worker: one case's memory, programs that run in it, comparison
 *     worker           in the worker: one case from inputs to result; the worker's loop
 *     prepare          in the parent: a submission before a kernel runs
 *     time             what the two below share; `measured` on a GPU, `modelled` without one, both sides of the pipe
 *     trial            in the parent: a learner's file on one case, outside of a submission
 *     diagnose         in the parent: which failing case says most, and the sentence about it
 *     grade            in the parent: the stages of a submission, and its status
 */
#ifndef GRADER_GRADER_H
#define GRADER_GRADER_H

#include <stdbool.h>
#include <stdint.h>

#include "compiler/compiler.h"
#include "curriculum/model.h"
#include "device/roofline.h"
#include "grader/verdict.h"

struct grader;

struct grader_settings {
    const char *program; /* the warpschool executable: `program worker device` */
    struct compiler_settings compiler;
    const char *architecture;    /* that the virtual device models; NULL: "h100" */
    const char *state_dir;       /* where figures of this machine's GPUs are kept; NULL: nowhere */
    int threads;                 /* 0: all */
    uint32_t deadline_ms;        /* of one submission on the device; 0: default */
    uint32_t course_deadline_ms; /* of modelling one of the course's kernels; 0: as for a learner's */
    bool models_course;          /* models the course's kernels too, whatever times came with it (course_times.h) */
};

enum grader_stage { STAGE_PLAN, STAGE_COMPILE, STAGE_CASES, STAGE_GATES, STAGE_TIME, STAGE_DONE };

struct grade_request {
    const struct curriculum *curriculum;
    const struct exercise *exercise;
    const struct source *source; /* the learner's file */
    const char *device;          /* "auto", "virtual", "cuda", "cuda:1" */
    uint64_t seed;               /* 0: drawn */
    void (*progress)(void *context, enum grader_stage stage, int done, int total); /* may be NULL */
    bool (*cancelled)(void *context);                                              /* may be NULL */
    void *context;
};

struct grader *grader_new(const struct grader_settings *settings, struct error *error);
void grader_free(struct grader *grader);
DEFINE_CLEANUP(grader_free, struct grader *)

/* Starts both children ahead of the first submission. */
bool grader_warm(struct grader *grader, struct error *error);

/* Blocks. False: nothing could be judged (no toolkit, children cannot start, cancelled). */
bool grader_grade(struct grader *grader, const struct grade_request *request, struct verdict **out_verdict,
                  struct error *error);

/*
 * Runs an exercise's kernel file on one case and returns a counter or derived counter, for predictions. For
 * PREDICT_WITHOUT_BARRIER the file is graded on every case, without one of its barriers (grader/source_barrier.h).
 */
bool grader_measure_counter(struct grader *grader, const struct curriculum *curriculum, const struct exercise *exercise,
                            const struct source *source, const char *counter, double *out_value, struct error *error);

/*
 * What a GPU was measured to reach on this machine (kept in `state_dir`), by its product name. False: never measured.
 */
bool grader_measured_roofline(const char *state_dir, const char *product, struct roofline *out_roofline);

/* Counters that gates and predictions may name: those of counters.def and the derived ones. */
bool grader_counter_known(const char *name);

/* `warpschool worker device` ends here. */
int grader_device_worker_main(void);

#endif
