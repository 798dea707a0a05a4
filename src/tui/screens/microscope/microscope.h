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

struct microscope_screen {
    struct shell *shell;
    struct microscope *microscope; /* NULL: there is none */
    const struct exercise *exercise;
    struct arena *arena; /* of source and PTX */
    struct source source;
    struct text_line *ptx; /* by line - 1 */
    size_t ptx_count;
    struct microscope_view *view;     /* NULL: none yet */
    int line, ptx_line;               /* executed next, or the last known one */
    struct error error;               /* of the last request; code ERROR_NONE: none */
    char chosen[STEPPING_NAME_BYTES]; /* register; "" the last written one */
    enum microscope_base base;
    int64_t began_ns;
};

void microscope_draw(struct shell *shell, struct microscope_screen *screen, struct rect area);

/* Takes a new view. Reads `ptx` once. */
void microscope_take(struct microscope_screen *screen, struct microscope_view *view, const char *ptx);

/* The index of the shown register; -1 if there is none. */
int microscope_chosen_register(const struct microscope_screen *screen);

/* --- microscope_panel.c: each draws from `*y` down to at most `end` and moves `*y` ----------- */

struct panel {
    struct canvas *canvas;
    const struct stepping_view *view;
    int x, y, end, width;
};

void panel_lanes(struct panel *panel);
void panel_register(struct panel *panel, const struct stepping_register *shown, enum microscope_base base);
void panel_requests(struct panel *panel);
void panel_waits(struct panel *panel);
void panel_findings(struct panel *panel);

#endif
