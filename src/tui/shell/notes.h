/*
 * The learner's notes: asked for in the prompt, shown beside their steps and lines. The shell holds
 * all of them, as its overview.
 */
#ifndef TUI_SHELL_NOTES_H
#define TUI_SHELL_NOTES_H

#include "app/app.h"
#include "tui/draw/page.h"

struct shell;

enum { NOTING_LINE_BYTES = 512 }; /* a longer line is found by its number */

/* What the prompt asks a note for. */
struct noting {
    const char *subject; /* as in struct note */
    int place;
    char line[NOTING_LINE_BYTES]; /* "": not a line */
    bool is_there;                /* there is one: no words remove it */
};

/* The note on a step of a lesson; NULL. */
const struct note *notes_on_step(const struct shell *shell, const struct lesson *lesson, int step);

/* The note on a line of a text, or for line 0 on the whole exercise; NULL. */
const struct note *notes_on_line(const struct shell *shell, const struct exercise *exercise,
                                 const struct source *source, int line);

/* Asks for words. None: a bookmark, or the note that is there goes. */
void notes_ask_step(struct shell *shell, const struct lesson *lesson, int step);
void notes_ask_line(struct shell *shell, const struct exercise *exercise, const struct source *source, int line);

/* Adds a paragraph with the note, or with nothing for NULL. */
void notes_add(const struct note *note, struct page *page);

#endif
