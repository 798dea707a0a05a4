/*
 * A screen: its state, its drawing, and a table of its actions.
 *
 * Screens are on the shell's stack, with the home screen at the bottom. They draw everything each
 * time, from loaded data, and never block. Drawing and handling never call each other. Drawing
 * leaves the sizes that it learns in the state.
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

/* The subject of a screen, and the learner's place, which is kept for the next start. */
struct place {
    enum screen_id screen;
    const struct lesson *lesson;
    int step, scroll; /* MICROSCOPE of a step: `scroll` is the point of its lab */
    const struct exercise *exercise;
    int line; /* EXERCISE: of the source, to show; 0: none */
    int64_t attempt;
    int64_t compared[COMPARED_MAX]; /* COMPARE: attempts, in their order */
    int compared_count;             /* 0: the newest ones */
    /*
     * GLOSSARY: the term to show; NULL: those on the screen. MICROSCOPE of a fill: the text in its
     * blank; NULL: the right answer
     */
    const char *word;
    enum context context; /* HELP: the screen whose keys come first */
};

struct action_handler {
    enum action action; /* ACTION_NONE ends a table */
    void (*run)(struct shell *shell, void *state, enum action action);
};

enum screen_change {
    SCREEN_SHOWN,    /* it is on top again */
    SCREEN_OVERVIEW, /* recorded data changed */
    SCREEN_VERDICT,  /* the open exercise has a new verdict */
    SCREEN_CAUSE,    /* the verdict of the open exercise was replaced by one that knows more */
    SCREEN_CHECKED,  /* the pass of the open exercise was checked in full */
    SCREEN_STEPPED,  /* the microscope has a new view or an error */
    SCREEN_TRIED,    /* a trial has an answer */
    SCREEN_LAB,      /* a step that runs kernels has results or an answer */
    SCREEN_MEASURED, /* the number for a prediction came: shell->measured */
};

struct screen_class {
    enum context context;
    size_t state_bytes; /* zeroed memory */
    bool (*open)(struct shell *shell, void *state, const struct place *place, struct error *error);
    void (*close)(void *state); /* can be NULL */
    void (*status)(struct shell *shell, void *state, struct rect line);
    void (*draw)(struct shell *shell, void *state, struct rect area);
    /* before the keymap; can be NULL */
    bool (*key)(struct shell *shell, void *state, int32_t key);
    /* on one of its targets; can be NULL */
    void (*click)(struct shell *shell, void *state, int target);
    void (*changed)(struct shell *shell, void *state, enum screen_change change); /* can be NULL */
    void (*place)(const void *state, struct place *out_place);
    /* for the footer; NULL: the keymap's; "": not shown now. Can be NULL */
    const char *(*label)(const void *state, enum action action);
    const struct action_handler *handlers;
    /*
     * Opens the screen if it is due, at the start of the shell or on request. False: not opened.
     * Can be NULL.
     */
    bool (*offer)(struct shell *shell, bool at_start);
};

const struct screen_class *screen_class(enum screen_id id);
const char *screen_name(enum screen_id id);

#endif
