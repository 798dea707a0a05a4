/*
 * Stepping through a learner's kernel on one case in the device worker. The shell's microscope uses
 * it.
 *
 * The file is compiled as for grading, or without optimisation to show its variables. The plan
 * runs with the case's inputs up to the wanted launch, which is then stepped through (vgpu/step.h).
 * While a stepping is open, its grader can do nothing else. All calls block. Calls that talk to the
 * worker end with CANCELLED once `cancelled` returns true, and the worker is killed.
 */
#ifndef GRADER_GRADER_STEPPING_H
#define GRADER_GRADER_STEPPING_H

#include "device/stepping.h"
#include "grader/grader.h"

struct grader_stepping;

struct stepping_settings {
    const struct curriculum *curriculum;
    const struct exercise *exercise;
    const struct source *source;
    uint64_t seed;                    /* of the inputs; 0 counts as 1 */
    const char *case_name;            /* "n=33"; NULL: the gate case, or the largest case that is not timed */
    struct stepping_target target;    /* kernel "": the plan's first launch */
    bool shows_variables;             /* compiles with -G: slower, and other instructions than graded ones */
    bool (*cancelled)(void *context); /* may be NULL */
    void *context;
};

/* The present view. Valid until the next move. */
struct stepping_sight {
    const struct stepping_view *view;
    const struct stepping_register *registers;
    const struct stepping_variable *variables;
    const char *case_name;
    const char *ptx; /* the text that view.ptx_line counts in */
    size_t ptx_bytes;
};

/*
 * Errors: SYNTAX (the file does not compile), NOT_FOUND (case, launch), UNSUPPORTED (a file of
 * tests), those of the worker.
 */
struct grader_stepping *grader_stepping_open(struct grader *grader, const struct stepping_settings *settings,
                                             struct error *error);
void grader_stepping_close(struct grader_stepping *stepping);
DEFINE_CLEANUP(grader_stepping_close, struct grader_stepping *)

/* Restarts at another place in the same launch, or in another launch. */
bool grader_stepping_reopen(struct grader_stepping *stepping, const struct stepping_target *target,
                            struct error *error);
bool grader_stepping_move(struct grader_stepping *stepping, const struct stepping_command *command,
                          struct error *error);
struct stepping_sight grader_stepping_look(const struct grader_stepping *stepping);

#endif
