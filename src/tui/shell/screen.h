/*
 * A screen: state, how it is drawn, and a table of what its actions do.
 *
 * Screens lie on the shell's stack, the home screen at the bottom. They draw everything anew each time, out of what is
 * loaded; nothing in them blocks. Drawing and handling never call each other: what drawing learns about sizes it leaves
 * in the state.
 */
#ifndef TUI_SHELL_SCREEN_H
#define TUI_SHELL_SCREEN_H

#include <stdbool.h>
#include <stdint.h>

#include "app/app.h"
#include "tui/draw/canvas.h"
#include "tui/draw/page.h"
#include "tui/keys/keymap.h"
#include "tui/shell/scroller.h"

struct shell;

enum screen_id {
#define SCREEN(id, name) SCREEN_##id,
#include "tui/shell/screens.def"
    SCREEN_COUNT
};

enum { COMPARED_MAX = 4 };

/* What a screen is opened with, and where the learner is: what is kept for the next start. */
struct place {
    enum screen_id screen;
    const struct lesson *lesson;
    int step, scroll;
    const struct exercise *exercise;
    int64_t attempt;
    int64_t compared[COMPARED_MAX]; /* COMPARE: attempts, in their order */
    int compared_count;             /* 0: the newest ones */
    enum context context;           /* HELP: whose keys come first */
};

struct action_handler {
    enum action action; /* ACTION_NONE ends a table */
    void (*run)(struct shell *shell, void *state, enum action action);
};

enum screen_change {
    SCREEN_SHOWN,    /* it is on top again */
    SCREEN_OVERVIEW, /* what is recorded changed */
    SCREEN_VERDICT,  /* the bench has a new verdict */
    SCREEN_STEPPED,  /* the microscope has something new */
    SCREEN_TRIED,    /* a trial has an answer */
    SCREEN_MEASURED, /* a prediction's number came: shell->measured */
};

struct screen_class {
    enum context context;
    size_t state_bytes; /* zeroed memory */
    bool (*open)(struct shell *shell, void *state, const struct place *place, struct error *error);
    void (*close)(void *state); /* may be NULL */
    void (*status)(struct shell *shell, void *state, struct rect line);
    void (*draw)(struct shell *shell, void *state, struct rect area);
    bool (*key)(struct shell *shell, void *state, int32_t key);                   /* before the keymap; may be NULL */
    void (*click)(struct shell *shell, void *state, int target);                  /* on a target of its; may be NULL */
    void (*changed)(struct shell *shell, void *state, enum screen_change change); /* may be NULL */
    void (*place)(const void *state, struct place *out_place);
    const char *(*label)(const void *state, enum action action); /* for the footer; NULL: the keymap's. May be NULL */
    const struct action_handler *handlers;
    /* Opens the screen if there is reason to, at the start of the shell or on request. False: none. May be NULL. */
    bool (*offer)(struct shell *shell, bool at_start);
};

const struct screen_class *screen_class(enum screen_id id);
const char *screen_name(enum screen_id id);

#endif
