/* The state of the exercise screen. Its drawing and its keys share it. */
#ifndef TUI_SCREENS_EXERCISE_EXERCISE_H
#define TUI_SCREENS_EXERCISE_EXERCISE_H

#include "tui/shell/shell.h"

enum exercise_view { VIEW_TASK, VIEW_SOURCE, VIEW_VERDICT, VIEW_HINTS, VIEW_OUTPUT, VIEW_SOLUTION, VIEW_COUNT };

/* EXERCISE_LINE_TARGET: click target of line 0 of the source; those of views are below. */
enum { HINTS_SHOWN_MAX = 16, EXERCISE_LINE_TARGET = 1000 };

struct exercise_screen {
    struct arena *arena; /* of hints and solution */
    const struct exercise *exercise;
    enum exercise_view view;
    struct scroller scrollers[VIEW_COUNT];
    struct scroller verdict_pane; /* the right pane, if there are two */
    const char *hints[HINTS_SHOWN_MAX];
    int hint_count;
    struct source solution; /* text NULL: not revealed */
    struct source best;     /* text NULL: there is none, or it is not shown yet */
    struct arena *file_arena;
    struct source file; /* the learner's file at the last read */
    int marked_line;    /* of the source view: 0 none */
    bool show_marked;   /* scroll to it at the next draw */
    int found_line;     /* the line that the verdict marked, and the scroll that shows it */
    int found_scroll;
    int first_line;           /* of the source view, as last drawn */
    struct lab_strips strips; /* of the verdict's source; arena NULL: none */
    bool has_asked;           /* for the strips of this verdict */
    bool two_panes;           /* as last drawn */
    bool is_passed;           /* the shown verdict is a pass */
    bool has_plan;            /* the shown verdict has a timeline of its plan */
    bool is_half_due;         /* three failures had one diagnosis */
    bool is_half_offered;     /* and the half-written starter was not taken yet */
};

void exercise_draw(struct shell *shell, struct exercise_screen *screen, struct rect area);
void exercise_status(struct shell *shell, struct exercise_screen *screen, struct rect line);

/* Shows a view. Each view keeps its scroll position. */
void exercise_show(struct exercise_screen *screen, enum exercise_view view);

/* Takes the strips of the shown verdict's source, and their arena. */
void exercise_take_strips(struct exercise_screen *screen, const struct lab_strips *strips);

/* The rows of the strips below a source in an area of that height; 0: none are shown. */
int exercise_strip_rows(const struct exercise_screen *screen, int height);
void exercise_draw_strips(struct shell *shell, const struct exercise_screen *screen, struct rect area);

/* Whether there is a kernel to step through and to try on other cases. */
bool exercise_has_kernel(const struct exercise *exercise);

extern const struct action_handler exercise_handlers[];

/* Reads the learner's file again, for the source view. */
void exercise_read_file(struct shell *shell, struct exercise_screen *screen);

/* Whether the half-written starter is due now, and whether to offer it. */
void exercise_look_for_half_starter(struct shell *shell, struct exercise_screen *screen);

/* Loads the hints that were shown before. */
void exercise_load_hints(struct shell *shell, struct exercise_screen *screen);

#endif
