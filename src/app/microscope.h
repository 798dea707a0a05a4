/*
 * The warp microscope in the background, for an event loop that must never block.
 *
 * One thread owns a grader of its own, so that saves are graded meanwhile. It compiles the learner's file, opens the
 * wanted launch for stepping (grader/stepping.h), goes to the wanted line and then answers moves in their order. What
 * is seen after each is told by a descriptor that becomes readable; what was seen before is then not told any more.
 */
#ifndef APP_MICROSCOPE_H
#define APP_MICROSCOPE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"
#include "grader/grader_stepping.h"

struct microscope;

/* What to look at. Texts are copied. */
struct microscope_subject {
    const struct exercise *exercise;
    const struct source *source;
    uint64_t seed;                 /* of a verdict's inputs; 0: any */
    const char *case_name;         /* NULL: one of a fair size */
    struct stepping_target target; /* kernel NULL: the plan's first launch */
    int line;                      /* to begin at; 0: the first access to memory */
};

/* The subject of a verdict: its first finding, else its smallest failing case, else the gate case. */
struct microscope_subject microscope_subject_of(const struct exercise *exercise, const struct source *source,
                                                const struct verdict *verdict);

/* What is seen. Everything lives in `arena`. */
struct microscope_view {
    struct arena *arena;
    struct stepping_view step;
    struct stepping_register *registers;
    const char *case_name;
};

struct microscope *microscope_new(const struct app *app, const struct microscope_subject *subject, struct error *error);
/* Ends what runs. */
void microscope_free(struct microscope *microscope);
DEFINE_CLEANUP(microscope_free, struct microscope *)

/* Readable when something new is to be polled. */
int microscope_descriptor(const struct microscope *microscope);

/* Asks for a move, or for another place in the launch. False: too many wait already. */
bool microscope_move(struct microscope *microscope, const struct stepping_command *command);
bool microscope_go(struct microscope *microscope, const uint32_t block[3], const uint32_t thread[3]);
/* Another launch, counted from 0 among all of the plan on that device. Where there is none, all stays as it was. */
bool microscope_go_to_launch(struct microscope *microscope, uint32_t launch, uint32_t device);

bool microscope_is_busy(struct microscope *microscope);

/*
 * What happened since the last call. The sight, if one came, is the caller's, its arena to be freed; an error, if one
 * came, says why the last move was not made, or why there is nothing to see.
 */
bool microscope_poll(struct microscope *microscope, struct microscope_view **out_view, struct error *out_error);

/* The compiled file, as long as the microscope; "" before the first sight. */
const char *microscope_ptx(struct microscope *microscope);

#endif
