/*
 * Grading in the background, for an event loop that must never block.
 *
 * One thread owns the grader and its children. A new submission replaces any waiting one. So many
 * saves in a row end in one run of the newest text. The result of an older save is never shown
 * after that of a newer one. A descriptor becomes readable when there are events.
 */
#ifndef APP_GRADING_H
#define APP_GRADING_H

#include <stdbool.h>
#include <stdint.h>

#include "app/submission.h"

struct grading;

enum grading_event_kind {
    GRADING_WARM,    /* the children are ready */
    GRADING_STARTED, /* a submission has begun */
    GRADING_STAGE,   /* stage, done, total */
    GRADING_TIMED,   /* time: before what the kernel wrote is compared; without texts */
    GRADING_VERDICT, /* verdict is the receiver's */
    GRADING_CAUSE,   /* after a verdict that may_know_more: the whole one; NULL: cancelled */
    GRADING_FAILED,  /* no judgement was possible: see error */
    GRADING_CANCELLED,
    GRADING_MEASURED, /* value: the result of grading_measure() */
};

struct grading_event {
    enum grading_event_kind kind;
    uint64_t ticket; /* of the submission, from grading_submit(); 0 for GRADING_WARM */
    const struct exercise *exercise;
    enum grader_stage stage;
    int done, total;
    struct time_verdict time;
    struct verdict *verdict;
    struct source source; /* VERDICT: the graded text; valid until the next poll */
    double value;
    struct error error;
};

/* Starts the thread, which warms the children. */
struct grading *grading_new(const struct app *app, struct error *error);
void grading_free(struct grading *grading); /* cancels the running work */
DEFINE_CLEANUP(grading_free, struct grading *)

/* Readable while there are events. */
int grading_descriptor(const struct grading *grading);

/*
 * Takes the present text of the file. `device` must be a literal. Returns the ticket, or 0 with an
 * error.
 */
uint64_t grading_submit(struct grading *grading, const struct exercise *exercise, const char *path, const char *device,
                        struct error *error);

/*
 * Runs a kernel of the course on one case and counts (grader_measure_counter). It waits for
 * submissions and does not replace them. A later measurement replaces a waiting one. `counter` must
 * outlive it. Returns the ticket.
 */
uint64_t grading_measure(struct grading *grading, const struct exercise *exercise, const struct source *source,
                         const char *counter);

/* Ends the running work and drops the waiting work. */
void grading_cancel(struct grading *grading);

/* The next event, if there is one. */
bool grading_poll(struct grading *grading, struct grading_event *out_event);

#endif
