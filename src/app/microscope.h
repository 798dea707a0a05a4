/*
 * The warp microscope in the background, for an event loop that must never block.
 *
 * One thread owns a grader of its own, so saves are graded at the same time. It compiles the
 * learner's file and opens the wanted launch for stepping (grader/grader_stepping.h). It goes to
 * the wanted line, then makes moves in their order. After each move there is a new view, and a
 * descriptor becomes readable. A newer view replaces one that was not polled.
 */
#ifndef APP_MICROSCOPE_H
#define APP_MICROSCOPE_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"
#include "grader/grader_stepping.h"

struct microscope;

/* The launch to look at. Texts are copied. */
struct microscope_subject {
    const struct exercise *exercise;
    const struct source *source;
    uint64_t seed;                 /* of a verdict's inputs; 0: any */
    const char *case_name;         /* NULL: one of medium size */
    struct stepping_target target; /* kernel NULL: the plan's first launch */
    int line;                      /* the first line; 0: the first one of the kernel, or access to memory */
    bool shows_variables;          /* steps through the program compiled with -G */
};

/*
 * The subject for a verdict: its first finding, else its smallest failing case, else the gate case.
 */
struct microscope_subject microscope_subject_of(const struct exercise *exercise, const struct source *source,
                                                const struct verdict *verdict);

/* One view of the warp. Everything lives in `arena`. */
struct microscope_view {
    struct arena *arena;
    struct stepping_view step;
    struct stepping_register *registers;
    struct stepping_variable *variables;
    const char *ptx; /* the compiled file, valid as long as the microscope */
    const char *case_name;
};

struct microscope *microscope_new(const struct app *app, const struct microscope_subject *subject, struct error *error);
/* Ends the running work. */
void microscope_free(struct microscope *microscope);
DEFINE_CLEANUP(microscope_free, struct microscope *)

/* Readable when there is something to poll. */
int microscope_descriptor(const struct microscope *microscope);

/* Requests a move, or another place in the launch. False: too many requests wait. */
bool microscope_move(struct microscope *microscope, const struct stepping_command *command);
bool microscope_go(struct microscope *microscope, const uint32_t block[3], const uint32_t thread[3]);
/*
 * Another launch of the plan on that device, counted from 0. If it does not exist, nothing changes.
 */
bool microscope_go_to_launch(struct microscope *microscope, uint32_t launch, uint32_t device);

/*
 * Steps through the program with variables, or through the optimised one, from the present line.
 * If it does not compile, nothing changes.
 */
bool microscope_show_variables(struct microscope *microscope, bool shows);

bool microscope_is_busy(struct microscope *microscope);

/*
 * The news since the last call. The caller owns a new view and frees its arena. An error says why
 * the last move failed, or why there is no view.
 */
bool microscope_poll(struct microscope *microscope, struct microscope_view **out_view, struct error *out_error);

#endif
