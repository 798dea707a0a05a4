/* A submission: grades a file and records the attempt, from the learner's save to the store. */
#ifndef APP_SUBMISSION_H
#define APP_SUBMISSION_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"

struct submission {
    const struct exercise *exercise;
    struct source source;
    const char *path;                                                              /* of the source */
    const char *device;                                                            /* "auto", "virtual", "cuda" */
    bool full;                                                                     /* run the whole timed launch */
    bool untimed;                                                                  /* the cases alone */
    bool quick;                                                                    /* as of a request of the grader */
    uint64_t seed;                                                                 /* 0: random */
    void (*progress)(void *context, enum grader_stage stage, int done, int total); /* can be NULL */
    void (*timed)(void *context, const struct time_verdict *time);                 /* as of a request; can be NULL */
    bool (*cancelled)(void *context);                                              /* can be NULL */
    void *context;
    int other_devices; /* so many instead of the exercise's own number; 0: its own */
};

/* The learner's copy (path NULL) or another file. */
bool submission_prepare(const struct app *app, const struct exercise *exercise, const char *path, struct arena *arena,
                        struct submission *out_submission, struct error *error);

/*
 * Judges an exercise of several devices on another number of them. Cases with a number of their own
 * keep it; on GPUs those with more are left out. Gates and targets are left out, since they hold
 * for the exercise's number. submission_record() refuses the attempt. The own number changes
 * nothing.
 */
bool submission_take_devices(struct submission *submission, int devices, struct arena *arena, struct error *error);

/* Blocks. The caller owns the verdict. */
bool submission_grade(const struct app *app, struct grader *grader, const struct submission *submission,
                      struct verdict **out_verdict, struct error *error);

/* Stores the attempt in one transaction, with the verdict as JSON. */
bool submission_record(struct app *app, const struct submission *submission, const struct verdict *verdict,
                       int64_t *out_attempt, struct error *error);

/* Replaces the judgement of a recorded attempt by that of its full check. */
bool submission_rejudge(struct app *app, int64_t attempt, const struct verdict *verdict, struct error *error);

#endif
