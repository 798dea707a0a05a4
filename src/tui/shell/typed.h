/* A line of text while it is typed: its cursor, and the keys that change it. */
#ifndef TUI_SHELL_TYPED_H
#define TUI_SHELL_TYPED_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buffer.h"

enum { TYPED_BYTES_MAX = 256 };

struct typed {
    struct buffer text;
    size_t after_bytes; /* of the text after the cursor */
};

void typed_done(struct typed *typed);
void typed_clear(struct typed *typed);

/* The text before the cursor ends here. */
size_t typed_cursor(const struct typed *typed);

/*
 * Characters, and the keys of readline: Left, Right, Home, End, Backspace, Del, Control-A, E, B, F,
 * D, K, U, W. True if the key belongs to the text.
 */
bool typed_key(struct typed *typed, int32_t key);

#endif
