/*
 * The prompt in the bottom line: a question to confirm, a line of text to enter, or the command
 * palette.
 */
#ifndef TUI_SHELL_PROMPT_H
#define TUI_SHELL_PROMPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"
#include "tui/draw/canvas.h"
#include "tui/keys/keymap.h"
#include "tui/shell/typed.h"

struct shell;

enum prompt_kind { PROMPT_NONE, PROMPT_CONFIRM, PROMPT_TEXT, PROMPT_PALETTE };

struct prompt {
    enum prompt_kind kind;
    struct buffer question;
    struct typed typed; /* TEXT, PALETTE */
    int chosen;         /* PALETTE: index of the marked item */
    /*
     * CONFIRM: only for y. TEXT: for Enter, and while typing if `as_typed` (then `done` is false).
     * While typing, Up and Down are the shown screen's.
     */
    void (*answer)(struct shell *shell, const char *text, bool done);
    bool as_typed;
};

void prompt_done(struct prompt *prompt);

void prompt_confirm(struct shell *shell, const char *question,
                    void (*answer)(struct shell *shell, const char *text, bool done));
void prompt_text(struct shell *shell, const char *question, bool as_typed,
                 void (*answer)(struct shell *shell, const char *text, bool done));
void prompt_palette(struct shell *shell);

/*
 * For the answer of a text: asks again, with the text that was refused. The message says why. In
 * plain mode the prompt stays closed.
 */
void prompt_again(struct shell *shell);

/*
 * While a question waits for y or n: the key whose word is at column x of the bottom line. 0: none.
 */
int32_t prompt_key_at(const struct shell *shell, int x);

/* The prompt takes every key while it is open. */
void prompt_key(struct shell *shell, int32_t key);
void prompt_draw(struct shell *shell, struct rect line);

#endif
