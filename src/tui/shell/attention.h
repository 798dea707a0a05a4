/*
 * Time in front of a lesson or an exercise: from key to key, long silences left out.
 */
#ifndef TUI_SHELL_ATTENTION_H
#define TUI_SHELL_ATTENTION_H

#include <stdint.h>

struct shell;

/* A longer silence is a coffee break: only this much of it counts. */
enum { ATTENTION_SILENCE_SECONDS = 300 };

struct attention {
    int64_t last_ns; /* of the key before; 0: none yet */
    int64_t gathered_ns;
};

/* A key was pressed: what went by since the one before belongs to the screen that is shown. */
void attention_note(struct shell *shell);

/* Writes what was gathered for the screen that is shown into the store. Call before another takes its place. */
void attention_keep(struct shell *shell);

#endif
