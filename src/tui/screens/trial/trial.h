/* The state of the trial screen. Its drawing and its keys share it. */
#ifndef TUI_SCREENS_TRIAL_TRIAL_H
#define TUI_SCREENS_TRIAL_TRIAL_H

#include "app/trials.h"
#include "tui/shell/shell.h"

enum trial_view { TRIAL_GRID, TRIAL_COUNTERS, TRIAL_VIEWS };

struct trial_screen {
    struct shell *shell;
    struct trials *trials; /* NULL: a shell without services */
    struct arena *arena;
    const struct exercise *exercise;
    struct source source;
    const char *case_name; /* of the verdict; NULL: the gate case */
    uint64_t seed;
    char changes[256]; /* as typed; "": none */
    uint32_t block;    /* the chosen threads; 0: the plan's */
    int block_steps;   /* doublings (or halvings) that wait for the first answer */
    enum trial_view view;
    struct trial_answer before, now; /* unchanged; with the changes. `now` is empty without any */
    bool waits_before, waits_now;
    int64_t began_ns;
    size_t buffer;               /* index among those of the shown trial */
    int row, column;             /* the first shown ones */
    int rows, columns;           /* as last drawn: those that fit, */
    int row_count, column_count; /* all of them */
    bool seeks_wrong;            /* the next frame of the grid shows the first wrong element */
    struct scroller scroller;    /* of the counters */
};

/* The trial of the grid: with the changes, if there are any. NULL: none yet. */
const struct trial *trial_shown(const struct trial_screen *screen);

/* Takes an answer of the thread. */
void trial_take(struct trial_screen *screen, enum trial_slot slot, const struct trial_answer *answer);

void trial_draw_grid(struct shell *shell, struct trial_screen *screen, const struct trial *trial, struct rect area);
void trial_draw_counters(struct shell *shell, struct trial_screen *screen, struct rect area);

#endif
