/* The time spent on a lesson or an exercise: from key to key, without long silences. */
#ifndef TUI_SHELL_ATTENTION_H
#define TUI_SHELL_ATTENTION_H

#include <stdint.h>

struct shell;

/* Of a longer silence, only this much counts. */
enum { ATTENTION_SILENCE_SECONDS = 300 };

struct attention {
    int64_t last_ns; /* of the previous key; 0: none yet */
    int64_t gathered_ns;
};

/* Notes a key. The time since the previous one belongs to the shown screen. */
void attention_note(struct shell *shell);

/* Stores the time of the shown screen. Call it before another screen opens. */
void attention_keep(struct shell *shell);

#endif
