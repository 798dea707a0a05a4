/*
 * Trials: a learner's file on one case, to look at: what went in, what came out and what should have, counters and a
 * modelled time. On the virtual device; nothing is judged for the record.
 *
 * The case is one of a verdict's, or that with other values: changes such as "n=37 x=uniform(0,1) block=128", apart by
 * spaces. A name is a scalar of the exercise (a number), a buffer that is read (an init, doc of inputs.h), or `block`:
 * threads of each block, put in the place of the number that the launch plan says; in the plan's lines that number, and
 * that less one, become the new ones, so that grid=(n+255)/256 follows.
 */
#ifndef GRADER_TRIAL_H
#define GRADER_TRIAL_H

#include "grader/grader.h"

struct trial_settings {
    const struct curriculum *curriculum;
    const struct exercise *exercise;
    const struct source *source;
    uint64_t seed;                    /* of the inputs; that of a verdict */
    const char *case_name;            /* NULL: the gate case */
    const char *changes;              /* NULL: none */
    bool models_time;                 /* takes longer */
    bool (*cancelled)(void *context); /* may be NULL */
    void *context;
};

enum trial_mark { TRIAL_WRONG = 1, TRIAL_UNWRITTEN = 2 };

/* Elements `first` on, `shown` of them; arrays that are NULL do not exist. */
struct trial_buffer {
    const char *name;
    enum dtype dtype;
    int device, rank;
    uint64_t shape[SHAPE_RANK_MAX], count, first, shown;
    double *initial, *got, *expected;
    uint64_t *marks; /* bits of enum trial_mark */
};

struct trial {
    struct arena *arena;
    const char *case_name;
    const char *plan; /* the first launch line, as run */
    uint32_t block;   /* threads that it says; 0: not a plain number */
    bool ran;         /* to its end; else `why` */
    bool compared;    /* with the reference; false where a checker judges, or the kernel was stopped */
    bool right;       /* what is known of it: elements, inputs kept, findings */
    uint64_t wrong_count;
    const char *why; /* what stopped it; NULL */
    uint32_t registers;
    struct observation *observation;
    double microseconds; /* modelled; 0: see `note` */
    const char *note;    /* why there is no time; NULL */
    struct trial_buffer *buffers;
    size_t buffer_count;
};

void trial_free(struct trial *trial);
DEFINE_CLEANUP(trial_free, struct trial *)

/*
 * Blocks. Errors: SYNTAX (the file does not compile, or changes that cannot be read), NOT_FOUND (a name in the changes,
 * with those that there are as a hint), RANGE, CANCELLED, those of the worker.
 */
bool trial_run(struct grader *grader, const struct trial_settings *settings, struct trial **out_trial,
               struct error *error);

#endif
