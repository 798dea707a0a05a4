/*
 * The grader: one submission in, one verdict out.
 *
 * It owns two warm children, the compiler and the device worker. Learner code runs in the device
 * worker only. Grading reports its stages and can be cancelled. An error means that nothing could
 * be judged. Everything about the kernel is in the verdict.
 *
 * Rooms, lowest first; src/rooms.txt lists their includes:
 *     value            one element, number or counter: inputs, tolerances, comparison
 *     verdict          the verdict as plain data, and as JSON
 *     pattern          the finder of patterns among the wrong elements of a buffer
 *     wire             messages between parent and device worker
 *     case             in the worker: one case's memory, its programs, its comparison
 *     worker           in the worker: one case from inputs to result; the worker's loop
 *     prepare          in the parent: a submission before a kernel runs
 *     time             shared by `measured` (on a GPU) and `modelled` (without one)
 *     trial            in the parent: a learner's file on one case, outside a submission
 *     lab              in the parent: the kernels of labs, outside a submission
 *     source           the learner's text: its quiet parts, its loops, what is still open
 *     cause            the one slip of the source that explains a verdict
 *     finding          a finding of the virtual GPU in a sentence
 *     diagnose         in the parent: the most informative failing case, and its sentence
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
    const char *architecture;    /* the architecture of the virtual device; NULL: "h100" */
    const char *state_dir;       /* the folder for figures of this machine's GPUs; NULL: none */
    int threads;                 /* 0: all CPUs */
    uint32_t deadline_ms;        /* per submission on the device; 0: default */
    uint32_t course_deadline_ms; /* for modelling one kernel of the course; 0: as for a learner's */
    bool models_course;          /* models the course's kernels too and ignores shipped times (course_times.h) */
};

/*
 * STAGE_GATES begins only if the kernel is safe and right, before its machine code is there.
 * STAGE_FULL counts in seconds: those gone, and about how many it takes. STAGE_TIME counts the
 * configurations of a search, and then the sizes of an exercise that has several.
 */
enum grader_stage { STAGE_PLAN, STAGE_COMPILE, STAGE_CASES, STAGE_GATES, STAGE_TIME, STAGE_FULL, STAGE_DONE };

struct grade_request {
    const struct curriculum *curriculum;
    const struct exercise *exercise;
    const struct source *source; /* the learner's file */
    const char *device;          /* "auto", "virtual", "cuda", "cuda:1" */
    uint64_t seed;               /* 0: draws one */
    bool full;                   /* runs the whole launch at the timed size (VERDICT_TRUST_FULL) */
    bool untimed;                /* the cases alone: no time and no medal */
    bool quick;                  /* of a wrong kernel: leaves out what takes long and changes no status */
    void (*progress)(void *context, enum grader_stage stage, int done, int total); /* may be NULL */
    /*
     * Called once with a modelled time, before what the kernel wrote at that size is compared. It
     * has no medal and no texts. May be NULL.
     */
    void (*timed)(void *context, const struct time_verdict *time);
    bool (*cancelled)(void *context); /* may be NULL */
    void *context;
};

struct grader *grader_new(const struct grader_settings *settings, struct error *error);
void grader_free(struct grader *grader);
DEFINE_CLEANUP(grader_free, struct grader *)

/*
 * Replaces a grader for another architecture than the one of `settings`. NULL is replaced, too. On
 * failure *grader is NULL.
 */
bool grader_renew(struct grader **grader, const struct grader_settings *settings, struct error *error);

/* Starts both children before the first submission. */
bool grader_warm(struct grader *grader, struct error *error);

/* Blocks. False: nothing could be judged: no toolkit, a child cannot start, or cancelled. */
bool grader_grade(struct grader *grader, const struct grade_request *request, struct verdict **out_verdict,
                  struct error *error);

/*
 * Compiles the reference with one of the exercise's slips, for the last submission's device. A
 * wrong kernel is compared with all of them, and does not wait for what is compiled by then. False:
 * there are fewer slips, or no submission came yet.
 */
bool grader_build_slip(struct grader *grader, const struct curriculum *curriculum, const struct exercise *exercise,
                       size_t index);

/*
 * Runs an exercise's kernel file on one case and returns a counter or derived counter, for
 * predictions. PREDICT_WITHOUT_BARRIER grades the file on every case, without one of its barriers
 * (grader/source_barrier.h).
 */
bool grader_measure_counter(struct grader *grader, const struct curriculum *curriculum, const struct exercise *exercise,
                            const struct source *source, const char *counter, double *out_value, struct error *error);

/*
 * The measured roofline of a GPU on this machine, by its product name (kept in `state_dir`). False:
 * never measured.
 */
bool grader_measured_roofline(const char *state_dir, const char *product, struct roofline *out_roofline);

/* Counters that gates and predictions may name: those of counters.def and the derived ones. */
bool grader_counter_known(const char *name);

/* The derived counters, with their plain names in English. False: there are fewer. */
bool grader_derived_counter(size_t index, const char **out_name, const char **out_plain);

/* Findings that `strict` of an exercise may name: those of strict.def. */
bool grader_strict_known(const char *name);

/* The main function of `warpschool worker device`. */
int grader_device_worker_main(void);

#endif
