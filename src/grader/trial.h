/*
 * Trials: a learner's file on one case of their choice, on the virtual device. A trial shows
 * inputs, outputs, expected outputs, counters and a modelled time. It is not recorded.
 *
 * The case is one of a verdict's, possibly with changes such as "n=37 x=uniform(0,1) block=128",
 * separated by spaces. A name is a scalar of the exercise (a number), an input buffer (an init, see
 * input.h), or `block`: the threads per block. `block` replaces this number, and the number less
 * one, in all plan lines, so grid=(n+255)/256 follows. In block=32,8 the last side changes, and
 * with it the same side of the grid.
 */
#ifndef GRADER_TRIAL_H
#define GRADER_TRIAL_H

#include "grader/grader.h"

struct trial_settings {
    const struct curriculum *curriculum;
    const struct exercise *exercise;
    const struct source *source;
    uint64_t seed;                    /* of the inputs; 0 counts as 1 */
    const char *case_name;            /* NULL: the gate case */
    const char *changes;              /* NULL: none */
    bool models_time;                 /* takes longer */
    bool (*cancelled)(void *context); /* may be NULL */
    void *context;
};

enum trial_mark { TRIAL_WRONG = 1, TRIAL_UNWRITTEN = 2 };

/* Elements `first` to `first + shown`. A NULL array does not exist. */
struct trial_buffer {
    const char *name;
    int rank;
    uint64_t shape[SHAPE_RANK_MAX], count, first, shown;
    double *initial, *got, *expected;
    uint64_t *marks; /* bits of enum trial_mark */
};

struct trial {
    struct arena *arena;
    const char *case_name;
    const char *plan; /* the first launch line, with the changes */
    uint32_t block;   /* its threads per block; 0: not plain numbers */
    bool ran;         /* to its end; otherwise see `why` */
    bool compared;    /* with the reference; false if a checker judges or the kernel was stopped */
    bool right;       /* elements are right, inputs unchanged, no findings */
    uint64_t wrong_count;
    const char *why; /* a verdict's sentence about findings or the stop; NULL: neither */
    uint32_t registers;
    struct observation *observation;
    double microseconds; /* modelled; 0: see `note` */
    const char *note;    /* the reason for no time; NULL */
    struct trial_buffer *buffers;
    size_t buffer_count;
};

void trial_free(struct trial *trial);
DEFINE_CLEANUP(trial_free, struct trial *)

/*
 * Blocks. SYNTAX: the file does not compile, or the changes cannot be read. NOT_FOUND: an unknown
 * name in the changes; the hint has the known names. Also RANGE, CANCELLED, and errors of the
 * worker.
 */
bool trial_run(struct grader *grader, const struct trial_settings *settings, struct trial **out_trial,
               struct error *error);

#endif
