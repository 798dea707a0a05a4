/* The state of the microscope screen. Its drawing and its keys share it. */
#ifndef TUI_SCREENS_MICROSCOPE_MICROSCOPE_H
#define TUI_SCREENS_MICROSCOPE_MICROSCOPE_H

#include "app/microscope.h"
#include "tui/shell/shell.h"

/* The form of shown registers. */
enum microscope_base { BASE_TYPED, BASE_HEXADECIMAL, BASE_FLOAT, BASE_COUNT };

struct text_line {
    const char *text;
    size_t size_bytes;
};

/* What a click is on: the index of a variable, a lane, a line of the source. */
enum { TARGET_LANES = 1000, TARGET_LINES = 2000 };

struct microscope_screen {
    struct shell *shell;
    struct microscope *microscope;   /* NULL: there is none */
    const char *title;               /* an id */
    const struct exercise *exercise; /* NULL: of a lesson's step */
    const struct lesson *lesson;
    int step, point;
    struct arena *arena; /* of source and PTX */
    struct source source;
    const char *ptx_text;  /* that `ptx` was made of */
    struct text_line *ptx; /* by line - 1 */
    size_t ptx_count;
    struct microscope_view *view;              /* NULL: none yet */
    int line, ptx_line;                        /* executed next, or the last known one */
    struct error error;                        /* of the last request; code ERROR_NONE: none */
    char chosen[STEPPING_NAME_BYTES];          /* register; "" the last written one */
    char chosen_variable[STEPPING_NAME_BYTES]; /* "" the first that changed */
    char followed[STEPPING_NAME_BYTES];        /* the variable that was shown last */
    int lane;                                  /* whose variables are shown */
    struct stepping_command wish;              /* the last one, for the words of its end */
    enum microscope_base base;
};

void microscope_draw(struct shell *shell, struct microscope_screen *screen, struct rect area);

/* Takes a new view. */
void microscope_take(struct microscope_screen *screen, struct microscope_view *view);

/* The index of the shown register; -1 if there is none. */
int microscope_chosen_register(const struct microscope_screen *screen);
/* The index of the shown variable; -1 if there is none. */
int microscope_chosen_variable(const struct microscope_screen *screen);

/* Whether it steps by lines through the -G program and shows its variables. */
static inline bool microscope_shows_variables(const struct microscope_screen *screen)
{
    return screen->view && screen->view->step.is_unoptimised;
}

/* --- microscope_keys.c ------------------------------------------------------------------------ */

extern const struct action_handler microscope_handlers[];
void microscope_click(struct shell *shell, void *state, int target);

/* --- microscope_panel.c: each draws from `*y` down to at most `end` and moves `*y` ----------- */

enum { LABEL_COLUMNS = 8 }; /* left of the numbers */

struct panel {
    struct canvas *canvas;
    const struct stepping_view *view;
    int x, y, end, width;
};

/* Numbers side by side, at most 32: values of lanes, or elements. */
struct panel_cells {
    const char *name, *type;
    int count;
    uint32_t shown;           /* cells with something to show: a row without one is left out */
    uint32_t bright, changed; /* cells that are not dim; that the last step changed */
    void (*write)(const void *context, int cell, char *out, size_t capacity);
    const void *context;
};
void panel_cells(struct panel *panel, const struct panel_cells *cells);

/* `lane` is marked and its thread named; -1: none. */
void panel_lanes(struct panel *panel, int lane);
void panel_requests(struct panel *panel);
void panel_waits(struct panel *panel);
void panel_findings(struct panel *panel);

/* --- microscope_registers.c ------------------------------------------------------------------- */

/* The number that the bits of a float or a double are. */
double microscope_real(uint64_t bits, uint32_t width);
/* A register over all lanes. */
void panel_register(struct panel *panel, const struct stepping_register *shown, enum microscope_base base);
/* All registers in the chosen lane, with the variables that they hold. */
void registers_draw(struct canvas *canvas, const struct microscope_screen *screen, struct rect area);

/* --- microscope_variables.c ------------------------------------------------------------------- */

/* Which program is shown, and how the other one differs. */
void panel_program(struct panel *panel);
/* A variable over all lanes. `count` variables; `chosen` is an index. */
void panel_variable(struct panel *panel, const struct stepping_variable *variables, uint32_t count, int chosen,
                    enum microscope_base base);
/* All variables in the chosen lane, their registers, and as many other lanes as fit. */
void variables_draw(struct canvas *canvas, const struct microscope_screen *screen, struct rect area);
/* One line about the chosen variable. */
void variables_draw_one(struct canvas *canvas, const struct microscope_screen *screen, struct rect row);

#endif
