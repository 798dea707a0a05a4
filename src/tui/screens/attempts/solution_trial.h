/* The solution on the gate case, in the background: its counters for a comparison. */
#ifndef TUI_SCREENS_ATTEMPTS_SOLUTION_TRIAL_H
#define TUI_SCREENS_ATTEMPTS_SOLUTION_TRIAL_H

#include "app/standings.h"
#include "app/trials.h"
#include "tui/shell/shell.h"

struct solution_trial {
    struct shell *shell;
    struct trials *trials; /* NULL: nothing runs */
    bool is_running;
};

/* Starts it, unless the shell has no grader or an assessment runs. */
void solution_trial_start(struct solution_trial *solution, struct shell *shell, const struct exercise *exercise);
void solution_trial_end(struct solution_trial *solution);

/* For every change of the screen. Returns the trial, once; the caller frees it. NULL: not now. */
struct trial *solution_trial_take(struct solution_trial *solution, enum screen_change change);

/* A sentence about the largest difference between a learner's counted work and the solution's. */
const char *solution_trial_difference(const struct standing *mine, const struct trial *trial, struct arena *arena);

#endif
